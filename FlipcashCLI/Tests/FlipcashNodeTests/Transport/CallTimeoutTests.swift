import Testing

@testable import FlipcashNode

@Suite struct CallTimeoutTests {
    @Test(
        "Eight digits are converted to the next larger unit, rounded up; fewer stay unchanged",
        arguments: [
            ("0n", "0n"), ("1S", "1S"), ("00000001S", "1S"), ("9999999H", "9999999H"), ("10000000n", "10000u"),
            ("99999999n", "100000u"), ("12345678u", "12346m"), ("99999001m", "100000S"), ("60000000S", "1000000M"),
            ("60000001S", "1000001M"), ("99999999M", "1666667H"), ("99999999H", "9999999H"),
        ])
    func shortened_valid_isReadByGRPC(text: String, shortened: String) throws {
        #expect(try #require(CallTimeout(text)).shortened.description == shortened)
    }

    @Test("Every unit with every number of digits is read", arguments: CallTimeout.Unit.allCases)
    func init_unitsAndDigits_read(unit: CallTimeout.Unit) throws {
        for digits in 1...8 {
            let text = String(repeating: "7", count: digits) + String(UnicodeScalar(unit.rawValue))
            let timeout = try #require(CallTimeout(text))
            #expect(timeout.description == text)
            #expect(timeout.unit == unit)
            #expect(timeout.shortened.description.utf8.count <= 8)
        }
    }

    @Test(
        "Anything but one to eight digits and a unit is malformed",
        arguments: [
            "", "S", "1", "-1S", "+1S", " 1S", "1S ", "1 S", "1.5S", "1s", "1h", "1x", "123456789S", "0x1S", "1SS",
            "१S",
            "１S", "1Ｓ", "1\u{301}S", "\u{0}S", "--S", "-9999999H",
        ])
    func init_malformed_isNil(text: String) {
        #expect(CallTimeout(text) == nil)
    }
}
