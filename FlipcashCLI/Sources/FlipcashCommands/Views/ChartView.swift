import FlipcashCore
import FlipcashDrawing
import FlipcashWallet
import Foundation

/// The chart of a currency's market capitalisation or price (client specification §10.6, §11.3).
struct ChartView: Sendable {
    let token: TokenView
    let range: ChartRange
    let measure: ChartMeasure
    /// The display currency, in which the values are.
    let currency: CurrencyCode
    /// The market capitalisation.
    let series: ChartSeries
    /// The values of the line, one for each point of the series.
    let values: [Double]

    /// - Throws: `CommandFailure`, exit 3, if there are fewer than two points.
    init(
        _ history: MarketHistory, token: TokenView, range: ChartRange, calendar: Calendar
    ) throws(CommandFailure) {
        self.token = token
        self.range = range
        measure = history.measure
        currency = history.rate.currency
        do throws(ChartSeries.Failure) {
            let capped = try ChartSeries(history.points, currency: history.currency, calendar: calendar)
            series = history.now.map { capped.appending($0) } ?? capped
        } catch {
            throw CommandFailure(
                "no_data", .notFound, "There is not enough data for this range yet. Try --range all, or later.")
        }
        let fx = history.rate.fx.wireValue
        values = series.points.map { point in
            switch history.measure {
            case .cap: point.value
            case .price: Self.price(atMarketCap: point.value) * fx
            }
        }
    }

    /// The price in dollars at which a currency has a market capitalisation in dollars, by bisection on the curve: both
    /// grow with the supply.
    static func price(atMarketCap cap: Double) -> Double {
        guard cap > 0 else { return 0 }
        var (low, high) = (UInt64(0), DiscreteBondingCurve.maxSupplyQuarks)
        while low < high {
            let middle = low + (high - low) / 2
            if MarketCapHistory.value(supplyQuarks: middle, fx: 1) < cap { low = middle + 1 } else { high = middle }
        }
        return MarketCapHistory.price(supplyQuarks: low)
    }

    private func amount(_ value: Double) -> FiatAmount? { try? FiatAmount(wireValue: value, currency: currency) }

    func text(_ value: Double, _ money: MoneyText) -> String {
        guard let amount = amount(value) else { return "" }
        return switch measure {
        case .cap: money.text(amount)
        case .price: money.price(amount)
        }
    }

    /// A value beside the axis.
    private func label(_ value: Double?, _ money: MoneyText) -> String {
        guard let value, let amount = amount(value) else { return "" }
        return switch measure {
        case .cap: money.compact(amount)
        case .price: money.price(amount)
        }
    }

    /// The change over the range: `+ $17.52 all time`.
    func change(_ money: MoneyText) -> String {
        let change = (values.last ?? 0) - (values.first ?? 0)
        return "\(isGain ? "+" : "-") \(text(abs(change), money)) \(range.label)"
    }

    /// Whether the change is shown as a gain.
    var isGain: Bool {
        let change = (values.last ?? 0) - (values.first ?? 0)
        return switch measure {
        case .cap: change >= 0 || abs(change) < ChartSeries.changeThreshold
        // A price may be below the threshold altogether.
        case .price: change >= 0
        }
    }

    func picture(_ money: MoneyText, width: Int, height: Int) throws -> ChartPicture {
        try ChartPicture(
            values: values,
            labels: ChartPicture.Labels(
                title: "\(token.displayName) \(measure == .cap ? "market cap" : "price")",
                value: text(values.last ?? 0, money), change: change(money), highest: label(values.max(), money),
                lowest: label(values.min(), money), first: series.points.first.map { TimeText.local($0.date) } ?? "",
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
                .fields(["at": .string(TimeText.rfc3339(point.date)), "value": .string(plain(value))])
            })
        document["files"] = files.isEmpty ? nil : .array(files.map(OutputValue.string))
        return document
    }

    /// The points as comma-separated values with a header.
    var csv: String {
        let name =
            switch measure {
            case .cap: "market_cap"
            case .price: "price"
            }
        let rows = zip(series.points, values).map { [TimeText.rfc3339($0.date), plain($1), currency.rawValue] }
        return CSVText.table([["date", name, "currency"]] + rows)
    }

    private func plain(_ value: Double) -> String { amount(value)?.value.plainText ?? "0" }

    func print(to printer: Printer, _ money: MoneyText, columns: Int, rows: Int) {
        let color: Tone = isGain ? .positive : .negative
        printer.line("\(token.displayName)  \(text(values.last ?? 0, money))")
        printer.line(change(money), color)
        printer.line(label(values.max(), money), .secondary)
        for line in ChartText.lines(values, columns: columns, rows: rows) { printer.line(line, color) }
        printer.line(label(values.min(), money), .secondary)
        if let first = series.points.first, let last = series.points.last {
            printer.line("\(TimeText.local(first.date)) to \(TimeText.local(last.date))", .secondary)
        }
    }
}
