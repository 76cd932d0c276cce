public import FlipcashAPI

/// Which currencies the discovery list shows, and in which order (money specification §10).
public enum DiscoverCategory: Int, CaseIterable, Hashable, Sendable {
    /// The most popular currencies, as the service ranks them.
    case popular = 0
    /// The newest currencies, as the service ranks them.
    case new = 1
}

/// The currencies of one category, best first, as a stream of batches tells them (money specification §10).
///
/// Each good batch is the complete list and takes the place of the one before.
public struct DiscoverRanking: Hashable, Sendable {
    /// What is listed.
    public let category: DiscoverCategory
    /// The currencies, best first; empty until the first good batch.
    public private(set) var currencies: [MintMetadata] = []

    /// A list that nothing is known of yet.
    public init(category: DiscoverCategory) { self.category = category }

    /// Takes a batch in: one that did not succeed is ignored, and so is a currency that cannot be read.
    public mutating func apply(_ batch: Ocp_Currency_V1_DiscoverResponse) {
        switch batch.result {
        case .ok: currencies = batch.mints.compactMap(MintMetadata.init(wire:))
        case .notFound, .UNRECOGNIZED: break
        }
    }
}

extension DiscoverCategory {
    /// The category on the wire.
    var wire: Ocp_Currency_V1_DiscoverRequest.Category {
        switch self {
        case .popular: .popular
        case .new: .new
        }
    }
}
