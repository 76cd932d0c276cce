package import FlipcashAPI
import ProtobufCodec

/// The client's side of the SubmitIntent stream as a pure state machine (payment specification §4).
package struct SubmitIntentMachine {
    /// The current state of the exchange.
    private(set) var state: State = .idle
    private let intent: Intent
    private let nonces: NonceMemory

    enum State: Hashable {
        case idle
        case sentActions
        case sentSignatures
        case done
        case failed
    }

    /// The next step of the client.
    package enum Step {
        case send(Ocp_Transaction_V1_SubmitIntentRequest)
        case finish
    }

    package init(intent: Intent, nonces: NonceMemory) {
        self.intent = intent
        self.nonces = nonces
    }

    /// Returns the first message.
    package mutating func start() throws -> Ocp_Transaction_V1_SubmitIntentRequest {
        let actions = try intent.submitActions()
        state = .sentActions
        return .with { $0.submitActions = actions }
    }

    /// Handles a message from the server.
    package mutating func receive(_ response: Ocp_Transaction_V1_SubmitIntentResponse) throws(SubmitIntentError) -> Step
    {
        switch (response.response, state) {
        case (.error(let error), _):
            state = .failed
            throw SubmitIntentError(error)
        case (.serverParameters(let parameters), .sentActions):
            guard intent.needsSignatures else { throw unexpected() }
            return .send(try sign(parameters.serverParameters))
        case (.success(let success), .sentActions) where !intent.needsSignatures:
            return try finish(success)
        case (.success(let success), .sentSignatures):
            return try finish(success)
        case (.success, .sentActions):
            // Money cannot move without signatures, so a success at this point is false.
            throw unexpected()
        case (.serverParameters, _), (.success, _), (nil, _):
            throw unexpected()
        }
    }

    private mutating func finish(
        _ success: Ocp_Transaction_V1_SubmitIntentResponse.Success
    ) throws(SubmitIntentError) -> Step {
        guard success.code == .ok else { throw unexpected() }
        state = .done
        return .finish
    }

    private mutating func unexpected() -> SubmitIntentError {
        state = .failed
        return .unexpectedMessage
    }

    private mutating func sign(
        _ parameters: [Ocp_Transaction_V1_ServerParameter]
    ) throws(SubmitIntentError) -> Ocp_Transaction_V1_SubmitIntentRequest {
        let validated: [SigningParameters?]
        do {
            validated = try ServerParametersValidator.validate(parameters, for: intent.actions, alreadyUsed: nonces)
        } catch {
            state = .failed
            throw .serverParameters(error)
        }
        var signatures: [Ocp_Common_V1_Signature] = []
        for (index, (action, parameters)) in zip(intent.actions, validated).enumerated() {
            guard let parameters else { continue }
            // Another submission may have used the nonce since the parameters were checked.
            guard nonces.insert(parameters.nonce) else {
                state = .failed
                throw .serverParameters(.nonceReused(action: index))
            }
            if let signature = action.sign(with: parameters) { signatures.append(signature.wire) }
        }
        state = .sentSignatures
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
