import ArgumentParser
import FlipcashCore

/// `flipcash rates [CODE…]`
struct RatesCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "rates", abstract: "Show exchange rates: units of a currency for one dollar.")

    @Argument(help: ArgumentHelp("Currencies such as cad or eur; all if left out.", valueName: "code"))
    var codes: [CurrencyArgument] = []

    @Flag(help: "Print every change until stopped; with --json one line each.")
    var watch = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var isWaiting: Bool { watch }

    var needsService: Bool { true }

    func run(in call: Invocation) async throws {
        let wanted = Set(try codes.map { try $0.currency() })
        try await call.withService { service in
            if watch { return try await follow(service, wanted, call) }
            let view = RatesView(rows: try shown(await service.rates(), wanted), now: call.runtime.clock.now())
            call.printer.answer(list: view.objects(), document: view.document()) { view.print(to: $0) }
        }
    }

    /// Returns the rows of the wanted currencies; all rows when none is named.
    ///
    /// - Throws: `CommandFailure` when a wanted currency has no row.
    private func shown(
        _ rows: [RatesView.Row], _ wanted: Set<CurrencyCode>
    ) throws(CommandFailure) -> [RatesView.Row] {
        guard !wanted.isEmpty else { return rows }
        let missing = wanted.subtracting(rows.map(\.rate.currency)).map { $0.rawValue.uppercased() }.sorted()
        if let first = missing.first {
            throw CommandFailure(
                "rate_unavailable", .rateUnavailable, "There is no rate for \(first) at the moment. Try again later.",
                isRetryable: true)
        }
        return rows.filter { isWanted($0, wanted) }
    }

    /// Prints the current rates, then each change. Stopping it is not an error.
    private func follow(
        _ service: AnonymousService, _ wanted: Set<CurrencyCode>, _ call: Invocation
    ) async throws {
        do {
            try await service.watchRates { rows, isFirst in
                let rows = isFirst ? try shown(rows, wanted) : rows.filter { isWanted($0, wanted) }
                let view = RatesView(rows: rows, now: call.runtime.clock.now())
                if call.printer.mode == .human {
                    view.print(to: call.printer)
                } else {
                    for event in view.events() { call.printer.stream(event) { _ in } }
                }
                // The program that reads the output has closed it.
                if call.printer.hasLostReader { throw CancellationError() }
            }
        } catch is CancellationError {}
    }

    private func isWanted(_ row: RatesView.Row, _ wanted: Set<CurrencyCode>) -> Bool {
        wanted.isEmpty || wanted.contains(row.rate.currency)
    }
}
