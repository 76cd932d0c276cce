import FlipcashCore
import Testing

@Suite struct HexadecimalTests {
    @Test("Bytes become two lower-case digits each")
    func encode_bytes_areLowerCasePairs() {
        #expect(Hexadecimal.encode([0x00, 0x0F, 0xA5, 0xFF]) == "000fa5ff")
        #expect(Hexadecimal.encode([]) == "")
    }

    @Test("Digits of either case become bytes")
    func decode_eitherCase_areBytes() {
        #expect(Hexadecimal.decode("00fFA5") == [0x00, 0xFF, 0xA5])
        #expect(Hexadecimal.decode("") == [])
    }

    @Test("Every byte survives the way through its digits")
    func decode_encodedBytes_areTheSame() {
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
    }

    @Test(
        "Odd lengths and other characters are refused",
        arguments: ["0", "0g", "0x00", "00 ff", "é0", "+1", "\u{10}0", "/0", ":0", "@0", "`0", "G0"])
    func decode_otherText_isNil(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
    }
}
