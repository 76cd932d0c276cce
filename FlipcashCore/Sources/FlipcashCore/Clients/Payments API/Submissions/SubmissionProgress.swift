import Synchronization

/// How far a submission got, which decides whether its outcome is unknown after a failure (client specification §12.6).
public final class SubmissionProgress: Sendable {
    /// The stages of a submission, in order.
    public enum Stage: Int, Sendable, Comparable {
        /// Nothing has left this process.
        case notSent
        /// The actions have been handed to the transport.
        case actionsSent
        /// The signatures have been handed to the transport, so the server can commit.
        case signaturesSent
        /// The server has confirmed the commit.
        case confirmed

        /// Whether `left` comes before `right` in a submission.
        public static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    private struct State {
        var stage = Stage.notSent
        var lastHandOver: Uptime?
    }

    private let state = Mutex(State())
    private let clock: any WallClock

    /// Creates the progress of a submission that has not sent anything.
    ///
    /// - Parameter clock: measures when messages are handed over.
    public init(clock: any WallClock) { self.clock = clock }

    /// The latest stage reached so far.
    public var stage: Stage { state.withLock { $0.stage } }

    /// When the actions or, later, the signatures were handed to the transport; nil while nothing has left this
    /// process. What the server may still do is counted from here.
    public var lastHandOver: Uptime? { state.withLock { $0.lastHandOver } }

    /// Whether a submit message may have left this process.
    public var didLeaveProcess: Bool { stage > .notSent }

    func advance(to stage: Stage) {
        state.withLock { $0.stage = max($0.stage, stage) }
    }

    /// Records that a message is being handed over or has just been handed over.
    func noteHandOver(of stage: Stage) {
        let now = clock.uptime()
        state.withLock { state in
            state.stage = max(state.stage, stage)
            state.lastHandOver = now
        }
    }
}
