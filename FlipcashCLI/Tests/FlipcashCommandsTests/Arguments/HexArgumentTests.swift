import Testing

@testable import FlipcashCommands

@Suite struct HexArgumentTests {
    @Test("Pairs of digits in either case become bytes, and bytes become lower-case digits")
    func init_pairs_areBytes() {
        #expect(HexArgument(argument: "00fFA5")?.bytes == [0x00, 0xFF, 0xA5])
    }

    @Test("Odd lengths and other characters are refused", arguments: ["", "0", "0g", "0x00", "00 ff", "é0"])
    func init_malformed_isNil(text: String) {
        #expect(HexArgument(argument: text) == nil)
    }
}
