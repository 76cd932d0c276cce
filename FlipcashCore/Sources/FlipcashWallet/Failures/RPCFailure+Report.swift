public import FlipcashCore
import GRPCCore

extension RPCFailure {
    /// The report for a call that submitted nothing.
    public var report: FailureReport {
        switch self {
        case .transportFailure(let code):
            makeReport("The service \(Self.condition(code)). Nothing was submitted; try again.")
        case .unreachable(let problem):
            makeReport("\(problem.sentenceStart). Nothing was submitted.")
        case .cancelled:
            makeReport("Cancelled; nothing was submitted.")
        case .rejected(_, let reason):
            makeReport("The service refused the request\(reason.isEmpty ? "" : ": " + reason). Ask its operator why.")
        case .unknown(_, let reason):
            makeReport("The service failed\(reason.isEmpty ? "" : ": " + reason). Try again later.")
        }
    }

    /// The report for a call that submitted no payment; `task` completes "Could not …".
    ///
    /// - Parameter changes: whether the call changes something at the service. Such a call may have been done although
    ///   no answer came.
    func walletReport(doing task: String, changes: Bool = false) -> FailureReport {
        switch self {
        case .transportFailure(let code):
            makeReport(
                "Could not \(task): the service \(Self.condition(code)). "
                    + (changes ? Self.mayBeDone : "Nothing was submitted; try again."))
        case .unreachable(let problem):
            // Without a connection, no request was sent.
            makeReport("Could not \(task): \(problem.description). Nothing was submitted.")
        case .cancelled:
            makeReport(changes ? "Cancelled. \(Self.mayBeDone)" : "Cancelled; nothing was submitted.")
        case .rejected(let code, let reason):
            makeReport(
                "Could not \(task): the service refused (\(code)\(reason.isEmpty ? "" : ": " + reason)). "
                    + "Ask its operator why.")
        case .unknown(let code, let reason):
            makeReport(
                "Could not \(task): the service failed (\(code)\(reason.isEmpty ? "" : ": " + reason)). "
                    + (changes ? Self.mayBeDone : "Nothing was submitted; try again later."))
        }
    }

    /// Whether the service certainly did nothing: it was not reached, or it refused the request.
    var wasNotServed: Bool {
        switch self {
        case .unreachable, .rejected: true
        case .transportFailure, .cancelled, .unknown: false
        }
    }

    /// What to do after a call that changes something and got no answer.
    private static let mayBeDone = "It may have been done. Check, then try again."

    /// What a transport failure says about the service. A service that is reached may accept nothing for now, too.
    private static func condition(_ code: RPCError.Code) -> String {
        code == .unavailable ? "is not available now" : "did not answer in time"
    }

    /// The report with this message. The failure decides all other fields.
    private func makeReport(_ message: String) -> FailureReport {
        switch self {
        case .transportFailure, .unknown:
            FailureReport(.network, .network, message, isRetryable: isRetryable)
        case .unreachable(let problem):
            FailureReport(
                .network, problem.kind, message, isRetryable: isRetryable, details: problem.details,
                advice: problem.advice)
        case .cancelled:
            FailureReport(.generic, .declined, message)
        case .rejected:
            FailureReport(.refused, .refused, message)
        }
    }
}

extension ConnectionProblem {
    /// The description as the start of a sentence.
    fileprivate var sentenceStart: String { description.prefix(1).uppercased() + description.dropFirst() }
}
