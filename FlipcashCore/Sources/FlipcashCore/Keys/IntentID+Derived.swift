/// Ids of intents that clients do not submit (payment specification §5.5).
///
/// Because the id is derived, such an intent happens at most once, also when it is tried repeatedly. Other people can
/// compute these ids too. The service uses the id of a later attempt, with `-1`, `-2` and so on appended before
/// hashing, only if clients already use every earlier id.
extension IntentID {
    /// Returns the id of the record that returns a cash link's money to its issuer after a void or expiry.
    ///
    /// - Parameter attempt: the number of earlier ids of this form that are in use.
    public static func autoReturn(of giftCardIntent: IntentID, attempt: Int = 0) -> IntentID {
        derived("auto-return-gc-" + giftCardIntent.base58, attempt: attempt)
    }

    /// Returns the id of a deposit that a transaction made to a vault.
    ///
    /// - Parameter attempt: the number of earlier ids of this form that are in use.
    public static func externalDeposit(
        transaction signature: Signature, destination vault: PublicKey, attempt: Int = 0
    ) -> IntentID {
        externalDeposit(reference: signature.base58, destination: vault, attempt: attempt)
    }

    /// Returns the id of a deposit with any reference.
    ///
    /// For a transaction's base58 signature, it is the id that the public service would use.
    ///
    /// - Parameter attempt: the number of earlier ids of this form that are in use.
    public static func externalDeposit(
        reference: String, destination vault: PublicKey, attempt: Int = 0
    ) -> IntentID {
        derived(reference + "-" + vault.base58, attempt: attempt)
    }

    /// Returns the id of a welcome bonus.
    public static func welcomeBonus(owner: PublicKey) -> IntentID {
        derived("airdrop-2-" + owner.base58, attempt: 0)
    }

    private static func derived(_ text: String, attempt: Int) -> IntentID {
        IntentID(raw: Hash(sha256: (attempt == 0 ? text : "\(text)-\(attempt)").utf8).raw)
    }
}
