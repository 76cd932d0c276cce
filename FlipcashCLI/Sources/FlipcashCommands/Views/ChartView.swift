import FlipcashCore
import FlipcashDrawing
import FlipcashWallet
import Foundation

/// The chart of a currency's market capitalisation or price (client specification §10.6).
struct ChartView: Sendable {
    /// What the line shows.
    enum Measure: String, Sendable, CaseIterable {
        case cap
        case price
    }

    let token: TokenView
    let range: ChartRange
    let measure: Measure
    let currency: CurrencyCode
    let series: ChartSeries

    /// - Throws: `CommandFailure`, exit 3, if there are fewer than two points.
    init(
        _ history: MarketHistory, token: TokenView, range: ChartRange, measure: Measure, calendar: Calendar
    ) throws(CommandFailure) {
        self.token = token
        self.range = range
        self.measure = measure
        currency = history.currency
        do throws(ChartSeries.Failure) {
            let capped = try ChartSeries(history.points, currency: history.currency, calendar: calendar)
            let series = history.now.map { capped.appending($0) } ?? capped
            self.series = series
        } catch {
            throw CommandFailure(
                "no_data", .notFound, "There is not enough data for this range yet. Try --range all, or later.")
        }
    }

    /// The values of the line, in the display currency.
    var values: [Double] {
        switch measure {
        case .cap: series.points.map(\.value)
        case .price: series.points.map { Self.price(atMarketCap: $0.value, first: series.points.last?.value ?? 0) }
        }
    }

    /// The price at which a currency has a market capitalisation, by bisection on the curve: both grow with the supply.
    static func price(atMarketCap cap: Double, first: Double) -> Double {
        guard cap > 0 else { return 0 }
        var (low, high) = (UInt64(0), DiscreteBondingCurve.maxSupplyQuarks)
        for _ in 0..<60 where low < high {
            let middle = low + (high - low) / 2
            if MarketCapHistory.value(supplyQuarks: middle, fx: 1) < cap { low = middle + 1 } else { high = middle }
        }
        return MarketCapHistory.price(supplyQuarks: low)
    }

    func text(_ value: Double, _ money: MoneyText) -> String {
        (try? FiatAmount(wireValue: value, currency: currency)).map(money.text) ?? ""
    }

    /// The change over the range: `+ $17.52 all time`.
    func change(_ money: MoneyText) -> String {
        let change = (values.last ?? 0) - (values.first ?? 0)
        let isPositive = change >= 0 || abs(change) < ChartSeries.changeThreshold
        return "\(isPositive ? "+" : "-") \(text(abs(change), money)) \(range.label)"
    }

    var isGain: Bool { series.isChangePositive }

    func picture(_ money: MoneyText, width: Int, height: Int) throws -> ChartPicture {
        try ChartPicture(
            values: values,
            labels: ChartPicture.Labels(
                title: "\(token.displayName) \(measure == .cap ? "market cap" : "price")",
                value: text(values.last ?? 0, money), change: change(money),
                highest: text(values.max() ?? 0, money), lowest: text(values.min() ?? 0, money),
                first: series.points.first.map { TimeText.local($0.date) } ?? "",
                last: series.points.last.map { TimeText.local($0.date) } ?? ""),
            isGain: isGain, width: width, height: height)
    }

    func document(_ money: MoneyText, files: [String]) -> OutputObject {
        var document = OutputObject(schema: "chart")
        document["token"] = token.identity
        document["range"] = .string(range.shortLabel.lowercased())
        document["measure"] = .string(measure.rawValue)
        document["currency"] = .string(currency.rawValue)
        document["points"] = .array(
            zip(series.points, values).map { point, value in
                .fields([
                    "at": .string(TimeText.rfc3339(point.date)), "value": .string(Self.plain(value, currency)),
                ])
            })
        document["files"] = files.isEmpty ? nil : .array(files.map(OutputValue.string))
        return document
    }

    /// The points as comma-separated values with a header.
    var csv: String {
        let rows = zip(series.points, values).map { [TimeText.rfc3339($0.date), Self.plain($1, currency)] }
        return CSVText.table([["time", "\(measure.rawValue)_\(currency.rawValue)"]] + rows)
    }

    private static func plain(_ value: Double, _ currency: CurrencyCode) -> String {
        (try? FiatAmount(wireValue: value, currency: currency))?.value.plainText ?? "0"
    }

    func print(to printer: Printer, _ money: MoneyText, columns: Int, rows: Int) {
        printer.line("\(token.displayName)  \(text(values.last ?? 0, money))")
        printer.line(change(money), isGain ? .positive : .negative)
        for line in ChartText.lines(values, columns: columns, rows: rows) {
            printer.line(line, isGain ? .positive : .negative)
        }
        let (low, high) = (text(values.min() ?? 0, money), text(values.max() ?? 0, money))
        printer.line("Lowest \(low), highest \(high)", .secondary)
    }
}
