import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@Suite("Key pairs, keys and signatures")
struct KeyPairTests {
    @Test("Any change to message, signature or key invalidates a signature")
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

    @Test("Wrong lengths are reported with the name of the value and both lengths")
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

    @Test("A private key with another pair's public key is rejected")
    func keyPair_mismatch_throws() throws {
        let pair = KeyPair.named("one")
        let other = KeyPair.named("two").publicKey
        #expect(throws: KeyError.mismatchedPublicKey) { try KeyPair(publicKey: other, privateKey: pair.privateKey) }
        let seed = try #require(pair.seed).bytes.exposedCopy()
        #expect(throws: KeyError.mismatchedPublicKey) { try KeyPair(secretKey: SecretBytes(seed + other.bytes)) }
        // With bit 255 the scalar has the same public key, but another signature.
        var expanded = pair.privateKey.exposedCopy()
        expanded[31] |= 0x80
        let error = try #require(throws: KeyError.self) {
            try KeyPair(publicKey: pair.publicKey, privateKey: SecretBytes(expanded))
        }
        guard case .cryptography(.invalidParameter) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test("A pair prints only its public key")
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

    @Test("Keys are encoded in JSON as base58 and ordered by their bytes")
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

    @Test("Generated pairs and ids depend on the random source")
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
