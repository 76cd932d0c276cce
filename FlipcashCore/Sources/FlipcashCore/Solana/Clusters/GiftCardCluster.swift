/// The account behind a cash link: a phrase of its own, whose primary key is owner and authority at once.
public struct GiftCardCluster: Sendable, Equatable {
    /// The words that the link carries.
    public let mnemonic: Mnemonic
    /// The account.
    public let cluster: AccountCluster

    /// The account of the phrase in a link.
    public init(mnemonic: Mnemonic, mint: PublicKey, timeAuthority: PublicKey) {
        self.mnemonic = mnemonic
        cluster = AccountCluster(authority: mnemonic.key().keyPair, mint: mint, timeAuthority: timeAuthority)
    }

    /// The account of a new link.
    public static func generate(
        mint: PublicKey, timeAuthority: PublicKey, using random: any RandomSource
    ) -> GiftCardCluster {
        GiftCardCluster(mnemonic: .generate(using: random), mint: mint, timeAuthority: timeAuthority)
    }

    /// The same link for another mint, without deriving its key again.
    public func use(mint: PublicKey, timeAuthority: PublicKey) -> GiftCardCluster {
        GiftCardCluster(mnemonic: mnemonic, cluster: cluster.use(mint: mint, timeAuthority: timeAuthority))
    }

    private init(mnemonic: Mnemonic, cluster: AccountCluster) {
        self.mnemonic = mnemonic
        self.cluster = cluster
    }

    /// The key that owns and moves the link's money.
    public var authority: KeyPair { cluster.authority }

    /// The address of the link's account.
    public var vault: PublicKey { cluster.vault }
}
