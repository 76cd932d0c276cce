/// What stands before the slash in the URLs of types by custom: ``Google_Protobuf_Any/defaultTypePrefix`` under the
/// name that code written for other runtimes knows.
public let defaultAnyTypeURLPrefix = Google_Protobuf_Any.defaultTypePrefix

extension Google_Protobuf_Any {
    /// What stands before the slash in the URLs of types by custom.
    public static let defaultTypePrefix = "type.googleapis.com"

    /// Creates a package that holds a message.
    ///
    /// - Parameters:
    ///   - message: What the package holds, as it is now.
    ///   - typePrefix: What stands before the name of the type in its URL.
    /// - Throws: ``BinaryEncodingError`` when the message is larger than any reader accepts.
    public init<M: Message>(
        message: M, typePrefix: String = Google_Protobuf_Any.defaultTypePrefix
    ) throws(BinaryEncodingError) {
        self.init()
        typeURL = typePrefix + (typePrefix.hasSuffix("/") ? "" : "/") + M.protoMessageName
        value = try message.serializedBytes()
    }

    /// Whether the package says that it holds a message of the given type.
    public func isA<M: Message>(_ type: M.Type) -> Bool {
        TypeRegistry.messageName(url: typeURL) == M.protoMessageName
    }
}

/// Why a package could not be opened as a message of some type.
public enum AnyUnpackError: Error, Hashable, Sendable {
    /// The package holds another type.
    case typeMismatch
    /// The bytes in the package are no message of the type.
    case malformedContent(BinaryDecodingError)
}

extension AnyUnpackError: CustomStringConvertible {
    /// A sentence that says what went wrong.
    public var description: String {
        switch self {
        case .typeMismatch: "the package holds a message of another type"
        case .malformedContent(let error): "the package does not hold what it says: \(error)"
        }
    }
}

extension Message {
    /// Opens a package that holds a message of this type.
    ///
    /// - Throws: ``AnyUnpackError`` when it holds another type, or bytes that are no message of it.
    public init(unpackingAny package: Google_Protobuf_Any) throws(AnyUnpackError) {
        guard package.isA(Self.self) else { throw .typeMismatch }
        do throws(BinaryDecodingError) {
            try self.init(serializedBytes: package.value)
        } catch {
            throw .malformedContent(error)
        }
    }
}
