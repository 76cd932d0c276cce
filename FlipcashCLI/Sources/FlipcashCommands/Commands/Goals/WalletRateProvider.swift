import FlipcashCore
import SavingsGoals

/// The wallet's own rates: fiat currencies from the service, tokens from what selling them would bring.
struct WalletRateProvider: RateProvider {
    let call: Invocation
    let holdings: [GoalDesk.Holding]

    var name: String { "the wallet's service" }

    func rates(for pairs: Set<RatePair>) async throws(RateFailure) -> [RateEntry] {
        let wanted = Set(pairs.flatMap { [$0.from, $0.to] })
        let now = call.runtime.clock.now()
        var entries = holdings.compactMap { holding -> RateEntry? in
            guard holding.currency.mint != nil, wanted.contains(holding.currency), let dollars = holding.dollars,
                dollars.signum > 0
            else { return nil }
            return RateEntry(
                pair: RatePair(holding.currency, .usd), rate: dollars.text(places: 40, .down), date: now)
        }
        let fiat = wanted.filter { $0.fiat != nil && $0 != .usd }
        guard !fiat.isEmpty, !call.options.isOffline else { return entries }
        do {
            let rows = try await call.withService { try await $0.rates() }
            for row in rows {
                let currency = AssetCurrency(row.rate.currency)
                guard fiat.contains(currency) else { continue }
                entries.append(
                    RateEntry(pair: RatePair(.usd, currency), rate: row.rate.fx.plainText, date: row.observed))
            }
        } catch {
            // Best effort: tokens are valued without the service, and stored rates may still answer.
            if entries.isEmpty { throw .network(name) }
        }
        return entries
    }
}
