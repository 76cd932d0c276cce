import CProtobufReference
import Foundation
import ProtobufCodec

/// One API: its definition files as read by the C++ library, and its generated models.
final class DefinitionRoot: Sendable {
    /// Why the C++ library could not be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    private let reference: SendableReference
    /// The generated model of each message type, by full name.
    let models: [String: any Message.Type]

    private struct SendableReference: @unchecked Sendable {
        // Safe: after loading, the C++ side only reads its descriptors, and its message factory locks.
        let pointer: OpaquePointer
    }

    init(name: String, folder: String, models: [any Message.Type]) throws {
        self.name = name
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let root = repository.appending(path: folder).path
        // The options file with the validation rules is in the payments API and is used by both.
        let imports = repository.appending(path: "FlipcashAPI/Protos").path
        var message: UnsafeMutablePointer<CChar>?
        guard let pointer = protobuf_reference_load(root, imports, &message) else {
            throw Failure(description: Self.take(message))
        }
        reference = SendableReference(pointer: pointer)
        self.models = Dictionary(uniqueKeysWithValues: models.map { ($0.protoMessageName, $0) })
    }

    deinit {
        protobuf_reference_unload(reference.pointer)
    }

    /// Full names of the message types in the definition files.
    var messageNames: [String] {
        Self.take(protobuf_reference_message_names(reference.pointer)).split(separator: "\n").map(String.init)
    }

    /// Canonical bytes of a random value.
    func random(_ type: String, seed: UInt64) -> [UInt8]? {
        Self.take(protobuf_reference_random(reference.pointer, type, seed))
    }

    /// The bytes after C++ has parsed and written them; nil when C++ refuses them.
    func reencode(_ type: String, _ bytes: [UInt8]) -> [UInt8]? {
        Self.take(protobuf_reference_reencode(reference.pointer, type, bytes, bytes.count))
    }

    /// As `reencode`, but without unknown fields, at any depth.
    func reencodeKnown(_ type: String, _ bytes: [UInt8]) -> [UInt8]? {
        Self.take(protobuf_reference_reencode_known(reference.pointer, type, bytes, bytes.count))
    }

    /// The JSON text that C++ writes for a value; nil when the value has none.
    func json(_ type: String, _ bytes: [UInt8]) -> [UInt8]? {
        Self.take(protobuf_reference_to_json(reference.pointer, type, bytes, bytes.count))
    }

    /// Canonical bytes of a JSON text as C++ reads it; nil when C++ refuses it.
    func bytes(_ type: String, json: [UInt8]) -> [UInt8]? {
        Self.take(protobuf_reference_from_json(reference.pointer, type, json, json.count))
    }

    /// Canonical bytes of a value of the vector file.
    func bytes(of type: String, json: String) throws -> [UInt8] {
        var message: UnsafeMutablePointer<CChar>?
        guard let bytes = Self.take(protobuf_reference_from_vector(reference.pointer, type, json, &message)) else {
            throw Failure(description: Self.take(message))
        }
        return bytes
    }

    private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "" }
        defer { protobuf_reference_free(text) }
        return String(cString: text)
    }

    private static func take(_ bytes: ProtobufReferenceBytes) -> [UInt8]? {
        guard let data = bytes.data else { return nil }
        defer { protobuf_reference_free(data) }
        return Array(UnsafeBufferPointer(start: data, count: bytes.count))
    }
}

extension Message {
    /// Parses `bytes` as this type and writes the result again.
    static func reencode(_ bytes: [UInt8]) throws -> [UInt8] {
        try Self(serializedBytes: bytes).serializedBytes()
    }
}
