import FlipcashCore
import Testing

@Suite("Texts of a launchpad currency")
struct CurrencyProfileValidatorTests {
    @Test("Symbols, descriptions and colours of launchpad currencies")
    func profileValidators_bounds() {
        #expect(CurrencySymbolValidator().validate("") == "")
        #expect(CurrencySymbolValidator().validate("JEFFY!~1") == "JEFFY!~1")
        for text in ["NINECHARS", "A B", "É", "\u{7F}"] { #expect(CurrencySymbolValidator().validate(text) == nil) }
        let longest = String(repeating: "é", count: 4096)
        #expect(CurrencyDescriptionValidator().validate(longest) == longest)
        #expect(CurrencyDescriptionValidator().validate(longest + "x") == nil)
        for text in ["#a0B1f9", "#000000"] { #expect(BillColourValidator().validate(text) == text) }
        for text in ["", "a0b1f9", "#a0b1f", "#a0b1f90", "#a0b1fg", "#a0b1é", " #a0b1f9"] {
            #expect(BillColourValidator().validate(text) == nil)
        }
    }
}
