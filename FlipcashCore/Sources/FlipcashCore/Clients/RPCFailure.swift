public import GRPCCore

/// Why a call failed, in classes that callers handle differently (client specification §6.4).
public enum RPCFailure: ServerError, Hashable {
    /// The network or the server did not respond in time; retrying later may work.
    case transportFailure(code: RPCError.Code)
    /// The connection failed for a known reason.
    case unreachable(ConnectionProblem)
    /// The call was cancelled by this client.
    case cancelled
    /// The server permanently rejects this request.
    case rejected(code: RPCError.Code, reason: String)
    /// Any other error; retrying may work.
    case unknown(code: RPCError.Code, reason: String)

    /// Classifies any error that a call can throw.
    public init(_ error: any Error) {
        if let failure = error as? RPCFailure {
            self = failure
        } else if let error = error as? RPCError {
            self.init(status: error)
        } else if let problem = error as? ConnectionProblem {
            self = .unreachable(problem)
        } else if error is CancellationError {
            self = .cancelled
        } else if let convertible = error as? any RPCErrorConvertible {
            self.init(status: RPCError(convertible))
        } else {
            self = .unknown(code: .unknown, reason: String(describing: type(of: error)))
        }
    }

    private init(status: RPCError) {
        if let problem = status.cause as? ConnectionProblem {
            self = .unreachable(problem)
            return
        }
        switch status.code {
        case .unavailable, .deadlineExceeded:
            self = .transportFailure(code: status.code)
        case .cancelled:
            self = .cancelled
        case .unknown where Task.isCancelled:
            // The transport's own error for a call that is cancelled while the server does not answer.
            self = .cancelled
        case .invalidArgument, .notFound, .alreadyExists, .permissionDenied, .failedPrecondition, .outOfRange,
            .unimplemented, .unauthenticated:
            self = .rejected(code: status.code, reason: status.message)
        default:
            self = .unknown(code: status.code, reason: status.message)
        }
    }

    /// True if the call may succeed later: after no answer in time, after an unclassified status, and after connection
    /// problems that pass. False for a cancelled call and for a request that the server rejects for good.
    public var isRetryable: Bool {
        switch self {
        case .transportFailure, .unknown: true
        case .unreachable(let problem): problem.isRetryable
        case .cancelled, .rejected: false
        }
    }

    /// Does not report network errors. A cancelled call is information; a rejected or unclassified call is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .transportFailure, .unreachable: .suppressed
        case .cancelled: .info
        case .rejected, .unknown: .error
        }
    }
}
