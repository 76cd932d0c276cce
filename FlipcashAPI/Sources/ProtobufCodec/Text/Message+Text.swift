/// Options for writing messages in text format.
public struct TextFormatEncodingOptions: Sendable {
    /// Writes the total size of the unknown fields. Their content is never shown.
    public var printUnknownFields = true

    /// The types known in `google.protobuf.Any`.
    public var types = TypeRegistry.wellKnown

    /// Creates the default options.
    public init() {}
}

extension Message {
    /// Writes the message for people, one field per line.
    ///
    /// Sensitive values are replaced by `[REDACTED]`, so the text may be logged.
    public func textFormatString(options: TextFormatEncodingOptions = TextFormatEncodingOptions()) -> String {
        switch Result(catching: { () throws in try MessageTree(of: self) }) {
        case .success(let tree):
            var printer = TextPrinter(options)
            printer.message(tree)
            return printer.output
        case .failure: return "# too large or too deeply nested to show\n"
        }
    }

    /// The type, and the fields line by line, without sensitive values.
    ///
    /// String interpolation uses this text too, so a logged message shows no sensitive value.
    public var debugDescription: String {
        "\(String(reflecting: Self.self)):\n\(textFormatString())"
    }
}
