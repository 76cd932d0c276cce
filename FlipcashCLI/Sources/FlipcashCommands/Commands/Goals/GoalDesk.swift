import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// One call's goals with what their values need: the file, the wallet's balances, rates, the calendar.
struct GoalDesk: Sendable {
    /// A balance of the wallet.
    struct Holding: Sendable {
        let mint: PublicKey
        let currency: AssetCurrency
        let units: ExactInteger
        let name: String
        /// The value of one whole token in US dollars when all are sold; nil without tokens.
        let dollars: ExactRational?
    }

    let store: GoalStore
    let calendar: GoalCalendar
    let rates: RateBook
    let holdings: [PublicKey: Holding]
    let now: Instant
    let random: any RandomSource
    /// Whether nothing may be stored.
    let isDryRun: Bool

    /// The day in the profile's zone.
    var today: CalendarDate { calendar.date(of: now) }

    /// The balance of `asset`: the wallet's own, or the sum of its transactions.
    func balance(of asset: Asset) throws -> ExactInteger {
        switch asset.source {
        case .wallet(let mint): holdings[mint]?.units ?? 0
        case .manual, .address: try store.bookBalance(of: asset.id)
        }
    }

    /// The name of an asset for people.
    func name(of asset: Asset) -> String {
        if let label = asset.label { return label }
        switch asset.source {
        case .manual: return asset.currency.code
        case .wallet(let mint): return "wallet \(holdings[mint]?.name ?? asset.currency.code)"
        case .address(let place): return "\(place.chain) \(place.address)"
        }
    }
}

extension Invocation {
    /// Runs `body` with the goals of this call's account. Needs neither a key nor, for stored rates, the service.
    func withGoals<Value: Sendable>(_ body: (GoalDesk) async throws -> Value) async throws -> Value {
        let settings = try settings()
        let manager = try accountManager()
        guard let account = try selectedAccount(manager) else { throw notLoggedIn(manager) }
        let folder = try layout.profile(settings)
        try files.makeFolder(folder.path)
        let store = try GoalStore(path: folder.goals(account.owner))
        defer { store.close() }
        let holdings = try goalHoldings(account.owner, folder, core: settings.pinnedNode?.coreMint ?? .usdf)
        let provider = WalletRateProvider(call: self, holdings: holdings)
        let desk = GoalDesk(
            store: store, calendar: try goalCalendar(settings),
            rates: RateBook(cache: store, providers: [provider], clock: runtime.clock),
            holdings: Dictionary(holdings.map { ($0.mint, $0) }) { first, _ in first }, now: runtime.clock.now(),
            random: runtime.random, isDryRun: options.isDryRun)
        return try await body(desk)
    }

    /// The zone of the dates of goals: that of the profile, or the system's.
    private func goalCalendar(_ settings: Settings) throws -> GoalCalendar {
        guard let name = settings.text(.goalsTimezone) else { return .system }
        guard let calendar = GoalCalendar(zone: name) else {
            throw CommandFailure(
                "config_invalid", .configuration,
                "The setting goals.timezone is \"\(DisplayText.sanitized(name))\", which is not a known time zone.")
        }
        return calendar
    }

    /// The stored balances of the wallet.
    private func goalHoldings(
        _ owner: PublicKey, _ folder: ProfileFolder, core: PublicKey
    ) throws -> [GoalDesk.Holding] {
        let database = try Database(owner: owner, folder: folder, files: files)
        defer { database.close() }
        return try database.getBalances().map { balance in
            let units = ExactInteger(balance.quarks)
            let currency = balance.mint == core ? AssetCurrency.usdf : AssetCurrency(mint: balance.mint)
            let value = ExactRational(decimal: balance.usdcValue.value.plainText)
            return GoalDesk.Holding(
                mint: balance.mint, currency: currency, units: units, name: balance.symbol,
                dollars: value?.divided(by: ExactRational(units: units, places: currency.scale)))
        }
    }
}

/// The wallet's own rates: fiat currencies from the service, tokens from what selling them would bring.
private struct WalletRateProvider: RateProvider {
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
