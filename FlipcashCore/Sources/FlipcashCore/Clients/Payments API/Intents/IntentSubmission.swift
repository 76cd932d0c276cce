package import FlipcashAPI
import ProtobufCodec

/// The client's side of the `SubmitIntent` stream (payment specification §4).
package typealias SubmitIntentMachine = TwoStepMachine<IntentSubmission>

extension TwoStepMachine where Submission == IntentSubmission {
    package init(intent: Intent, nonces: NonceMemory) {
        self.init(IntentSubmission(intent: intent, nonces: nonces))
    }
}

/// The submission of an intent: its actions, and the signatures of their compact messages.
package struct IntentSubmission: TwoStepSubmission {
    package typealias Request = Ocp_Transaction_V1_SubmitIntentRequest
    package typealias Response = Ocp_Transaction_V1_SubmitIntentResponse
    package typealias Parameters = [Ocp_Transaction_V1_ServerParameter]
    package typealias Success = Void
    package typealias Failure = SubmitIntentError

    let intent: Intent
    let nonces: NonceMemory

    package var needsSignatures: Bool { intent.needsSignatures }

    package func proposal() throws -> Ocp_Transaction_V1_SubmitIntentRequest {
        let actions = try intent.submitActions()
        return .with { $0.submitActions = actions }
    }

    package func meaning(of response: Ocp_Transaction_V1_SubmitIntentResponse) -> Answer {
        switch response.response {
        case .error(let error): .refusal(SubmitIntentError(error))
        case .serverParameters(let parameters): .parameters(parameters.serverParameters)
        case .success(let success): success.code == .ok ? .success(()) : .unreadable
        case nil: .unreadable
        }
    }

    package func signatures(
        over parameters: [Ocp_Transaction_V1_ServerParameter]
    ) throws(SubmitIntentError) -> Ocp_Transaction_V1_SubmitIntentRequest {
        let validated: [SigningParameters?]
        do {
            validated = try ServerParametersValidator.validate(parameters, for: intent.actions, alreadyUsed: nonces)
        } catch {
            throw .serverParameters(error)
        }
        var signatures: [Ocp_Common_V1_Signature] = []
        for (index, (action, parameters)) in zip(intent.actions, validated).enumerated() {
            guard let parameters else { continue }
            // Another submission may have used the nonce since the parameters were checked.
            guard nonces.insert(parameters.nonce) else { throw .serverParameters(.nonceReused(action: index)) }
            if let signature = action.sign(with: parameters) { signatures.append(signature.wire) }
        }
        return .with { $0.submitSignatures = .with { $0.signatures = signatures } }
    }
}

extension IntentAction {
    /// Returns the signature over the action's compact message, built from the client's own accounts and amount; nil
    /// when the action has no message.
    func sign(with parameters: SigningParameters) -> Signature? {
        switch self {
        case .openAccount: nil
        case .transfer(let movement):
            CompactMessage.transfer(
                source: movement.source, destination: movement.destination, amount: movement.amount,
                nonce: parameters.nonce
            ).sign(with: movement.authority)
        case .withdraw(let movement, _):
            CompactMessage.withdraw(
                source: movement.source, destination: movement.destination, nonce: parameters.nonce
            ).sign(with: movement.authority)
        case .feePayment(let fee):
            parameters.feeDestination.flatMap {
                CompactMessage.transfer(
                    source: fee.source, destination: $0, amount: fee.amount, nonce: parameters.nonce
                ).sign(with: fee.authority)
            }
        }
    }
}
