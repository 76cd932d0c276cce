public import FlipcashCore

/// A stored currency.
public struct StoredMintMetadata: Hashable, Sendable {
    /// The currency. Its VM and launchpad parts are present only if all their columns are.
    public let metadata: MintMetadata
    /// When the stored currency last changed.
    public let updatedAt: Instant

    /// The mint's address.
    public var mint: PublicKey { metadata.address }
    /// The currency's name.
    public var name: String { metadata.name }
    /// The currency's ticker.
    public var symbol: String { metadata.symbol }
    /// Quarks in circulation; nil for the core mint, or if the launchpad part is not stored.
    public var supplyFromBonding: UInt64? { metadata.launchpad?.supplyFromBonding }
    /// The key from which vaults of the currency are derived; nil if the VM part is not stored.
    public var vmAuthority: PublicKey? { metadata.vm?.authority }

    /// Creates a stored currency.
    public init(metadata: MintMetadata, updatedAt: Instant) {
        self.metadata = metadata
        self.updatedAt = updatedAt
    }
}
