import FlipcashAPI
import FlipcashCoreAPI
import ProtobufCodec
import Testing

/// Tests that a field number on the wire sets the property of the same name. Comparing bytes would not find two
/// properties that are swapped in both reading and writing.
@Suite("Which properties the fields on the wire set")
struct FieldPlacementTests {
    @Test("Each field, sent alone, changes the property of its name and no other")
    func decode_singleField_changesItsProperty() throws {
        for type in FlipcashAPIMessages.all + FlipcashCoreAPIMessages.all {
            for field in type.schema.fields { try check(field, of: type) }
        }
    }

    private func check<M: Message>(_ field: FieldSchema, of type: M.Type) throws {
        let changed = changes(in: try M(serializedBytes: sample(of: field)))
        #expect(changed == [plain(field.name)], "\(type.protoMessageName).\(field.name)")
    }

    /// The names of the properties that differ from a new message; for a oneof, the name of its case.
    private func changes<M: Message>(in message: M) -> [String] {
        zip(Mirror(reflecting: message).children, Mirror(reflecting: M()).children).compactMap { new, old in
            guard "\(new.value)" != "\(old.value)", let label = new.label else { return nil }
            guard label.first != "_", let arm = Mirror(reflecting: new.value).children.first?.value,
                Mirror(reflecting: arm).displayStyle == .enum, !(arm is any Enum)
            else { return plain(label) }
            return Mirror(reflecting: arm).children.first?.label.map(plain)
        }
    }

    /// A name without the differences between the two languages: capitals, underscores, and marks of reserved words.
    private func plain(_ name: String) -> String {
        let bare = name.hasSuffix("_p") ? String(name.dropLast(2)) : name
        return bare.filter { $0 != "_" && $0 != "`" }.lowercased()
    }

    /// The bytes of a message with one field that is not the default.
    private func sample(of field: FieldSchema) -> [UInt8] {
        if case .map(let key) = field.cardinality {
            let entry = tagged(1, key) + tagged(2, field.kind)
            return number(UInt64(field.number << 3 | 2)) + number(UInt64(entry.count)) + entry
        }
        return tagged(field.number, field.kind)
    }

    private func tagged(_ field: Int, _ kind: FieldSchema.Kind) -> [UInt8] {
        switch kind {
        case .int32, .int64, .uint32, .uint64, .sint32, .sint64, .bool, .enumeration:
            number(UInt64(field << 3)) + [1]
        case .double, .fixed64, .sfixed64: number(UInt64(field << 3 | 1)) + [0, 0, 0, 0, 0, 0, 0xf0, 0x3f]
        case .float, .fixed32, .sfixed32: number(UInt64(field << 3 | 5)) + [0, 0, 0x80, 0x3f]
        case .string, .bytes: number(UInt64(field << 3 | 2)) + [1, 0x61]
        case .message: number(UInt64(field << 3 | 2)) + [0]
        }
    }

    private func number(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7f) | 0x80] + number(value >> 7)
    }
}
