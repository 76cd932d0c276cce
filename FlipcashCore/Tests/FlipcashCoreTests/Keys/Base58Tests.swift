import FlipcashCore
import Testing

@Suite("Base58")
struct Base58Tests {
    @Test("Any bytes survive the round trip, leading zeros included")
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

    @Test("White space around the text is ignored, inside it is foreign")
    func decode_whiteSpace_onlyAround() throws {
        #expect(try Base58.decode(" \t\r\n11Ce4pxkS \u{0b}\u{0c}") == Base58.decode("11Ce4pxkS"))
        #expect(throws: Base58Error.foreignCharacter(at: 2)) { try Base58.decode("11 Ce4pxkS") }
        #expect(throws: Base58Error.foreignCharacter(at: 0)) { try Base58.decode("é") }
        #expect(try Base58.decode("   ").isEmpty)
    }

    @Test("A text of absurd length is refused before it costs time")
    func decode_absurdLength_throws() {
        let text = String(repeating: "z", count: Base58.characterCountMax + 1)
        #expect(throws: Base58Error.tooLong(text.count)) { try Base58.decode(text) }
    }
}
