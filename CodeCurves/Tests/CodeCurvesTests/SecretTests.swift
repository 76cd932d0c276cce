import CodeCurves
import Testing

@Suite("Secrets and byte values")
struct SecretTests {
    @Test("Descriptions, debug descriptions, dumps and mirrors never show the bytes of a secret")
    func description_ofSecret_showsNoBytes() throws {
        let secret = try Secret32([UInt8](repeating: 0xab, count: 32))
        var dumped = ""
        dump((secret, secret.bytes), to: &dumped)
        for text in [
            "\(secret)", "\(secret.bytes)", String(reflecting: secret), String(reflecting: [secret.bytes]), dumped,
        ] {
            #expect(!text.contains("171") && !text.lowercased().contains("ab, ") && !text.contains("abab"))
        }
        #expect("\(secret)" == "<32 secret bytes>")
    }

    @Test("Secrets compare by content, also when empty or of different lengths")
    func equality_ofSecrets_isByContent() {
        #expect(SecretBytes([1, 2, 3]) == SecretBytes([1, 2, 3]))
        #expect(SecretBytes([1, 2, 3]) != SecretBytes([1, 2, 4]))
        #expect(SecretBytes([1, 2, 3]) != SecretBytes([1, 2]))
        #expect(SecretBytes([UInt8]()) == SecretBytes([UInt8]()))
        #expect(SecretBytes([UInt8]()) != SecretBytes([0]))
        #expect(ConstantTime.areEqual([1, 2], [1, 2]))
        #expect(!ConstantTime.areEqual([1, 2], [2, 2]))
    }

    @Test("Secret32 accepts exactly 32 bytes")
    func secret32_otherLengths_throw() {
        for count in [0, 31, 33, 64] {
            #expect(throws: CryptographyError.wrongLength(of: "a 32-byte secret", expected: 32, actual: count)) {
                try Secret32([UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test("Zeroing clears an array")
    func zero_array_isZeros() {
        var bytes: [UInt8] = [1, 2, 3]
        Zeroing.zero(&bytes)
        #expect(bytes == [0, 0, 0])
    }

    @Test("Many secrets held at once keep their contents")
    func secretBytes_manyAtOnce_keepContent() {
        let secrets = (0..<500).map { SecretBytes([UInt8(truncatingIfNeeded: $0), 7]) }
        for (index, secret) in secrets.enumerated() {
            #expect(secret.exposedCopy() == [UInt8(truncatingIfNeeded: index), 7])
        }
    }

    @Test("Bytes32 is ordered like byte strings and survives the round trip")
    func bytes32_ordering_isLexicographic() throws {
        let values = (0..<64).map { SHA256.hash([UInt8($0)]) } + [[UInt8](repeating: 0xff, count: 32)]
        for left in values {
            let first = try #require(Bytes32(left))
            #expect(first.array == left)
            for right in values {
                #expect((first < (try #require(Bytes32(right)))) == left.lexicographicallyPrecedes(right))
            }
        }
        #expect(Bytes32([UInt8](repeating: 0, count: 31)) == nil)
        #expect(Bytes32([UInt8](repeating: 0, count: 33)) == nil)
    }

    @Test("The generator returns the requested number of bytes, different every time")
    func randomBytes_counts_areHonoured() {
        for count in [0, 1, 31, 32, 1000] { #expect(RandomBytes.generate(count).count == count) }
        #expect(RandomBytes.generate(-1).isEmpty)
        #expect(Set((0..<100).map { _ in RandomBytes.generate(16) }).count == 100)
    }
}
