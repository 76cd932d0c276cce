import GRPCCore

/// The statuses with which streams end, and their texts (wire contract §2 and §6).
extension StreamFailure: RPCErrorConvertible {
    var rpcErrorCode: RPCError.Code {
        switch self {
        case .clientTooSlow, .lifetimeReached: .deadlineExceeded
        case .wrongOpening, .missingOpening: .invalidArgument
        case .alreadyExists, .unhealthy: .aborted
        case .cancelled: .cancelled
        }
    }

    var rpcErrorMessage: String {
        switch self {
        case .clientTooSlow: "timeout receiving message"
        case .wrongOpening: "the first message must be a request"
        case .missingOpening: "a request is missing"
        case .lifetimeReached: "stream lifetime reached"
        case .alreadyExists: "stream already exists"
        case .unhealthy: "terminating unhealthy stream"
        case .cancelled: "the stream was cancelled"
        }
    }
}
