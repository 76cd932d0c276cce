extension Client {
    /// Leaves a message at a rendezvous.
    ///
    /// - Throws: `SendMessageError.noActiveStream` when nobody listens there any more.
    public func sendMessage(_ message: RendezvousMessage, rendezvous: KeyPair) async throws(SendMessageError) {
        try await messages.send(message, rendezvous: rendezvous)
    }

    /// The messages stored at a rendezvous.
    ///
    /// - Throws: `RPCFailure`.
    public func pollMessages(rendezvous: KeyPair) async throws(RPCFailure) -> [ReceivedMessage] {
        try await messages.poll(rendezvous: rendezvous)
    }

    /// Removes messages that have been dealt with.
    ///
    /// - Throws: `RPCFailure`.
    public func acknowledgeMessages(_ ids: [MessageID], rendezvous: PublicKey) async throws(RPCFailure) {
        try await messages.acknowledge(ids, rendezvous: rendezvous)
    }

    /// Listens at a rendezvous until the stream ends; pings are answered here.
    ///
    /// - Throws: `RPCFailure` when the stream ends with an error; one that the server closes in order just returns.
    public func openMessageStream(
        rendezvous: KeyPair, onEvent: @escaping @Sendable (MessageStreamEvent) async -> Void
    ) async throws(RPCFailure) {
        let clock = environment.clock
        try await messages.openStreamWithKeepAlive(rendezvous: rendezvous, now: { clock.now() }, onEvent: onEvent)
    }
}
