/// A key and the addresses that it controls for one mint, derived once and kept.
public struct AccountCluster: Hashable, Sendable {
    /// The key that moves the money. It stays the same for every mint.
    public let authority: KeyPair
    /// The account in the mint's virtual machine.
    public let timelock: TimelockAccount
    /// The address to give to somebody who deposits this mint from outside.
    public let depositAddress: PublicKey

    /// Derives the addresses of `authority` for `mint`, whose virtual machine `timeAuthority` controls.
    ///
    /// `timeAuthority` comes from the mint's metadata, for the core mint from the profile: never assume it.
    public init(authority: KeyPair, mint: PublicKey, timeAuthority: PublicKey) {
        self.init(authority: authority, virtualMachine: VirtualMachine(mint: mint, authority: timeAuthority))
    }

    /// Derives the addresses of `authority` in a virtual machine that is known already.
    public init(authority: KeyPair, virtualMachine: VirtualMachine) {
        self.authority = authority
        timelock = TimelockAccount(owner: authority.publicKey, virtualMachine: virtualMachine)
        depositAddress = timelock.deposit.address
    }

    /// The cluster of the same key for another mint.
    public func use(mint: PublicKey, timeAuthority: PublicKey) -> AccountCluster {
        guard mint != self.mint || timeAuthority != self.timeAuthority else { return self }
        return AccountCluster(authority: authority, mint: mint, timeAuthority: timeAuthority)
    }

    /// The mint.
    public var mint: PublicKey { timelock.virtualMachine.mint }

    /// The authority of the mint's virtual machine.
    public var timeAuthority: PublicKey { timelock.virtualMachine.authority }

    /// The public half of the key.
    public var authorityPublicKey: PublicKey { authority.publicKey }

    /// The address that intents call source and destination: the account number for this mint.
    public var vault: PublicKey { timelock.vault.address }
}
