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
        /// The authority of the token's virtual machine; nil if it is not stored.
        let authority: PublicKey?
    }

    /// A movement of money in or out of the wallet.
    struct Movement: Sendable {
        /// The id of the payment.
        let id: String
        /// The units; negative when money went out.
        let units: ExactInteger
        let date: Instant
        /// Whether the money is new to the person, and not the proceeds of a trade.
        let isIncome: Bool
    }

    let store: GoalStore
    let calendar: GoalCalendar
    let rates: RateBook
    let holdings: [PublicKey: Holding]
    /// The stored movements of one of the wallet's balances since a moment, newest first.
    let movements: @Sendable (PublicKey, Instant) throws -> [Movement]
    /// Makes this desk again with the balances that are stored now, as after a payment.
    let reloaded: @Sendable () throws -> GoalDesk
    let now: Instant
    let random: any RandomSource
    /// Whether nothing may be stored.
    let isDryRun: Bool
    /// The mint of the wallet's dollars.
    let coreMint: PublicKey

    /// The day in the profile's zone.
    var today: CalendarDate { calendar.date(of: now) }

    /// The balance of `asset`: the wallet's own, or the sum of its transactions.
    func balance(of asset: Asset) throws -> ExactInteger {
        switch asset.source {
        case .wallet(let mint): holdings[mint]?.units ?? 0
        case .manual: try store.bookBalance(of: asset.id)
        case .address: try store.reading(of: asset.id)?.units ?? store.bookBalance(of: asset.id)
        }
    }

    /// What `asset` promises to goals. All of an asset of which no part was ever promised is its owner's.
    func shares(of asset: Asset) throws -> Allocations {
        try store.shares(of: asset, balance: try balance(of: asset))
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
        return try await body(goalDesk(store, account.owner, folder))
    }

    /// The goals of `owner` with the balances that are stored now.
    private func goalDesk(_ store: GoalStore, _ owner: PublicKey, _ folder: ProfileFolder) throws -> GoalDesk {
        // Not kept between calls: the first contact with a node stores its mint of dollars.
        let settings = try settings()
        let core = settings.pinnedNode?.coreMint ?? .usdf
        let holdings = try goalHoldings(owner, folder, core: core)
        let providers: [any RateProvider] =
            [WalletRateProvider(call: self, holdings: holdings)]
            + (try coinPrices(settings, store).map { [$0] } ?? [])
        return GoalDesk(
            store: store, calendar: try goalCalendar(settings),
            rates: RateBook(cache: store, providers: providers, clock: runtime.clock),
            holdings: Dictionary(holdings.map { ($0.mint, $0) }) { first, _ in first },
            movements: { try goalMovements(owner, folder, of: $0, since: $1) },
            reloaded: { try goalDesk(store, owner, folder) }, now: runtime.clock.now(), random: runtime.random,
            isDryRun: options.isDryRun, coreMint: core)
    }

    /// The zone of the dates of goals: that of the profile, or the system's.
    private func goalCalendar(_ settings: Settings) throws -> GoalCalendar {
        guard let name = settings.text(.goalsTimezone) else { return .system }
        guard let calendar = GoalCalendar(zone: name) else {
            throw CommandFailure(
                "config_invalid", .configuration,
                "The setting goals.timezone is \"\(DisplayText.sanitized(name))\", which is not a known time zone. "
                    + "Use one such as Europe/Berlin.")
        }
        return calendar
    }

    /// The stored balances of the wallet.
    func goalHoldings(
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
                dollars: value?.divided(by: ExactRational(units: units, places: currency.scale)),
                authority: balance.vmAuthority)
        }
    }
}
