import CodeCurves
import FlipcashCore
import Foundation
import Testing

@Suite("Key pairs, keys and signatures")
struct KeyPairTests {
    struct PairCase: Decodable {
        let seed: String
        let public_b58: String
        let private_expanded: String
        let solana_keypair_b58: String
    }

    @Test("A seed gives the published key in every form, and every form gives the pair back")
    func keyPair_fromSeed_matchesVectors() throws {
        let cases: [PairCase] = try GroupedVectors.keys.cases("ed25519_keypair")
        for vector in cases {
            let pair = try KeyPair(seed: [UInt8](hex: vector.seed))
            #expect(pair.publicKey.base58 == vector.public_b58)
            #expect(pair.privateKey.exposedCopy().hex == vector.private_expanded)
            let secretKey = try #require(pair.secretKey)
            #expect(Base58.encode(secretKey.exposedCopy()) == vector.solana_keypair_b58)
            #expect(try KeyPair(secretKey: secretKey) == pair)
            let rebuilt = try KeyPair(publicKey: pair.publicKey, privateKey: pair.privateKey)
            #expect(rebuilt == pair)
            #expect(rebuilt.seed == nil)
            #expect(rebuilt.secretKey == nil)
            #expect(rebuilt.sign("hello".utf8) == pair.sign("hello".utf8))
        }
    }

    struct SignCase: Decodable {
        let seed: String
        let `public`: String
        let message: String
        let signature: String
    }

    @Test("Signatures equal the vectors and verify")
    func sign_everyCase_matchesVectors() throws {
        let cases: [SignCase] = try GroupedVectors.keys.cases("ed25519_sign")
        for vector in cases {
            let pair = try KeyPair(seed: [UInt8](hex: vector.seed))
            let message = [UInt8](hex: vector.message)
            let signature = pair.sign(message)
            #expect(signature.bytes.hex == vector.signature)
            #expect(pair.publicKey.bytes.hex == vector.public)
            #expect(pair.publicKey.verify(signature: signature, data: message))
        }
    }

    struct VerifyCase: Decodable {
        let note: String
        let `public`: String
        let message: String
        let signature: String
        let strict: Bool
    }

    @Test("Verification is strict")
    func verify_everyCase_isStrict() throws {
        let cases: [VerifyCase] = try GroupedVectors.keys.cases("ed25519_verify")
        for vector in cases {
            let key = try PublicKey([UInt8](hex: vector.public))
            let signature = try Signature([UInt8](hex: vector.signature))
            let verdict = key.verify(signature: signature, data: [UInt8](hex: vector.message))
            #expect(verdict == vector.strict, "\(vector.note)")
        }
    }

    @Test("Any change to message, signature or key breaks a signature")
    func verify_tampered_isFalse() throws {
        var generator = SeededGenerator(seed: 1)
        for count in [0, 1, 32, 64, 144, 1000] {
            let pair = try KeyPair(seed: generator.bytes(32))
            let message = generator.bytes(count)
            let signature = pair.sign(message)
            #expect(pair.publicKey.verify(signature: signature, data: message))
            #expect(!pair.publicKey.verify(signature: signature, data: message + [0]))
            #expect(!pair.publicKey.verify(signature: .zero, data: message))
            for index in stride(from: 0, to: count, by: max(1, count / 8)) {
                var changed = message
                changed[index] ^= 0x10
                #expect(!pair.publicKey.verify(signature: signature, data: changed))
            }
            for index in signature.bytes.indices {
                var changed = signature.bytes
                changed[index] ^= 0x01
                #expect(!pair.publicKey.verify(signature: try Signature(changed), data: message))
            }
            #expect(!KeyPair.named("another").publicKey.verify(signature: signature, data: message))
        }
    }

    struct PointCase: Decodable {
        let bytes: String
        let on_curve: Bool
    }

    @Test("A key knows whether it is a curve point")
    func isOnCurve_everyCase_matchesVectors() throws {
        let cases: [PointCase] = try GroupedVectors.keys.cases("curve_point")
        for vector in cases {
            #expect(try PublicKey([UInt8](hex: vector.bytes)).isOnCurve == vector.on_curve)
        }
    }

