import FlipcashCore
import FlipcashWallet
import Foundation
import SavingsGoals

/// The coins of a price service, as they were listed last (goals specification §6).
struct CoinList: Codable, Sendable {
    /// The service.
    let endpoint: String
    /// When it listed them, in RFC 3339.
    let read: String
    /// The coins, the one with the largest market first.
    let coins: [CoinPriceProvider.Coin]

    /// How long a list is used.
    static let age: Duration = .seconds(21_600)

    /// Whether the list is used at `now`.
    func isFresh(at now: Instant) -> Bool {
        guard let date = TimestampText.instant(rfc3339: read) else { return false }
        let passed = now.duration(since: date)
        return passed < Self.age && passed >= .zero - .seconds(60)
    }
}

extension Invocation {
    /// The file of the list, which can be fetched again.
    private func coinListPath() throws -> String { try layout.cache + "/goal-coins.json" }

    /// The stored list of the service at `endpoint`; nil without one.
    func storedCoins(of endpoint: String) -> CoinList? {
        guard let path = try? coinListPath(), let bytes = try? files.read(path),
            let list = try? JSONDecoder().decode(CoinList.self, from: Data(bytes)), list.endpoint == endpoint
        else { return nil }
        return list
    }

    /// The coins of the price service that the profile names: from the stored list while it is fresh, else from the
    /// service. Best effort: if the service does not answer, an older list or none.
    func listedCoins(_ desk: GoalDesk) async throws -> [CoinPriceProvider.Coin] {
        guard let endpoint = try settings().text(.goalsPriceURL) else { return [] }
        let stored = storedCoins(of: endpoint)
        guard stored?.isFresh(at: desk.now) != true, let provider = try coinPrices(settings(), desk.store) else {
            return stored?.coins ?? []
        }
        do {
            let coins = try await runtime.clock.withDeadline(RateBook.timeout) { try await provider.coins() }
            let list = CoinList(endpoint: endpoint, read: TimestampText.rfc3339(desk.now), coins: coins)
            if !options.isDryRun {
                try? files.makeFolder(layout.cache)
                try? files.replace(coinListPath(), with: Array(JSONEncoder().encode(list)))
            }
            return coins
        } catch {
            try Task.checkCancellation()
            printer.warning("The price service did not list its coins: \(CommandFailure(describing: error).message)")
            return stored?.coins ?? []
        }
    }

    /// The price service's id of the coin with the symbol `currency`: the one that a person names, or for a symbol that
    /// is not usual the one with the largest market. Nil if no price is needed or known.
    func coinID(_ named: String?, of currency: AssetCurrency, _ desk: GoalDesk) async throws -> String? {
        if let named { return named }
        guard currency.isCoin, CoinPriceProvider.usualCoins[currency] == nil,
            let provider = try coinPrices(settings(), desk.store)
        else { return nil }
        do {
            let coin = try await runtime.clock.withDeadline(RateBook.timeout) {
                try await provider.coin(symbol: currency.code)
            }
            if let coin {
                printer.note(
                    "Prices of \(currency.code) are those of \(DisplayText.sanitized(coin.name)) "
                        + "(\(DisplayText.sanitized(coin.id))). Another coin: --coin ID")
            } else {
                printer.warning("The price service has no coin \(currency.code). Name it with --coin ID.")
            }
            return coin?.id
        } catch {
            try Task.checkCancellation()
            printer.warning(
                "The price service did not find \(currency.code): \(CommandFailure(describing: error).message)")
            return nil
        }
    }
}

extension AssetCurrency {
    /// Whether it is neither money of a country, nor a dollar token, nor a token of the launchpad.
    var isCoin: Bool { fiat == nil && mint == nil && peg != .usd }
}
