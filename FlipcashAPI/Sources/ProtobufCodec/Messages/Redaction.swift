/// What people see in place of a sensitive value that is set.
public struct Redacted: Hashable, Sendable {
    /// The text itself.
    static let text = "[REDACTED]"

    /// Creates it.
    public init() {}
}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible {
    /// `[REDACTED]`.
    public var description: String { Self.text }

    /// `[REDACTED]`.
    public var debugDescription: String { Self.text }
}

/// How generated models with sensitive fields answer reflection: `dump`, `Mirror` and whatever walks values with them,
/// such as the expectations of a test.
public enum Redaction {
    /// A mirror of a message with the given stored properties.
    public static func mirror<M: Message>(of message: M, _ properties: KeyValuePairs<String, Any>) -> Mirror {
        Mirror(message, children: properties, displayStyle: .struct)
    }

    /// What a mirror shows for a sensitive property: that it has its default value, or that it has another.
    public static func shown<Value: Hashable>(_ value: Value, unset: Value) -> Any {
        value == unset ? unset : Redacted()
    }

    /// A mirror of a oneof with the arm that is set.
    public static func mirror<Oneof: RedactedOneof>(of oneof: Oneof, _ arm: String, _ value: Any) -> Mirror {
        Mirror(oneof, children: [arm: value], displayStyle: .enum)
    }
}

/// A oneof of which at least one arm is sensitive.
public protocol RedactedOneof: Hashable, Sendable, CustomReflectable, CustomDebugStringConvertible {}

extension RedactedOneof {
    /// The arm with its value, unless that is sensitive.
    ///
    /// String interpolation uses it too: a oneof that ends up in a log gives nothing away.
    public var debugDescription: String {
        customMirror.children.map { "\($0.label ?? "")(\(String(reflecting: $0.value)))" }.joined()
    }
}
