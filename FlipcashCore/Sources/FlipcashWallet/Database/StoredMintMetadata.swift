public import FlipcashCore

/// A currency as stored.
public struct StoredMintMetadata: Hashable, Sendable {
    /// The currency; its VM and launchpad parts are there only if all their columns are.
    public let metadata: MintMetadata
    /// When anything of it changed last.
    public let updatedAt: Instant

    /// The mint's address.
    public var mint: PublicKey { metadata.address }
    /// What people call the currency.
    public var name: String { metadata.name }
    /// The currency's ticker.
    public var symbol: String { metadata.symbol }
    /// Quarks in circulation; nil for the core mint, and where the launchpad part is not stored.
    public var supplyFromBonding: UInt64? { metadata.launchpad?.supplyFromBonding }
    /// The key that vaults of the currency are derived from; nil where the VM part is not stored.
    public var vmAuthority: PublicKey? { metadata.vm?.authority }

    /// Names a stored currency.
    public init(metadata: MintMetadata, updatedAt: Instant) {
        self.metadata = metadata
        self.updatedAt = updatedAt
    }
}
