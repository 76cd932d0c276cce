/// The first validation rule that a message breaks.
///
/// The error names the field and the rule but never the value, so it may be shown to peers and logged.
public struct ValidationError: Error, Hashable, Sendable {
    /// The path of the invalid field, from the outermost message inwards, such as `actions[2].open_account.owner`.
    public private(set) var path: String

    /// The full name of the outermost message; empty until known.
    public private(set) var message: String

    /// What the rule requires, such as "value is required".
    public let reason: String

    /// Creates an error about a field of the current message.
    public init(field: String, reason: String) {
        path = field
        message = ""
        self.reason = reason
    }

    /// The same error with `field`, the field of the outer message, put before the path.
    func nested(in field: String) -> ValidationError {
        var outer = self
        outer.path = "\(field).\(path)"
        return outer
    }

    func naming(message: String) -> ValidationError {
        var named = self
        named.message = message
        return named
    }
}

extension ValidationError: CustomStringConvertible {
    /// A sentence such as "invalid ocp.common.v1.Signature.value: must have 64 bytes".
    public var description: String {
        message.isEmpty ? "invalid \(path): \(reason)" : "invalid \(message).\(path): \(reason)"
    }
}
