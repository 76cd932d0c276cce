extension MessageTree {
    /// Builds a message from its fields.
    ///
    /// - Parameter nestingLimit: The maximum nesting depth inside the outermost message.
    /// - Throws: ``BinaryDecodingError`` when messages are nested more deeply.
    func assembled<M: Message>(
        as type: M.Type, nestingLimit: Int = MessageTree.nestingLimit
    ) throws(BinaryDecodingError) -> M {
        let outcome = WireWriter.write({ write(into: &$0) }) { bytes in
            var message = M()
            return message.merge(from: bytes.bindMemory(to: UInt8.self), nestingLimit: nestingLimit).map { message }
        }
        return try outcome.get()
    }

    /// Writes the fields from last to first, because the writer fills its buffer backwards.
    private func write(into writer: inout WireWriter) {
        for field in fields.reversed() {
            for value in field.values.reversed() {
                if case .map(let key) = field.schema.cardinality {
                    Self.writeEntry(value, key, field.schema, into: &writer)
                } else {
                    Self.write(value, field.schema.kind, number: field.schema.number, into: &writer)
                }
            }
        }
    }

    private static func writeEntry(
        _ entry: Value, _ keyKind: FieldSchema.Kind, _ field: FieldSchema, into writer: inout WireWriter
    ) {
        guard case .entry(let key, let value) = entry else { return }
        let before = writer.count
        write(value, field.kind, number: 2, into: &writer)
        write(key, keyKind, number: 1, into: &writer)
        writer.prependLength(since: before, tag: UInt32(field.number) << 3 | WireType.lengthDelimited)
    }

    private static func write(
        _ value: Value, _ kind: FieldSchema.Kind, number: Int, into writer: inout WireWriter
    ) {
        let tag = UInt32(number) << 3 | kind.wireType
        switch value {
        case .double(let value): writer.writePresentDouble(value, tag: tag)
        case .float(let value): writer.writePresentFloat(value, tag: tag)
        case .signed(let value): writeSigned(value, kind, tag, into: &writer)
        case .unsigned(let value): writeUnsigned(value, kind, tag, into: &writer)
        case .bool(let value): writer.writePresentBool(value, tag: tag)
        case .string(let value): writer.writePresentString(value, tag: tag)
        case .bytes(let value): writer.writePresentBytes(value, tag: tag)
        case .message(let tree):
            let before = writer.count
            tree.write(into: &writer)
            writer.prependVarint(UInt64(writer.count - before))
            writer.prependTag(tag)
        case .entry: break  // Entries stand only in maps, which are written above.
        }
    }

    private static func writeSigned(
        _ value: Int64, _ kind: FieldSchema.Kind, _ tag: UInt32, into writer: inout WireWriter
    ) {
        switch kind {
        case .sint32: writer.writePresentSInt32(Int32(truncatingIfNeeded: value), tag: tag)
        case .sint64: writer.writePresentSInt64(value, tag: tag)
        case .sfixed32: writer.writePresentSFixed32(Int32(truncatingIfNeeded: value), tag: tag)
        case .sfixed64: writer.writePresentSFixed64(value, tag: tag)
        case .double, .float, .int32, .int64, .uint32, .uint64, .fixed32, .fixed64, .bool, .string, .bytes,
            .enumeration, .message:
            writer.writePresentInt64(value, tag: tag)
        }
    }

    private static func writeUnsigned(
        _ value: UInt64, _ kind: FieldSchema.Kind, _ tag: UInt32, into writer: inout WireWriter
    ) {
        switch kind {
        case .fixed32: writer.writePresentFixed32(UInt32(truncatingIfNeeded: value), tag: tag)
        case .fixed64: writer.writePresentFixed64(value, tag: tag)
        case .double, .float, .int32, .int64, .uint32, .uint64, .sint32, .sint64, .sfixed32, .sfixed64, .bool, .string,
            .bytes, .enumeration, .message:
            writer.writePresentUInt64(value, tag: tag)
        }
    }
}
