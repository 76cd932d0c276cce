import ArgumentParser
import FlipcashCore
import Foundation
import SavingsGoals

/// `flipcash goals rate`
struct GoalsRateCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Show the rate with which goals are valued.")

    @Argument(help: ArgumentHelp("The currency that is converted.", valueName: "from"))
    var from: String

    @Argument(help: ArgumentHelp("The currency of the result.", valueName: "to"))
    var to: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let pair = RatePair(try desk.currency(from), try desk.currency(to))
            let rate = try await desk.rates.rate(from: pair.from, to: pair.to)
            var document = OutputObject(schema: "goal_rate")
            document["from"] = .string(pair.from.lowercasedCode)
            document["to"] = .string(pair.to.lowercasedCode)
            document["rate"] = .string(rate.value.text(places: 18))
            document["source"] = .string(rate.source.rawValue)
            document["stale"] = .boolean(rate.isStale)
            document["age_s"] = .integer(rate.age)
            call.printer.answer(document) {
                $0.line(
                    "1 \(pair.from.code) = \(rate.value.text(places: 12)) \(pair.to.code) (\(rate.source.rawValue)"
                        + (rate.age > 0 ? ", \(rate.age) s old" : "") + (rate.isStale ? ", stale" : "") + ")")
            }
        }
    }
}

/// `flipcash goals currencies`
struct GoalsCurrenciesCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "currencies", abstract: "Search the currencies of goals and assets.")

    @Argument(help: "A part of a symbol or a name; all if left out.")
    var query = ""

    @Option(help: "The page, from 1.")
    var page = 1

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    mutating func validate() throws {
        guard (1...10_000).contains(page) else { throw ValidationError("--page counts from 1.") }
    }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let page = CurrencyPage(
                query: query, in: items(desk, listed: try await call.listedCoins(desk)),
                offset: (page - 1) * CurrencyPage.limit)
            let objects = page.items.map { item in
                var object = OutputObject(schema: "goal_currency")
                object["id"] = .string(item.id)
                object["symbol"] = .string(item.symbol)
                object["name"] = .string(item.name)
                object["kind"] = .string(item.kind.rawValue)
                return object
            }
            var document = OutputObject(schema: "goal_currencies")
            document["currencies"] = .array(objects.map(OutputValue.object))
            document["total"] = .integer(Int64(page.total))
            document["next"] = page.next.map { .integer(Int64($0 / CurrencyPage.limit + 1)) }
            call.printer.answer(list: objects, document: document) { printer in
                var table = Table([.exact("SYMBOL"), .text("NAME"), .exact("KIND")])
                for item in page.items {
                    table.add([.init(item.symbol), .init(item.name), .init(item.kind.rawValue, .secondary)])
                }
                printer.table(table)
            }
            if page.next != nil {
                call.printer.hint("More: flipcash goals currencies \(query) --page \(self.page + 1)")
            }
        }
    }

    /// The wallet's tokens, all fiat currencies, and the coins: `listed` ones and those that everybody knows.
    private func items(_ desk: GoalDesk, listed: [CoinPriceProvider.Coin]) -> [CurrencyItem] {
        let held = desk.holdings.values.sorted { $0.name < $1.name }.map { holding in
            CurrencyItem(
                id: holding.currency.lowercasedCode, symbol: holding.name, name: holding.currency.code,
                kind: holding.currency == .usdf ? .fiat : .token)
        }
        let ids = Set(listed.map(\.id))
        let usual = CoinPriceProvider.usualCoins.filter { !ids.contains($0.value) }.sorted { $0.key < $1.key }
        let coins =
            listed.map { CurrencyItem(id: $0.id, symbol: $0.symbol.uppercased(), name: $0.name, kind: .crypto) }
            + usual.map {
                CurrencyItem(id: $0.value, symbol: $0.key.code, name: $0.value.capitalized, kind: .crypto)
            }
        let english = Locale(identifier: "en_US")
        let fiat = CurrencyCode.allCases.map { code in
            CurrencyItem(
                id: code.rawValue, symbol: code.rawValue.uppercased(), name: code.localizedName(english), kind: .fiat)
        }
        return held + fiat.sorted { $0.symbol < $1.symbol } + coins
    }
}
