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

    private struct State {
        var stage = Stage.notSent
        var lastHandOver: Uptime?
    }

    private let state = Mutex(State())
    private let clock: any WallClock

    /// A submission of which nothing has been sent.
    ///
    /// - Parameter clock: measures when messages are handed over.
    public init(clock: any WallClock) { self.clock = clock }

    /// The furthest point reached so far.
    public var stage: Stage { state.withLock { $0.stage } }

    /// When the actions or, later, the signatures were handed to the transport; nil while nothing has left this process.
    /// What the server may still do is counted from here.
    public var lastHandOver: Uptime? { state.withLock { $0.lastHandOver } }

    /// Whether any submit message may have left this process.
    public var didLeaveProcess: Bool { stage > .notSent }

    func advance(to stage: Stage) {
        state.withLock { $0.stage = max($0.stage, stage) }
    }

    /// Notes that a message is being handed over, or has just been.
    func noteHandOver(of stage: Stage) {
        let now = clock.uptime()
        state.withLock { state in
            state.stage = max(state.stage, stage)
            state.lastHandOver = now
        }
    }
}
