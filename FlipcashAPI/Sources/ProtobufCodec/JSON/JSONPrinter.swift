/// Writes messages as JSON.
struct JSONPrinter {
    private(set) var output: [UInt8] = []
    let options: JSONEncodingOptions
    /// The number of further message levels that may be opened, including those inside `google.protobuf.Any`.
    private var depthLeft = MessageTree.nestingLimit
    /// The number of further `Any` levels that may be opened.
    private var packagesLeft = MessageTree.packageLimit

    init(_ options: JSONEncodingOptions) {
        self.options = options
    }

    mutating func message(_ tree: MessageTree) throws(JSONEncodingError) {
        guard depthLeft > 0 else { throw .nestedTooDeeply }
        depthLeft -= 1
        if let form = WellKnownForm(messageName: tree.schema.name) {
            try wellKnown(form, tree)
        } else {
            append("{")
            var isFirst = true
            try members(of: tree, isFirst: &isFirst)
            append("}")
        }
        depthLeft += 1
    }

    private mutating func members(of tree: MessageTree, isFirst: inout Bool) throws(JSONEncodingError) {
        for field in tree.fields {
            key(options.preserveProtoFieldNames ? field.schema.name : field.schema.jsonName, isFirst: &isFirst)
            try values(of: field)
        }
    }

    private mutating func values(of field: MessageTree.Field) throws(JSONEncodingError) {
        switch field.schema.cardinality {
        case .implicit, .explicit, .arm:
            guard let value = field.values.last else { return }
            try self.value(value, field.schema.kind)
        case .repeated: try array(field.values, field.schema.kind)
        case .map: try object(field.values, field.schema.kind)
        }
    }

    /// Writes an array of messages, outside any field.
    mutating func array(_ messages: [MessageTree]) throws(JSONEncodingError) {
        append("[")
        for (index, message) in messages.enumerated() {
            if index > 0 { append(",") }
            try self.message(message)
        }
        append("]")
    }

    private mutating func array(_ values: [MessageTree.Value], _ kind: FieldSchema.Kind) throws(JSONEncodingError) {
        append("[")
        for (index, value) in values.enumerated() {
            if index > 0 { append(",") }
            try self.value(value, kind)
        }
        append("]")
    }

    private mutating func object(_ entries: [MessageTree.Value], _ kind: FieldSchema.Kind) throws(JSONEncodingError) {
        append("{")
        var isFirst = true
        for case .entry(let key, let value) in entries {
            self.key(key.keyText, isFirst: &isFirst)
            try self.value(value, kind)
        }
        append("}")
    }

    private mutating func value(_ value: MessageTree.Value, _ kind: FieldSchema.Kind) throws(JSONEncodingError) {
        switch value {
        case .double(let number): floatingPoint(number)
        case .float(let number): floatingPoint(number)
        case .signed(let number): signed(number, kind)
        case .unsigned(let number): integer(String(number), is64Bit: kind.is64Bit)
        case .bool(let flag): append(flag ? "true" : "false")
        case .string(let text): quoted(text)
        case .bytes(let bytes):
            append("\"")
            Base64.append(bytes, to: &output)
            append("\"")
        case .message(let tree): try message(tree)
        case .entry: break  // Entries stand only in maps, which are written above.
        }
    }

    private mutating func signed(_ number: Int64, _ kind: FieldSchema.Kind) {
        guard case .enumeration(let type) = kind else { return integer(String(number), is64Bit: kind.is64Bit) }
        if type.schema.name == "google.protobuf.NullValue", number == 0 {
            append("null")
        } else if !options.alwaysPrintEnumsAsInts, let name = type.schema.name(of: Int(number)) {
            quoted(name)
        } else {
            append(String(number))
        }
    }

    private mutating func integer(_ digits: String, is64Bit: Bool) {
        append(is64Bit && !options.alwaysPrintInt64sAsNumbers ? "\"\(digits)\"" : digits)
    }

