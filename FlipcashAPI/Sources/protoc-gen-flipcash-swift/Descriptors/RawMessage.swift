internal import ProtobufCodec

/// A message read without a definition: its fields by number, in wire order.
///
/// `descriptor.proto` is a proto2 file with extensions. Raw reading keeps the presence of every field and gives access
/// to options added by other files.
struct RawMessage: Message {
    /// The value of a field, by its wire type.
    enum Value: Hashable, Sendable {
        /// A varint, or a fixed number of 4 or 8 bytes.
        case number(UInt64)
        /// A string, a message or a packed list.
        case bytes([UInt8])
    }

    /// One field as it was read.
    struct Item: Hashable, Sendable {
        let number: Int
        let value: Value
    }

    var fields: [Item] = []
    var unknownFields = UnknownStorage()

    init() {}

    static var protoMessageName: String { "" }
    static var schema: MessageSchema { MessageSchema(protoMessageName, []) }

    mutating func decodeFields(from reader: inout WireReader) throws(BinaryDecodingError) {
        while true {
            let tag = try reader.nextTag()
            if tag == 0 { return }
            let number = Int(tag >> 3)
            switch tag & 7 {
            case 0: fields.append(Item(number: number, value: .number(try reader.readUInt64())))
            case 1: fields.append(Item(number: number, value: .number(try reader.readFixed64())))
            case 2: fields.append(Item(number: number, value: .bytes(try reader.readBytes())))
            case 5: fields.append(Item(number: number, value: .number(UInt64(try reader.readFixed32()))))
            default: try reader.readUnknown(tag, into: &unknownFields)
            }
        }
    }

    func encodeFields(into writer: inout WireWriter) {
        writer.writeUnknown(unknownFields)
        for field in fields.reversed() {
            switch field.value {
            case .number(let value): writer.writePresentUInt64(value, tag: UInt32(field.number) << 3)
            case .bytes(let value): writer.writePresentBytes(value, tag: UInt32(field.number) << 3 | 2)
            }
        }
    }
}

/// Access to fields by number. If a field that is not a list occurs several times, the last one counts.
extension RawMessage {
    func has(_ number: Int) -> Bool {
        fields.contains { $0.number == number }
    }

    func number(_ number: Int) -> UInt64? {
        for field in fields.reversed() where field.number == number {
            if case .number(let value) = field.value { return value }
        }
        return nil
    }

    func integer(_ number: Int) -> Int? {
        self.number(number).map { Int(truncatingIfNeeded: $0) }
    }

    func flag(_ number: Int) -> Bool? {
        self.number(number).map { $0 != 0 }
    }

    /// All occurrences of a field of bytes.
    func bytes(_ number: Int) -> [[UInt8]] {
        fields.compactMap { field in
            guard field.number == number, case .bytes(let bytes) = field.value else { return nil }
            return bytes
        }
    }

    func strings(_ number: Int) -> [String] {
        bytes(number).map { String(decoding: $0, as: UTF8.self) }
    }

    func string(_ number: Int) -> String? {
        strings(number).last
    }

    /// All sub-messages with this number, in order.
    func messages(_ number: Int) throws -> [RawMessage] {
        try bytes(number).map { try RawMessage(serializedBytes: $0) }
    }

    /// The sub-message with this number, its occurrences merged; nil when there is none.
    func message(_ number: Int) throws -> RawMessage? {
        let pieces = bytes(number)
        return pieces.isEmpty ? nil : try RawMessage(serializedBytes: pieces.flatMap { $0 })
    }

    /// A list of integers, packed or not.
    func integers(_ number: Int) throws -> [Int] {
        var result: [Int] = []
        for field in fields where field.number == number {
            switch field.value {
            case .number(let value): result.append(Int(truncatingIfNeeded: value))
            case .bytes(let packed):
                let list = try PackedIntegers(serializedBytes: [0x0a] + PackedIntegers.length(packed.count) + packed)
                result += list.values.map { Int($0) }
            }
        }
        return result
    }
}

/// A message whose only field is a packed list of integers.
private struct PackedIntegers: Message {
    var values: [Int64] = []
    var unknownFields = UnknownStorage()

    init() {}

    static var protoMessageName: String { "" }
    static var schema: MessageSchema { MessageSchema(protoMessageName, []) }

    mutating func decodeFields(from reader: inout WireReader) throws(BinaryDecodingError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 10: try reader.readPacked(WireInt64.self, into: &values)
            default: try reader.readUnknown(tag, into: &unknownFields)
            }
        }
    }

    func encodeFields(into writer: inout WireWriter) {
        writer.writeUnknown(unknownFields)
        writer.writePacked(WireInt64.self, values, tag: 10)
    }

    /// A length as a varint.
    static func length(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = count
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
