/// Message types by full name, for the content of `google.protobuf.Any`.
public struct TypeRegistry: Sendable {
    private var types: [String: any Message.Type] = [:]

    /// The well-known types only.
    public static let wellKnown = TypeRegistry([])

    /// Creates a registry of the given types and the well-known types.
    public init(_ types: [any Message.Type]) {
        for type in ProtobufCodecMessages.all { register(type) }
        for type in types { register(type) }
    }

    /// Adds a type. Replaces an earlier one with the same name.
    public mutating func register(_ type: any Message.Type) {
        types[type.protoMessageName] = type
    }

    /// The type with a full name.
    public func type(named name: String) -> (any Message.Type)? {
        types[name]
    }

    /// The type named by a URL. The full name follows the last slash.
    public func type(url: String) -> (any Message.Type)? {
        Self.messageName(url: url).flatMap { types[$0] }
    }

    /// The full message name in a type URL; nil without a slash.
    static func messageName(url: String) -> String? {
        guard let slash = url.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(url[url.utf8.index(after: slash)...])
    }
}