    private mutating func floatingPoint<Number: BinaryFloatingPoint & CustomStringConvertible>(_ number: Number) {
        if number.isNaN {
            append("\"NaN\"")
        } else if number.isInfinite {
            append(number < 0 ? "\"-Infinity\"" : "\"Infinity\"")
        } else {
            // The standard library writes the fewest digits that read back as the same number.
            append(number.description)
        }
    }
}

// MARK: Well-known types

extension JSONPrinter {
    private mutating func wellKnown(_ form: WellKnownForm, _ tree: MessageTree) throws(JSONEncodingError) {
        switch form {
        case .timestamp:
            guard let text = CalendarText.text(seconds: tree.seconds, nanos: tree.nanos) else {
                throw .timestampRange
            }
            quoted(text)
        case .duration:
            guard let text = DurationText.text(seconds: tree.seconds, nanos: tree.nanos) else { throw .durationRange }
            quoted(text)
        case .fieldMask:
            guard let text = FieldMaskText.text(tree.values(1).compactMap(\.string)) else {
                throw .fieldMaskConversion
            }
            quoted(text)
        case .wrapper:
            guard let field = tree.schema.field(numbered: 1) else { return append("null") }
            try value(tree[1] ?? field.kind.defaultValue, field.kind)
        case .structure, .listValue:
            guard let field = tree.schema.field(numbered: 1) else { return append("null") }
            try values(of: MessageTree.Field(schema: field, values: tree.values(1)))
        case .value: try anyValue(tree)
        case .any: try any(tree)
        }
    }

    private mutating func anyValue(_ tree: MessageTree) throws(JSONEncodingError) {
        guard let field = tree.fields.last, let value = field.values.last else { throw .missingValue }
        if case .double(let number) = value, !number.isFinite { throw .valueNumberNotFinite }
        if field.schema.number == 1 { return append("null") }
        try self.value(value, field.schema.kind)
    }

    private mutating func any(_ tree: MessageTree) throws(JSONEncodingError) {
        let typeURL = tree[1]?.string ?? ""
        let content = tree[2]?.bytes ?? []
        if typeURL.isEmpty, content.isEmpty { return append("{}") }
        guard let type = options.types.type(url: typeURL) else {
            throw .anyTypeURLNotRegistered(typeURL: typeURL)
        }
        guard packagesLeft > 0 else { throw .nestedTooDeeply }
        packagesLeft -= 1
        guard let inner = MessageTree(opening: content, as: type) else { throw .anyContentInvalid(typeURL: typeURL) }
        append("{")
        var isFirst = true
        key("@type", isFirst: &isFirst)
        quoted(typeURL)
        if let form = WellKnownForm(messageName: inner.schema.name) {
            key("value", isFirst: &isFirst)
            guard depthLeft > 0 else { throw .nestedTooDeeply }
            depthLeft -= 1
            try wellKnown(form, inner)
            depthLeft += 1
        } else {
            try members(of: inner, isFirst: &isFirst)
        }
        append("}")
        packagesLeft += 1
    }
}

extension MessageTree {
    fileprivate var seconds: Int64 { self[1]?.signed ?? 0 }
    fileprivate var nanos: Int32 { Int32(truncatingIfNeeded: self[2]?.signed ?? 0) }
}

extension FieldSchema.Kind {
    fileprivate var is64Bit: Bool {
        switch self {
        case .int64, .uint64, .sint64, .fixed64, .sfixed64: true
        case .double, .float, .int32, .uint32, .sint32, .fixed32, .sfixed32, .bool, .string, .bytes, .enumeration,
            .message:
            false
        }
    }
}

// MARK: Characters

extension JSONPrinter {
    private mutating func append(_ text: String) {
        output += text.utf8
    }

    private mutating func key(_ name: String, isFirst: inout Bool) {
        if !isFirst { append(",") }
        isFirst = false
        quoted(name)
        append(":")
    }

    private mutating func quoted(_ text: String) {
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0a: append("\\n")
            case 0x0c: append("\\f")
            case 0x0d: append("\\r")
            case 0..<0x20, 0x7f:
                append("\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))")
            default: output.append(byte)
            }
        }
        append("\"")
    }
}
