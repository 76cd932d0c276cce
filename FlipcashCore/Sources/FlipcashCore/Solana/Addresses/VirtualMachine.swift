/// The virtual ledger of one mint; all its addresses follow from the mint, its authority and the lock duration.
public struct VirtualMachine: Hashable, Sendable {
    /// The lock duration of all virtual machines: 21 days.
    public static let lockDays: UInt8 = 21

    /// The mint of its tokens.
    public let mint: PublicKey
    /// The key that controls it: the node's, or the currency's.
    public let authority: PublicKey
    /// The days that a non-custodial exit takes.
    public let lockDays: UInt8
    /// The address of the virtual machine.
    public let address: ProgramDerivedAddress

    /// Derives the address of the virtual machine of `mint` under `authority` (key specification §6.2).
    public init(mint: PublicKey, authority: PublicKey, lockDays: UInt8 = Self.lockDays) {
        self.mint = mint
        self.authority = authority
        self.lockDays = lockDays
        address = .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .key(mint), .key(authority), .byte(lockDays))
    }

    /// The token account that holds the tokens of all owners; on the chain it is its own owner.
    public var omnibus: ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_omnibus"), .key(address.address))
    }

    /// Returns the address whose associated token account collects deposits for `owner`.
    public func depositAddress(owner: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_deposit_pda"), .key(owner), .key(address.address))
    }

    /// Returns the address whose associated token account holds `owner`'s tokens before a swap.
    public func swapAddress(owner: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_swap_pda"), .key(owner), .key(address.address))
    }
}
