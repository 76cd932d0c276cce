import GRPCCore

/// The statuses of refused requests (wire contract §3.1 and §3.2).
extension RequestAuthenticationFailure: RPCErrorConvertible {
    var rpcErrorCode: RPCError.Code {
        switch self {
        case .missingKeyPair, .malformedKeyPair: .invalidArgument
        case .wrongSignature: .unauthenticated
        case .unknownUser: .permissionDenied
        }
    }

    /// Empty for a wrong signature: an unknown sender is not given a reason.
    var rpcErrorMessage: String {
        switch self {
        case .missingKeyPair: "missing keypair"
        case .malformedKeyPair: "invalid auth"
        case .wrongSignature: ""
        case .unknownUser: "permission denied"
        }
    }
}
