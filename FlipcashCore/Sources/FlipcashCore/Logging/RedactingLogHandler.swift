public import Logging

/// Formats log entries, redacts sensitive values, and passes the lines to a sink.
///
/// Messages are constants and all variables are in the metadata, so only metadata is redacted (client specification
/// §6.1).
public struct RedactingLogHandler: LogHandler {
    private let label: String
    private let sink: any LogSink
    private let keyRedactor = SensitiveKeyRedactor()
    private let patternRedactor = PatternRedactor()
    private var ownLevel: Logger.Level?

    /// The metadata of every entry of this logger; an entry's own values take precedence.
    public var metadata: Logger.Metadata = [:]
    /// Adds values from the context of each entry, such as its task; they take precedence over ``metadata``.
    public var metadataProvider: Logger.MetadataProvider?

    /// The level of the sink, unless this handler has its own level.
    public var logLevel: Logger.Level {
        get { ownLevel ?? sink.level }
        set { ownLevel = newValue }
    }

    /// Creates the handler of the logger `label`, which writes to `sink`.
    public init(label: String, sink: any LogSink) {
        self.label = label
        self.sink = sink
    }

    /// The value for `key` in every entry of this logger; nil if it has none.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Formats the entry as one line, redacts its metadata, and writes it to the sink.
    ///
    /// The metadata is that of the logger, the provider and the entry; for equal keys the later one of these takes
    /// precedence. The line lists it in the order of the keys.
    public func log(event: LogEvent) {
        var merged = metadata
        if let provided = metadataProvider?.get() { merged.merge(provided) { _, new in new } }
        if let explicit = event.metadata { merged.merge(explicit) { _, new in new } }
        var line = "[\(event.level.rawValue.uppercased())] \(sink.timestamp()) \(label) \(event.message)"
        for (key, value) in merged.sorted(by: { $0.key < $1.key }) {
            line += " \(key)=\(redacted(value, key: key))"
        }
        sink.write(line, level: event.level)
    }

    private func redacted(_ value: Logger.Metadata.Value, key: String) -> String {
        switch value {
        case .string(let text): redactedText(text, key: key)
        case .stringConvertible(let text): redactedText("\(text)", key: key)
        case .array(let elements): "[" + elements.map { redacted($0, key: key) }.joined(separator: ", ") + "]"
        case .dictionary(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { "\($0.key): \(redacted($0.value, key: $0.key))" }
                .joined(separator: ", ") + "}"
        }
    }

    private func redactedText(_ text: String, key: String) -> String {
        keyRedactor.isSensitive(key) ? SensitiveKeyRedactor.replacement : patternRedactor.redact(text)
    }
}
