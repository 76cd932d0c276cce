/// Writes messages in protobuf's text format without sensitive values.
///
/// Unknown fields may be sensitive, so only their number and size are shown. The same holds for a `google.protobuf.Any`
/// of an unknown type.
struct TextPrinter {
    private(set) var output = ""
    let options: TextFormatEncodingOptions
    private var depth = 0
    /// The number of further message levels that may be opened.
    private var depthLeft = MessageTree.nestingLimit
    /// The number of further `Any` levels that may be opened.
    private var packagesLeft = MessageTree.packageLimit

    init(_ options: TextFormatEncodingOptions) {
        self.options = options
    }

    mutating func message(_ tree: MessageTree) {
        guard depthLeft > 0 else { return line("# nested too deeply to show") }
        depthLeft -= 1
        defer { depthLeft += 1 }
        if case .any? = WellKnownForm(messageName: tree.schema.name), any(tree) { return }
        for field in tree.fields {
            for value in field.values { item(value, of: field.schema) }
        }
        if options.printUnknownFields, !tree.unknownFields.isEmpty {
            line("# \(tree.unknownFields)")
        }
    }

    private mutating func item(_ value: MessageTree.Value, of field: FieldSchema) {
        if field.isSensitive { return line("\(field.name): \(Redacted.text)") }
        switch value {
        case .message(let tree): block(field.name) { $0.message(tree) }
        case .entry(let key, let value):
            block(field.name) { printer in
                printer.line("key: \(Self.text(key, .string))")
                if case .message(let tree) = value {
                    printer.block("value") { $0.message(tree) }
                } else {
                    printer.line("value: \(Self.text(value, field.kind))")
                }
            }
        case .double, .float, .signed, .unsigned, .bool, .string, .bytes:
            line("\(field.name): \(Self.text(value, field.kind))")
        }
    }

    /// Writes the content of a `google.protobuf.Any`; returns false when it is empty.
    private mutating func any(_ tree: MessageTree) -> Bool {
        guard let typeURL = tree[1]?.string else { return false }
        let content = tree[2]?.bytes ?? []
        if packagesLeft == 0 {
            line("# nested too deeply to show")
        } else if let type = options.types.type(url: typeURL), let inner = MessageTree(opening: content, as: type) {
            packagesLeft -= 1
            block("[\(EscapedText.escaped(typeURL.utf8))]") { $0.message(inner) }
            packagesLeft += 1
        } else {
            line("type_url: \"\(EscapedText.escaped(typeURL.utf8))\"")
            line("# \(content.count) bytes")
        }
        return true
    }

    // MARK: Values

    private static func text(_ value: MessageTree.Value, _ kind: FieldSchema.Kind) -> String {
        switch value {
        case .double(let number): return number.description
        case .float(let number): return number.description
        case .signed(let number):
            guard case .enumeration(let type) = kind else { return String(number) }
            return type.schema.name(of: Int(number)) ?? String(number)
        case .unsigned(let number): return String(number)
        case .bool(let flag): return String(flag)
        case .string(let text): return "\"\(EscapedText.escaped(text.utf8))\""
        case .bytes(let bytes): return "\"\(EscapedText.escaped(bytes, keepsHighBytes: false))\""
        case .message, .entry: return ""  // Written as blocks.
        }
    }

    // MARK: Lines

    private mutating func line(_ text: String) {
        output += String(repeating: "  ", count: depth) + text + "\n"
    }

    private mutating func block(_ head: String, _ body: (inout TextPrinter) -> Void) {
        line("\(head) {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }
}
