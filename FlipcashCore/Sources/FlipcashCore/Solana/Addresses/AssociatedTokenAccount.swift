/// The token account that wallets derive for an owner and a mint (key specification §6.3).
public enum AssociatedTokenAccount {
    /// Returns the address of `owner`'s account for `mint`; the owner may be a program-derived address.
    public static func address(owner: PublicKey, mint: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.associatedToken, seeds: .key(owner), .key(Program.token), .key(mint))
    }
}
