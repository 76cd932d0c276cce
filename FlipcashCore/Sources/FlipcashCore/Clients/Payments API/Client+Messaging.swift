extension Client {
    /// Sends a message to a rendezvous.
    ///
    /// - Throws: `SendMessageError.noActiveStream` when no client is listening there.
    public func sendMessage(_ message: RendezvousMessage, rendezvous: KeyPair) async throws(SendMessageError) {
        try await messages.send(message, rendezvous: rendezvous)
    }

    /// Fetches the messages stored at a rendezvous.
    ///
    /// - Throws: `RPCFailure`.
    public func pollMessages(rendezvous: KeyPair) async throws(RPCFailure) -> [ReceivedMessage] {
        try await messages.poll(rendezvous: rendezvous)
    }

    /// Removes messages that the caller has handled.
    ///
    /// - Throws: `RPCFailure`.
    public func acknowledgeMessages(_ ids: [MessageID], rendezvous: PublicKey) async throws(RPCFailure) {
        try await messages.acknowledge(ids, rendezvous: rendezvous)
    }

    /// Listens at a rendezvous until the stream ends, and answers pings.
    ///
    /// Returns when the server closes the stream without an error.
    ///
    /// - Throws: `RPCFailure` when the stream ends with an error.
    public func openMessageStream(
        rendezvous: KeyPair, onEvent: @escaping @Sendable (MessageStreamEvent) async -> Void
    ) async throws(RPCFailure) {
        let clock = environment.clock
        try await messages.openStreamWithKeepAlive(rendezvous: rendezvous, now: { clock.now() }, onEvent: onEvent)
    }
}
