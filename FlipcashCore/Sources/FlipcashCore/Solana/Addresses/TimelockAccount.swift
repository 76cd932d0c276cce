/// An owner's account in a virtual machine, with the addresses that payments use.
///
/// The addresses are derived without a private key, so a node can derive them from a request.
public struct TimelockAccount: Hashable, Sendable {
    /// The version of the timelock's data, a seed of the vault.
    public static let dataVersion: UInt8 = 3

    /// The key that can move the account's money.
    public let owner: PublicKey
    /// The virtual machine of the account.
    public let virtualMachine: VirtualMachine
    /// The address of the timelock's state, which is not an account on the chain.
    public let state: ProgramDerivedAddress
    /// The address that intents use as source and destination.
    public let vault: ProgramDerivedAddress

    /// Derives state and vault of `owner` in `virtualMachine` (key specification §6.2).
    public init(owner: PublicKey, virtualMachine: VirtualMachine) {
        self.owner = owner
        self.virtualMachine = virtualMachine
        state = .derive(program: Program.timelock, seeds: Self.stateSeeds(owner: owner, in: virtualMachine))
        vault = .derive(program: Program.timelock, seeds: Self.vaultSeeds(state: state.address))
    }

    /// Returns the vault of `owner` in `virtualMachine` for given bumps, which need not be the highest; nil for invalid
    /// ones.
    static func vault(
        owner: PublicKey, in virtualMachine: VirtualMachine, stateBump: UInt8, vaultBump: UInt8
    ) -> PublicKey? {
        ProgramDerivedAddress.create(
            program: Program.timelock, seeds: stateSeeds(owner: owner, in: virtualMachine), bump: stateBump
        ).flatMap { state in
            ProgramDerivedAddress.create(
                program: Program.timelock, seeds: vaultSeeds(state: state), bump: vaultBump)
        }
    }

    private static func stateSeeds(
        owner: PublicKey, in virtualMachine: VirtualMachine
    ) -> [ProgramDerivedAddress.Seed] {
        [
            .label("timelock_state"), .key(virtualMachine.mint), .key(virtualMachine.authority), .key(owner),
            .byte(virtualMachine.lockDays),
        ]
    }

    private static func vaultSeeds(state: PublicKey) -> [ProgramDerivedAddress.Seed] {
        [.label("timelock_vault"), .key(state), .byte(dataVersion)]
    }

    /// The address for deposits of this mint from outside.
    public var deposit: ProgramDerivedAddress { virtualMachine.depositAddress(owner: owner) }

    /// The token account of `deposit`, which the sender's wallet derives.
    public var depositTokenAccount: ProgramDerivedAddress {
        AssociatedTokenAccount.address(owner: deposit.address, mint: virtualMachine.mint)
    }

    /// The address that holds tokens before a swap.
    public var swap: ProgramDerivedAddress { virtualMachine.swapAddress(owner: owner) }

    /// The token account of `swap`.
    public var swapTokenAccount: ProgramDerivedAddress {
        AssociatedTokenAccount.address(owner: swap.address, mint: virtualMachine.mint)
    }

    /// The account that records a non-custodial exit.
    public var unlock: ProgramDerivedAddress {
        virtualMachine.accounts.unlock(owner: owner, timelockState: state.address)
    }
}
