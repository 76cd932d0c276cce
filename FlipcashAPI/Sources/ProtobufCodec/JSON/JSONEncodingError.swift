/// An error from writing a message as JSON.
///
/// The description contains at most the start of a type name, in printable characters, and no other part of the
/// message, so it may be logged.
public enum JSONEncodingError: Error, Hashable, Sendable {
    /// A `google.protobuf.Timestamp` is outside the years 1 to 9999, or its nanoseconds are outside the second.
    case timestampRange
    /// A `google.protobuf.Duration` is longer than 315,576,000,000 seconds, or its parts have different signs.
    case durationRange
    /// A path of a `google.protobuf.FieldMask` would change when written in JSON's spelling and read back.
    case fieldMaskConversion
    /// A `google.protobuf.Value` is NaN or infinite, which JSON cannot express.
    case valueNumberNotFinite
    /// A `google.protobuf.Value` has no value set.
    case missingValue
    /// A `google.protobuf.Any` holds a type that is not registered in the options.
    case anyTypeURLNotRegistered(typeURL: String)
    /// The bytes in a `google.protobuf.Any` are not a valid message of its type.
    case anyContentInvalid(typeURL: String)
    /// Messages, or `google.protobuf.Any` messages, are nested too deeply.
    case nestedTooDeeply
    /// The message is larger than protobuf readers accept.
    case tooLarge
}

extension JSONEncodingError: CustomStringConvertible {
    /// A sentence that names the error.
    public var description: String {
        switch self {
        case .timestampRange: "a timestamp is outside the years 1 to 9999"
        case .durationRange: "a duration is out of range, or its parts have different signs"
        case .fieldMaskConversion: "a path of a field mask cannot be written in lower camel case and read back"
        case .valueNumberNotFinite: "a number is not finite, which JSON cannot express"
        case .missingValue: "a google.protobuf.Value has no value"
        case .anyTypeURLNotRegistered(let typeURL):
            "the type \(EscapedText.excerpt(typeURL)) is not registered in the options"
        case .anyContentInvalid(let typeURL): "the content is not a valid \(EscapedText.excerpt(typeURL))"
        case .nestedTooDeeply: "messages are nested too deeply"
        case .tooLarge: "the message is larger than protobuf readers accept"
        }
    }
}
