public import FlipcashAPI

/// A category of the discovery list (money specification §10).
public enum DiscoverCategory: Int, CaseIterable, Hashable, Sendable {
    /// The most popular currencies, as the service ranks them.
    case popular = 0
    /// The newest currencies, as the service ranks them.
    case new = 1
}

/// The currencies of one category, best first, from a stream of batches (money specification §10).
///
/// Each successful batch is the complete list and replaces the previous one.
public struct DiscoverRanking: Hashable, Sendable {
    /// The category of the list.
    public let category: DiscoverCategory
    /// The currencies, best first; empty until the first successful batch.
    public private(set) var currencies: [MintMetadata] = []

    /// Creates an empty list.
    public init(category: DiscoverCategory) { self.category = category }

    /// Applies a batch; ignores batches that did not succeed, and unreadable currencies.
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
