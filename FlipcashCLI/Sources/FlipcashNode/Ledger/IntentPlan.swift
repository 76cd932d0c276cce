import FlipcashCore

/// What an accepted intent will write, decided before the client signs (payment specification §21.2, T1).
struct IntentPlan: Hashable, Sendable {
    /// An action with what it needs: its signing or its fee's destination.
    struct Step: Hashable, Sendable {
        let action: ActionRecord
        /// The movement to sign and its signer; nil for an opening.
        let signing: Signing?
        /// Where a fee goes.
        let feeDestination: PublicKey?
    }

    /// A movement that the authority of its source must sign.
    struct Signing: Hashable, Sendable {
        enum Movement: Hashable, Sendable {
            case transfer(amount: UInt64)
            case withdraw
        }

        let authority: PublicKey
        let source: PublicKey
        let destination: PublicKey
        let movement: Movement

        /// Returns the message that the authority signs with `nonce`.
        func message(_ nonce: VirtualNonce) -> CompactMessage {
            switch movement {
            case .transfer(let amount):
                .transfer(source: source, destination: destination, amount: amount, nonce: nonce)
            case .withdraw:
                .withdraw(source: source, destination: destination, nonce: nonce)
            }
        }
    }

    /// Conditions that the commit checks again, because they may have changed since the plan was made.
    struct Predicates: Hashable, Sendable {
        /// A gift card that must be neither claimed nor being returned. Its collector's accounts of the mint must be
        /// managed.
        var unclaimedGiftCard: PublicKey?
        /// The limit on what the owner may still send within a day.
        var limit: DailyLimit?
        /// A vault of another user, which must be open and managed.
        var destination: PublicKey?
    }

    /// One owner's limit for the trailing 24 hours of ledger time, including the new payment.
    struct DailyLimit: Hashable, Sendable {
        let owner: PublicKey
        /// The beginning of the 24 hours.
        let since: Instant
        /// Ledger time of the new payment.
        let ledgerTime: Instant
        let usdMicros: Int64
        /// The most that may be sent within the 24 hours, in millionths of a US dollar.
        let enforcedMicros: Int64
    }

    /// Money that a payment sends to an outside account of a vault's owner, and that is then credited to the vault.
    struct Arrival: Hashable, Sendable {
        let vault: PublicKey
        let owner: PublicKey
        /// The outside token account, which the payment credits.
        let tokenAccount: PublicKey
        let amount: IntentAmount
        /// The cost that moves with the money, in millionths of a US dollar.
        let usd: Int64
    }

    /// The rules that made the plan.
    enum Kind: Hashable, Sendable {
        case openAccounts
        /// A payment, a withdrawal or a cash link.
        case payment
        case claim
    }

    let kind: Kind
    let intent: IntentRecord
    let steps: [Step]
    let opened: [OpenedVault]
    let postings: [Posting]
    /// The id of the intent that will return a cash link's money, reserved at the commit (payment specification §5.5).
    var returnID: IntentID?
    /// Money that the payment brings to a vault through an outside account.
    var arrival: Arrival?
    /// The swap that the payment funds.
    var fundedSwap: SwapID?
    var predicates = Predicates()

    /// The movements to sign, in action order.
    var signings: [(actionID: Int, signing: Signing)] {
        steps.compactMap { step in step.signing.map { (step.action.actionID, $0) } }
    }
}

extension IntentPlan.Step {
    /// Creates the step for an action of `request`.
    ///
    /// - Parameter feeCollection: where a fee goes; called only for a fee.
    init(_ action: RequestedAction, index: Int, request: IntentRequest, feeCollection: () -> PublicKey) {
        let type: IntentType =
            switch request.terms {
            case .openAccounts: .openAccounts
            case .sendPublicPayment: .sendPublicPayment
            case .receivePaymentsPublicly: .receivePaymentsPublicly
            case .publicDistribution: .publicDistribution
            }
        switch action {
        case .openAccount(let opening):
            self.action = ActionRecord(
                intentID: request.id, actionID: index, intentType: type, type: .openAccount, source: opening.token,
                destination: nil, quantity: nil, feeType: nil, isAutoReturn: false, state: .pending)
            signing = nil
            self.feeDestination = nil
        case .transfer(let transfer):
            self.action = ActionRecord(
                intentID: request.id, actionID: index, intentType: type, type: .transfer, source: transfer.source,
                destination: transfer.destination, quantity: transfer.amount, feeType: nil, isAutoReturn: false,
                state: .pending)
            signing = IntentPlan.Signing(
                authority: transfer.authority, source: transfer.source, destination: transfer.destination,
                movement: .transfer(amount: transfer.amount))
            self.feeDestination = nil
        case .withdraw(let withdrawal):
            self.action = ActionRecord(
                intentID: request.id, actionID: index, intentType: type, type: .withdraw, source: withdrawal.source,
                destination: withdrawal.destination,
                quantity: withdrawal.isAutoReturn ? nil : withdrawal.amount, feeType: nil,
                isAutoReturn: withdrawal.isAutoReturn, state: withdrawal.isAutoReturn ? .unscheduled : .pending)
            signing = IntentPlan.Signing(
                authority: withdrawal.authority, source: withdrawal.source, destination: withdrawal.destination,
                movement: .withdraw)
            self.feeDestination = nil
        case .feePayment(let fee):
            let feeDestination = feeCollection()
            self.action = ActionRecord(
                intentID: request.id, actionID: index, intentType: type, type: .feePayment, source: fee.source,
                destination: feeDestination, quantity: fee.amount, feeType: fee.type, isAutoReturn: false,
                state: .pending)
            signing = IntentPlan.Signing(
                authority: fee.authority, source: fee.source, destination: feeDestination,
                movement: .transfer(amount: fee.amount))
            self.feeDestination = feeDestination
        }
    }
}
