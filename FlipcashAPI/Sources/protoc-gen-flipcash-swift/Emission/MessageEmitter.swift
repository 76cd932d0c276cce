/// Writes the declaration of a message and of the types nested in it.
struct MessageEmitter {
    let type: MessageType
    let table: TypeTable
    let fields: [Field]

    private var ownName: String { type.swiftName.split(separator: ".").last.map(String.init) ?? type.swiftName }

    init(_ type: MessageType, _ table: TypeTable) throws {
        self.type = type
        self.table = table
        fields = try type.descriptor.fields.map { try Field($0, in: type, table) }
    }

    func emit(into code: inout CodeWriter) throws {
        code.comment(type.descriptor.comment, otherwise: "The message `\(type.fullName)`.")
        let conformances = hasMirror ? "ProtobufCodec.Message, Swift.CustomReflectable" : "ProtobufCodec.Message"
        try code.block("public struct \(ownName): \(conformances)") { code in
            emitProperties(into: &code)
            code.line("public var unknownFields = ProtobufCodec.UnknownStorage()")
            code.line()
            code.line("public init() {}")
            for index in realOneofs { emitOneof(index, into: &code) }
            try emitNestedTypes(into: &code)
            code.line()
            code.line("public static var protoMessageName: String { \"\(type.fullName)\" }")
            code.line()
            emitSchema(into: &code)
            code.line()
            emitDecoding(into: &code)
            code.line()
            emitEncoding(into: &code)
            emitStorage(into: &code)
            if hasMirror {
                code.line()
                emitMirror(into: &code)
            }
        }
    }

    private func emitNestedTypes(into code: inout CodeWriter) throws {
        for nested in type.descriptor.enums {
            code.line()
            EnumEmitter(type: try table.enumeration("\(type.fullName).\(nested.name)")).emit(into: &code)
        }
        for nested in type.descriptor.messages where !nested.isMapEntry {
            code.line()
            try MessageEmitter(try table.message("\(type.fullName).\(nested.name)"), table).emit(into: &code)
        }
    }

    private func emitSchema(into code: inout CodeWriter) {
        guard !fields.isEmpty else {
            return code.line("public static let schema = ProtobufCodec.MessageSchema(protoMessageName, [])")
        }
        code.block("public static let schema = ProtobufCodec.MessageSchema(protoMessageName, [", "])") { code in
            for field in fields {
                var arguments = "\(field.number), \"\(field.descriptor.name)\", "
                switch field.shape {
                case .implicit: arguments += field.value.schemaKind
                case .explicit: arguments += "\(field.value.schemaKind), .explicit"
                case .arm(let index): arguments += "\(field.value.schemaKind), .arm(of: \"\(oneofName(index))\")"
                case .repeated: arguments += "\(field.value.schemaKind), .repeated"
                case .map(let key, let value): arguments += "\(value.schemaKind), .map(key: \(key.schemaKind))"
                }
                if let name = field.jsonName { arguments += ", json: \"\(name)\"" }
                if field.descriptor.isSensitive { arguments += ", isSensitive: true" }
                code.line("ProtobufCodec.FieldSchema(\(arguments)),")
            }
        }
    }
}

// MARK: Oneofs

extension MessageEmitter {
    func oneofName(_ index: Int) -> String { type.descriptor.oneofs[index].name }

    func arms(of index: Int) -> [Field] {
        fields.filter { field in
            if case .arm(let oneof) = field.shape { oneof == index } else { false }
        }
    }

    /// The oneofs of the definition, without those made for a single `optional` field.
    var realOneofs: [Int] {
        type.descriptor.oneofs.indices.filter { !arms(of: $0).isEmpty }
    }

    private func emitOneof(_ index: Int, into code: inout CodeWriter) {
        code.line()
        code.comment(type.descriptor.oneofs[index].comment, otherwise: "The arms of `\(oneofName(index))`.")
        let isGuarded = arms(of: index).contains { $0.descriptor.isSensitive }
        let conformances = isGuarded ? "ProtobufCodec.RedactedOneof" : "Hashable, Sendable"
        code.block("public enum \(Names.oneof(oneofName(index))): \(conformances)") { code in
            for arm in arms(of: index) {
                code.comment(arm.descriptor.comment, otherwise: description(of: arm))
                code.line("\(arm.isBoxed ? "indirect " : "")case \(armCase(arm))(\(arm.value.swiftType))")
            }
            if isGuarded {
                code.line()
                emitOneofMirror(index, into: &code)
            }
        }
    }

    /// The property that stores a oneof.
    func oneofProperty(_ index: Int) -> String { Names.Member(oneofName(index)).property }

    func armCase(_ field: Field) -> String { field.names.property }
}
