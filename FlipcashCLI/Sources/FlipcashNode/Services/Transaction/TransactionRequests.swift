import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// Converts `SubmitActions` to the ledger's own types.
///
/// - Throws: INVALID_ARGUMENT for a message that breaks its own rules, whose actions are not numbered by their
///   positions, or in which a oneof is not set (payment specification §6.1, rows 1 and 2).
extension IntentRequest {
    init(_ message: Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions) throws(RPCError) {
        do {
            try message.validate()
        } catch {
            throw RPCError(code: .invalidArgument, message: error.description)
        }
        var unsigned = message
        unsigned.clearSignature()
        id = try IntentID(wire: message.id)
        owner = try PublicKey(message.owner)
        terms = try IntentTerms(message.metadata)
        appMetadata = message.metadata.hasAppMetadata ? AppMetadata(message.metadata.appMetadata) : nil
        actions = try Self.actions(message.actions)
        signedBytes = try unsigned.signedBytes()
        signature = try Signature(message.signature)
    }

    private static func actions(_ messages: [Ocp_Transaction_V1_Action]) throws(RPCError) -> [RequestedAction] {
        var actions: [RequestedAction] = []
        for (index, message) in messages.enumerated() {
            guard message.id == UInt32(index) else {
                throw RPCError(
                    code: .invalidArgument, message: "invalid SubmitActions: actions[\(index)].id must be \(index)")
            }
            actions.append(try RequestedAction(message))
        }
        return actions
    }
}

extension AppMetadata {
    init(_ message: Ocp_Transaction_V1_AppMetadata) {
        bytes = message.value
        let content = try? Flipcash_Intent_V1_AppMetadata(serializedBytes: message.value)
        isReadable = content.map { (try? $0.validate()) != nil } ?? false
    }
}

extension IntentTerms {
    init(_ message: Ocp_Transaction_V1_Metadata) throws(RPCError) {
        switch message.type {
        case .openAccounts(let terms)?:
            self = .openAccounts(try OpenAccountsTerms(terms))
        case .sendPublicPayment(let terms)?:
            self = .sendPublicPayment(try PublicPaymentTerms(terms))
        case .receivePaymentsPublicly(let terms)?:
            self = .receivePaymentsPublicly(try ClaimTerms(terms))
        case .publicDistribution(let terms)?:
            self = .publicDistribution(mint: try PublicKey(terms.mint))
        case nil:
            throw RPCError(code: .invalidArgument, message: "invalid Metadata.Type: value is required")
        }
    }
}

extension OpenAccountsTerms {
    fileprivate init(_ message: Ocp_Transaction_V1_OpenAccountsMetadata) throws(RPCError) {
        switch message.accountSet {
        case .user: accountSet = .user
        case .pool: accountSet = .pool
        case .UNRECOGNIZED(let number):
            throw RPCError(code: .invalidArgument, message: "unsupported account set: \(number)")
        }
        mint = try PublicKey(message.mint)
    }
}

extension PublicPaymentTerms {
    fileprivate init(_ message: Ocp_Transaction_V1_SendPublicPaymentMetadata) throws(RPCError) {
        source = try PublicKey(message.source)
        destination = try PublicKey(message.destination)
        destinationOwner = message.hasDestinationOwner ? try PublicKey(message.destinationOwner) : nil
        switch message.exchangeData {
        case .clientExchangeData(let data)?: exchange = ReceivedExchangeData(data)
        case .serverExchangeData?, nil: exchange = nil
        }
        isWithdrawal = message.isWithdrawal
        isIndirectSend = message.isIndirectSend
        mint = try PublicKey(message.mint)
    }
}

extension ClaimTerms {
    fileprivate init(_ message: Ocp_Transaction_V1_ReceivePaymentsPubliclyMetadata) throws(RPCError) {
        source = try PublicKey(message.source)
        quarks = message.quarks
        hasExchangeData = message.hasExchangeData
        mint = try PublicKey(message.mint)
    }
}

extension RequestedAction {
    fileprivate init(_ message: Ocp_Transaction_V1_Action) throws(RPCError) {
        switch message.type {
        case .openAccount(let action)?: self = .openAccount(try Opening(action))
        case .noPrivacyTransfer(let action)?: self = .transfer(try Transfer(action))
        case .noPrivacyWithdraw(let action)?: self = .withdraw(try Withdrawal(action))
        case .feePayment(let action)?: self = .feePayment(try Fee(action))
        case nil: throw RPCError(code: .invalidArgument, message: "invalid Action.Type: value is required")
        }
    }
}

extension RequestedAction.Opening {
    fileprivate init(_ message: Ocp_Transaction_V1_OpenAccountAction) throws(RPCError) {
        var unsigned = message
        unsigned.clearAuthoritySignature()
        switch message.accountType {
        case .primary: type = .primary
        case .remoteSendGiftCard: type = .giftCard
        case .pool: type = .pool
        case .unknown, .swap, .associatedTokenAccount, .UNRECOGNIZED: type = nil
        }
        owner = try PublicKey(message.owner)
        index = message.index
        authority = try PublicKey(message.authority)
        token = try PublicKey(message.token)
        mint = try PublicKey(message.mint)
        signedBytes = try unsigned.signedBytes()
        authoritySignature = try Signature(message.authoritySignature)
    }
}

extension RequestedAction.Transfer {
    fileprivate init(_ message: Ocp_Transaction_V1_NoPrivacyTransferAction) throws(RPCError) {
        authority = try PublicKey(message.authority)
        source = try PublicKey(message.source)
        destination = try PublicKey(message.destination)
        amount = message.amount
        mint = try PublicKey(message.mint)
    }
}

extension RequestedAction.Withdrawal {
    fileprivate init(_ message: Ocp_Transaction_V1_NoPrivacyWithdrawAction) throws(RPCError) {
        authority = try PublicKey(message.authority)
        source = try PublicKey(message.source)
        destination = try PublicKey(message.destination)
        amount = message.amount
        isAutoReturn = message.isAutoReturn
        mint = try PublicKey(message.mint)
    }
}

extension RequestedAction.Fee {
    fileprivate init(_ message: Ocp_Transaction_V1_FeePaymentAction) throws(RPCError) {
        switch message.type {
        case .createOnSendWithdrawal: type = .createOnSendWithdrawal
        case .unknown, .UNRECOGNIZED: type = nil
        }
        authority = try PublicKey(message.authority)
        source = try PublicKey(message.source)
        amount = message.amount
        mint = try PublicKey(message.mint)
    }
}

extension IntentID {
    init(wire id: Ocp_Common_V1_IntentId) throws(RPCError) {
        guard let value = IntentID(exactly: id.value) else {
            throw RPCError(code: .invalidArgument, message: "intent id must have 32 bytes")
        }
        self = value
    }
}
