import FlipcashCore
import Foundation
import Testing

@testable import FlipcashCommands

/// Charts of a currency's market capitalisation and price (client specification §10.6, §11.3).
@Suite struct ChartViewTests {
    /// A supply of 1,000,000 tokens, and what it is worth in dollars.
    private static let supply: UInt64 = 10_000_000_000_000_000
    private static let cap = MarketCapHistory.value(supplyQuarks: supply, fx: 1)

    private static func canadian() throws -> Rate { Rate(fx: try #require(Decimal(plainText: "1.4")), currency: .cad) }

    private func view(_ measure: ChartMeasure, _ caps: [Double], rate: Rate = .oneToOne) throws -> ChartView {
        let points = caps.enumerated().map { minute, cap in
            ChartPoint(date: ViewSamples.now.advanced(by: .seconds(60 * minute)), value: cap)
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return try ChartView(
            MarketHistory(measure: measure, points: points, now: nil, rate: rate),
            token: TokenView(mint: ViewSamples.jeffy, symbol: "JEFFY", name: "Jeffy", quarks: 0), range: .lastDay,
            calendar: calendar)
    }

    private func printed(_ view: ChartView) -> [String] {
        let harness = PrinterHarness(mode: .human)
        view.print(to: harness.printer, ViewSamples.money, columns: 20, rows: 4)
        return harness.output.text.split(separator: "\n").map(String.init)
    }

    @Test("The price follows from the market capitalisation in dollars, and is shown at the rate of the currency")
    func values_price_areThoseOfTheCurve() throws {
        let price = MarketCapHistory.price(supplyQuarks: Self.supply)
        for (rate, fx) in [(Rate.oneToOne, 1.0), (try Self.canadian(), 1.4)] {
            let chart = try view(.price, [0, Self.cap], rate: rate)
            #expect(chart.currency == rate.currency && chart.values.first == 0)
            let last = try #require(chart.values.last)
            #expect(abs(last - price * fx) < price * 0.000_001)
        }
        let caps = try view(.cap, [1, 2], rate: Self.canadian())
        #expect(caps.currency == .cad && caps.values.first == 1 && caps.values.last == 2)
    }

    @Test("Below the values and beside the line stand the change, both ends of the axis, and both dates")
    func print_cap_hasItsLabels() throws {
        let lines = printed(try view(.cap, [1_234, 12_345]))
        #expect(lines.count == 9)
        #expect(lines[0] == "Jeffy  $12,345.00" && lines[1] == "+ $11,111.00 today")
        #expect(lines[2] == "$12K" && lines[7] == "$1.2K")
        #expect(lines[3...6].allSatisfy { $0.unicodeScalars.count == 20 })
        #expect(lines[8].contains(/^\d{4}-\d\d-\d\d \d\d:\d\d to \d{4}-\d\d-\d\d \d\d:\d\d$/))
    }

    @Test("A price below a cent is legible, in other currencies with their code")
    func print_price_hasSignificantDigits() throws {
        let lines = printed(try view(.price, [10, 20], rate: Self.canadian()))
        #expect(lines[0].contains(/^Jeffy  \$0\.01\d\d\d CAD$/), "\(lines[0])")
        #expect(lines[1].hasPrefix("+ $0.0000") && lines[1].hasSuffix(" CAD today"), "\(lines[1])")
        let falling = try view(.price, [20, 10])
        #expect(!falling.isGain && falling.change(ViewSamples.money).hasPrefix("- $0.0000"))
    }

    @Test("The CSV file has a header, a row for each point, and the currency", arguments: ChartMeasure.allCases)
    func csv_rows_nameTheCurrency(measure: ChartMeasure) throws {
        let rows = try CSVText.rows(view(measure, [1, 2], rate: Self.canadian()).csv)
        #expect(rows.first == ["date", measure == .cap ? "market_cap" : "price", "currency"])
        #expect(rows.count == 1 + ChartSeries.pointCount)
        #expect(rows.dropFirst().allSatisfy { $0.count == 3 && $0[2] == "cad" && Double($0[1]) != nil })
        #expect(rows[1][0] == "2026-05-01T10:00:00.123Z")
    }

    @Test("One point is too little to draw")
    func init_onePoint_isNoData() {
        let failure = #expect(throws: CommandFailure.self) { try view(.cap, [1]) }
        #expect(failure?.status == .notFound && failure?.code == "no_data")
    }
}

@Suite struct MoneyTextTests {
    @Test(
        "A price has at least four significant digits, and at least those of its currency",
        arguments: [
            ("0", "$0.00"), ("0.0100877", "$0.01009"), ("0.01", "$0.01000"), ("0.1", "$0.1000"), ("0.5", "$0.5000"),
            ("0.99996", "$1.0000"), ("1", "$1.00"), ("1234.567", "$1,234.57"),
            ("0.0000000000000001", "$0.000000000000"),
        ])
    func price_anyAmount_isLegible(value: String, expected: String) throws {
        let price = FiatAmount(value: try #require(Decimal(plainText: value)), currency: .usd)
        #expect(ViewSamples.money.price(price) == expected)
    }

    @Test("For machines a price is not rounded")
    func priceValue_small_isExact() throws {
        let price = FiatAmount(value: try #require(Decimal(plainText: "0.01008774512")), currency: .cad)
        var document = OutputObject()
        document["price"] = ViewSamples.money.priceValue(price)
        #expect(
            document.text == #"{"price":{"currency":"cad","value":"0.01008774512","formatted":"$0.01009"}}"#)
    }

    @Test("A large amount is shortened, with the code of a currency whose symbol is ambiguous")
    func compact_large_isShort() {
        #expect(ViewSamples.money.compact(ViewSamples.usd("1234567")) == "$1.2M")
        #expect(ViewSamples.money.compact(ViewSamples.fiat("1500", .cad)) == "$1.5K CAD")
    }
}
