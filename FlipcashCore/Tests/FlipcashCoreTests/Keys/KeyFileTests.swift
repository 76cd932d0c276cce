import CodeCurves
import FlipcashCore
import Testing

/// Key pairs in the formats of other Solana tools (key specification §1).
@Suite("Key files and exported keys")
struct KeyFileTests {
    private let pair = KeyPair.named("file")

    private var numbers: [UInt8] {
        get throws { try #require(pair.secretKey).exposedCopy() }
    }

    private func text(_ numbers: [some CustomStringConvertible], separator: String = ",") -> [UInt8] {
        Array("[\(numbers.map(\.description).joined(separator: separator))]".utf8)
    }

    @Test("Written keys are read again, in both formats")
    func keyFile_roundTrip() throws {
        for name in ["file", "a", "b", "c"] {
            let pair = KeyPair.named(name)
            let file = try #require(pair.keyFile).exposedCopy()
            #expect(file == text(try #require(pair.secretKey).exposedCopy()))
            #expect(try KeyPair(keyFile: file) == pair)
            let base58 = try #require(pair.secretKeyBase58).exposedCopy()
            #expect(try KeyPair(secretKeyBase58: base58) == pair)
        }
    }

    @Test("White space is allowed wherever JSON allows it")
    func keyFile_whiteSpace_isRead() throws {
        let spaced = Array(" \t\r\n".utf8) + text(try numbers, separator: " ,\n\t") + Array("\r\n".utf8)
        #expect(try KeyPair(keyFile: spaced) == pair)
    }

    @Test("Anything but an array of 64 bytes is rejected")
    func keyFile_otherText_throws() throws {
        let numbers = try numbers.map(Int.init)
        var texts: [[UInt8]] = [
            [], Array("[]".utf8), Array("null".utf8), Array("{}".utf8), Array("[".utf8), text(numbers).dropLast(),
            Array(text(numbers).dropFirst()), text(numbers) + Array("]".utf8), text(numbers) + text(numbers),
            text(Array(numbers.dropLast())), text(numbers + [0]), text(numbers, separator: ";"),
            text(numbers, separator: ",,"), text(numbers, separator: " "), [0xef, 0xbb, 0xbf] + text(numbers),
            [UInt8](repeating: 0x20, count: KeyPair.keyFileByteCountMax) + text(numbers),
        ]
        for bad in ["256", "999", "1000", "-1", "+1", "01", "00", "1.0", "1e1", "\"1\"", "", "0x1", "١"] {
            texts.append(text([bad] + numbers.dropFirst().map(\.description)))
            texts.append(text(numbers.dropLast().map(\.description) + [bad]))
        }
        for text in texts {
            #expect(throws: KeyError.notKeyFile, "\(String(decoding: text, as: UTF8.self))") {
                try KeyPair(keyFile: text)
            }
        }
    }

    @Test("A public key that does not match the seed is rejected")
    func keyFile_foreignPublicKey_throws() throws {
        var changed = try numbers
        changed[63] ^= 1
        #expect(throws: KeyError.mismatchedPublicKey) { try KeyPair(keyFile: text(changed)) }
        #expect(throws: KeyError.mismatchedPublicKey) { try KeyPair(secretKeyBase58: Base58.encode(changed).utf8) }
    }

    @Test("An exported key that is not base58, or of another length, is rejected without repeating it")
    func secretKeyBase58_badText_throws() throws {
        let whole = Base58.encode(try numbers)
        for text in [String(whole.dropLast()) + "0", whole.prefix(40) + " " + whole.dropFirst(40), "é"] {
            let error = try #require(throws: KeyError.self) { try KeyPair(secretKeyBase58: text.utf8) }
            guard case .notBase58("secret key", _) = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(!"\(error)".contains(whole.prefix(12)))
        }
        let short = Base58.encode(try numbers.dropLast())
        #expect(throws: KeyError.wrongLength(of: "secret key", expected: 64, actual: 63)) {
            try KeyPair(secretKeyBase58: short.utf8)
        }
        #expect(throws: KeyError.wrongLength(of: "secret key", expected: 64, actual: 0)) {
            try KeyPair(secretKeyBase58: "".utf8)
        }
    }

    @Test("A pair without its seed cannot be exported")
    func keyFile_withoutSeed_isNil() throws {
        let expanded = try KeyPair(publicKey: pair.publicKey, privateKey: pair.privateKey)
        #expect(expanded.keyFile == nil && expanded.secretKeyBase58 == nil)
    }

    @Test("A private key without its seed is written as base58 and read again with its public key")
    func privateKeyBase58_roundTrip() throws {
        for name in ["file", "a", "b", "c"] {
            let pair = KeyPair.named(name)
            let text = pair.privateKeyBase58.exposedCopy()
            #expect(String(decoding: text, as: UTF8.self) == Base58.encode(pair.privateKey.exposedCopy()))
            let read = try KeyPair(publicKey: pair.publicKey, privateKeyBase58: text)
            #expect(read == pair && read.seed == nil && read.privateKey == pair.privateKey)
            let sum = pair.adding(scalar: try #require(self.pair.seed))
            #expect(
                try KeyPair(publicKey: sum.publicKey, privateKeyBase58: sum.privateKeyBase58.exposedCopy()) == sum)
        }
        #expect(throws: KeyError.notBase58("private key", .foreignCharacter(at: 0))) {
            try KeyPair(publicKey: pair.publicKey, privateKeyBase58: "0".utf8)
        }
        #expect(throws: KeyError.wrongLength(of: "private key", expected: 64, actual: 1)) {
            try KeyPair(publicKey: pair.publicKey, privateKeyBase58: "1".utf8)
        }
        // The other 64-byte form in base58: seed and public key.
        let secretKey = try #require(pair.secretKeyBase58).exposedCopy()
        #expect(throws: KeyError.self) { try KeyPair(publicKey: pair.publicKey, privateKeyBase58: secretKey) }
    }
}
