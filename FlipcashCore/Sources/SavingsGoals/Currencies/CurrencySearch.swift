import FlipcashCore

/// A currency in the list from which a person chooses (goals specification §6).
public struct CurrencyItem: Hashable, Sendable {
    /// What a currency is.
    public enum Kind: String, Hashable, Sendable {
        /// Money of a country.
        case fiat
        /// A coin of a chain.
        case crypto
        /// A token of the launchpad.
        case token
    }

    /// The id at its source.
    public let id: String
    /// The symbol, such as `BTC`.
    public let symbol: String
    /// The name.
    public let name: String
    /// What it is.
    public let kind: Kind

    /// Creates an item.
    public init(id: String, symbol: String, name: String, kind: Kind) {
        self.id = id
        self.symbol = symbol
        self.name = name
        self.kind = kind
    }
}

/// One page of a search.
public struct CurrencyPage: Hashable, Sendable {
    /// The size of a page.
    public static let limit = 100

    /// The items of the page.
    public let items: [CurrencyItem]
    /// The offset of the next page; nil on the last one.
    public let next: Int?
    /// The number of all matches.
    public let total: Int

    /// Searches `items` for `query` in symbols and names. An empty query matches all, in their order.
    public init(query: String, in items: [CurrencyItem], offset: Int = 0, limit: Int = limit) {
        let words = query.trimmingBlanks().lowercased()
        let found = words.isEmpty ? items : Self.matches(words, items)
        let start = min(max(0, offset), found.count)
        let page = found[start...].prefix(max(0, limit))
        self.items = Array(page)
        next = page.endIndex < found.count && !page.isEmpty ? page.endIndex : nil
        total = found.count
    }

    private static func matches(_ words: String, _ items: [CurrencyItem]) -> [CurrencyItem] {
        let ranked = items.compactMap { item in rank(of: words, item).map { (rank: $0, item: item) } }
        return ranked.sorted { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.item.symbol != right.item.symbol { return left.item.symbol.precedesInBytes(right.item.symbol) }
            if left.item.name != right.item.name { return left.item.name.precedesInBytes(right.item.name) }
            return left.item.id.precedesInBytes(right.item.id)
        }.map(\.item)
    }

    /// How well an item matches, best 0; nil when it does not.
    private static func rank(of words: String, _ item: CurrencyItem) -> Int? {
        let (symbol, name) = (item.symbol.lowercased(), item.name.lowercased())
        if symbol == words { return 0 }
        if name == words { return 1 }
        if symbol.hasPrefix(words) { return 2 }
        if name.hasPrefix(words) { return 3 }
        return symbol.contains(words) || name.contains(words) ? 4 : nil
    }
}
