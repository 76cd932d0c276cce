import ArgumentParser
import FlipcashCore
import FlipcashDrawing
import Foundation

/// `flipcash token chart TOKEN`
struct TokenChartCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart", abstract: "Draw a currency's market capitalisation or price over time.")

    @Argument(help: ArgumentHelp("A symbol, a name or a mint.", valueName: "token"))
    var token: TokenArgument

    @Option(help: ArgumentHelp("How far back: all, 1d, 1w, 1m or 1y.", valueName: "range"))
    var range: RangeArgument = .init(range: .allTime)

    @Option(help: ArgumentHelp("What to draw: cap or price.", valueName: "measure"))
    var measure: MeasureArgument = .init(measure: .cap)

    @Option(help: ArgumentHelp("Width of the chart in cells.", valueName: "columns"))
    var width: Int?

    @Option(help: ArgumentHelp("Height of the chart in cells.", valueName: "rows"))
    var height: Int = 12

    @Flag(help: "Days begin at midnight UTC instead of local midnight.")
    var utc = false

    @Option(help: ArgumentHelp("Write a PNG picture.", valueName: "file"), completion: .file(extensions: ["png"]))
    var png: String?

    @Option(help: ArgumentHelp("Write an SVG picture.", valueName: "file"), completion: .file(extensions: ["svg"]))
    var svg: String?

    @Option(help: ArgumentHelp("Write the points as CSV.", valueName: "file"), completion: .file(extensions: ["csv"]))
    var csv: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    /// Without files to write the command only looks.
    var onlyLooks: Bool { png == nil && svg == nil && csv == nil }

    var dryRun: DryRunSupport { .honoured }

    mutating func validate() throws {
        if let width, !(10...500).contains(width) { throw ValidationError("--width must be between 10 and 500.") }
        guard (3...100).contains(height) else { throw ValidationError("--height must be between 3 and 100.") }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let (mint, history) = try await call.withWallet { wallet in
            let mint = try await wallet.market.token(token)
            guard mint.launchpad != nil else {
                throw CommandFailure.badInput("Dollars have no market. Name another currency.", code: "no_market")
            }
            let history = try await wallet.market.history(of: mint, range: range.range, measure: measure.measure)
            return (mint, history)
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = utc ? .gmt : .current
        let chart = try ChartView(
            history, token: TokenView(mint, quarks: 0), range: range.range, calendar: calendar)
        let files = try write(chart, money, isDryRun: call.options.isDryRun)
        let columns = width ?? min(call.console.output.size?.columns ?? 72, 100)
        call.printer.answer(chart.document(money, files: files)) {
            chart.print(to: $0, money, columns: columns, rows: height)
        }
    }

    /// Writes the requested files.
    ///
    /// - Returns: the files written, or those that would be.
    private func write(_ chart: ChartView, _ money: MoneyText, isDryRun: Bool) throws -> [String] {
        var files: [String] = []
        func write(_ bytes: [UInt8], to path: String) throws {
            if !isDryRun { try OutputFile.write(bytes, to: path) }
            files.append(path)
        }
        if png != nil || svg != nil {
            let picture = try chart.picture(money, width: 1_200, height: 600)
            if let png { try write(try picture.png(), to: png) }
            if let svg { try write(Array(picture.svg().utf8), to: svg) }
        }
        if let csv { try write(Array(chart.csv.utf8), to: csv) }
        return files
    }
}

/// A range of a chart on the command line.
struct RangeArgument: ExpressibleByArgument, Sendable, Hashable {
    let range: ChartRange

    init(range: ChartRange) { self.range = range }

    init?(argument: String) {
        guard let range = ChartRange.allCases.first(where: { $0.shortLabel.lowercased() == argument.lowercased() })
        else { return nil }
        self.range = range
    }

    static var allValueStrings: [String] { ChartRange.allCases.map { $0.shortLabel.lowercased() } }

    var defaultValueDescription: String { range.shortLabel.lowercased() }
}

/// What a chart shows, on the command line.
struct MeasureArgument: ExpressibleByArgument, Sendable, Hashable {
    let measure: ChartMeasure

    init(measure: ChartMeasure) { self.measure = measure }

    init?(argument: String) {
        guard let measure = ChartMeasure(rawValue: argument) else { return nil }
        self.measure = measure
    }

    static var allValueStrings: [String] { ChartMeasure.allCases.map(\.rawValue) }

    var defaultValueDescription: String { measure.rawValue }
}
