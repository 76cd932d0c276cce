/// The usual prefix of type URLs. The same as ``Google_Protobuf_Any/defaultTypePrefix``, named as in SwiftProtobuf.
public let defaultAnyTypeURLPrefix = Google_Protobuf_Any.defaultTypePrefix

extension Google_Protobuf_Any {
    /// The usual prefix of type URLs, before the slash.
    public static let defaultTypePrefix = "type.googleapis.com"

    /// Creates an `Any` that holds a message.
    ///
    /// - Parameters:
    ///   - message: The message to pack.
    ///   - typePrefix: The part of the type URL before the type's name.
    /// - Throws: ``BinaryEncodingError`` when the message is larger than protobuf readers accept.
    public init<M: Message>(
        message: M, typePrefix: String = Google_Protobuf_Any.defaultTypePrefix
    ) throws(BinaryEncodingError) {
        self.init()
        typeURL = typePrefix + (typePrefix.hasSuffix("/") ? "" : "/") + M.protoMessageName
        value = try message.serializedBytes()
    }

    /// Whether the type URL names the given type. The content is not checked.
    public func isA<M: Message>(_ type: M.Type) -> Bool {
        TypeRegistry.messageName(url: typeURL) == M.protoMessageName
    }
}

/// An error from unpacking a `google.protobuf.Any`.
public enum AnyUnpackError: Error, Hashable, Sendable {
    /// The `Any` holds another type.
    case typeMismatch
    /// The bytes in the `Any` are not a message of the type.
    case malformedContent(BinaryDecodingError)
}

extension AnyUnpackError: CustomStringConvertible {
    /// A sentence that names the error.
    public var description: String {
        switch self {
        case .typeMismatch: "the Any holds a message of another type"
        case .malformedContent(let error): "the content of the Any is not valid: \(error)"
        }
    }
}

extension Message {
    /// Unpacks a message of this type.
    ///
    /// - Throws: ``AnyUnpackError`` when the `Any` holds another type or invalid bytes.
    public init(unpackingAny package: Google_Protobuf_Any) throws(AnyUnpackError) {
        guard package.isA(Self.self) else { throw .typeMismatch }
        do throws(BinaryDecodingError) {
            try self.init(serializedBytes: package.value)
        } catch {
            throw .malformedContent(error)
        }
    }
}
