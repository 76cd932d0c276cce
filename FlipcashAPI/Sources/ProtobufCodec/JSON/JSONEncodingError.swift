/// Why a message has no JSON form.
///
/// The description repeats the beginning of a type's name in printable characters, and nothing else of the message: it
/// may be logged.
public enum JSONEncodingError: Error, Hashable, Sendable {
    /// A `google.protobuf.Timestamp` lies outside the years 1 to 9999, or its nanoseconds outside the second.
    case timestampRange
    /// A `google.protobuf.Duration` is longer than 315,576,000,000 seconds, or its parts have different signs.
    case durationRange
    /// A `google.protobuf.FieldMask` has a path that would not read back the same from JSON's spelling.
    case fieldMaskConversion
    /// A `google.protobuf.Value` is NaN or infinite, for which JSON has no number.
    case valueNumberNotFinite
    /// A `google.protobuf.Value` has no arm set.
    case missingValue
    /// A `google.protobuf.Any` holds a type that the options do not list.
    case anyTypeURLNotRegistered(typeURL: String)
    /// A `google.protobuf.Any` holds bytes that are no message of the type that it names.
    case anyContentInvalid(typeURL: String)
    /// Messages are nested too deeply for any reader, or packages in each other.
    case nestedTooDeeply
    /// The message is larger than any reader accepts.
    case tooLarge
}

extension JSONEncodingError: CustomStringConvertible {
    /// A sentence that says what has no JSON form.
    public var description: String {
        switch self {
        case .timestampRange: "a timestamp lies outside the years 1 to 9999"
        case .durationRange: "a duration is out of range, or its parts have different signs"
        case .fieldMaskConversion: "a path of a field mask cannot be written in lower camel case and read back"
        case .valueNumberNotFinite: "a value is not a finite number, and JSON has no other"
        case .missingValue: "a google.protobuf.Value has no value"
        case .anyTypeURLNotRegistered(let typeURL):
            "the type \(EscapedText.excerpt(typeURL)) is not among the types of the options"
        case .anyContentInvalid(let typeURL): "what is said to be a \(EscapedText.excerpt(typeURL)) is none"
        case .nestedTooDeeply: "messages are nested too deeply"
        case .tooLarge: "the message is larger than any reader accepts"
        }
    }
}
