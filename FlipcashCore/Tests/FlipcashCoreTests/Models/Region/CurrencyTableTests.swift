import Foundation
import Testing

@testable import FlipcashCore

@Suite("Currency table", .namingVectorCases)
struct CurrencyTableTests {
    private struct Row: Decodable {
        let index: UInt8
        let code: String
        let digits: Int
        let serverDigits: Int
        let symbol: String?
        let region: String?
        let legacyIndex: UInt8?
        let perTransaction: Double?
    }

    @Test("Every currency of currencies.json has the same properties here")
    func facts_allCurrencies_match() throws {
        try VectorFile.run(
            "currencies",
            [
                "currencies": { vector in
                    let row = try vector.value.decoded(as: Row.self)
                    let code = try CurrencyCode(currencyCode: row.code.uppercased())
                    #expect(code.rawValue == row.code)
                    #expect(code.index == row.index)
                    #expect(CurrencyCode(index: row.index) == code)
                    #expect(code.digits == row.digits)
                    #expect(code.serverDigits == row.serverDigits)
                    #expect(code.symbol == row.symbol)
                    #expect(code.compactSymbol == row.symbol ?? "$")
                    #expect(code.region?.rawValue == row.region)
                    #expect(code.legacyIndex == row.legacyIndex)
                    if let legacy = row.legacyIndex { #expect(CurrencyCode(legacyIndex: legacy) == code) }
                    #expect(code.perTransactionLimit.map(Double.init) == row.perTransaction)
                }
            ])
    }

    @Test("The table has as many currencies as the specification, each at its own position")
    func table_size_isThatOfTheSpecification() {
        #expect(CurrencyCode.allCases.count == 161)
        #expect(CurrencyCode.allCases.map { Int($0.index) } == Array(0..<161))
    }

    @Test("A position beyond the table gives no currency", arguments: [161, 200, 255] as [UInt8])
    func index_beyondTable_isNil(index: UInt8) {
        #expect(CurrencyCode(index: index) == nil)
        #expect(CurrencyCode(legacyIndex: index) == nil)
    }

    @Test(
        "Texts that are not a code are rejected, look-alikes too", arguments: ["", "us", "usdd", "\u{212A}es", "uſd"])
    func parse_unknownText_throwsNotFound(text: String) {
        #expect(throws: CurrencyCode.LookupError.notFound(text)) { try CurrencyCode(currencyCode: text) }
    }

    @Test("There are 253 regions, and codes are read in any case")
    func regions_count_andParse() {
        #expect(Region.allCases.count == 253)
        #expect(Region(regionCode: "Ca") == .ca)
        #expect(Region(regionCode: "xx") == nil)
    }

    @Test("The server limits thirteen currencies that clients do not know, and omits eleven that they know")
    func sendLimits_unknownToClients_areKept() {
        let foreign = SendLimitTable.codes.filter { CurrencyCode(rawValue: $0) == nil }
        #expect(
            foreign.sorted() == [
                "byr", "clf", "cuc", "ggp", "imp", "jep", "lsl", "ltl", "lvl", "std", "xdr", "zmk", "zwl",
            ])
        let unlimited = CurrencyCode.allCases.filter { $0.perTransactionLimit == nil }.map(\.rawValue)
        #expect(unlimited == ["fok", "kid", "ssp", "stn", "tvd", "ves", "zwg", "sle", "ved", "cnh", "xcg"])
    }
}
