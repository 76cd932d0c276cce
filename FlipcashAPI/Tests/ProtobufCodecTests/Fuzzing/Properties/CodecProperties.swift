import ProtobufCodec

/// Properties that hold for any input. The fuzzer checks them on generated inputs, tests on its findings.
public enum FuzzProperties {
    /// The properties by target name.
    public static let all: [String: @Sendable ([UInt8]) throws -> Void] = [
        "codec-binary": binary,
        "codec-json": json,
    ]

    /// Binary input is rejected, or is a message that every form preserves. The first byte chooses the type.
    static func binary(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        try binary(type(first), Array(input.dropFirst()))
    }

    /// JSON input is rejected, or is a message that every form preserves. The first byte chooses the type.
    static func json(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        try json(type(first), Array(input.dropFirst()))
    }

    private static let types = ProtobufCodecTestsMessages.all

    private static func type(_ choice: UInt8) -> any Message.Type {
        types[Int(choice) % types.count]
    }

    private static var registry: TypeRegistry { TypeRegistry(types) }

    private static func binary<M: Message>(_ type: M.Type, _ bytes: [UInt8]) throws {
        let message: M
        do throws(BinaryDecodingError) {
            message = try M(serializedBytes: bytes)
        } catch {
            guard 0...bytes.count ~= error.offset else {
                throw BrokenClaim(description: "\(error) has an offset outside the input")
            }
            return
        }
        let canonical: [UInt8] = try message.serializedBytes()
        let again: [UInt8] = try M(serializedBytes: canonical).serializedBytes()
        guard again == canonical else { throw BrokenClaim(description: "the canonical form is not stable") }
        try? message.validate()
        _ = message.debugDescription
        var encoding = JSONEncodingOptions()
        encoding.types = registry
        // Some values have no JSON form, such as timestamps out of range. All others must read back unchanged.
        guard let text = try? message.jsonString(options: encoding) else { return }
        var decoding = JSONDecodingOptions()
        decoding.types = registry
        switch Result(catching: { () throws(JSONDecodingError) in try M(jsonString: text, options: decoding) }) {
        case .success(let copy):
            guard try copy.jsonString(options: encoding) == text else {
                throw BrokenClaim(description: "JSON does not preserve the message")
            }
        // The binary form may nest deeper than JSON, which needs an object for every message and an array for every
        // list.
        case .failure(let error) where error.reason == .nestedTooDeeply: return
        case .failure(let error): throw BrokenClaim(description: "the decoder rejects the encoder's JSON: \(error)")
        }
    }

    private static func json<M: Message>(_ type: M.Type, _ bytes: [UInt8]) throws {
        var options = JSONDecodingOptions()
        options.types = registry
        let message: M
        do throws(JSONDecodingError) {
            message = try M(jsonUTF8Bytes: bytes, options: options)
        } catch {
            guard 0...bytes.count ~= error.offset else {
                throw BrokenClaim(description: "\(error) has an offset outside the input")
            }
            options.ignoreUnknownFields = true
            _ = try? M(jsonUTF8Bytes: bytes, options: options)
            return
        }
        var encoding = JSONEncodingOptions()
        encoding.types = registry
        _ = message.debugDescription
        let canonical = try message.jsonUTF8Bytes(options: encoding)
        let again = try M(jsonUTF8Bytes: canonical, options: options).jsonUTF8Bytes(options: encoding)
        guard again == canonical else { throw BrokenClaim(description: "the JSON form is not stable") }
    }
}
