import CodeCurves
import Foundation
import ProtobufCodec
import Testing

@Suite("The vectors of the wire contract", .namingVectorCases)
struct ContractVectorTests {
    @Test("Every case of contract.json has its bytes, and its signatures hold")
    func contractVectors_allGroups_match() throws {
        try VectorFile.run(
            "contract",
            [
                "keys": checkKeys, "encoding": checkEncoding, "go_order": checkOrder, "decoding": checkDecoding,
                "signed": checkSigned,
            ])
    }

    /// Checks that the file's seeds give its public keys.
    private func checkKeys(_ vector: VectorCase) throws {
        guard case .object(let keys) = vector.value else { throw VectorValue.Mismatch(description: "keys are a list") }
        for (name, pair) in keys {
            let key = Ed25519.SigningKey(seed: try Secret32(unhex(try pair["seed"].string())))
            #expect(hex(key.publicKey.array) == (try pair["public"].string()), "\(name)")
        }
    }

    /// Checks that every encoding is read and written byte for byte.
    private func checkEncoding(_ vector: VectorCase) throws {
        try check(type: vector["type"].string(), json: vector["value"], hex: vector["hex"].string())
    }

    /// Checks that messages with oneofs written last are read and become canonical.
    private func checkOrder(_ vector: VectorCase) throws {
        let type = try vector["type"].string()
        try check(type: type, json: vector["value"], hex: vector["canonical_hex"].string())
        try expectReencoding(type: type, of: vector["oneof_last_hex"].string(), is: vector["canonical_hex"].string())
    }

    /// Checks that tolerated forms are read and become canonical.
    private func checkDecoding(_ vector: VectorCase) throws {
        try expectReencoding(
            type: vector["type"].string(), of: vector["hex"].string(), is: vector["canonical_hex"].string())
    }

    /// Checks the signed bytes of messages, and the bytes of finished requests.
    private func checkSigned(_ vector: VectorCase) throws {
        let signed = try vector["signed_hex"].string()
        try check(type: vector["signed_type"].string(), json: vector["signed_value"], hex: signed)
        if !vector["request_hex"].isNull {
            try check(
                type: vector["request_type"].string(), json: vector["request_value"],
                hex: vector["request_hex"].string())
        }
        for prefix in ["", "second_"] where prefix.isEmpty || !vector["second_public"].isNull {
            let isValid = Ed25519.isValid(
                signature: unhex(try vector[prefix + "signature"].string()), message: unhex(signed),
                publicKey: try #require(Bytes32(unhex(try vector[prefix + "public"].string()))))
            #expect(isValid, "the \(prefix)signature is refused")
        }
    }

    private func model(_ type: String) throws -> any Message.Type {
        try #require(try Roots.root(of: type).models[type], "no model for \(type)")
    }

    /// Checks that the definitions give the value's bytes, and that the model reads and writes exactly these.
    private func check(type: String, json: VectorValue, hex expected: String) throws {
        let text = String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
        let bytes = try Roots.root(of: type).bytes(of: type, json: text)
        #expect(hex(bytes) == expected, "the value and its bytes disagree")
        try expectReencoding(type: type, of: expected, is: expected)
    }

    private func expectReencoding(type: String, of bytes: String, is expected: String) throws {
        #expect(hex(try model(type).reencode(unhex(bytes))) == expected, "the model writes other bytes")
    }
}
