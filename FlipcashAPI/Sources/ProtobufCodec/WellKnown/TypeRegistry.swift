/// Message types by their full names: what `google.protobuf.Any` may hold.
public struct TypeRegistry: Sendable {
    private var types: [String: any Message.Type] = [:]

    /// The well-known types alone.
    public static let wellKnown = TypeRegistry([])

    /// Creates a registry of the given types and of the well-known ones.
    public init(_ types: [any Message.Type]) {
        for type in ProtobufCodecMessages.all { register(type) }
        for type in types { register(type) }
    }

    /// Adds a type, in place of an earlier one of the same name.
    public mutating func register(_ type: any Message.Type) {
        types[type.protoMessageName] = type
    }

    /// The type with a full name.
    public func type(named name: String) -> (any Message.Type)? {
        types[name]
    }

    /// The type that a URL names: what follows its last slash is the full name.
    public func type(url: String) -> (any Message.Type)? {
        Self.messageName(url: url).flatMap { types[$0] }
    }

    /// The full name of the message that a URL names; nil when it has no slash, and so names none.
    static func messageName(url: String) -> String? {
        guard let slash = url.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(url[url.utf8.index(after: slash)...])
    }
}
