public import FlipcashCore

/// A rate between two currencies and where it comes from.
public struct ResolvedRate: Sendable {
    /// How a rate was found.
    public enum Source: String, Hashable, Sendable {
        /// Both currencies are the same.
        case identity
        /// Both currencies are dollars.
        case peg
        /// A stored rate of this pair.
        case direct
        /// A stored rate of the opposite pair.
        case reciprocal
        /// Two stored rates through the US dollar.
        case cross
    }

    /// Units of the second currency for one unit of the first.
    public let value: ExactRational
    /// How the rate was found.
    public let source: Source
    /// Whether a stored rate behind it is too old.
    public let isStale: Bool
    /// The age in seconds, of the oldest stored rate behind it.
    public let age: Int64

    /// One unit for one unit.
    static func one(_ source: Source) -> ResolvedRate {
        ResolvedRate(value: .one, source: source, isStale: false, age: 0)
    }
}
