public import FlipcashCore

/// What an import of goals writes (goals specification §13).
///
/// A record with a known id is the same record; the goal that was modified later wins. Otherwise two records with the
/// same key fields are the same record, and the imported one takes the id of the stored one.
public struct GoalImportPlan: Sendable {
    /// New and newer goals.
    public private(set) var goals: [Goal] = []
    /// New assets.
    public private(set) var assets: [Asset] = []
    /// New transactions.
    public private(set) var transactions: [AssetTransaction] = []
    /// New and larger shares.
    public private(set) var shares: [GoalArchive.Share] = []
    /// New changes of shares.
    public private(set) var changes: [AllocationChange] = []
    /// New plans.
    public private(set) var plans: [Plan] = []
    /// New totals of the past.
    public private(set) var points: [GoalArchive.GoalPoint] = []
    /// New standing orders.
    public private(set) var orders: [StandingOrder] = []
    /// New runs of standing orders.
    public private(set) var runs: [StandingRun] = []
    /// Months that are not known.
    public private(set) var executions: [ExecutionRecord] = []
    /// Closings of months that are not stored.
    public private(set) var completions: [CompletionEvent] = []
    /// Settings that have no value yet.
    public private(set) var settings: [String: String] = [:]

    /// Whether there is nothing to write.
    public var isEmpty: Bool { count == 0 }

    /// The number of records to write.
    public var count: Int {
        goals.count + assets.count + transactions.count + shares.count + changes.count + plans.count + points.count
            + orders.count + runs.count + executions.count + completions.count + settings.count
    }

    private var goalIDs: [GoalID: GoalID] = [:]
    private var assetIDs: [AssetID: AssetID] = [:]

    /// Compares `archive` with what is `stored`.
    ///
    /// - Parameter now: the date of changes that explain shares without a history.
    public init(merging archive: GoalArchive, into stored: GoalArchive, now: Instant) {
        addGoals(archive, stored)
        addAssets(archive, stored)
        addTransactions(archive, stored)
        addShares(archive, stored, now: now)
        addRest(archive, stored)
    }

    private struct GoalKey: Hashable {
        let name: String
        let currency: AssetCurrency
        let start: CalendarDate

        init(_ goal: Goal) { (name, currency, start) = (goal.name, goal.currency, goal.start) }
    }

    private mutating func addGoals(_ archive: GoalArchive, _ stored: GoalArchive) {
        var known = Dictionary(stored.goals.map { ($0.id, $0) }) { first, _ in first }
        var alike = Dictionary(stored.goals.map { (GoalKey($0), $0.id) }) { first, _ in first }
        var written: [GoalID: Goal] = [:]
        for goal in archive.goals {
            let id = known[goal.id] != nil ? goal.id : alike[GoalKey(goal)] ?? goal.id
            goalIDs[goal.id] = id
            let goal = goal.with(id: id)
            if let held = known[id], held.modified >= goal.modified { continue }
            known[id] = goal
            alike[GoalKey(goal)] = id
            written[id] = goal
        }
        goals = written.values.sorted { $0.id < $1.id }
    }

    private struct AssetKey: Hashable {
        let text: String

        init?(_ asset: Asset) {
            switch asset.source {
            case .manual: return nil
            case .wallet(let mint): text = "wallet|\(mint.base58)"
            case .address(let place): text = "\(asset.currency)|\(place.chain)|\(place.address)".lowercased()
            }
        }
    }

    private mutating func addAssets(_ archive: GoalArchive, _ stored: GoalArchive) {
        var known = Set(stored.assets.map(\.id))
        var alike = Dictionary(stored.assets.compactMap { asset in AssetKey(asset).map { ($0, asset.id) } }) { $1 }
        for asset in archive.assets {
            let key = AssetKey(asset)
            let id = known.contains(asset.id) ? asset.id : key.flatMap { alike[$0] } ?? asset.id
            assetIDs[asset.id] = id
            guard !known.contains(id) else { continue }
            known.insert(id)
            if let key { alike[key] = id }
            var asset = asset
            asset.owner = asset.owner.flatMap { goalIDs[$0] }
            assets.append(asset)
        }
    }

    private struct TransactionKey: Hashable {
        let asset: AssetID
        let externalID: String?
        let date: String?
        let units: ExactInteger?
        let comment: String?

        init(_ transaction: AssetTransaction) {
            asset = transaction.asset
            externalID = transaction.externalID
            let isNamed = externalID != nil
            date = isNamed ? nil : TimestampText.text(transaction.date)
            units = isNamed ? nil : transaction.units
            comment = isNamed ? nil : transaction.comment ?? ""
        }
    }

    private mutating func addTransactions(_ archive: GoalArchive, _ stored: GoalArchive) {
        var ids = Set(stored.transactions.map(\.id))
        let keys = Set(stored.transactions.map(TransactionKey.init))
        var named = Set(stored.transactions.filter { $0.externalID != nil }.map(TransactionKey.init))
        for transaction in archive.transactions {
            guard let asset = assetIDs[transaction.asset] else { continue }
            let transaction = transaction.with(asset: asset)
            let key = TransactionKey(transaction)
            // Two alike without an external id may both be in one file, for example two coffees on one day.
            guard !ids.contains(transaction.id), !keys.contains(key), !named.contains(key) else { continue }
            ids.insert(transaction.id)
            if transaction.externalID != nil { named.insert(key) }
            transactions.append(transaction)
        }
    }

    private struct Pair: Hashable {
        let asset: AssetID
        let goal: GoalID
    }

