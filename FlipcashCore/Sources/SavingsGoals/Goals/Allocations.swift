public import FlipcashCore

/// The shares of one asset that are promised to goals (goals specification §4.3).
///
/// A share is in units of the asset's currency and above zero; a goal without a share has none.
public struct Allocations: Hashable, Sendable {
    /// How the shares relate to the balance.
    public enum State: String, Hashable, Sendable {
        /// More is promised than there is.
        case overAllocated = "over_allocated"
        /// All money is promised.
        case fullyAllocated = "fully_allocated"
        /// Some money is free.
        case partlyAllocated = "partly_allocated"
    }

    /// A new share of a goal; 0 when the share was removed.
    public struct Change: Hashable, Sendable {
        /// The goal.
        public let goal: GoalID
        /// The goal's new share.
        public let units: ExactInteger
    }

    /// The shares above zero.
    public private(set) var shares: [GoalID: ExactInteger]

    /// Creates allocations.
    ///
    /// - Throws: `GoalsError.negativeAmount` when a share is negative.
    public init(_ shares: [GoalID: ExactInteger]) throws(GoalsError) {
        guard shares.values.allSatisfy({ $0.signum >= 0 }) else { throw .negativeAmount }
        self.shares = shares.filter { $0.value.signum > 0 }
    }

    private init(checked shares: [GoalID: ExactInteger]) { self.shares = shares }

    /// No shares.
    public static let none = Allocations(checked: [:])

    /// The sum of the shares.
    public var total: ExactInteger { shares.values.reduce(0, +) }

    /// How the shares relate to `balance`.
    public func state(balance: ExactInteger) -> State {
        let available = max(0, balance)
        if total > available { return .overAllocated }
        return total == balance ? .fullyAllocated : .partlyAllocated
    }

    /// The part of `balance` that is promised to no goal.
    public func unallocated(balance: ExactInteger) -> ExactInteger { max(0, balance - total) }

    /// By how much the shares exceed `balance`.
    public func excess(balance: ExactInteger) -> ExactInteger { max(0, total - max(0, balance)) }

    /// The largest share that `goal` could have.
    public func available(to goal: GoalID, balance: ExactInteger) -> ExactInteger {
        max(0, balance - (total - (shares[goal] ?? 0)))
    }

    /// Sets the share of `goal`; 0 removes it. A goal may always lower its share.
    ///
    /// - Returns: the change; nil when the share already had this value.
    /// - Throws: `GoalsError.negativeAmount`, or `.exceedsTotal` when other goals leave less than `units` of `balance`.
    public mutating func set(
        _ units: ExactInteger, for goal: GoalID, balance: ExactInteger, currency: AssetCurrency
    ) throws(GoalsError) -> Change? {
        guard units.signum >= 0 else { throw .negativeAmount }
        let available = available(to: goal, balance: balance)
        guard units <= available || units <= shares[goal] ?? 0 else {
            throw .exceedsTotal(
                .init(
                    attempted: AssetAmount(units: units, currency).text,
                    available: AssetAmount(units: available, currency).text))
        }
        return put(units, for: goal)
    }

    /// Applies the arrival of a transaction of `units`, when the balance before it is `balance`.
    ///
    /// With a named goal, its share grows by the amount. If the whole balance is the share of one goal, the share grows
    /// with the balance. Otherwise the money stays free.
    ///
    /// - Throws: `GoalsError.contributionNotPositive` when a goal is named and `units` is not above zero.
    public mutating func receive(
        _ units: ExactInteger, balance: ExactInteger, for goal: GoalID? = nil
    ) throws(GoalsError) -> Change? {
        if let goal {
            guard units.signum > 0 else { throw .contributionNotPositive }
            return put((shares[goal] ?? 0) + units, for: goal)
        }
        guard let only = dedicatedGoal(balance: balance) else { return nil }
        return put(max(0, balance + units), for: only)
    }

    /// The goal whose share is the whole balance; nil if no goal has that share.
    public func dedicatedGoal(balance: ExactInteger) -> GoalID? {
        guard shares.count == 1, let only = shares.first, only.value == balance, balance.signum > 0 else { return nil }
        return only.key
    }

    /// Sets a share without checking it against the balance, as when the history is replayed.
    @discardableResult
    public mutating func put(_ units: ExactInteger, for goal: GoalID) -> Change? {
        guard shares[goal] ?? 0 != units else { return nil }
        shares[goal] = units.signum > 0 ? units : nil
        return Change(goal: goal, units: max(0, units))
    }

    /// What each share is worth: the share itself, or, when more is promised than there is, a proportional part of the
    /// balance (goals specification §4.4).
    public func funded(balance: ExactInteger) -> [GoalID: ExactInteger] {
        guard total > balance else { return shares }
        guard balance.signum > 0 else { return shares.mapValues { _ in 0 } }
        let goals = shares.keys.sorted()
        let weights = goals.map { ExactRational(shares[$0] ?? 0) }
        // The weights are above zero, so the division succeeds.
        guard let parts = try? Apportionment.parts(of: balance, weights: weights, ids: goals.map(\.text)) else {
            return shares.mapValues { _ in 0 }
        }
        return Dictionary(zip(goals, parts)) { first, _ in first }
    }
}
