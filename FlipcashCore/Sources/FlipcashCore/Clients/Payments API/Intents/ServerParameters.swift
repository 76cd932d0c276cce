import FlipcashAPI
import ProtobufCodec

/// Errors from checking the server's parameters (payment specification §7). The server is faulty or hostile.
public enum ServerParametersError: Error, Hashable, Sendable {
    /// The number of parameters is not the number of actions.
    case wrongCount(expected: Int, received: Int)
    /// The parameter of `action` has the id of another action.
    case wrongActionID(action: Int, received: UInt32)
    /// The parameter's kind does not match its action.
    case wrongKind(action: Int)
    /// A signed action needs exactly one nonce, and other actions none.
    case wrongNonceCount(action: Int, received: Int)
    /// A nonce or blockhash does not have 32 bytes.
    case malformedNonce(action: Int)
    /// This client has already signed with that nonce.
    case nonceReused(action: Int)
    /// The destination of a fee does not have 32 bytes.
    case malformedFeeDestination(action: Int)
    /// The destination of a fee is an account that the intent itself pays from or to.
    case feeDestinationOfIntent(action: Int)
}

extension ServerParametersError: CustomStringConvertible {
    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .wrongCount(let expected, let received): "\(received) parameters for \(expected) actions"
        case .wrongActionID(let action, let received): "the parameter for action \(action) names action \(received)"
        case .wrongKind(let action): "the parameter for action \(action) is of another kind"
        case .wrongNonceCount(let action, let received):
            "the number of nonces for action \(action) is wrong: \(received)"
        case .malformedNonce(let action): "a nonce or blockhash for action \(action) does not have 32 bytes"
        case .nonceReused(let action): "the nonce for action \(action) was used for an earlier signature"
        case .malformedFeeDestination(let action): "the fee destination of action \(action) does not have 32 bytes"
        case .feeDestinationOfIntent(let action):
            "the fee destination of action \(action) is an account of the payment itself"
        }
    }
}

/// What the server adds to the message that an action signs.
struct SigningParameters: Hashable, Sendable {
    /// The nonce of the message.
    let nonce: VirtualNonce
    /// The account that receives the fee; nil for actions other than fee payments.
    let feeDestination: PublicKey?
}

/// The checks of payment specification §7, which assume a hostile server.
enum ServerParametersValidator {
    /// Returns the parameters to sign with, in action order; nil for actions without a signature.
    ///
    /// All other signed data comes from the client's own actions.
    static func validate(
        _ parameters: [Ocp_Transaction_V1_ServerParameter], for actions: [IntentAction], alreadyUsed: NonceMemory
    ) throws(ServerParametersError) -> [SigningParameters?] {
        guard parameters.count == actions.count else {
            throw .wrongCount(expected: actions.count, received: parameters.count)
        }
        let accounts = Set(actions.flatMap(\.accounts))
        var validated: [SigningParameters?] = []
        var seen: Set<VirtualNonce> = []
        for (index, (parameter, action)) in zip(parameters, actions).enumerated() {
            guard Int(parameter.actionID) == index else {
                throw .wrongActionID(action: index, received: parameter.actionID)
            }
            guard matches(parameter.type, action) else { throw .wrongKind(action: index) }
            guard action.signer != nil else {
                guard parameter.nonces.isEmpty else {
                    throw .wrongNonceCount(action: index, received: parameter.nonces.count)
                }
                validated.append(nil)
                continue
            }
            guard parameter.nonces.count == 1 else {
                throw .wrongNonceCount(action: index, received: parameter.nonces.count)
            }
            let entry = parameter.nonces[0]
            guard let address = PublicKey(wire: entry.nonce), let value = Hash(wire: entry.blockhash) else {
                throw .malformedNonce(action: index)
            }
            let nonce = VirtualNonce(address: address, value: value)
            guard seen.insert(nonce).inserted, !alreadyUsed.contains(nonce) else {
                throw .nonceReused(action: index)
            }
            let feeDestination = try feeDestination(of: parameter, action: index, accounts: accounts)
            validated.append(SigningParameters(nonce: nonce, feeDestination: feeDestination))
        }
        return validated
    }

    /// Returns the account that receives the fee; nil for other actions.
    private static func feeDestination(
        of parameter: Ocp_Transaction_V1_ServerParameter, action: Int, accounts: Set<PublicKey>
    ) throws(ServerParametersError) -> PublicKey? {
        guard case .feePayment(let fee) = parameter.type else { return nil }
        guard let destination = PublicKey(wire: fee.destination) else { throw .malformedFeeDestination(action: action) }
        guard !accounts.contains(destination) else { throw .feeDestinationOfIntent(action: action) }
        return destination
    }

    private static func matches(
        _ type: Ocp_Transaction_V1_ServerParameter.OneOf_Type?, _ action: IntentAction
    ) -> Bool {
        switch (type, action) {
        case (.openAccount, .openAccount), (.noPrivacyTransfer, .transfer), (.noPrivacyWithdraw, .withdraw),
            (.feePayment, .feePayment):
            true
        case (.openAccount, _), (.noPrivacyTransfer, _), (.noPrivacyWithdraw, _), (.feePayment, _), (nil, _): false
        }
    }
}
