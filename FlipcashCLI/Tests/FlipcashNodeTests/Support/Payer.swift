import FlipcashAPI
import FlipcashCore
import ProtobufCodec

@testable import FlipcashNode

/// A user with a key who creates requests in their wire form. Requests are not checked, so that tests can change them
/// before sending.
struct Payer: Hashable, Sendable {
    let key: KeyPair

    typealias Actions = Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions

    /// The user whose phrase has this entropy.
    init(entropy: [UInt8]) throws { key = try Mnemonic(entropy: entropy).key().keyPair }

    init(key: KeyPair) { self.key = key }

    var owner: PublicKey { key.publicKey }

    /// The person's vault for a mint.
    func vault(_ mint: MintRecord) -> PublicKey { mint.timelock(of: owner).vault.address }

    // MARK: Intents

    /// Opens the person's PRIMARY account.
    func open(_ mint: MintRecord, id: IntentID) -> Actions {
        submission(id, mint, [openAction(.primary, mint)]) {
            $0.openAccounts = .with {
                $0.accountSet = .user
                $0.mint = mint.mint.accountID
            }
        }
    }

    /// Pays `destination`.
    func pay(
        _ exchange: Ocp_Transaction_V1_VerifiedExchangeData, to destination: PublicKey, _ mint: MintRecord, id: IntentID
    )
        -> Actions
    {
        submission(id, mint, [transfer(to: destination, exchange.quarks, mint)]) {
            $0.sendPublicPayment = payment(exchange, to: destination, mint)
        }
    }

    /// Puts the amount into a cash link for the holder of `card`.
    func link(_ exchange: Ocp_Transaction_V1_VerifiedExchangeData, card: Payer, _ mint: MintRecord, id: IntentID)
        -> Actions
    {
        let actions = [
            card.openAction(.remoteSendGiftCard, mint),
            transfer(to: card.vault(mint), exchange.quarks, mint),
            card.withdraw(to: vault(mint), exchange.quarks, mint, isAutoReturn: true),
        ]
        return submission(id, mint, actions) {
            $0.sendPublicPayment = payment(exchange, to: card.vault(mint), mint)
            $0.sendPublicPayment.isIndirectSend = true
        }
    }

    /// Collects the amount on `card`.
    func claim(_ card: Payer, quarks: UInt64, _ mint: MintRecord, id: IntentID) -> Actions {
        submission(id, mint, [card.withdraw(to: vault(mint), quarks, mint, isAutoReturn: false)]) {
            $0.receivePaymentsPublicly = .with {
                $0.source = card.vault(mint).accountID
                $0.quarks = quarks
                $0.isIndirectSend = true
                $0.mint = mint.mint.accountID
            }
        }
    }

    /// Withdraws to a token account outside the node, with a fee when one is given.
    func withdraw(
        _ exchange: Ocp_Transaction_V1_VerifiedExchangeData, to destination: PublicKey,
        owner destinationOwner: PublicKey?,
        fee: UInt64?, _ mint: MintRecord, id: IntentID
    ) -> Actions {
        var actions = [transfer(to: destination, exchange.quarks &- (fee ?? 0), mint)]
        if let fee {
            actions.append(
                .with {
                    $0.feePayment = .with {
                        $0.type = .createOnSendWithdrawal
                        $0.authority = owner.accountID
                        $0.source = vault(mint).accountID
                        $0.amount = fee
                        $0.mint = mint.mint.accountID
                    }
                })
        }
        return submission(id, mint, actions) {
            $0.sendPublicPayment = payment(exchange, to: destination, mint)
            $0.sendPublicPayment.isWithdrawal = true
            if let destinationOwner { $0.sendPublicPayment.destinationOwner = destinationOwner.accountID }
        }
    }

    // MARK: Parts

    func payment(
        _ exchange: Ocp_Transaction_V1_VerifiedExchangeData, to destination: PublicKey, _ mint: MintRecord
    ) -> Ocp_Transaction_V1_SendPublicPaymentMetadata {
        .with {
            $0.source = vault(mint).accountID
            $0.destination = destination.accountID
            $0.clientExchangeData = exchange
            $0.mint = mint.mint.accountID
        }
    }

    func openAction(_ type: Ocp_Common_V1_AccountType, _ mint: MintRecord) -> Ocp_Transaction_V1_Action {
        var action = Ocp_Transaction_V1_OpenAccountAction.with {
            $0.accountType = type
            $0.owner = owner.accountID
            $0.authority = owner.accountID
            $0.token = vault(mint).accountID
            $0.mint = mint.mint.accountID
        }
        action.signAuthority(key)
        return .with { $0.openAccount = action }
    }

    func transfer(to destination: PublicKey, _ quarks: UInt64, _ mint: MintRecord) -> Ocp_Transaction_V1_Action {
        .with {
            $0.noPrivacyTransfer = .with {
                $0.authority = owner.accountID
                $0.source = vault(mint).accountID
                $0.destination = destination.accountID
                $0.amount = quarks
                $0.mint = mint.mint.accountID
            }
        }
    }

    func withdraw(to destination: PublicKey, _ quarks: UInt64, _ mint: MintRecord, isAutoReturn: Bool)
        -> Ocp_Transaction_V1_Action
    {
        .with {
            $0.noPrivacyWithdraw = .with {
                $0.authority = owner.accountID
                $0.source = vault(mint).accountID
                $0.destination = destination.accountID
                $0.amount = quarks
                $0.shouldClose = true
                $0.isAutoReturn = isAutoReturn
                $0.mint = mint.mint.accountID
            }
        }
    }

    func submission(
        _ id: IntentID, _ mint: MintRecord, _ actions: [Ocp_Transaction_V1_Action],
        _ metadata: (inout Ocp_Transaction_V1_Metadata) -> Void
    ) -> Actions {
        var request = Actions.with {
            $0.id.value = id.bytes
            $0.owner = owner.accountID
            metadata(&$0.metadata)
            $0.actions = actions
        }
        request.numberActions()
        request.sign(key)
        return request
    }
}

extension Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions {
    /// Numbers the actions by their positions.
    mutating func numberActions() {
        for index in actions.indices { actions[index].id = UInt32(index) }
    }

    /// Signs the request in its current form.
    mutating func sign(_ key: KeyPair) {
        clearSignature()
        signature.value = key.sign((try? serializedBytes()) ?? []).bytes
    }

    /// The same request after a change, signed again.
    func changed(signedBy key: KeyPair, _ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        copy.sign(key)
        return copy
    }
}

extension Ocp_Transaction_V1_OpenAccountAction {
    mutating func signAuthority(_ key: KeyPair) {
        clearAuthoritySignature()
        authoritySignature.value = key.sign((try? serializedBytes()) ?? []).bytes
    }
}
