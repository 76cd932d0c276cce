internal import ProtobufCodec

/// A field with the values that the emitters need, computed once.
struct Field {
    enum Shape {
        case implicit
        case explicit
        case arm(oneof: Int)
        case repeated
        case map(key: Value, value: Value)
    }

    /// The type of a value, with its names in the codec and in Swift.
    struct Value {
        /// The suffix of the codec's methods and kinds: `UInt64`, `String`, `Enum`, `Message` …
        let codecName: String
        /// The type in Swift.
        let swiftType: String
        /// The expression of the default value.
        let defaultValue: String
        /// The codec's kind, for lists and maps.
        let kind: String
        /// The kind in the schema.
        let schemaKind: String
        let wireType: UInt32

        var isMessage: Bool { codecName == "Message" }
        var isPackable: Bool { wireType != 2 }
    }

    let descriptor: FieldDescriptor
    let names: Names.Member
    let shape: Shape
    let value: Value
    /// The name in JSON, when it differs from the default spelling.
    let jsonName: String?
    /// Whether a sub-message is stored on the heap.
    let isBoxed: Bool
    let isPacked: Bool

    var number: Int { descriptor.number }

    /// The tag of an unpacked value.
    var tag: UInt32 { UInt32(number) << 3 | value.wireType }

    /// The tag of a packed list.
    var packedTag: UInt32 { UInt32(number) << 3 | 2 }

    init(_ descriptor: FieldDescriptor, in message: MessageType, _ table: TypeTable) throws {
        self.descriptor = descriptor
        names = Names.Member(descriptor.name)
        value = try Value(descriptor, table)
        if let entry = table.messages[descriptor.typeName]?.descriptor, entry.isMapEntry {
            guard let key = entry.fields.first(where: { $0.number == 1 }),
                let mapped = entry.fields.first(where: { $0.number == 2 })
            else {
                throw GeneratorError("map \(message.fullName).\(descriptor.name) has no key or value")
            }
            shape = .map(key: try Value(key, table), value: try Value(mapped, table))
        } else if descriptor.label == .repeated {
            shape = .repeated
        } else if let index = descriptor.oneofIndex, !descriptor.isProto3Optional {
            shape = .arm(oneof: index)
        } else if descriptor.isProto3Optional || value.isMessage {
            shape = .explicit
        } else {
            shape = .implicit
        }
        jsonName = descriptor.jsonName.flatMap { $0 == FieldSchema.lowerCamelCase(descriptor.name) ? nil : $0 }
        isBoxed = value.isMessage && table.isBoxed(descriptor.typeName, in: message.fullName)
        isPacked = descriptor.label == .repeated && value.isPackable && descriptor.packed ?? true
    }
}

extension Field.Value {
    init(_ field: FieldDescriptor, _ table: TypeTable) throws {
        func scalar(_ name: String, _ type: String, _ defaultValue: String, _ wireType: UInt32) -> Field.Value {
            Field.Value(
                codecName: name, swiftType: type, defaultValue: defaultValue, kind: "ProtobufCodec.Wire\(name)",
                schemaKind: ".\(name.lowercased())", wireType: wireType)
        }
        switch field.type {
        case .double: self = scalar("Double", "Double", "0", 1)
        case .float: self = scalar("Float", "Float", "0", 5)
        case .int32: self = scalar("Int32", "Int32", "0", 0)
        case .int64: self = scalar("Int64", "Int64", "0", 0)
        case .uint32: self = scalar("UInt32", "UInt32", "0", 0)
        case .uint64: self = scalar("UInt64", "UInt64", "0", 0)
        case .sint32: self = scalar("SInt32", "Int32", "0", 0)
        case .sint64: self = scalar("SInt64", "Int64", "0", 0)
        case .fixed32: self = scalar("Fixed32", "UInt32", "0", 5)
        case .fixed64: self = scalar("Fixed64", "UInt64", "0", 1)
        case .sfixed32: self = scalar("SFixed32", "Int32", "0", 5)
        case .sfixed64: self = scalar("SFixed64", "Int64", "0", 1)
        case .bool: self = scalar("Bool", "Bool", "false", 0)
        case .string: self = scalar("String", "String", "\"\"", 2)
        case .bytes:
            self.init(
                codecName: "Bytes", swiftType: table.bytes.swiftType, defaultValue: table.bytes.defaultValue,
                kind: table.bytes.kind, schemaKind: ".bytes", wireType: 2)
        case .enumeration:
            let type = try table.enumeration(field.typeName)
            guard let first = type.caseNames.first else { throw GeneratorError("enum \(type.fullName) has no values") }
            self.init(
                codecName: "Enum", swiftType: type.swiftName, defaultValue: ".\(first)",
                kind: "ProtobufCodec.WireEnum<\(type.swiftName)>", schemaKind: ".enumeration(\(type.swiftName).self)",
                wireType: 0)
        case .message:
            let name = try table.message(field.typeName).swiftName
            self.init(
                codecName: "Message", swiftType: name, defaultValue: "\(name)()",
                kind: "ProtobufCodec.WireMessage<\(name)>", schemaKind: ".message(\(name).self)", wireType: 2)
        case .group:
            throw GeneratorError("field \(field.name) is a group; only proto3 definitions can be generated")
        }
    }
}
