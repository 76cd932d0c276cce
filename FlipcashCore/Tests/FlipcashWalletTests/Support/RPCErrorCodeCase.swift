import GRPCCore

/// The gRPC statuses that tests use.
enum RPCErrorCodeCase: Sendable {
    case unavailable, deadlineExceeded, cancelled, permissionDenied, unauthenticated, notFound, invalidArgument
    case internalError, aborted, resourceExhausted

    var error: RPCError {
        let code: RPCError.Code =
            switch self {
            case .unavailable: .unavailable
            case .deadlineExceeded: .deadlineExceeded
            case .cancelled: .cancelled
            case .permissionDenied: .permissionDenied
            case .unauthenticated: .unauthenticated
            case .notFound: .notFound
            case .invalidArgument: .invalidArgument
            case .internalError: .internalError
            case .aborted: .aborted
            case .resourceExhausted: .resourceExhausted
            }
        return RPCError(code: code, message: "")
    }
}
