import FlipcashCore
import GRPCCore

/// Listens at a bill's rendezvous, and reopens streams that end (payment specification §14.3, wire contract §6).
struct RendezvousListener: Sendable {
    /// How long to wait before opening the next stream.
    static let reopenDelay: Duration = .seconds(1)
    /// How many streams in a row may end without a message or ping before the first that has one.
    static let failureCountMax = 5
    /// How long a stream may be silent before its first ping.
    static let firstPingTimeout: Duration = .seconds(15)

    let client: Client
    let environment: RuntimeEnvironment
    let rendezvous: KeyPair

    /// Passes every message to `onMessage` until cancelled. After the first sign of life, it opens streams again for as
    /// long as they end: the server will be back.
    ///
    /// - Parameters:
    ///   - onAlive: called at every message or ping.
    ///   - onReopened: called at the first message or ping of a stream, if an earlier stream had one.
    ///   - onLost: called for each stream that ended without a message or ping, if an earlier stream had one.
    ///   - onMessage: called with every message.
    /// - Throws: `RPCFailure` if the server refuses the stream, or if too many streams in a row ended and none has had a
    ///   message or ping; `CancellationError`.
    func listen(
        onAlive: @escaping @Sendable () -> Void, onReopened: @escaping @Sendable () -> Void,
        onLost: @escaping @Sendable () -> Void,
        onMessage: @escaping @Sendable (ReceivedMessage) -> Void
    ) async throws {
        var failureCount = 0
        var wasAlive = false
        while true {
            let life = Heartbeat(clock: environment.clock, timeout: Self.firstPingTimeout)
            let noteAlive = { @Sendable [wasAlive] in
                if wasAlive, !life.wasHeard { onReopened() }
                onAlive()
            }
            let failure = await oneStream(life: life, onAlive: noteAlive, onMessage: onMessage)
            wasAlive = wasAlive || life.wasHeard
            try Task.checkCancellation()
            if let failure, case .rejected = failure { throw failure }
            failureCount = life.wasHeard ? 1 : failureCount + 1
            if wasAlive, failureCount > 1 { onLost() }
            guard wasAlive || failureCount <= Self.failureCountMax else {
                throw failure ?? RPCFailure.transportFailure(code: .unavailable)
            }
            try await environment.clock.sleep(for: Self.reopenDelay)
        }
    }

    /// Runs one stream until it ends or has been silent for too long; returns nil for a clean end.
    private func oneStream(
        life: Heartbeat, onAlive: @escaping @Sendable () -> Void,
        onMessage: @escaping @Sendable (ReceivedMessage) -> Void
    ) async -> RPCFailure? {
        let timeLeft = { @Sendable in life.timeLeft }
        do {
            return try await environment.clock.withDeadline(timeLeft: timeLeft) { () async -> RPCFailure? in
                do throws(RPCFailure) {
                    try await client.openMessageStream(rendezvous: rendezvous) { event in
                        onAlive()
                        switch event {
                        case .ping(let delay): life.beat(nextAfter: delay)
                        case .message(let message):
                            life.beat()
                            onMessage(message)
                        }
                    }
                    return nil
                } catch {
                    return error
                }
            }
        } catch is DeadlineExceeded {
            return .transportFailure(code: .deadlineExceeded)
        } catch {
            return .cancelled
        }
    }
}