    @Test("Wrong lengths name the value and both lengths")
    func inits_wrongLength_throw() throws {
        #expect(throws: KeyError.wrongLength(of: "public key", expected: 32, actual: 31)) {
            try PublicKey([UInt8](repeating: 1, count: 31))
        }
        #expect(throws: KeyError.wrongLength(of: "signature", expected: 64, actual: 65)) {
            try Signature([UInt8](repeating: 1, count: 65))
        }
        #expect(throws: KeyError.wrongLength(of: "intent id", expected: 32, actual: 0)) { try IntentID([UInt8]()) }
        #expect(throws: KeyError.wrongLength(of: "seed", expected: 32, actual: 16)) {
            try KeyPair(seed: [UInt8](repeating: 1, count: 16))
        }
        #expect(throws: KeyError.wrongLength(of: "secret key", expected: 64, actual: 32)) {
            try KeyPair(secretKey: SecretBytes([UInt8](repeating: 1, count: 32)))
        }
        let error = try #require(throws: KeyError.self) { try PublicKey(base58: "11") }
        #expect("\(error)" == "a public key has 32 bytes, this has 2")
    }

    @Test("A private half beside a foreign public key is refused")
    func keyPair_mismatch_throws() throws {
        let pair = KeyPair.named("one")
        let other = KeyPair.named("two").publicKey
        #expect(throws: KeyError.mismatchedPublicKey) { try KeyPair(publicKey: other, privateKey: pair.privateKey) }
        let seed = try #require(pair.seed).bytes.exposedCopy()
        #expect(throws: KeyError.mismatchedPublicKey) { try KeyPair(secretKey: SecretBytes(seed + other.bytes)) }
    }

    @Test("A pair prints its public half only")
    func description_ofPair_hidesSecrets() throws {
        let pair = KeyPair.named("printed")
        var dumped = ""
        dump(pair, to: &dumped)
        let seed = try #require(pair.seed).bytes.exposedCopy()
        for text in ["\(pair)", String(reflecting: pair), dumped] {
            #expect(text.contains(pair.publicKey.base58))
            #expect(!text.contains(Base58.encode(seed)) && !text.contains(seed.hex))
        }
    }

    @Test("Keys travel through JSON as base58 and order as bytes")
    func publicKey_codableAndOrdered() throws {
        let key = PublicKey.usdf
        let data = try JSONEncoder().encode([key])
        #expect(String(decoding: data, as: UTF8.self) == #"["\#(key.base58)"]"#)
        #expect(try JSONDecoder().decode([PublicKey].self, from: data) == [key])
        #expect(throws: (any Error).self) { try JSONDecoder().decode([PublicKey].self, from: Data(#"["0"]"#.utf8)) }
        let low = try PublicKey([UInt8](repeating: 0x7f, count: 32))
        let high = try PublicKey([UInt8](repeating: 0x80, count: 32))
        #expect(low < high && !(high < low))
    }

    @Test("Generated pairs and ids follow the random source")
    func generate_sameSource_sameValues() {
        let first = SeededRandomSource(seed: 7)
        let second = SeededRandomSource(seed: 7)
        #expect(KeyPair.generate(using: first) == KeyPair.generate(using: second))
        #expect(IntentID.generate(using: first) == IntentID.generate(using: second))
        #expect(SwapID.generate(using: first) == SwapID.generate(using: second))
        #expect(KeyPair.generate(using: first) != KeyPair.generate(using: first))
        #expect(KeyPair.generate(using: SystemRandomSource()) != KeyPair.generate(using: SystemRandomSource()))
    }

    @Test("Both sides of an exchange derive the same box key")
    func boxKey_bothSides_agree() {
        let (a, b) = (KeyPair.named("a"), KeyPair.named("b"))
        #expect(a.boxKey(with: b.publicKey) == b.boxKey(with: a.publicKey))
        #expect(a.sharedSecret(with: b.publicKey) == b.sharedSecret(with: a.publicKey))
        #expect(a.boxKey(with: b.publicKey) != a.sharedSecret(with: b.publicKey))
    }
}
