/// Why a text could not be read as a message, and where.
///
/// The error names fields, never their values: it may be logged.
public struct JSONDecodingError: Error, Hashable, Sendable {
    /// What is wrong with the text.
    public enum Reason: Hashable, Sendable {
        /// The text ends inside a value.
        case truncated
        /// A character stands where JSON allows none of its kind.
        case unexpectedCharacter
        /// Something follows the message.
        case trailingCharacters
        /// A text is not valid UTF-8.
        case invalidUTF8
        /// A text contains an escape that does not exist, half a surrogate pair, or a bare control character.
        case invalidText
        /// A value is of another kind than the field, such as a text for an object.
        case wrongKind
        /// A number is not written as JSON writes numbers.
        case malformedNumber
        /// A number is not whole, and the field has integers.
        case notAnInteger
        /// A number does not fit the field.
        case numberOutOfRange
        /// A text for a `bytes` field is not base64.
        case invalidBase64
        /// A text for an enum is none of its names.
        case unknownEnumValue
        /// The definition has no field of this name.
        case unknownField(String)
        /// A field, or the key of a map, comes twice.
        case duplicateKey
        /// Two arms of a oneof are set.
        case severalArms(of: String)
        /// A null stands where only a value will do.
        case unexpectedNull
        /// A text is no point in time as RFC 3339 writes it, of the years 1 to 9999.
        case invalidTimestamp
        /// A text is no duration such as "1.5s", or too long a one.
        case invalidDuration
        /// A text is no list of paths in lower camel case.
        case invalidFieldMask
        /// An object for `google.protobuf.Any` has no `@type`, or one that is not among the types of the options.
        case unknownType
        /// An object for `google.protobuf.Any` lacks the member `value`, without which its type has no form.
        case missingValue
        /// Objects and arrays are nested too deeply, or packages in each other.
        case nestedTooDeeply
    }

    /// What is wrong.
    public let reason: Reason
    /// How many bytes from the start of the text the offending item begins.
    public let offset: Int
    /// The field in which the item stands, from the outermost message inwards, such as `actions[2].owner`; empty
    /// outside.
    public let path: String

    /// Creates an error.
    public init(_ reason: Reason, offset: Int, path: String) {
        self.reason = reason
        self.offset = offset
        self.path = path
    }
}

extension JSONDecodingError: CustomStringConvertible {
    /// A sentence that says what is wrong, in which field and at which byte.
    public var description: String {
        "\(path.isEmpty ? "" : "\(path): ")\(reason.sentence) (byte \(offset))"
    }
}

extension JSONDecodingError.Reason {
    fileprivate var sentence: String {
        switch self {
        case .truncated: "the text ends inside a value"
        case .unexpectedCharacter: "a character is out of place"
        case .trailingCharacters: "something follows the message"
        case .invalidUTF8: "a text is not valid UTF-8"
        case .invalidText: "a text has a control character or an escape that does not exist"
        case .wrongKind: "the value is of another kind than the field"
        case .malformedNumber: "a number is malformed"
        case .notAnInteger: "the number must be whole"
        case .numberOutOfRange: "the number is out of range"
        case .invalidBase64: "the text is not base64"
        case .unknownEnumValue: "the enum has no value of this name"
        case .unknownField(let name): "there is no field \(EscapedText.excerpt(name))"
        case .duplicateKey: "the same key comes twice"
        case .severalArms(let oneof): "two arms of \(oneof) are set"
        case .unexpectedNull: "null is not allowed here"
        case .invalidTimestamp: "the text is no point in time such as 2026-05-01T12:00:00Z"
        case .invalidDuration: "the text is no duration such as 1.5s"
        case .invalidFieldMask: "the text is no list of paths in lower camel case"
        case .unknownType: "the type is not named, or not among the types of the options"
        case .missingValue: "the object has a type, but no value"
        case .nestedTooDeeply: "objects and arrays are nested too deeply"
        }
    }
}
