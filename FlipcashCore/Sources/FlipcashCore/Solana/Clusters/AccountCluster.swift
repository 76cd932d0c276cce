/// A key and its addresses for one mint, derived once.
public struct AccountCluster: Hashable, Sendable {
    /// The key that can move the money, the same for every mint.
    public let authority: KeyPair
    /// The account in the mint's virtual machine.
    public let timelock: TimelockAccount
    /// The address for deposits of this mint from outside.
    public let depositAddress: PublicKey

    /// Derives the addresses of `authority` for `mint`, whose virtual machine `timeAuthority` controls.
    ///
    /// Take `timeAuthority` from the mint's metadata, and for the core mint from the profile. Never assume it.
    public init(authority: KeyPair, mint: PublicKey, timeAuthority: PublicKey) {
        self.init(authority: authority, virtualMachine: VirtualMachine(mint: mint, authority: timeAuthority))
    }

    /// Derives the addresses of `authority` in a given virtual machine.
    public init(authority: KeyPair, virtualMachine: VirtualMachine) {
        self.authority = authority
        timelock = TimelockAccount(owner: authority.publicKey, virtualMachine: virtualMachine)
        depositAddress = timelock.deposit.address
    }

    /// Returns the cluster of the same key for another mint.
    public func use(mint: PublicKey, timeAuthority: PublicKey) -> AccountCluster {
        guard mint != self.mint || timeAuthority != self.timeAuthority else { return self }
        return AccountCluster(authority: authority, mint: mint, timeAuthority: timeAuthority)
    }

    /// The mint.
    public var mint: PublicKey { timelock.virtualMachine.mint }

    /// The authority of the mint's virtual machine.
    public var timeAuthority: PublicKey { timelock.virtualMachine.authority }

    /// The public key of `authority`.
    public var authorityPublicKey: PublicKey { authority.publicKey }

    /// The address that intents use as source and destination: the account number for this mint.
    public var vault: PublicKey { timelock.vault.address }
}
