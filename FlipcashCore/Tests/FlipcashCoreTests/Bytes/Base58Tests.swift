import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Testing

@Suite("Base58")
struct Base58Tests {
    @Test("Any bytes survive the round trip, including leading zeros")
    func encode_randomBytes_decodesToTheSame() throws {
        var generator = SeededGenerator(seed: 58)
        for count in 0..<130 {
            for zeros in [0, 1, 3, count] where zeros <= count {
                var bytes = generator.bytes(count)
                for index in 0..<zeros { bytes[index] = 0 }
                #expect(try Base58.decode(Base58.encode(bytes)) == bytes)
            }
        }
    }

    @Test("White space around the text is ignored; white space inside it is rejected")
    func decode_whiteSpace_onlyAround() throws {
        #expect(try Base58.decode(" \t\r\n11Ce4pxkS \u{0b}\u{0c}") == Base58.decode("11Ce4pxkS"))
        #expect(throws: Base58Error.foreignCharacter(at: 2)) { try Base58.decode("11 Ce4pxkS") }
        #expect(throws: Base58Error.foreignCharacter(at: 0)) { try Base58.decode("é") }
        #expect(try Base58.decode("   ").isEmpty)
    }

    @Test("A text that is much too long is rejected before it costs time")
    func decode_absurdLength_throws() {
        let text = String(repeating: "z", count: Base58.characterCountMax + 1)
        #expect(throws: Base58Error.tooLong(text.count, max: 2048)) { try Base58.decode(text) }
        #expect(throws: Base58Error.tooLong(text.count, max: 2048)) { try Base58.decodeSecret(text.utf8) }
        #expect(throws: Base58Error.tooLong(4, max: 3)) { try Base58.decode(" zzzz ", characterCountMax: 3) }
        #expect("\(Base58Error.tooLong(4, max: 3))" == "base58 text has at most 3 characters here, this has 4")
    }

    @Test("A longer text is read where the reader allows it")
    func decode_ownLimit_isUsed() throws {
        var generator = SeededGenerator(seed: 4096)
        let bytes = generator.bytes(1760)
        let text = Base58.encode(bytes)
        #expect(text.count > Base58.characterCountMax && text.count < 4096)
        #expect(try Base58.decode(text, characterCountMax: 4096) == bytes)
    }

    @Test("Secrets are read like other text, and rejected for the same reasons")
    func decodeSecret_everyText_agrees() throws {
        var generator = SeededGenerator(seed: 59)
        for count in 0..<70 {
            let text = " " + Base58.encode([0] + generator.bytes(count)) + "\n"
            #expect(try Base58.decodeSecret(text.utf8).exposedCopy() == Base58.decode(text))
        }
        for text in ["11 Ce4pxkS", "é", "0", "zzzI"] {
            let expected = try #require(throws: Base58Error.self) { try Base58.decode(text) }
            #expect(throws: expected) { try Base58.decodeSecret(text.utf8) }
        }
        #expect(try Base58.decodeSecret(" \t".utf8).count == 0)
    }
}
