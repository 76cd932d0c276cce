internal import ProtobufCodec

/// The request that protoc writes to standard input.
struct CodeGeneratorRequest {
    let filesToGenerate: [String]
    let parameter: String
    let files: [FileDescriptor]

    init(_ bytes: [UInt8]) throws {
        let raw = try RawMessage(serializedBytes: bytes)
        filesToGenerate = raw.strings(1)
        parameter = raw.string(2) ?? ""
        files = try raw.messages(15).map { try FileDescriptor($0) }
    }
}

/// A file to write.
struct GeneratedFile: Message {
    var name = ""
    var content = ""
    var unknownFields = UnknownStorage()

    init() {}

    init(name: String, content: String) {
        self.name = name
        self.content = content
    }

    static var protoMessageName: String { "google.protobuf.compiler.CodeGeneratorResponse.File" }
    static var schema: MessageSchema {
        MessageSchema(protoMessageName, [FieldSchema(1, "name", .string), FieldSchema(15, "content", .string)])
    }

    mutating func decodeFields(from reader: inout WireReader) throws(BinaryDecodingError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 10: name = try reader.readString()
            case 122: content = try reader.readString()
            default: try reader.readUnknown(tag, into: &unknownFields)
            }
        }
    }

    func encodeFields(into writer: inout WireWriter) {
        writer.writeUnknown(unknownFields)
        writer.writeString(content, tag: 122)
        writer.writeString(name, tag: 10)
    }
}

/// The response that protoc reads from standard output.
struct CodeGeneratorResponse: Message {
    /// The flag for support of proto3 `optional` fields.
    static let featureProto3Optional: UInt64 = 1

    var error = ""
    var supportedFeatures: UInt64 = 0
    var files: [GeneratedFile] = []
    var unknownFields = UnknownStorage()

    init() {}

    static var protoMessageName: String { "google.protobuf.compiler.CodeGeneratorResponse" }
    static var schema: MessageSchema {
        MessageSchema(
            protoMessageName,
            [
                FieldSchema(1, "error", .string, .explicit),
                FieldSchema(2, "supported_features", .uint64, .explicit),
                FieldSchema(15, "file", .message(GeneratedFile.self), .repeated),
            ])
    }

    mutating func decodeFields(from reader: inout WireReader) throws(BinaryDecodingError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 10: error = try reader.readString()
            case 16: supportedFeatures = try reader.readUInt64()
            case 122: try reader.readMessage(appendingTo: &files)
            default: try reader.readUnknown(tag, into: &unknownFields)
            }
        }
    }

    func encodeFields(into writer: inout WireWriter) {
        writer.writeUnknown(unknownFields)
        writer.writeRepeated(WireMessage<GeneratedFile>.self, files, tag: 122)
        writer.writeUInt64(supportedFeatures, tag: 16)
        writer.writeString(error, tag: 10)
    }
}
