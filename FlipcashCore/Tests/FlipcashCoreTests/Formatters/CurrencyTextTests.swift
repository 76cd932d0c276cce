import Foundation
import Testing

@testable import FlipcashCore

@Suite("Currency texts")
struct CurrencyTextTests {
    private let german = Locale(identifier: "de_DE")

    @Test("A locale's currency is found; a locale without a currency has none")
    func local_byRegion() {
        #expect(CurrencyCode.local(Locale(identifier: "en_CA")) == .cad)
        #expect(CurrencyCode.local(german) == .eur)
        #expect(CurrencyCode.local(Locale(identifier: "ja_JP")) == .jpy)
        #expect(CurrencyCode.local(Locale(identifier: "en_001")) == nil)
    }

    @Test("Names come from the host; a currency without a name is shown by its code")
    func localizedName_unknown_isTheCode() {
        #expect(CurrencyCode.usd.localizedName(german) == "US-Dollar")
        #expect(CurrencyCode.usd.localizedName(Locale(identifier: "en_US")) == "US Dollar")
        for code in [CurrencyCode.fok, .kid, .tvd] {
            #expect(!code.localizedName(Locale(identifier: "en_US")).isEmpty)
        }
    }

    @Test("Lists are sorted by name in the language's order")
    func sortedByName_germanUmlaut_isAnA() {
        let sorted = CurrencyCode.sortedByName([.aud, .etb, .afn, .usd], locale: german)
        #expect(sorted.map { $0.localizedName(german).prefix(3) } == ["Afg", "Äth", "Aus", "US-"])
        #expect(CurrencyCode.sortedByName(CurrencyCode.allCases, locale: german).count == CurrencyCode.allCases.count)
    }

    @Test(
        "Every locale of the table has its own abbreviations",
        arguments: [
            ("it_IT", "1,5\u{A0}Mld"), ("de_CH", "1.5\u{A0}Mrd."), ("es_MX", "1.5k\u{A0}M"), ("es_AR", "1,5k\u{A0}M"),
            ("hi_IN", "1.5\u{A0}अ॰"), ("he_IL", "1.5B\u{200F}"), ("fr_CA", "1,5\u{A0}G"), ("fa_IR", "۱٫۵\u{A0}میلیارد"),
            ("th_TH", "1.5B"), ("ar_EG", "١٫٥\u{A0}مليار"),
        ])
    func compact_otherLocales(identifier: String, text: String) throws {
        let locale = try #require(NumberLocale(identifier: identifier))
        #expect(FiatAmount(value: 1_500_000_000, currency: .aed).formattedCompact(locale: locale) == text)
    }

    @Test("Arabic thousands from three to ten have a separate form")
    func compact_arabicFew() throws {
        let locale = try #require(NumberLocale(identifier: "ar_AE"))
        func text(_ value: Int) -> String {
            FiatAmount(value: Decimal(value), currency: .aed).formattedCompact(locale: locale)
        }
        #expect(text(2000) == "2\u{A0}ألف" && text(5000) == "5\u{A0}آلاف" && text(5500) == "5.5\u{A0}ألف")
        #expect(text(10_000) == "10\u{A0}ألف" && text(105_000) == "105\u{A0}ألف")
    }
}
