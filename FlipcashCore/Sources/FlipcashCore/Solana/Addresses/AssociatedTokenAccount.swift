/// The token account that wallets derive for an owner and a mint (key specification §6.3).
public enum AssociatedTokenAccount {
    /// The address of `owner`'s account for `mint`. The owner may itself be a program-derived address.
    public static func address(owner: PublicKey, mint: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.associatedToken, seeds: .key(owner), .key(Program.token), .key(mint))
    }
}
