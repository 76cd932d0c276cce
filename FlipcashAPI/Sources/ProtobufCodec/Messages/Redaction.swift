/// The placeholder shown instead of a sensitive value.
public struct Redacted: Hashable, Sendable {
    /// The placeholder's text.
    static let text = "[REDACTED]"

    /// Creates a placeholder.
    public init() {}
}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible {
    /// `[REDACTED]`.
    public var description: String { Self.text }

    /// `[REDACTED]`.
    public var debugDescription: String { Self.text }
}

/// Mirrors for generated models with sensitive fields, used by `dump`, `Mirror` and test expectations.
public enum Redaction {
    /// Makes a mirror of a message with the given stored properties.
    public static func mirror<M: Message>(of message: M, _ properties: KeyValuePairs<String, Any>) -> Mirror {
        Mirror(message, children: properties, displayStyle: .struct)
    }

    /// The mirror's value of a sensitive property: the default value, or a placeholder for any other.
    public static func shown<Value: Hashable>(_ value: Value, unset: Value) -> Any {
        value == unset ? unset : Redacted()
    }

    /// Makes a mirror of a oneof with its set field.
    public static func mirror<Oneof: RedactedOneof>(of oneof: Oneof, _ arm: String, _ value: Any) -> Mirror {
        Mirror(oneof, children: [arm: value], displayStyle: .enum)
    }
}

/// A oneof with at least one sensitive field.
public protocol RedactedOneof: Hashable, Sendable, CustomReflectable, CustomDebugStringConvertible {}

extension RedactedOneof {
    /// The set field with its value, or with a placeholder when the field is sensitive.
    ///
    /// String interpolation uses this text too, so a logged oneof shows no sensitive value.
    public var debugDescription: String {
        customMirror.children.map { "\($0.label ?? "")(\(String(reflecting: $0.value)))" }.joined()
    }
}
