import GRPCCore

/// The statuses with which streams end, and their texts (wire contract §2 and §6).
enum StreamStatus {
    /// The client did not send a message in time.
    static let clientTooSlow = RPCError(code: .deadlineExceeded, message: "timeout receiving message")
    /// The stream reached its age.
    static let lifetimeReached = RPCError(code: .deadlineExceeded, message: "stream lifetime reached")
    /// Somebody else already listens on the rendezvous key.
    static let alreadyExists = RPCError(code: .aborted, message: "stream already exists")
    /// The client stopped answering pings, sent something else than a pong, or fell too far behind.
    static let unhealthy = RPCError(code: .aborted, message: "terminating unhealthy stream")
    /// The client is gone or the node stops.
    static let cancelled = RPCError(code: .cancelled, message: "the stream was cancelled")
}
