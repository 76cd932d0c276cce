import CodeCurves
import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// The sources of figures other than the file of goals.
extension Invocation {
    /// The prices of coins, if the profile names a service and this call may use the network.
    func coinPrices(_ settings: Settings, _ store: GoalStore) throws -> CoinPriceProvider? {
        guard let place = settings.text(.goalsPriceURL), !options.isOffline else { return nil }
        var coins = CoinPriceProvider.usualCoins
        for coin in storedCoins(of: place)?.coins ?? [] {
            // Of coins with one symbol the first has the largest market.
            guard let currency = AssetCurrency(coin.symbol), currency.isCoin, coins[currency] == nil else { continue }
            coins[currency] = coin.id
        }
        for asset in try store.assets() {
            if let id = asset.coinID { coins[asset.currency] = id }
        }
        return CoinPriceProvider(
            endpoint: place.lowercased() == "coingecko" ? CoinPriceProvider.coinGecko : place,
            key: try serviceKey(settings.text(.goalsPriceKeyFile)), coins: coins, clock: runtime.clock)
    }

    /// The first line of a file that holds the key of a service.
    ///
    /// - Throws: `CommandFailure` if the file is missing or readable by other users.
    func serviceKey(_ path: String?) throws -> String? {
        try path.map { path in
            try SecretFile.firstLine(path).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The stored movements of the balance of `mint`, newest first; those since a moment, or all.
    func goalMovements(
        _ owner: PublicKey, _ folder: ProfileFolder, of mint: PublicKey, since: Instant? = nil
    ) throws -> [GoalDesk.Movement] {
        let database = try Database(owner: owner, folder: folder, files: files)
        defer { database.close() }
        return try database.getActivities(mint: mint, since: since, limit: 100_000).compactMap {
            GoalDesk.Movement($0, of: mint)
        }
    }
}

extension GoalDesk.Movement {
    /// The change that an entry of the history made to the balance of `mint`; nil if it made none, or is not final.
    ///
    /// A cash link is out from the moment it is made.
    init?(_ activity: Activity, of mint: PublicKey) {
        guard activity.state == .completed || activity.kind == .cashLink else { return nil }
        let units: ExactInteger
        if let swap = activity.swap {
            guard swap.state == .succeeded || swap.state == .none else { return nil }
            let paid = swap.from.mint == mint ? ExactInteger(swap.from.quarks) : 0
            let received = swap.to.map { $0.mint == mint ? ExactInteger($0.quarks) : 0 } ?? 0
            units = received - paid
        } else {
            guard activity.payment.mint == mint else { return nil }
            switch activity.sign {
            case .plus: units = ExactInteger(activity.payment.quarks)
            case .minus: units = -ExactInteger(activity.payment.quarks)
            case .none: return nil
            }
        }
        guard !units.isZero else { return nil }
        let isIncome: Bool
        switch activity.kind {
        case .received, .deposited, .distributed: isIncome = units.signum > 0
        case .gave, .withdrew, .cashLink, .paid, .bought, .sold, .swapped, .unknown: isIncome = false
        }
        self.init(id: activity.id.base58, units: units, date: activity.date, isIncome: isIncome)
    }
}
