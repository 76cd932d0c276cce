/// Errors that end a stream (wire contract §2 and §6).
enum StreamFailure: Error, Hashable, Sendable {
    /// The client did not send a message in time.
    case clientTooSlow
    /// The client's first message does not open the stream.
    case wrongOpening
    /// The client ended the stream before its first message.
    case missingOpening
    /// The stream reached its maximum age.
    case lifetimeReached
    /// Another stream already listens on the rendezvous key.
    case alreadyExists
    /// The client stopped answering pings, sent a message other than a pong, or fell too far behind.
    case unhealthy
    /// The client is gone or the node stops.
    case cancelled
}
