import CodeCurves

/// Accounts from before Flipcash. They stay derivable; nothing new uses them (key specification §6.5).
public enum LegacyAddresses {
    /// The mint of the old currency.
    public static let kinMint = PublicKey(constant: "kinXdEcpDQeHPEuQnqmUgtYykqKGVFq6CeVX5iAHJq6")
    /// The authority of the old accounts.
    public static let timeAuthority = PublicKey(constant: "codeHy87wGD5oMRLG75qKqsSi1vWE3oxNyYmXo5F9YR")
    /// The lock of the old program, in seconds: 21 days.
    public static let lockDuration: UInt64 = 1_814_400

    /// The timelock that `owner` had in the old program.
    public static func timelockState(owner: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.timelockLegacy,
            seeds: .label("timelock_state"), .byte(1), .key(kinMint), .key(timeAuthority), .value(.zero),
            .key(owner), .amount(lockDuration), .value(.zero))
    }

    /// The money of an old timelock.
    public static func timelockVault(state: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.timelockLegacy, seeds: .label("timelock_vault"), .key(state), .byte(0))
    }

    /// The account by which the swap validator remembers a swap's start.
    public static func preSwapState(
        source: PublicKey, destination: PublicKey, nonce: PublicKey
    ) -> ProgramDerivedAddress {
        .derive(
            program: Program.swapValidator,
            seeds: .label("pre_swap_state"), .key(source), .key(destination), .key(nonce))
    }
}
