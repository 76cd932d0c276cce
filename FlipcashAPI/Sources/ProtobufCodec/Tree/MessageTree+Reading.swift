extension MessageTree {
    /// Splits a message into its fields.
    ///
    /// - Throws: ``BinaryDecodingError`` when messages are nested too deeply, ``BinaryEncodingError`` when the message
    ///   is larger than protobuf readers accept.
    init(of message: some Message) throws {
        let outcome = try message.withSerializedBytes { MessageTree.read(type(of: message).schema, $0) }
        self = try outcome.get()
    }

    /// Splits the content of a `google.protobuf.Any` into fields; nil when the bytes are not a message of the type.
    init?<M: Message>(opening content: [UInt8], as type: M.Type) {
        switch Result(catching: { () throws in try MessageTree(of: M(serializedBytes: content)) }) {
        case .success(let tree): self = tree
        case .failure: return nil
        }
    }

    private static func read(
        _ schema: MessageSchema, _ bytes: UnsafeRawBufferPointer
    ) -> Result<MessageTree, BinaryDecodingError> {
        var tree = MessageTree(schema: schema)
        let buffer = bytes.bindMemory(to: UInt8.self)
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return .success(tree) }
        // Safe: the reader does not outlive this call, and the caller keeps the buffer alive during it.
        var reader = WireReader(start: start, count: buffer.count, nestingLimit: nestingLimit)
        do throws(BinaryDecodingError) {
            try tree.read(from: &reader)
            return .success(tree)
        } catch {
            return .failure(error)
        }
    }

    private mutating func read(from reader: inout WireReader) throws(BinaryDecodingError) {
        while true {
            let tag = try reader.nextTag()
            if tag == 0 { return }
            guard let field = schema.field(numbered: Int(tag >> 3)), try read(field, tag & 7, from: &reader) else {
                try reader.readUnknown(tag, into: &unknownFields)
                continue
            }
        }
    }

    /// Reads the value of a field; returns false when the wire type does not fit the field.
    private mutating func read(
        _ field: FieldSchema, _ wireType: UInt32, from reader: inout WireReader
    ) throws(BinaryDecodingError) -> Bool {
        switch field.cardinality {
        case .map(let key):
            guard wireType == WireType.lengthDelimited else { return false }
            append(try Self.readEntry(key, field.kind, from: &reader), to: field)
        case .repeated where wireType == WireType.lengthDelimited && field.kind.wireType != wireType:
            let outer = try reader.enterList()
            while reader.remaining > 0 { append(try Self.readValue(field.kind, from: &reader), to: field) }
            reader.leaveList(outer)
        case .implicit, .explicit, .arm, .repeated:
            guard wireType == field.kind.wireType else { return false }
            append(try Self.readValue(field.kind, from: &reader), to: field)
        }
        return true
    }

    private static func readEntry(
        _ keyKind: FieldSchema.Kind, _ valueKind: FieldSchema.Kind, from reader: inout WireReader
    ) throws(BinaryDecodingError) -> Value {
        var key = keyKind.defaultValue
        var value = valueKind.defaultValue
        let outer = try reader.enterMessage()
        while true {
            let tag = try reader.nextTag()
            if tag == 0 { break }
            if tag == 1 << 3 | keyKind.wireType {
                key = try readValue(keyKind, from: &reader)
            } else if tag == 2 << 3 | valueKind.wireType {
                value = try readValue(valueKind, from: &reader)
            } else {
                try reader.skipField(tag)
            }
        }
        reader.leaveMessage(outer)
        return .entry(key: key, value: value)
    }

    private static func readValue(
        _ kind: FieldSchema.Kind, from reader: inout WireReader
    ) throws(BinaryDecodingError) -> Value {
        switch kind {
        case .double: return .double(try reader.readDouble())
        case .float: return .float(try reader.readFloat())
        case .int32, .enumeration: return .signed(Int64(try reader.readInt32()))
        case .int64: return .signed(try reader.readInt64())
        case .uint32: return .unsigned(UInt64(try reader.readUInt32()))
        case .uint64: return .unsigned(try reader.readUInt64())
        case .sint32: return .signed(Int64(try reader.readSInt32()))
        case .sint64: return .signed(try reader.readSInt64())
        case .fixed32: return .unsigned(UInt64(try reader.readFixed32()))
        case .fixed64: return .unsigned(try reader.readFixed64())
        case .sfixed32: return .signed(Int64(try reader.readSFixed32()))
        case .sfixed64: return .signed(try reader.readSFixed64())
        case .bool: return .bool(try reader.readBool())
        case .string: return .string(try reader.readString())
        case .bytes: return .bytes(try reader.readBytes())
        case .message(let type):
            var tree = MessageTree(schema: type.schema)
            let outer = try reader.enterMessage()
            try tree.read(from: &reader)
            reader.leaveMessage(outer)
            return .message(tree)
        }
    }
}
