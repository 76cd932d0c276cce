import FlipcashCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A process that stops when its supervisor does.
///
/// Its standard input is a pipe that the supervisor holds open and never writes to. The end of that input asks the
/// process to stop, even when the supervisor was killed. Standard output and standard error are the supervisor's.
final class SupervisedProcess: Sendable {
    /// The variable that tells a process that it is supervised.
    static let environmentVariable = "FLIPCASH_SUPERVISED"

    /// How long the process may take to stop before it is killed.
    static let stopLimit = Duration.seconds(30)

    /// The pipe to the process, and whether the process has ended.
    private struct State {
        var lifeline: Int32?
        var hasEnded = false
    }

    /// The process's id.
    let id: pid_t
    private let state: Mutex<State>
    private let runtime: RuntimeEnvironment

    /// Starts `executable`.
    ///
    /// - Parameters:
    ///   - arguments: the whole argument list, the program's name first.
    ///   - runtime: measures ``stopLimit``, and starts the task that blocks a thread until the process has ended.
    init(
        _ executable: String, arguments: [String], variables: [String: String], runtime: RuntimeEnvironment
    ) throws(DetachedProcess.Failure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw DetachedProcess.Failure(reason: String(cString: strerror(errno))) }
        defer { close(ends[0]) }
        // The process must not inherit the write end of its own lifeline.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var variables = variables
        variables[Self.environmentVariable] = "1"
        // Swift's backtracer would keep a crashed process from ending for minutes.
        if variables["SWIFT_BACKTRACE"] == nil { variables["SWIFT_BACKTRACE"] = "enable=no" }
        do {
            id = try DetachedProcess.spawn(
                executable, arguments: arguments, variables: variables, input: ends[0])
        } catch {
            close(ends[1])
            throw error
        }
        state = Mutex(State(lifeline: ends[1]))
        self.runtime = runtime
    }

    deinit { cutLifeline() }

    /// Asks the process to stop, and kills it if it has not stopped within ``stopLimit``.
    func stop() {
        cutLifeline()
        let clock = runtime.clock
        runtime.tasks.spawn { [weak self] in
            guard (try? await clock.sleep(for: Self.stopLimit)) != nil else { return }
            self?.kill()
        }
    }

    private func cutLifeline() {
        state.withLock { state in
            if let descriptor = state.lifeline { close(descriptor) }
            state.lifeline = nil
        }
    }

    private func kill() {
        state.withLock { state in
            if !state.hasEnded { _ = Self.send(SIGKILL, to: id) }
        }
    }

    private static func send(_ signal: Int32, to process: pid_t) -> Bool {
        #if canImport(Glibc)
            Glibc.kill(process, signal) == 0
        #else
            Darwin.kill(process, signal) == 0
        #endif
    }

    /// Waits for the end of the process, also when the calling task is cancelled. Called once.
    func waitUntilEnded() async -> RestartPolicy.End {
        await withCheckedContinuation { continuation in
            runtime.tasks.spawn { continuation.resume(returning: self.blockUntilEnded()) }
        }
    }

    private func blockUntilEnded() -> RestartPolicy.End {
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        let status = state.withLock { state -> Int32 in
            // After `waitpid`, the system may give the id to another process.
            state.hasEnded = true
            var status: Int32 = 0
            while waitpid(id, &status, 0) == -1, errno == EINTR {}
            return status
        }
        return RestartPolicy.End(waitStatus: status)
    }

    /// Calls `action` once the supervisor of this process is gone or asks it to stop.
    ///
    /// - Parameter tasks: starts the task that blocks a thread until then.
    static func watchSupervisor(_ tasks: any TaskSpawner, _ action: @escaping @Sendable () -> Void) {
        tasks.spawn {
            blockUntilInputEnds()
            action()
        }
    }

    private static func blockUntilInputEnds() {
        var byte: UInt8 = 0
        var count = read(STDIN_FILENO, &byte, 1)
        while count > 0 || count == -1 && errno == EINTR { count = read(STDIN_FILENO, &byte, 1) }
    }
}
