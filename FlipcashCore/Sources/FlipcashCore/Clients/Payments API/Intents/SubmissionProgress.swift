import Synchronization

/// How far a submission got; it decides whether a failure leaves the outcome open (client specification §12.6).
public final class SubmissionProgress: Sendable {
    /// The furthest point reached.
    public enum Stage: Int, Sendable, Comparable {
        /// Nothing has left this process.
        case notSent
        /// The actions have been handed to the transport.
        case actionsSent
        /// The signatures have been handed to the transport: the server can commit.
        case signaturesSent
        /// The server has confirmed.
        case confirmed

        public static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    private let reached = Mutex(Stage.notSent)

    public init() {}

    /// The furthest point reached so far.
    public var stage: Stage { reached.withLock { $0 } }

    /// Whether any submit message may have left this process.
    public var didLeaveProcess: Bool { stage > .notSent }

    func advance(to stage: Stage) {
        reached.withLock { $0 = max($0, stage) }
    }
}
