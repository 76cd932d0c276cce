/// Two currencies between which a rate converts: units of `to` for one unit of `from`.
public struct RatePair: Hashable, Sendable {
    /// The currency that is converted.
    public let from: AssetCurrency
    /// The currency of the result.
    public let to: AssetCurrency

    /// Creates a pair.
    public init(_ from: AssetCurrency, _ to: AssetCurrency) {
        self.from = from
        self.to = to
    }

    /// Reads `FROM-TO`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = AssetCurrency(String(parts[0])), let to = AssetCurrency(String(parts[1]))
        else { return nil }
        self.init(from, to)
    }

    /// The pair with dollar tokens replaced by the dollar.
    var pegged: RatePair { RatePair(from.peg, to.peg) }
    /// The pair in the other direction.
    var reversed: RatePair { RatePair(to, from) }
}

extension RatePair: CustomStringConvertible {
    /// The codes of both currencies, such as `EUR-USD`.
    public var description: String { "\(from.code)-\(to.code)" }
}

extension RatePair: Comparable {
    /// Orders by ``from``, then by ``to``.
    public static func < (left: RatePair, right: RatePair) -> Bool {
        (left.from, left.to) < (right.from, right.to)
    }
}
