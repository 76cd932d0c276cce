public import FlipcashCore

/// A currency as stored.
public struct StoredMintMetadata: Hashable, Sendable {
    /// The currency; its VM and launchpad parts are there only if all their columns are.
    public let metadata: MintMetadata
    public let updatedAt: Instant

    public var mint: PublicKey { metadata.address }
    public var name: String { metadata.name }
    public var symbol: String { metadata.symbol }
    public var supplyFromBonding: UInt64? { metadata.launchpad?.supplyFromBonding }
    public var vmAuthority: PublicKey? { metadata.vm?.authority }

    public init(metadata: MintMetadata, updatedAt: Instant) {
        self.metadata = metadata
        self.updatedAt = updatedAt
    }
}
