/// When a supervisor restarts a process.
///
/// A process that a signal ended has crashed and is restarted. Each wait is twice as long as the one before, because
/// the cause may persist. A process that exits with a status, for example because its port is in use, is not restarted.
struct RestartPolicy: Sendable {
    /// The wait before the first restart.
    static let firstDelay = Duration.seconds(1)
    /// The longest wait.
    static let longestDelay = Duration.seconds(60)
    /// A process that has run for this long counts as recovered: the waits begin anew.
    static let recoveredAfter = Duration.seconds(60)

    /// How a process ended.
    enum End: Sendable, Equatable {
        /// It exited with a status.
        case exited(Int32)
        /// A signal ended it.
        case killed(Int32)
    }

    /// What to do after a process ended.
    enum Decision: Sendable, Equatable {
        /// Start it again after a wait.
        case restart(Duration)
        /// Exit with the same status.
        case exit(Int32)
    }

    private var nextDelay = Self.firstDelay

    /// Decides what follows the end of a process that has run for `uptime`.
    mutating func decide(after end: End, uptime: Duration) -> Decision {
        switch end {
        case .exited(let status): return .exit(status)
        case .killed:
            if uptime >= Self.recoveredAfter { nextDelay = Self.firstDelay }
            defer { nextDelay = min(nextDelay * 2, Self.longestDelay) }
            return .restart(nextDelay)
        }
    }
}

extension RestartPolicy.End {
    /// Reads what `waitpid` reports.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .killed(signal)
    }
}
