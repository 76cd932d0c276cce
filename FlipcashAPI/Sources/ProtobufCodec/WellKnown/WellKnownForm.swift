/// The messages with a special JSON form.
enum WellKnownForm {
    case any, duration, fieldMask, listValue, structure, timestamp, value
    /// A message that wraps a scalar.
    case wrapper

    /// The form of a message; nil for a plain object of its fields.
    init?(messageName: String) {
        guard messageName.hasPrefix("google.protobuf.") else { return nil }
        switch messageName.dropFirst(16) {
        case "Any": self = .any
        case "Duration": self = .duration
        case "FieldMask": self = .fieldMask
        case "ListValue": self = .listValue
        case "Struct": self = .structure
        case "Timestamp": self = .timestamp
        case "Value": self = .value
        case "BoolValue", "BytesValue", "DoubleValue", "FloatValue", "Int32Value", "Int64Value", "StringValue",
            "UInt32Value", "UInt64Value":
            self = .wrapper
        default: return nil
        }
    }
}
