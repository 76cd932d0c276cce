import FlipcashCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A place where the node's sudden death must be harmless (payment specification §21.8).
public enum CrashPoint: String, Sendable, CaseIterable {
    /// A unit's writes are done, its savepoint is not released.
    case unitWritten = "unit-written"
    /// A unit's savepoint is released, the transaction around it is not committed.
    case unitReleased = "unit-released"
    /// The transaction is durable, no answer has left.
    case groupCommitted = "group-committed"
    /// A client has its server parameters, its signatures are not here yet.
    case parametersSent = "parameters-sent"
    /// The signatures are good, nothing is written yet.
    case signaturesVerified = "signatures-verified"
    /// The intent is durable, its answer is about to leave.
    case intentCommitted = "intent-committed"
    /// The answer has left.
    case answerSent = "answer-sent"
}

/// Is told whenever the node passes one of the places where it might die.
public protocol CrashPoints: Sendable {
    /// Called in passing; may never return.
    func pass(_ point: CrashPoint)
}

/// Lets the node live.
public struct NoCrashPoints: CrashPoints {
    /// Never stops anything.
    public init() {}

    public func pass(_ point: CrashPoint) {}
}

/// Kills the process, without any tidying up, when it passes a point for the n-th time. Only for crash tests.
public final class KillingCrashPoints: CrashPoints {
    /// The hidden environment variable that arms a node: `POINT:N`, such as `unit-released:3`.
    public static let environmentVariable = "FLIPCASH_NODE_CRASH_POINT"

    private let point: CrashPoint
    private let passagesLeft: Mutex<Int>

    /// Reads `POINT:N`; nil when the text is anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let point = CrashPoint(rawValue: String(parts[0])), let count = Int(parts[1]), count > 0
        else { return nil }
        self.point = point
        passagesLeft = Mutex(count)
    }

    public func pass(_ point: CrashPoint) {
        guard point == self.point else { return }
        let isLast = passagesLeft.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { kill(getpid(), SIGKILL) }
    }
}
