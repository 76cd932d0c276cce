#if CRASH_POINTS
    import Synchronization

    #if canImport(Glibc)
        import Glibc
    #else
        import Darwin
    #endif
#endif

/// A point at which the node may die without harm (payment specification §21.8).
package enum CrashPoint: Sendable, CaseIterable {
    /// A unit's writes are done; its savepoint is not released.
    case unitWritten
    /// A unit's savepoint is released; the transaction around it is not committed.
    case unitReleased
    /// The transaction is durable; no answer is sent yet.
    case groupCommitted
    /// A client has received its server parameters; its signatures have not arrived.
    case parametersSent
    /// The signatures are valid; nothing is written yet.
    case signaturesVerified
    /// The intent is durable; its answer is not sent yet.
    case intentCommitted
    /// The answer is sent.
    case answerSent
}

/// A test's action at the node's crash points.
///
/// Only debug builds and the optimised tests are compiled with `CRASH_POINTS`. In any other build this type is empty,
/// and passing a point does nothing.
package struct CrashPoints: Sendable {
    #if CRASH_POINTS
        private let handler: @Sendable (CrashPoint) -> Void

        /// Calls `handler` at every crash point. The handler may end the process.
        package init(handler: @escaping @Sendable (CrashPoint) -> Void) {
            self.handler = handler
        }
    #endif

    /// Does nothing at any crash point.
    package init() {
        #if CRASH_POINTS
            handler = { _ in }
        #endif
    }

    /// Reports that the node is at `point`.
    func pass(_ point: CrashPoint) {
        #if CRASH_POINTS
            handler(point)
        #endif
    }
}

#if CRASH_POINTS
    extension CrashPoints {
        /// The environment variable that names where a node kills itself: `POINT:N`, such as `unitReleased:3`.
        package static let environmentVariable = "FLIPCASH_NODE_CRASH_POINT"

        /// Kills the process, without any cleanup, when it passes a point for the n-th time.
        ///
        /// Returns nil unless `text` is `POINT:N`.
        package init?(killingAt text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let count = Int(parts[1]), count > 0,
                let last = CrashPoint.allCases.first(where: { String(describing: $0) == parts[0] })
            else { return nil }
            let passages = Countdown(count)
            self.init { point in
                if point == last, passages.isOver() { kill(getpid(), SIGKILL) }
            }
        }
    }

    private final class Countdown: Sendable {
        private let left: Mutex<Int>

        init(_ count: Int) { left = Mutex(count) }

        /// Counts down by one; true for the call that reaches zero.
        func isOver() -> Bool {
            left.withLock { left in
                left -= 1
                return left == 0
            }
        }
    }
#endif
