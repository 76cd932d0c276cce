import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

extension MemberID {
    /// The id of 16 bytes; nil for another number of bytes.
    public init?(bytes: [UInt8]) {
        guard let uuid = UUIDBytes(bytes) else { return nil }
        self.init(uuid)
    }

    /// The 16 bytes of the id; nil when the text is not a UUID.
    public var bytes: [UInt8]? { value.bytes }

    init(wire: Flipcash_Split_V1_MemberId, _ place: String) throws(WireMismatch) {
        guard let uuid = UUIDBytes(wire.value) else { throw WireMismatch(place: place) }
        self.init(uuid)
    }

    func wire(_ place: String = "member") throws(WireMismatch) -> Flipcash_Split_V1_MemberId {
        guard let bytes else { throw WireMismatch(place: place) }
        return .with { $0.value = bytes }
    }
}

extension EntityID {
    /// The id of 16 bytes; nil for another number of bytes.
    public init?(bytes: [UInt8]) {
        guard let uuid = UUIDBytes(bytes) else { return nil }
        self.init(uuid)
    }

    /// The 16 bytes of the id; nil when the text is not a UUID.
    public var bytes: [UInt8]? { value.bytes }

    init(wire: Flipcash_Split_V1_EntityId, _ place: String) throws(WireMismatch) {
        guard let uuid = UUIDBytes(wire.value) else { throw WireMismatch(place: place) }
        self.init(uuid)
    }

    func wire(_ place: String = "id") throws(WireMismatch) -> Flipcash_Split_V1_EntityId {
        guard let bytes else { throw WireMismatch(place: place) }
        return .with { $0.value = bytes }
    }
}

extension AccountID {
    /// The id of 1 to 32 bytes: a UUID for 16 bytes, otherwise hexadecimal digits.
    public init?(userID bytes: [UInt8]) {
        guard (1...32).contains(bytes.count) else { return nil }
        if let uuid = UUIDBytes(bytes) {
            self.init(uuid)
        } else {
            self.init(Hexadecimal.encode(bytes))
        }
    }

    /// The bytes of the id; nil when the text is neither a UUID nor 1 to 32 bytes in hexadecimal digits.
    public var userID: [UInt8]? {
        let bytes = value.bytes ?? Hexadecimal.decode(text)
        return bytes.flatMap { (1...32).contains($0.count) ? $0 : nil }
    }

    init(wire: Flipcash_Common_V1_UserId, _ place: String) throws(WireMismatch) {
        guard let id = AccountID(userID: wire.value) else { throw WireMismatch(place: place) }
        self = id
    }

    func wire(_ place: String = "user") throws(WireMismatch) -> Flipcash_Common_V1_UserId {
        guard let userID else { throw WireMismatch(place: place) }
        return .with { $0.value = userID }
    }
}

extension SplitTime {
    /// Reads a timestamp. Drops parts of milliseconds. A time out of range becomes the first or the last one.
    init(wire: Google_Protobuf_Timestamp) {
        let (product, overflow) = wire.seconds.multipliedReportingOverflow(by: 1000)
        let (sum, carry) = product.addingReportingOverflow(Int64(wire.nanos / 1_000_000))
        self.init(milliseconds: overflow || carry ? (wire.seconds < 0 ? .min : .max) : sum)
    }

    var wire: Google_Protobuf_Timestamp {
        // Safe: the rest of a division by 1000 has at most three digits.
        let rest = Int32(milliseconds % 1000)
        return Google_Protobuf_Timestamp(seconds: seconds, nanos: (rest < 0 ? rest + 1000 : rest) * 1_000_000)
    }
}
