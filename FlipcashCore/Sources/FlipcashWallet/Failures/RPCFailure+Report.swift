import FlipcashCore

extension RPCFailure {
    /// The report for a call that submitted nothing; `task` completes "Could not …".
    func walletReport(doing task: String) -> FailureReport {
        switch self {
        case .transportFailure:
            FailureReport(
                .network, .network,
                "Could not \(task): the service cannot be reached. Nothing was submitted; try again.",
                isRetryable: true)
        case .unreachable(let problem): problem.walletReport(doing: task)
        case .cancelled:
            FailureReport(.generic, .declined, "Cancelled; nothing was submitted.")
        case .rejected(let code, let reason):
            FailureReport(
                .refused, .refused,
                "Could not \(task): the service refused (\(code)\(reason.isEmpty ? "" : ": " + reason)).")
        case .unknown(let code, let reason):
            FailureReport(
                .network, .network,
                "Could not \(task): the service failed (\(code)\(reason.isEmpty ? "" : ": " + reason)). "
                    + "Nothing was submitted; try again later.", isRetryable: true)
        }
    }
}
