import FlipcashCoreAPI
import ProtobufCodec

/// Error: a value cannot be sent, or a received field cannot be read. `place` names the field.
struct WireMismatch: Error, Hashable {
    let place: String
}

/// Conversions of ids between UUIDs and bytes, and of other bytes to hexadecimal digits.
enum WireBytes {
    private static let digits = Array("0123456789abcdef".utf8)

    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Bytes of hexadecimal digits; nil for other text.
    static func bytes(hex text: some StringProtocol) -> [UInt8]? {
        let nibbles = text.utf8.map { digit in digits.firstIndex(of: digit | 0x20) }
        guard nibbles.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: nibbles.count, by: 2) {
            guard let high = nibbles[index], let low = nibbles[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }

    /// A UUID in lower case; nil unless there are 16 bytes.
    static func uuid(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 16 else { return nil }
        let hex = Array(hex(bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
    }

    /// The bytes of a UUID; nil for other text.
    static func bytes(uuid text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count == 36, [8, 13, 18, 23].allSatisfy({ characters[$0] == UInt8(ascii: "-") }) else {
            return nil
        }
        let bytes = bytes(hex: text.replacing("-", with: ""))
        return bytes?.count == 16 ? bytes : nil
    }
}

extension MemberID {
    init(wire: Flipcash_Split_V1_MemberId, _ place: String) throws(WireMismatch) {
        guard let text = WireBytes.uuid(wire.value) else { throw WireMismatch(place: place) }
        self.init(text)
    }

    func wire(_ place: String = "member") throws(WireMismatch) -> Flipcash_Split_V1_MemberId {
        guard let bytes = WireBytes.bytes(uuid: text) else { throw WireMismatch(place: place) }
        return .with { $0.value = bytes }
    }
}

extension EntityID {
    init(wire: Flipcash_Split_V1_EntityId, _ place: String) throws(WireMismatch) {
        guard let text = WireBytes.uuid(wire.value) else { throw WireMismatch(place: place) }
        self.init(text)
    }

    func wire(_ place: String = "id") throws(WireMismatch) -> Flipcash_Split_V1_EntityId {
        guard let bytes = WireBytes.bytes(uuid: text) else { throw WireMismatch(place: place) }
        return .with { $0.value = bytes }
    }
}

extension AccountID {
    /// The id of 1 to 32 bytes: a UUID for 16 bytes, otherwise hexadecimal digits.
    public init?(userID bytes: [UInt8]) {
        guard (1...32).contains(bytes.count) else { return nil }
        self.init(WireBytes.uuid(bytes) ?? WireBytes.hex(bytes))
    }

    /// The bytes of the id; nil when the text is neither a UUID nor 1 to 32 bytes in hexadecimal digits.
    public var userID: [UInt8]? {
        let bytes = WireBytes.bytes(uuid: text) ?? WireBytes.bytes(hex: text)
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

extension Sequence {
    /// The elements after a conversion that can fail.
    func converted<Value>(
        _ convert: (Element) throws(WireMismatch) -> Value
    ) throws(WireMismatch) -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try convert(element)) }
        return values
    }
}
