/// Ids of intents that no client submits. Being derived, they make each of these happen once however often it is
/// tried (payment specification §5.5).
extension IntentID {
    /// The id of the record that returns a cash link's money to its issuer, by void or expiry.
    public static func autoReturn(of giftCardIntent: IntentID) -> IntentID {
        derived("auto-return-gc-" + giftCardIntent.base58)
    }

    /// The id of a deposit that a transaction brought to a vault.
    public static func externalDeposit(transaction signature: Signature, destination vault: PublicKey) -> IntentID {
        derived(signature.base58 + "-" + vault.base58)
    }

    /// The id of a welcome bonus.
    public static func welcomeBonus(owner: PublicKey) -> IntentID {
        derived("airdrop-2-" + owner.base58)
    }

    private static func derived(_ text: String) -> IntentID {
        IntentID(raw: Hash(sha256: text.utf8).raw)
    }
}
