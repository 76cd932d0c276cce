/// The Swift type of `bytes` fields.
enum BytesType {
    /// `[UInt8]`, which needs no import.
    case array
    /// Foundation's `Data`, for code written for SwiftProtobuf.
    case data

    var swiftType: String {
        switch self {
        case .array: "[UInt8]"
        case .data: "Foundation.Data"
        }
    }

    var defaultValue: String {
        switch self {
        case .array: "[]"
        case .data: "Foundation.Data()"
        }
    }

    /// The codec's kind for lists and maps.
    var kind: String {
        switch self {
        case .array: "ProtobufCodec.WireBytes"
        case .data: "ProtobufCodec.WireByteCollection<Foundation.Data>"
        }
    }

    /// The module of the type; nil for the standard library.
    var module: String? {
        switch self {
        case .array: nil
        case .data: "Foundation"
        }
    }
}