    private struct ChangeKey: Hashable {
        let pair: Pair
        let units: ExactInteger
        let date: String
        let created: String

        init(_ change: AllocationChange) {
            pair = Pair(asset: change.asset, goal: change.goal)
            units = change.units
            date = TimestampText.text(change.date)
            created = TimestampText.text(change.created)
        }
    }

    private mutating func addShares(_ archive: GoalArchive, _ stored: GoalArchive, now: Instant) {
        var current = Dictionary(stored.shares.map { (Pair(asset: $0.asset, goal: $0.goal), $0.units) }) { $1 }
        let known = Set(stored.changes.map(ChangeKey.init))
        for change in archive.changes {
            guard let asset = assetIDs[change.asset], let goal = goalIDs[change.goal] else { continue }
            let change = AllocationChange(
                asset: asset, goal: goal, units: change.units, date: change.date, created: change.created)
            if !known.contains(ChangeKey(change)) { changes.append(change) }
        }
        for share in archive.shares where share.units.signum > 0 {
            guard let asset = assetIDs[share.asset], let goal = goalIDs[share.goal] else { continue }
            let pair = Pair(asset: asset, goal: goal)
            guard share.units > current[pair] ?? 0 else { continue }
            current[pair] = share.units
            shares.append(.init(asset: asset, goal: goal, units: share.units))
        }
        explainShares(current, stored, now: now)
    }

    /// Adds a change for each share that does not follow from the history of its asset.
    private mutating func explainShares(_ current: [Pair: ExactInteger], _ stored: GoalArchive, now: Instant) {
        let touched = Set(changes.map(\.asset)).union(shares.map(\.asset))
        let history = Dictionary(grouping: stored.changes + changes, by: \.asset)
        for asset in touched.sorted() {
            let replayed = AllocationChange.replay(history[asset] ?? []).shares
            let wanted = current.filter { $0.key.asset == asset }
            for goal in Set(replayed.keys).union(wanted.keys.map(\.goal)).sorted() {
                let units = wanted[Pair(asset: asset, goal: goal)] ?? 0
                guard replayed[goal] ?? 0 != units else { continue }
                changes.append(AllocationChange(asset: asset, goal: goal, units: units, date: now, created: now))
            }
        }
    }

    private mutating func addRest(_ archive: GoalArchive, _ stored: GoalArchive) {
        let knownPlans = Set(stored.plans.map { "\($0.month)|\($0.goal)" })
        plans = archive.plans.compactMap { plan in
            guard let goal = goalIDs[plan.goal], !knownPlans.contains("\(plan.month)|\(goal)") else { return nil }
            return Plan(
                goal: goal, month: plan.month, figures: plan.figures, state: plan.state, computed: plan.computed)
        }
        let knownPoints = Set(stored.points.map { "\($0.goal)|\($0.point.date)" })
        points = archive.points.compactMap { entry in
            guard let goal = goalIDs[entry.goal], !knownPoints.contains("\(goal)|\(entry.point.date)") else {
                return nil
            }
            return .init(goal: goal, point: entry.point)
        }
        let knownOrders = Set(stored.orders.map(\.id))
        orders = archive.orders.compactMap { order in
            guard let goal = goalIDs[order.goal], let asset = assetIDs[order.asset], !knownOrders.contains(order.id)
            else { return nil }
            return StandingOrder(
                id: order.id, goal: goal, asset: asset, measure: order.measure, rhythm: order.rhythm,
                first: order.first, created: order.created)
        }
        let knownRuns = Set(stored.runs.map { "\($0.order)|\($0.period)" })
        let validOrders = knownOrders.union(orders.map(\.id))
        runs = archive.runs.filter { validOrders.contains($0.order) && !knownRuns.contains("\($0.order)|\($0.period)") }
        addMonths(archive, stored)
        settings = archive.settings.filter { stored.settings[$0.key] == nil }
    }

    private mutating func addMonths(_ archive: GoalArchive, _ stored: GoalArchive) {
        let knownMonths = Set(stored.executions.map(\.month))
        executions = archive.executions.filter { !knownMonths.contains($0.month) }.map { record in
            var record = record
            record.plans = record.plans.map { plan in
                Plan(
                    goal: goalIDs[plan.goal] ?? plan.goal, month: plan.month, figures: plan.figures,
                    state: plan.state, computed: plan.computed)
            }
            record.contributions = record.contributions.map { entry in
                ExecutionRecord.Contribution(
                    goal: goalIDs[entry.goal] ?? entry.goal, asset: assetIDs[entry.asset] ?? entry.asset,
                    currency: entry.currency, units: entry.units, value: entry.value)
            }
            return record
        }
        let knownEnds = Set(stored.completions.map { "\($0.month)|\($0.date.column)" })
        completions = archive.completions.filter { !knownEnds.contains("\($0.month)|\($0.date.column)") }
    }
}

extension Goal {
    /// The same goal under another id.
    fileprivate func with(id: GoalID) -> Goal {
        guard id != self.id else { return self }
        var goal = Goal(
            id: id, name: name, target: target, deadline: deadline, start: start, created: lifecycleChanged,
            reminder: reminder, emoji: emoji, note: note, link: link)
        goal.lifecycle = lifecycle
        goal.modified = modified
        return goal
    }
}

extension AssetTransaction {
    /// The same transaction of another asset.
    fileprivate func with(asset: AssetID) -> AssetTransaction {
        AssetTransaction(
            id: id, asset: asset, units: units, date: date, source: source, externalID: externalID,
            counterparty: counterparty, comment: comment)
    }
}
