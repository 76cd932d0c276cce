import FlipcashCore

/// Money from outside that a vault is credited with, once for each reference (unit T7, payment specification §15).
struct DepositRecord: Hashable, Sendable {
    /// What the observer of the money calls it: an operator's text, or the signature of a movement.
    let reference: String
    let vault: PublicKey
    let owner: PublicKey
    let mint: PublicKey
    /// The outside token account that the money has reached; nil for money that its issuer gave out.
    let tokenAccount: PublicKey?
    let amount: IntentAmount
    /// The cost that moves with the money, in millionths of a US dollar.
    let usd: Int64
    let createdAt: Instant
    /// What else is to be known of its intent.
    var flags: IntentFlags = []
}

extension DepositRecord {
    /// The deposit's intent under the first id that `isFree`.
    ///
    /// A client may have taken an id, which follows from the reference. Taking an id costs the client an intent.
    func intent(isFree: (IntentID) throws -> Bool) rethrows -> IntentRecord {
        var attempt = 0
        var id = IntentID.externalDeposit(reference: reference, destination: vault, attempt: attempt)
        while try !isFree(id) {
            attempt += 1
            id = .externalDeposit(reference: reference, destination: vault, attempt: attempt)
        }
        return IntentRecord(
            sequence: nil, id: id, type: .externalDeposit, mint: mint, initiator: owner, destinationOwner: owner,
            destination: vault, source: tokenAccount, amount: amount, flags: flags, appMetadata: nil, state: .confirmed,
            createdAt: createdAt)
    }

    var writes: [UnitWrite] { [.deposit(self), .postings(postings)] }

    private var postings: [Posting] {
        // An amount from 2⁶³ on is refused when the deposit itself is stored.
        let quarks = Int64(clamping: amount.quarks)
        return tokenAccount.map { account in
            Movement.arrival(
                at: .external(address: account, mint: mint), to: vault, mint: mint, quarks: quarks, usd: usd)
        } ?? Movement.deposit(to: vault, mint: mint, quarks: quarks, usd: usd)
    }
}
