/// The account of a cash link, with its own phrase; the phrase's primary key is both owner and authority.
public struct GiftCardCluster: Sendable, Equatable {
    /// The words in the link.
    public let mnemonic: Mnemonic
    /// The account.
    public let cluster: AccountCluster

    /// Creates the account of a link's phrase.
    public init(mnemonic: Mnemonic, mint: PublicKey, timeAuthority: PublicKey) {
        self.mnemonic = mnemonic
        cluster = AccountCluster(authority: mnemonic.key().keyPair, mint: mint, timeAuthority: timeAuthority)
    }

    /// Creates the account of a new link.
    public static func generate(
        mint: PublicKey, timeAuthority: PublicKey, using random: any RandomSource
    ) -> GiftCardCluster {
        GiftCardCluster(mnemonic: .generate(using: random), mint: mint, timeAuthority: timeAuthority)
    }

    /// Returns the same link for another mint, without deriving its key again.
    public func use(mint: PublicKey, timeAuthority: PublicKey) -> GiftCardCluster {
        GiftCardCluster(mnemonic: mnemonic, cluster: cluster.use(mint: mint, timeAuthority: timeAuthority))
    }

    private init(mnemonic: Mnemonic, cluster: AccountCluster) {
        self.mnemonic = mnemonic
        self.cluster = cluster
    }

    /// The key that owns and can move the link's money.
    public var authority: KeyPair { cluster.authority }

    /// The address of the link's account.
    public var vault: PublicKey { cluster.vault }
}
