public import FlipcashCore

/// A new share of an asset for a goal, as the history keeps it.
public struct AllocationChange: Hashable, Sendable {
    /// The asset.
    public let asset: AssetID
    /// The goal.
    public let goal: GoalID
    /// The new share in units of the asset; 0 when it was removed.
    public let units: ExactInteger
    /// When the change takes effect: at the date of the transaction that caused it, or at the time of the command.
    public let date: Instant
    /// When the change was written; orders changes of one date.
    public let created: Instant

    /// Creates a change.
    public init(asset: AssetID, goal: GoalID, units: ExactInteger, date: Instant, created: Instant) {
        self.asset = asset
        self.goal = goal
        self.units = units
        self.date = date
        self.created = created
    }

    /// The changes in the order in which they take effect.
    static func ordered(_ changes: [AllocationChange]) -> [AllocationChange] {
        changes.enumerated().sorted { left, right in
            (left.element.date, left.element.created, left.offset)
                < (right.element.date, right.element.created, right.offset)
        }.map(\.element)
    }

    /// The allocations after all of `changes` of one asset, in any order.
    public static func replay(_ changes: [AllocationChange]) -> Allocations {
        var allocations = Allocations.none
        for change in ordered(changes) { allocations.put(change.units, for: change.goal) }
        return allocations
    }
}

/// The contributions of a month, derived from the transactions and allocations of the assets (goals specification §10).
public struct ContributionEvents: Sendable {
    /// What happened to one asset.
    public struct AssetHistory: Sendable {
        /// The asset.
        public var asset: AssetID
        /// The balance at the end of the window.
        public var balance: ExactInteger
        /// The dates and units of transactions.
        public var transactions: [(date: Instant, units: ExactInteger)]
        /// The changes of the asset's allocations.
        public var changes: [AllocationChange]
        /// The asset's allocations now.
        public var current: Allocations
        /// The goal that has all of the asset before the first of `changes`; nil if no goal has.
        public var owner: GoalID?

        /// Creates a history.
        public init(
            asset: AssetID, balance: ExactInteger, transactions: [(date: Instant, units: ExactInteger)],
            changes: [AllocationChange], current: Allocations, owner: GoalID? = nil
        ) {
            self.asset = asset
            self.balance = balance
            self.transactions = transactions
            self.changes = changes
            self.current = current
            self.owner = owner
        }
    }

    /// Why a goal's money changed.
    public enum Kind: String, Hashable, Sendable {
        /// A promise changed.
        case reallocation
        /// Money came in.
        case deposit
        /// Money went out.
        case withdrawal
    }

    /// A change of the money of one goal.
    public struct Event: Hashable, Sendable {
        /// When.
        public let date: Instant
        /// In which asset.
        public let asset: AssetID
        /// For which goal.
        public let goal: GoalID
        /// Why.
        public let kind: Kind
        /// By how much, in units of the asset.
        public let units: ExactInteger
    }

    /// The events in order.
    public let events: [Event]

    /// Derives the events of `goals` between `start` and `end`.
    public init(assets: [AssetHistory], start: Instant, end: Instant, goals: Set<GoalID>) {
        let walks = assets.enumerated().flatMap { index, asset in
            Self.walk(asset, start: start, end: end, goals: goals).enumerated().map { (index, $0.offset, $0.element) }
        }
        events = walks.sorted { ($0.2.date, $0.0, $0.1) < ($1.2.date, $1.0, $1.1) }.map(\.2)
    }

    /// The sums by goal and asset.
    public var totals: [GoalID: [AssetID: ExactInteger]] {
        events.reduce(into: [:]) { totals, event in
            totals[event.goal, default: [:]][event.asset, default: 0] += event.units
        }
    }

    private static func walk(
        _ asset: AssetHistory, start: Instant, end: Instant, goals: Set<GoalID>
    ) -> [Event] {
        let moved = asset.transactions.filter { $0.date >= start && $0.date <= end }
        let changes = AllocationChange.ordered(asset.changes)
        let inside = changes.filter { $0.date > start && $0.date <= end }
        var balance = max(0, asset.balance - moved.reduce(0 as ExactInteger) { $0 + $1.units })
        var shares = AllocationChange.replay(changes.filter { $0.date <= start })
        if changes.isEmpty, asset.current.shares.count == 1 { shares = asset.current }
        // Shares without a history replace the owner's share from the start, others from the first change on.
        var isOwners = changes.isEmpty ? asset.current.shares.isEmpty : !changes.contains { $0.date <= start }
        func fundedNow() -> [GoalID: ExactInteger] {
            if isOwners, let owner = asset.owner { return [owner: max(0, balance)] }
            return shares.funded(balance: max(0, balance))
        }
        var events: [Event] = []
        var funded = fundedNow()
        func step(_ date: Instant, _ kind: Kind) {
            let next = fundedNow()
            for goal in Set(funded.keys).union(next.keys).intersection(goals).sorted() {
                let units = (next[goal] ?? 0) - (funded[goal] ?? 0)
                guard !units.isZero else { continue }
                events.append(Event(date: date, asset: asset.asset, goal: goal, kind: kind, units: units))
            }
            funded = next
        }
        for date in Set(inside.map(\.date) + moved.map(\.date)).sorted() {
            for change in inside where change.date == date {
                shares.put(change.units, for: change.goal)
                isOwners = false
            }
            step(date, .reallocation)
            let net = moved.filter { $0.date == date }.reduce(0 as ExactInteger) { $0 + $1.units }
            balance += net
            step(date, net.signum > 0 ? .deposit : .withdrawal)
        }
        return events
    }
}
