import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// The node's responses to a client that submits an intent.
enum SubmitIntentAnswer {
    typealias Response = Ocp_Transaction_V1_SubmitIntentResponse

    static let success = Response.with { $0.success = .with { $0.code = .ok } }

    /// One parameter per action; actions that must be signed carry the nonce to sign over.
    static func parameters(_ plan: IntentPlan, nonces: [VirtualNonce]) -> Response {
        var remaining = nonces[...]
        return .with {
            $0.serverParameters.serverParameters = plan.steps.map { step in
                parameter(step, nonce: step.signing == nil ? nil : remaining.popFirst())
            }
        }
    }

    private static func parameter(_ step: IntentPlan.Step, nonce: VirtualNonce?) -> Ocp_Transaction_V1_ServerParameter {
        .with {
            $0.actionID = UInt32(step.action.actionID)
            if let nonce {
                $0.nonces = [
                    .with {
                        $0.nonce = nonce.address.accountID
                        $0.blockhash.value = nonce.value.bytes
                    }
                ]
            }
            switch step.action.type {
            case .openAccount: $0.openAccount = .init()
            case .transfer: $0.noPrivacyTransfer = .init()
            case .withdraw: $0.noPrivacyWithdraw = .init()
            case .feePayment:
                $0.feePayment = .with { parameter in
                    if let destination = step.feeDestination { parameter.destination = destination.accountID }
                }
            }
        }
    }

    /// The error response for a refusal.
    ///
    /// - Throws: the gRPC status of a refusal that is not sent as a response.
    static func error(_ refusal: IntentRefusal) throws(RPCError) -> Response {
        switch refusal {
        case .denied(let reason):
            return error(.denied, .denied(reason))
        case .invalid(let reason):
            return error(.invalidIntent, .reason(reason))
        case .stale(let reason):
            return error(.staleState, .reason(reason))
        case .signatureCount(let reason):
            return error(.signatureError, .reason(reason))
        case .badSignatures(let bad):
            return .with {
                $0.error.code = .signatureError
                $0.error.errorDetails = bad.map { signature in
                    .with {
                        $0.invalidSignature = .with {
                            $0.actionID = UInt32(signature.actionID)
                            $0.expectedVixnHash.value = signature.expectedHash.bytes
                            $0.providedSignature = signature.provided.wire
                        }
                    }
                }
            }
        case .unauthenticated:
            throw RPCError(RequestAuthenticationFailure.wrongSignature)
        case .malformed(let reason):
            throw RPCError(code: .invalidArgument, message: reason)
        case .unavailable:
            throw RPCError(code: .unavailable, message: "temporarily unavailable")
        }
    }

    private static func error(_ code: Response.Error.Code, _ details: Ocp_Transaction_V1_ErrorDetails) -> Response {
        .with {
            $0.error.code = code
            $0.error.errorDetails = [details]
        }
    }
}
