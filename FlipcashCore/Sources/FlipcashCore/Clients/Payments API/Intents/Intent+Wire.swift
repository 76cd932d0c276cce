import FlipcashAPI
import ProtobufCodec

extension Intent {
    /// Returns the signed request: authorities sign their openings, then the owner signs the whole (wire contract
    /// §3.1).
    func submitActions() throws -> Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions {
        var request = Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions()
        request.id = id.wire
        request.owner = owner.publicKey.wire
        request.metadata = try metadata()
        request.actions = try actions.enumerated().map { try $1.wire(id: UInt32($0)) }
        request.signature = owner.sign(try canonicalBytes(request)).wire
        return request
    }

    private func metadata() throws -> Ocp_Transaction_V1_Metadata {
        var metadata = Ocp_Transaction_V1_Metadata()
        switch purpose {
        case .openAccounts(let mint):
            metadata.openAccounts = .with {
                $0.accountSet = .user
                $0.mint = mint.wire
            }
        case .sendPublicPayment(let payment):
            let exchangeData = try payment.exchangeData.wire()
            metadata.sendPublicPayment = .with {
                $0.source = payment.source.wire
                $0.destination = payment.destination.wire
                $0.clientExchangeData = exchangeData
                if let owner = payment.variant.destinationOwner { $0.destinationOwner = owner.wire }
                $0.isWithdrawal = payment.variant.isWithdrawal
                $0.isIndirectSend = payment.variant.isIndirectSend
                $0.mint = exchangeData.mint
            }
        case .receivePaymentsPublicly(let source, let quarks, let mint):
            metadata.receivePaymentsPublicly = .with {
                $0.source = source.wire
                $0.quarks = quarks
                $0.isIndirectSend = true
                $0.mint = mint.wire
            }
        }
        return metadata
    }
}

extension IntentAction {
    fileprivate func wire(id: UInt32) throws -> Ocp_Transaction_V1_Action {
        var action = Ocp_Transaction_V1_Action()
        action.id = id
        switch self {
        case .openAccount(let opening):
            action.openAccount = try opening.wire()
        case .transfer(let movement):
            action.noPrivacyTransfer = .with {
                $0.authority = movement.authority.publicKey.wire
                $0.source = movement.source.wire
                $0.destination = movement.destination.wire
                $0.amount = movement.amount
                $0.mint = movement.mint.wire
            }
        case .withdraw(let movement, let isAutoReturn):
            action.noPrivacyWithdraw = .with {
                $0.authority = movement.authority.publicKey.wire
                $0.source = movement.source.wire
                $0.destination = movement.destination.wire
                $0.amount = movement.amount
                $0.shouldClose = true
                $0.isAutoReturn = isAutoReturn
                $0.mint = movement.mint.wire
            }
        case .feePayment(let fee):
            action.feePayment = .with {
                $0.type = .createOnSendWithdrawal
                $0.authority = fee.authority.publicKey.wire
                $0.source = fee.source.wire
                $0.amount = fee.amount
                $0.mint = fee.mint.wire
            }
        }
        return action
    }
}

extension IntentAction.OpenAccount {
    fileprivate func wire() throws -> Ocp_Transaction_V1_OpenAccountAction {
        var action = Ocp_Transaction_V1_OpenAccountAction()
        switch kind {
        case .primary: action.accountType = .primary
        case .giftCard: action.accountType = .remoteSendGiftCard
        }
        action.owner = owner.wire
        action.index = 0
        action.authority = authority.publicKey.wire
        action.token = token.wire
        action.mint = mint.wire
        action.authoritySignature = authority.sign(try canonicalBytes(action)).wire
        return action
    }
}
