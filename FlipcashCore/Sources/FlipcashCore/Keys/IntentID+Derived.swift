/// Ids of intents that no client submits. Being derived, they make each of these happen once however often it is
/// tried (payment specification §5.5).
///
/// Strangers can compute these ids too. The service takes the id of a later attempt, which ends in `-1`, `-2` and so on
/// before the hash, only where a client holds every earlier one.
extension IntentID {
    /// The id of the record that returns a cash link's money to its issuer, by void or expiry.
    ///
    /// - Parameter attempt: how many earlier ids of the pattern are taken.
    public static func autoReturn(of giftCardIntent: IntentID, attempt: Int = 0) -> IntentID {
        derived("auto-return-gc-" + giftCardIntent.base58, attempt: attempt)
    }

    /// The id of a deposit that a transaction brought to a vault.
    ///
    /// - Parameter attempt: how many earlier ids of the pattern are taken.
    public static func externalDeposit(
        transaction signature: Signature, destination vault: PublicKey, attempt: Int = 0
    ) -> IntentID {
        externalDeposit(reference: signature.base58, destination: vault, attempt: attempt)
    }

    /// The id of a deposit under any reference; for a transaction's base58 signature, the id that the public service
    /// would give it.
    ///
    /// - Parameter attempt: how many earlier ids of the pattern are taken.
    public static func externalDeposit(
        reference: String, destination vault: PublicKey, attempt: Int = 0
    ) -> IntentID {
        derived(reference + "-" + vault.base58, attempt: attempt)
    }

    /// The id of a welcome bonus.
    public static func welcomeBonus(owner: PublicKey) -> IntentID {
        derived("airdrop-2-" + owner.base58, attempt: 0)
    }

    private static func derived(_ text: String, attempt: Int) -> IntentID {
        IntentID(raw: Hash(sha256: (attempt == 0 ? text : "\(text)-\(attempt)").utf8).raw)
    }
}
