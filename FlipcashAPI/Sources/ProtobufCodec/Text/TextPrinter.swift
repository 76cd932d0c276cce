/// Writes messages for people to read: protobuf's text form, with sensitive values kept back.
///
/// What the definition does not know is shown by number and size alone, since nobody can tell whether it is sensitive;
/// so is what stands in a `google.protobuf.Any` of an unknown type.
struct TextPrinter {
    private(set) var output = ""
    let options: TextFormatEncodingOptions
    private var depth = 0
    /// How many messages may still be opened within each other.
    private var depthLeft = MessageTree.nestingLimit

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
            line("# \(tree.unknownFields.data.count) bytes of unknown fields")
        }
    }

    private mutating func item(_ value: MessageTree.Value, of field: FieldSchema) {
        if field.isSensitive { return line("\(field.name): [REDACTED]") }
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

    /// Writes what a `google.protobuf.Any` holds; returns false when it is empty.
    private mutating func any(_ tree: MessageTree) -> Bool {
        guard let typeURL = tree[1]?.string else { return false }
        let content = tree[2]?.bytes ?? []
        if let type = options.types.type(url: typeURL), let inner = Self.tree(type, content) {
            block("[\(Self.escaped(typeURL.utf8))]") { $0.message(inner) }
        } else {
            line("type_url: \"\(Self.escaped(typeURL.utf8))\"")
            line("# \(content.count) bytes")
        }
        return true
    }

    private static func tree<M: Message>(_ type: M.Type, _ bytes: [UInt8]) -> MessageTree? {
        switch Result(catching: { () throws in try MessageTree(of: M(serializedBytes: bytes)) }) {
        case .success(let tree): tree
        case .failure: nil
        }
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
        case .string(let text): return "\"\(escaped(text.utf8))\""
        case .bytes(let bytes): return "\"\(escaped(bytes, keepsHighBytes: false))\""
        case .message, .entry: return ""  // Written as blocks.
        }
    }

    private static func escaped(_ bytes: some Sequence<UInt8>, keepsHighBytes: Bool = true) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): result += Array("\\n".utf8)
            case UInt8(ascii: "\r"): result += Array("\\r".utf8)
            case UInt8(ascii: "\t"): result += Array("\\t".utf8)
            case 0x20..<0x7f: result.append(byte)
            case 0x80...0xff where keepsHighBytes: result.append(byte)
            default:
                let octal = String(byte, radix: 8)
                result += Array("\\\(String(repeating: "0", count: 3 - octal.utf8.count))\(octal)".utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
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
