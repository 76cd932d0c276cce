import FlipcashCore
import Logging

/// Runs a process and starts it again when it crashes.
struct NodeSupervisor: Sendable {
    let executable: String
    /// The whole argument list of the process, the program's name first.
    let arguments: [String]
    let variables: [String: String]
    let runtime: RuntimeEnvironment
    let log: Logger

    /// Returns when the process has exited, or has stopped because the calling task was cancelled.
    ///
    /// - Returns: the status that the process exited with; 0 if the task was cancelled while no process ran.
    func run() async throws(DetachedProcess.Failure) -> Int32 {
        let clock = runtime.clock
        var policy = RestartPolicy()
        while !Task.isCancelled {
            let started = clock.uptime()
            let process = try SupervisedProcess(
                executable, arguments: arguments, variables: variables, runtime: runtime)
            let end = await withTaskCancellationHandler {
                await process.waitUntilEnded()
            } onCancel: {
                process.stop()
            }
            switch policy.decide(after: end, uptime: clock.uptime() - started) {
            case .exit(let status): return status
            case .restart(let delay):
                log.error(
                    "the node crashed and is started again",
                    metadata: ["process": "\(process.id)", "end": "\(end)", "delay": "\(delay)"])
                guard (try? await clock.sleep(for: delay)) != nil else { return 0 }
            }
        }
        return 0
    }
}
