/// An error from reading a message from JSON, with its position.
///
/// The error contains field names but no values, so it may be logged.
public struct JSONDecodingError: Error, Hashable, Sendable {
    /// What is wrong with the text.
    public enum Reason: Hashable, Sendable {
        /// The text ends inside a value.
        case truncated
        /// A character is not allowed at this position.
        case unexpectedCharacter
        /// There is text after the message.
        case trailingCharacters
        /// A string is not valid UTF-8.
        case invalidUTF8
        /// A string contains an invalid escape, half a surrogate pair or an unescaped control character.
        case invalidText
        /// A value has the wrong type for the field, such as a string for an object.
        case wrongKind
        /// A number does not follow JSON's grammar.
        case malformedNumber
        /// A number is not whole, but the field is an integer.
        case notAnInteger
        /// A number does not fit the field.
        case numberOutOfRange
        /// The string for a `bytes` field is not base64.
        case invalidBase64
        /// The string for an enum is not one of its names.
        case unknownEnumValue
        /// The definition has no field with this name.
        case unknownField(String)
        /// A field or the key of a map occurs twice.
        case duplicateKey
        /// Two fields of a oneof are set.
        case severalArms(of: String)
        /// A null where null is not allowed.
        case unexpectedNull
        /// A string is not a timestamp as in RFC 3339, or is outside the years 1 to 9999.
        case invalidTimestamp
        /// A string is not a duration such as "1.5s", or the duration is too long.
        case invalidDuration
        /// A string is not a list of paths in lower camel case.
        case invalidFieldMask
        /// An object for `google.protobuf.Any` has no `@type`, or one that is not among the types of the options.
        case unknownType
        /// An object for `google.protobuf.Any` lacks the member `value`, which its type requires.
        case missingValue
        /// Objects, arrays or `google.protobuf.Any` messages are nested too deeply.
        case nestedTooDeeply
    }

    /// What is wrong.
    public let reason: Reason
    /// The byte offset of the error from the start of the text.
    public let offset: Int
    /// The field with the error, from the outermost message inwards, such as `actions[2].owner`; empty outside fields.
    public let path: String

    /// Creates an error.
    public init(_ reason: Reason, offset: Int, path: String) {
        self.reason = reason
        self.offset = offset
        self.path = path
    }
}

extension JSONDecodingError: CustomStringConvertible {
    /// A sentence that names the error, the field and the byte offset.
    public var description: String {
        "\(path.isEmpty ? "" : "\(path): ")\(reason.sentence) (byte \(offset))"
    }
}

extension JSONDecodingError.Reason {
    fileprivate var sentence: String {
        switch self {
        case .truncated: "the text ends inside a value"
        case .unexpectedCharacter: "a character is not allowed here"
        case .trailingCharacters: "there is text after the message"
        case .invalidUTF8: "a string is not valid UTF-8"
        case .invalidText: "a string has a control character or an invalid escape"
        case .wrongKind: "the value has the wrong type for the field"
        case .malformedNumber: "a number is malformed"
        case .notAnInteger: "the number must be whole"
        case .numberOutOfRange: "the number is out of range"
        case .invalidBase64: "the string is not base64"
        case .unknownEnumValue: "the enum has no value of this name"
        case .unknownField(let name): "there is no field \(EscapedText.excerpt(name))"
        case .duplicateKey: "a key occurs twice"
        case .severalArms(let oneof): "two fields of \(oneof) are set"
        case .unexpectedNull: "null is not allowed here"
        case .invalidTimestamp: "the string is not a timestamp such as 2026-05-01T12:00:00Z"
        case .invalidDuration: "the string is not a duration such as 1.5s"
        case .invalidFieldMask: "the string is not a list of paths in lower camel case"
        case .unknownType: "the type is missing, or not registered in the options"
        case .missingValue: "the object has a type, but no value"
        case .nestedTooDeeply: "objects and arrays are nested too deeply"
        }
    }
}
