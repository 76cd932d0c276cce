internal import ProtobufCodec

/// A definition file in protoc's description.
struct FileDescriptor {
    let name: String
    let package: String
    let syntax: String
    let messages: [MessageDescriptor]
    let enums: [EnumDescriptor]
    let services: [ServiceDescriptor]

    init(_ raw: RawMessage) throws {
        let comments = try Comments(raw.message(9) ?? RawMessage())
        name = raw.string(1) ?? ""
        package = raw.string(2) ?? ""
        syntax = raw.string(12) ?? "proto2"
        messages = try raw.messages(4).enumerated().map { try MessageDescriptor($1, comments, [4, $0]) }
        enums = try raw.messages(5).enumerated().map { try EnumDescriptor($1, comments, [5, $0]) }
        services = try raw.messages(6).enumerated().map { try ServiceDescriptor($1, comments, [6, $0]) }
    }
}

/// The comments of a file by the path of the commented element.
struct Comments {
    private let byPath: [[Int]: String]

    init(_ raw: RawMessage) throws {
        var byPath: [[Int]: String] = [:]
        for location in try raw.messages(1) {
            if let text = location.string(3) { byPath[try location.integers(1)] = text }
        }
        self.byPath = byPath
    }

    /// The lines of a comment, without the space after the slashes.
    subscript(path: [Int]) -> [String] {
        guard let text = byPath[path] else { return [] }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.first == " " ? String(line.dropFirst()) : String(line)
        }
        while lines.last == "" { lines.removeLast() }
        return lines
    }
}

struct MessageDescriptor {
    let name: String
    let comment: [String]
    let fields: [FieldDescriptor]
    let messages: [MessageDescriptor]
    let enums: [EnumDescriptor]
    let oneofs: [OneofDescriptor]
    let isMapEntry: Bool

    init(_ raw: RawMessage, _ comments: Comments, _ path: [Int]) throws {
        name = raw.string(1) ?? ""
        comment = comments[path]
        fields = try raw.messages(2).enumerated().map { try FieldDescriptor($1, comments, path + [2, $0]) }
        messages = try raw.messages(3).enumerated().map { try MessageDescriptor($1, comments, path + [3, $0]) }
        enums = try raw.messages(4).enumerated().map { try EnumDescriptor($1, comments, path + [4, $0]) }
        oneofs = try raw.messages(8).enumerated().map { try OneofDescriptor($1, comments, path + [8, $0]) }
        isMapEntry = try raw.message(7)?.flag(7) ?? false
    }
}

struct FieldDescriptor {
    /// The numbers of field types in `descriptor.proto`.
    enum FieldType: Int {
        case double = 1
        case float, int64, uint64, int32, fixed64, fixed32, bool, string, group, message, bytes
        case uint32, enumeration, sfixed32, sfixed64, sint32, sint64
    }

    /// The number of the option `debug_redact` of newer protoc versions.
    private static let debugRedactNumber = 16

    enum Label: Int {
        case optional = 1
        case required, repeated
    }

    let name: String
    let comment: [String]
    let number: Int
    let label: Label
    let type: FieldType
    /// The full name of a message or enum type, without the leading dot.
    let typeName: String
    let oneofIndex: Int?
    let isProto3Optional: Bool
    let packed: Bool?
    let jsonName: String?
    /// Whether descriptions hide the value.
    let isSensitive: Bool
    let rules: FieldRules

    init(_ raw: RawMessage, _ comments: Comments, _ path: [Int]) throws {
        let name = raw.string(1) ?? ""
        guard let label = raw.integer(4).flatMap(Label.init), let type = raw.integer(5).flatMap(FieldType.init) else {
            throw GeneratorError("field \(name) has an unsupported label or type")
        }
        let options = try raw.message(8) ?? RawMessage()
        self.name = name
        self.label = label
        self.type = type
        comment = comments[path]
        number = raw.integer(3) ?? 0
        typeName = String((raw.string(6) ?? "").drop { $0 == "." })
        oneofIndex = raw.integer(9)
        isProto3Optional = raw.flag(17) ?? false
        packed = options.flag(2)
        jsonName = raw.string(10)
        isSensitive = [Self.debugRedactNumber, FieldRules.sensitiveNumber].contains { options.flag($0) == true }
        rules = try FieldRules(options)
    }
}

struct OneofDescriptor {
    let name: String
    let comment: [String]
    let isRequired: Bool

    init(_ raw: RawMessage, _ comments: Comments, _ path: [Int]) throws {
        name = raw.string(1) ?? ""
        comment = comments[path]
        isRequired = try raw.message(2)?.message(FieldRules.extensionNumber)?.flag(1) ?? false
    }
}

struct EnumDescriptor {
    struct Value {
        let name: String
        let comment: [String]
        let number: Int
    }

    let name: String
    let comment: [String]
    let values: [Value]

    init(_ raw: RawMessage, _ comments: Comments, _ path: [Int]) throws {
        name = raw.string(1) ?? ""
        comment = comments[path]
        values = try raw.messages(2).enumerated().map { index, value in
            Value(
                name: value.string(1) ?? "", comment: comments[path + [2, index]], number: value.integer(2) ?? 0)
        }
    }
}

struct ServiceDescriptor {
    struct Method {
        let name: String
        let comment: [String]
        let inputType: String
        let outputType: String
        let isClientStreaming: Bool
        let isServerStreaming: Bool
    }

    let name: String
    let comment: [String]
    let methods: [Method]

    init(_ raw: RawMessage, _ comments: Comments, _ path: [Int]) throws {
        name = raw.string(1) ?? ""
        comment = comments[path]
        methods = try raw.messages(2).enumerated().map { index, method in
            Method(
                name: method.string(1) ?? "",
                comment: comments[path + [2, index]],
                inputType: String((method.string(2) ?? "").drop { $0 == "." }),
                outputType: String((method.string(3) ?? "").drop { $0 == "." }),
                isClientStreaming: method.flag(5) ?? false,
                isServerStreaming: method.flag(6) ?? false)
        }
    }
}
