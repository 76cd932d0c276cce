import CodeCurves

/// Addresses of accounts from before Flipcash, not used for new accounts (key specification §6.5).
public enum LegacyAddresses {
    /// The mint of the old currency.
    public static let kinMint = PublicKey(constant: "kinXdEcpDQeHPEuQnqmUgtYykqKGVFq6CeVX5iAHJq6")
    /// The authority of the old accounts.
    public static let timeAuthority = PublicKey(constant: "codeHy87wGD5oMRLG75qKqsSi1vWE3oxNyYmXo5F9YR")
    /// The lock of the old program, in seconds: 21 days.
    public static let lockDuration: UInt64 = 1_814_400

    /// Returns the state address of `owner`'s timelock in the old program.
    public static func timelockState(owner: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.timelockLegacy,
            seeds: .label("timelock_state"), .byte(1), .key(kinMint), .key(timeAuthority), .value(.zero),
            .key(owner), .amount(lockDuration), .value(.zero))
    }

    /// Returns the vault address of an old timelock.
    public static func timelockVault(state: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.timelockLegacy, seeds: .label("timelock_vault"), .key(state), .byte(0))
    }

    /// Returns the account in which the swap validator records the start of a swap.
    public static func preSwapState(
        source: PublicKey, destination: PublicKey, nonce: PublicKey
    ) -> ProgramDerivedAddress {
        .derive(
            program: Program.swapValidator,
            seeds: .label("pre_swap_state"), .key(source), .key(destination), .key(nonce))
    }
}
