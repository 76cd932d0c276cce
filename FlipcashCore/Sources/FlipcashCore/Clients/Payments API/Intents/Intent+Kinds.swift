extension Intent {
    /// Opens the owner's primary account of a cluster's mint; the server does nothing when it exists.
    public static func openPrimary(id: IntentID, cluster: AccountCluster) -> Intent {
        let owner = cluster.authority
        return Intent(
            id: id, owner: owner, purpose: .openAccounts(mint: cluster.mint),
            actions: [
                .openAccount(
                    IntentAction.OpenAccount(
                        kind: .primary, owner: owner.publicKey, authority: owner, token: cluster.vault,
                        mint: cluster.mint))
            ])
    }

    /// Pays `exchangeData` from the cluster's vault to another primary vault.
    public static func payment(
        id: IntentID, from cluster: AccountCluster, to destination: PublicKey, exchangeData: PinnedExchangeData
    ) -> Intent {
        Intent(
            id: id, owner: cluster.authority,
            purpose: .sendPublicPayment(
                SendPublicPayment(
                    source: cluster.vault, destination: destination, exchangeData: exchangeData, variant: .payment)),
            actions: [
                .transfer(
                    IntentAction.Movement(
                        authority: cluster.authority, source: cluster.vault, destination: destination,
                        amount: exchangeData.quarks, mint: cluster.mint))
            ])
    }

    /// Pays `exchangeData` from the cluster's vault to an outside token account, or to the account that funds a swap.
    ///
    /// - Parameters:
    ///   - destination: the token account that receives.
    ///   - destinationOwner: the owner from which `destination` was derived; nil if the user named the token account.
    ///   - fee: the quarks taken from the amount for creating the destination; 0 if it exists.
    /// - Throws: `MoneyError.feeLargerThanAmount` unless at least one quark is left.
    public static func withdrawal(
        id: IntentID, from cluster: AccountCluster, to destination: PublicKey, destinationOwner: PublicKey?,
        fee: UInt64 = 0, exchangeData: PinnedExchangeData
    ) throws(MoneyError) -> Intent {
        guard fee < exchangeData.quarks else { throw .feeLargerThanAmount }
        var actions: [IntentAction] = [
            .transfer(
                IntentAction.Movement(
                    authority: cluster.authority, source: cluster.vault, destination: destination,
                    amount: exchangeData.quarks - fee, mint: cluster.mint))
        ]
        if fee > 0 {
            actions.append(
                .feePayment(
                    IntentAction.FeePayment(
                        authority: cluster.authority, source: cluster.vault, amount: fee, mint: cluster.mint)))
        }
        return Intent(
            id: id, owner: cluster.authority,
            purpose: .sendPublicPayment(
                SendPublicPayment(
                    source: cluster.vault, destination: destination, exchangeData: exchangeData,
                    variant: .withdrawal(destinationOwner))),
            actions: actions)
    }

    /// Pays `exchangeData` into the cluster's own swap address, for the swap that announced `id` (payment specification
    /// §16.5).
    public static func swapFunding(
        id: IntentID, from cluster: AccountCluster, exchangeData: PinnedExchangeData
    ) -> Intent {
        let destination = cluster.timelock.swapTokenAccount.address
        return Intent(
            id: id, owner: cluster.authority,
            purpose: .sendPublicPayment(
                SendPublicPayment(
                    source: cluster.vault, destination: destination, exchangeData: exchangeData,
                    variant: .withdrawal(cluster.timelock.swap.address))),
            actions: [
                .transfer(
                    IntentAction.Movement(
                        authority: cluster.authority, source: cluster.vault, destination: destination,
                        amount: exchangeData.quarks, mint: cluster.mint))
            ])
    }

    /// Opens and funds a gift card, and signs its return to the sender, used when the card expires or is voided.
    public static func cashLink(
        id: IntentID, from cluster: AccountCluster, giftCard: GiftCardCluster, exchangeData: PinnedExchangeData
    ) -> Intent {
        let card = giftCard.cluster
        return Intent(
            id: id, owner: cluster.authority,
            purpose: .sendPublicPayment(
                SendPublicPayment(
                    source: cluster.vault, destination: card.vault, exchangeData: exchangeData, variant: .cashLink)),
            actions: [
                .openAccount(
                    IntentAction.OpenAccount(
                        kind: .giftCard, owner: card.authority.publicKey, authority: card.authority,
                        token: card.vault, mint: cluster.mint)),
                .transfer(
                    IntentAction.Movement(
                        authority: cluster.authority, source: cluster.vault, destination: card.vault,
                        amount: exchangeData.quarks, mint: cluster.mint)),
                .withdraw(
                    IntentAction.Movement(
                        authority: card.authority, source: card.vault, destination: cluster.vault,
                        amount: exchangeData.quarks, mint: cluster.mint),
                    isAutoReturn: true),
            ])
    }

    /// Collects a gift card's whole balance into the owner's vault; signed by the card's key.
    public static func claim(
        id: IntentID, giftCard: GiftCardCluster, into cluster: AccountCluster, quarks: UInt64
    ) -> Intent {
        let card = giftCard.cluster
        return Intent(
            id: id, owner: cluster.authority,
            purpose: .receivePaymentsPublicly(source: card.vault, quarks: quarks, mint: cluster.mint),
            actions: [
                .withdraw(
                    IntentAction.Movement(
                        authority: card.authority, source: card.vault, destination: cluster.vault, amount: quarks,
                        mint: cluster.mint),
                    isAutoReturn: false)
            ])
    }
}

extension PinnedExchangeData {
    /// The gross amount that leaves the source vault.
    var quarks: UInt64 { amount.quarks }
}
