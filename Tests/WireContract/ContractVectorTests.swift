import CodeCurves
import ProtobufCodec
import Testing

@Suite("The vectors of the wire contract")
struct ContractVectorTests {
    private let vectors: ContractVectors

    init() throws {
        vectors = try ContractVectors()
    }

    private func model(_ type: String) throws -> any Message.Type {
        try #require(try Roots.root(of: type).models[type], "no model for \(type)")
    }

    /// Checks one value of the file: the definitions give its bytes, and the model reads and writes just those.
    private func check(type: String, json: String, hex expected: String, _ name: String) throws {
        let bytes = try Roots.root(of: type).bytes(of: type, json: json)
        #expect(hex(bytes) == expected, "\(name): the value and its bytes disagree")
        let written = try model(type).reencode(bytes)
        #expect(hex(written) == expected, "\(name): the model writes other bytes")
    }

    @Test("Every group of the file is run by a test")
    func groups_inTheFile_areAllKnown() {
        #expect(vectors.unknownGroups == [])
    }

    @Test("Every encoding is read and written byte for byte")
    func encoding_everyCase_isCanonical() throws {
        #expect(vectors.encoding.count == 25)
        for entry in vectors.encoding {
            try check(type: entry.type, json: entry.json, hex: entry.hex, entry.name)
        }
    }

    @Test("Messages written with oneofs last are read and become canonical")
    func order_oneofsLast_becomesCanonical() throws {
        #expect(vectors.order.count == 2)
        for entry in vectors.order {
            try check(type: entry.type, json: entry.json, hex: entry.canonicalHex, entry.type)
            #expect(hex(try model(entry.type).reencode(unhex(entry.otherHex))) == entry.canonicalHex)
        }
    }

    @Test("Tolerated forms are read and become canonical")
    func decoding_toleratedForms_becomeCanonical() throws {
        #expect(vectors.decoding.count == 9)
        for entry in vectors.decoding {
            let written = try model(entry.type).reencode(unhex(entry.hex))
            #expect(hex(written) == entry.canonicalHex, "\(entry.name)")
        }
    }

    @Test("Signed messages have the bytes under their signatures, and finished requests theirs")
    func signed_everyCase_hasItsBytesAndSignatures() throws {
        #expect(vectors.signed.count == 19)
        for entry in vectors.signed {
            try check(type: entry.type, json: entry.json, hex: entry.hex, entry.name)
            if let request = entry.request {
                try check(type: request.type, json: request.json, hex: request.hex, entry.name)
            }
            for (key, signature) in entry.signatures {
                let isValid = Ed25519.isValid(
                    signature: unhex(signature), message: unhex(entry.hex),
                    publicKey: try #require(Bytes32(unhex(key))))
                #expect(isValid, "\(entry.name): the signature by \(key) is refused")
            }
        }
    }

    @Test("The file's seeds give its public keys")
    func keys_seeds_givePublicKeys() throws {
        for (seed, expected) in vectors.seeds {
            let key = Ed25519.SigningKey(seed: try Secret32(unhex(seed)))
            #expect(hex(key.publicKey.array) == expected)
        }
    }
}
