/// A span of time with a sign.
public struct Google_Protobuf_Duration: Message {
    /// Whole seconds of the span.
    public var seconds: Int64 = 0

    /// Nanoseconds of the span, less than a second, with the same sign as the seconds.
    public var nanos: Int32 = 0

    public var unknownFields = UnknownStorage()

    /// Creates a value of zero seconds.
    @inlinable
    public init() {}

    /// Creates a value.
    @inlinable
    public init(seconds: Int64, nanos: Int32 = 0) {
        self.seconds = seconds
        self.nanos = nanos
    }

    public static var protoMessageName: String { "google.protobuf.Duration" }

    public static var schema: MessageSchema {
        MessageSchema(protoMessageName, [FieldSchema(1, "seconds", .int64), FieldSchema(2, "nanos", .int32)])
    }

    @inlinable
    public mutating func decodeFields(from reader: inout WireReader) throws(BinaryDecodingError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 8: seconds = try reader.readInt64()
            case 16: nanos = try reader.readInt32()
            default: try reader.readUnknown(tag, into: &unknownFields)
            }
        }
    }

    @inlinable
    public func encodeFields(into writer: inout WireWriter) {
        writer.writeUnknown(unknownFields)
        writer.writeInt32(nanos, tag: 16)
        writer.writeInt64(seconds, tag: 8)
    }
}
