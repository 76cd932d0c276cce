/// How messages are written for people.
public struct TextFormatEncodingOptions: Sendable {
    /// Says how many bytes the fields take that the definition does not know. Their content is never shown.
    public var printUnknownFields = true

    /// The types that are recognized in `google.protobuf.Any`.
    public var types = TypeRegistry.wellKnown

    /// Creates the default options.
    public init() {}
}

extension Message {
    /// Writes the message for people, one field to a line.
    ///
    /// The values of fields that the definition marks as sensitive are replaced by `[REDACTED]`: the text may go to
    /// logs.
    public func textFormatString(options: TextFormatEncodingOptions = TextFormatEncodingOptions()) -> String {
        switch Result(catching: { () throws in try MessageTree(of: self) }) {
        case .success(let tree):
            var printer = TextPrinter(options)
            printer.message(tree)
            return printer.output
        case .failure: return "# too large or too deeply nested to show\n"
        }
    }

    /// The type and, line by line, the fields, without the values of sensitive ones.
    ///
    /// String interpolation uses it too: a message that ends up in a log gives nothing away.
    public var debugDescription: String {
        "\(String(reflecting: Self.self)):\n\(textFormatString())"
    }
}
