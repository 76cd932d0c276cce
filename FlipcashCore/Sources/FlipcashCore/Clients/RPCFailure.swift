public import GRPCCore

/// Why a call did not deliver an answer, in the classes that callers treat differently (client specification §6.4).
public enum RPCFailure: ServerError, Hashable {
    /// The network or the server was not there in time; trying again later may work.
    case transportFailure(code: RPCError.Code)
    /// No connection came about, for a reason that is known.
    case unreachable(ConnectionProblem)
    /// The call was ended from this side.
    case cancelled
    /// The server refuses this request for good.
    case rejected(code: RPCError.Code, reason: String)
    /// Anything else; trying again may work.
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
        case .invalidArgument, .notFound, .alreadyExists, .permissionDenied, .failedPrecondition, .outOfRange,
            .unimplemented, .unauthenticated:
            self = .rejected(code: status.code, reason: status.message)
        default:
            self = .unknown(code: status.code, reason: status.message)
        }
    }

    public var isRetryable: Bool {
        switch self {
        case .transportFailure, .unknown: true
        case .unreachable(let problem): problem.isRetryable
        case .cancelled, .rejected: false
        }
    }

    public var reportingLevel: ReportingLevel {
        switch self {
        case .transportFailure, .unreachable: .suppressed
        case .cancelled: .info
        case .rejected, .unknown: .error
        }
    }
}
