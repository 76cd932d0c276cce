import CodeCurves
import Testing

@Suite("Ed25519")
struct Ed25519Tests {
    struct PairCase: Decodable {
        let seed: String
        let `public`: String
        let private_expanded: String
    }

    @Test("A seed gives the public key and the clamped private key of RFC 8032")
    func signingKey_fromSeed_matchesVectors() throws {
        guard let cases: [PairCase] = try KeyVectors.cases("ed25519_keypair") else { return }
        for vector in cases {
            let seed = try Secret32([UInt8](hex: vector.seed))
            let key = Ed25519.SigningKey(seed: seed)
            #expect(key.publicKey.array.hex == vector.public)
            #expect(key.expanded.exposedCopy().hex == vector.private_expanded)
            #expect(key.secretKey?.exposedCopy().hex == vector.seed + vector.public)
            #expect(key.seed == seed)
        }
    }

    struct SignCase: Decodable {
        let seed: String
        let message: String
        let signature: String
    }

    @Test("Signing is deterministic and equals RFC 8032, with and without the seed")
    func signature_ofMessage_matchesVectors() throws {
        guard let cases: [SignCase] = try KeyVectors.cases("ed25519_sign") else { return }
        for vector in cases {
            let key = Ed25519.SigningKey(seed: try Secret32([UInt8](hex: vector.seed)))
            let message = [UInt8](hex: vector.message)
            #expect(key.signature(for: message).hex == vector.signature)
            let rebuilt = try Ed25519.SigningKey(expanded: key.expanded)
            #expect(rebuilt.publicKey == key.publicKey)
            #expect(rebuilt.signature(for: message).hex == vector.signature)
            #expect(rebuilt.seed == nil)
            #expect(rebuilt.secretKey == nil)
        }
    }

    struct VerifyCase: Decodable {
        let note: String
        let `public`: String
        let message: String
        let signature: String
        let strict: Bool
    }

    @Test("Verification is strict in every case of the table")
    func isValid_everyCase_isStrict() throws {
        guard let cases: [VerifyCase] = try KeyVectors.cases("ed25519_verify") else { return }
        #expect(VectorFile.isElsewhere || cases.contains { $0.strict } && cases.contains { !$0.strict })
        for vector in cases {
            let key = try #require(Bytes32([UInt8](hex: vector.public)))
            let verdict = Ed25519.isValid(
                signature: [UInt8](hex: vector.signature), message: [UInt8](hex: vector.message), publicKey: key)
            #expect(verdict == vector.strict, "\(vector.note)")
        }
    }

    @Test("A signature of the wrong length is rejected")
    func isValid_wrongLength_isFalse() throws {
        let key = Ed25519.SigningKey(seed: Secret32(hashing: "length".utf8))
        let signature = key.signature(for: [])
        #expect(Ed25519.isValid(signature: signature, message: [UInt8](), publicKey: key.publicKey))
        #expect(!Ed25519.isValid(signature: signature.dropLast(), message: [UInt8](), publicKey: key.publicKey))
        #expect(!Ed25519.isValid(signature: signature + [0], message: [UInt8](), publicKey: key.publicKey))
        #expect(!Ed25519.isValid(signature: [UInt8](), message: [UInt8](), publicKey: key.publicKey))
    }

    @Test("An expanded key must have 64 bytes")
    func expanded_wrongLength_throws() {
        #expect(throws: CryptographyError.wrongLength(of: "an expanded private key", expected: 64, actual: 63)) {
            try Ed25519.SigningKey(expanded: SecretBytes([UInt8](repeating: 1, count: 63)))
        }
    }

    @Test("An expanded key whose scalar has bit 255 set is rejected: its signatures would not match its public key")
    func expanded_scalarTooLarge_throws() throws {
        for name in ["one", "two", "three"] {
            let key = Ed25519.SigningKey(seed: Secret32(hashing: name.utf8))
            var bytes = key.expanded.exposedCopy()
            #expect(try Ed25519.SigningKey(expanded: SecretBytes(bytes)).publicKey == key.publicKey)
            bytes[31] |= 0x80
            let error = try #require(throws: CryptographyError.self) {
                try Ed25519.SigningKey(expanded: SecretBytes(bytes))
            }
            guard case .invalidParameter = error else {
                Issue.record("\(error)")
                continue
            }
        }
    }

    @Test("The expanded form of a key with an added scalar is accepted: its reduced scalar never has bit 255 set")
    func expanded_ofSum_isTaken() throws {
        for name in ["one", "two", "three"] {
            let key = Ed25519.SigningKey(seed: Secret32(hashing: name.utf8))
            let sum = key.adding(scalar: try Secret32([UInt8](repeating: 0xff, count: 32)))
            let again = try Ed25519.SigningKey(expanded: sum.expanded)
            #expect(again.publicKey == sum.publicKey)
            #expect(
                Ed25519.isValid(
                    signature: again.signature(for: name.utf8), message: name.utf8, publicKey: sum.publicKey))
        }
    }
}
