/// A point in time, counted from the beginning of 1970 in UTC without leap seconds.
public struct Google_Protobuf_Timestamp: Message {
    /// Whole seconds since 1970-01-01T00:00:00Z; negative before.
    public var seconds: Int64 = 0

    /// Nanoseconds after the second, 0 to 999,999,999, also for times before 1970.
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

    public static var protoMessageName: String { "google.protobuf.Timestamp" }

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
