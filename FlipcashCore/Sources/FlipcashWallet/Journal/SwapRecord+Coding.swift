import FlipcashCore

/// Times are RFC 3339 in UTC with milliseconds, and quarks are decimal text.
extension SwapRecord {
    private enum CodingKeys: String, CodingKey {
        case swap = "id"
        case funding, kind, quarks, native, created, state, node
        case fromMint = "from_mint"
        case toMint = "to_mint"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            swap: try container.decode(SwapID.self, forKey: .swap),
            funding: try container.decode(IntentID.self, forKey: .funding),
            kind: try container.decode(Kind.self, forKey: .kind),
            fromMint: try container.decode(PublicKey.self, forKey: .fromMint),
            toMint: try container.decode(PublicKey.self, forKey: .toMint),
            quarks: try container.decodeDecimalText(forKey: .quarks),
            native: try container.decode(JournalAmount.self, forKey: .native),
            created: try container.decodeTime(forKey: .created),
            state: try container.decode(State.self, forKey: .state),
            node: try container.decodeIfPresent(PublicKey.self, forKey: .node))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(swap, forKey: .swap)
        try container.encode(funding, forKey: .funding)
        try container.encode(kind, forKey: .kind)
        try container.encode(fromMint, forKey: .fromMint)
        try container.encode(toMint, forKey: .toMint)
        try container.encode(String(quarks), forKey: .quarks)
        try container.encode(native, forKey: .native)
        try container.encode(TimestampText.rfc3339(created), forKey: .created)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(node, forKey: .node)
    }
}

/// Times are RFC 3339 in UTC with milliseconds.
extension LaunchRecord {
    private enum CodingKeys: String, CodingKey {
        case name, mint, symbol, swap, created, state, node
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            mint: try container.decodeIfPresent(PublicKey.self, forKey: .mint),
            symbol: try container.decodeIfPresent(String.self, forKey: .symbol),
            swap: try container.decodeIfPresent(SwapID.self, forKey: .swap),
            created: try container.decodeTime(forKey: .created),
            state: try container.decode(State.self, forKey: .state),
            node: try container.decodeIfPresent(PublicKey.self, forKey: .node))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(mint, forKey: .mint)
        try container.encodeIfPresent(symbol, forKey: .symbol)
        try container.encodeIfPresent(swap, forKey: .swap)
        try container.encode(TimestampText.rfc3339(created), forKey: .created)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(node, forKey: .node)
    }
}
