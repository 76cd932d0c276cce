import FlipcashCore

/// The JSON form `{"type":"link",…}`: the record's members, and its type.
extension JournalRecord: Codable {
    private enum Key: String, CodingKey {
        case type
    }

    /// Reads a record of the named type; nil if the type is not known.
    init?(type: String, decoder: any Decoder) throws {
        switch type {
        case "link": self = .link(try LinkRecord(from: decoder))
        case "payment": self = .payment(try PaymentRecord(from: decoder))
        case "grab": self = .grab(try GrabRecord(from: decoder))
        case "swap": self = .swap(try SwapRecord(from: decoder))
        case "launch": self = .launch(try LaunchRecord(from: decoder))
        case "settlement": self = .settlement(try SettlementRecord(from: decoder))
        default: return nil
        }
    }

    /// Reads a record.
    ///
    /// - Throws: `DecodingError` if a member is missing or invalid, or if the type is not known.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let type = try container.decode(String.self, forKey: .type)
        guard let record = try JournalRecord(type: type, decoder: decoder) else {
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "a record of a newer program")
        }
        self = record
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .link(let link):
            try container.encode("link", forKey: .type)
            try link.encode(to: encoder)
        case .payment(let payment):
            try container.encode("payment", forKey: .type)
            try payment.encode(to: encoder)
        case .grab(let grab):
            try container.encode("grab", forKey: .type)
            try grab.encode(to: encoder)
        case .swap(let swap):
            try container.encode("swap", forKey: .type)
            try swap.encode(to: encoder)
        case .launch(let launch):
            try container.encode("launch", forKey: .type)
            try launch.encode(to: encoder)
        case .settlement(let settlement):
            try container.encode("settlement", forKey: .type)
            try settlement.encode(to: encoder)
        }
    }
}

/// Times are RFC 3339 in UTC with milliseconds, and quarks are decimal text.
extension LinkRecord {
    private enum CodingKeys: String, CodingKey {
        case entropy, vault, intent, mint, quarks, native, created, state, node
        case splitPayment = "split_payment"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            entropy: try container.decode(String.self, forKey: .entropy),
            vault: try container.decode(PublicKey.self, forKey: .vault),
            intent: try container.decode(IntentID.self, forKey: .intent),
            mint: try container.decode(PublicKey.self, forKey: .mint),
            quarks: try container.decodeDecimalText(forKey: .quarks),
            native: try container.decode(JournalAmount.self, forKey: .native),
            created: try container.decodeTime(forKey: .created),
            state: try container.decode(State.self, forKey: .state),
            splitPayment: try container.decodeIfPresent(String.self, forKey: .splitPayment),
            node: try container.decodeIfPresent(PublicKey.self, forKey: .node))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entropy, forKey: .entropy)
        try container.encode(vault, forKey: .vault)
        try container.encode(intent, forKey: .intent)
        try container.encode(mint, forKey: .mint)
        try container.encode(String(quarks), forKey: .quarks)
        try container.encode(native, forKey: .native)
        try container.encode(TimestampText.rfc3339(created), forKey: .created)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(splitPayment, forKey: .splitPayment)
        try container.encodeIfPresent(node, forKey: .node)
    }
}

/// Times are RFC 3339 in UTC with milliseconds, and quarks are decimal text.
extension PaymentRecord {
    private enum CodingKeys: String, CodingKey {
        case intent, kind, mint, quarks, destination, native, created, state, goal, node
        case splitPayment = "split_payment"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            intent: try container.decode(IntentID.self, forKey: .intent),
            kind: try container.decode(Kind.self, forKey: .kind),
            mint: try container.decode(PublicKey.self, forKey: .mint),
            quarks: try container.decodeDecimalText(forKey: .quarks),
            destination: try container.decodeIfPresent(PublicKey.self, forKey: .destination),
            native: try container.decode(JournalAmount.self, forKey: .native),
            created: try container.decodeTime(forKey: .created),
            state: try container.decode(State.self, forKey: .state),
            splitPayment: try container.decodeIfPresent(String.self, forKey: .splitPayment),
            goal: try container.decodeIfPresent(String.self, forKey: .goal),
            node: try container.decodeIfPresent(PublicKey.self, forKey: .node))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(intent, forKey: .intent)
        try container.encode(kind, forKey: .kind)
        try container.encode(mint, forKey: .mint)
        try container.encode(String(quarks), forKey: .quarks)
        try container.encodeIfPresent(destination, forKey: .destination)
        try container.encode(native, forKey: .native)
        try container.encode(TimestampText.rfc3339(created), forKey: .created)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(splitPayment, forKey: .splitPayment)
        try container.encodeIfPresent(goal, forKey: .goal)
        try container.encodeIfPresent(node, forKey: .node)
    }
}

/// Times are RFC 3339 in UTC with milliseconds.
extension GrabRecord {
    private enum CodingKeys: String, CodingKey {
        case intent, mint, created, state, node
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            intent: try container.decode(IntentID.self, forKey: .intent),
            mint: try container.decode(PublicKey.self, forKey: .mint),
            created: try container.decodeTime(forKey: .created),
            state: try container.decode(State.self, forKey: .state),
            node: try container.decodeIfPresent(PublicKey.self, forKey: .node))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(intent, forKey: .intent)
        try container.encode(mint, forKey: .mint)
        try container.encode(TimestampText.rfc3339(created), forKey: .created)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(node, forKey: .node)
    }
}

extension KeyedDecodingContainer {
    /// Reads a 64-bit number from its decimal digits, because JSON numbers above 2⁵³ lose digits in many readers.
    func decodeDecimalText(forKey key: Key) throws -> UInt64 {
        guard let value = UInt64(try decode(String.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not a whole number")
        }
        return value
    }

    /// Reads an RFC 3339 time.
    func decodeTime(forKey key: Key) throws -> Instant {
        guard let time = TimestampText.instant(rfc3339: try decode(String.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not a time")
        }
        return time
    }
}
