/// The records that are deleted together with a goal or an asset (goals specification §3.4).
public struct Cascade: Hashable, Sendable {
    /// The goal and asset of an allocation.
    public struct Link: Hashable, Sendable {
        /// The goal.
        public let goal: GoalID
        /// The asset.
        public let asset: AssetID

        /// Creates a link.
        public init(goal: GoalID, asset: AssetID) {
            self.goal = goal
            self.asset = asset
        }
    }

    /// The rows that a deletion may include.
    public struct Tables: Sendable {
        /// The goals.
        public var goals: [GoalID]
        /// The assets.
        public var assets: [Asset]
        /// The transactions' ids with their assets.
        public var transactions: [(id: TransactionID, asset: AssetID)]
        /// The allocations.
        public var allocations: [Link]

        /// Creates tables.
        public init(
            goals: [GoalID], assets: [Asset], transactions: [(id: TransactionID, asset: AssetID)], allocations: [Link]
        ) {
            self.goals = goals
            self.assets = assets
            self.transactions = transactions
            self.allocations = allocations
        }
    }

    /// The goals to delete.
    public private(set) var goals: [GoalID] = []
    /// The assets to delete.
    public private(set) var assets: [AssetID] = []
    /// The transactions to delete.
    public private(set) var transactions: [TransactionID] = []
    /// The allocations to delete.
    public private(set) var allocations: [Link] = []
    /// The ids of notices to cancel.
    public private(set) var notices: [String] = []

    /// The deletion of `goal` with the assets created under it that no other goal uses and that are not the wallet's.
    ///
    /// - Throws: `GoalsError.goalNotFound`.
    public init(deleting goal: GoalID, in tables: Tables) throws(GoalsError) {
        guard tables.goals.contains(goal) else { throw .goalNotFound(goal.text) }
        let shared = Set(tables.allocations.filter { $0.goal != goal }.map(\.asset))
        goals = [goal]
        assets = tables.assets.filter { asset in
            guard asset.owner == goal, !shared.contains(asset.id) else { return false }
            return switch asset.source {
            case .wallet: false
            case .manual, .address: true
            }
        }.map(\.id)
        notices = [DeadlineNotice.Kind.deadline, .reminder].map { $0.id(of: goal) }
        collect(tables) { $0.goal == goal }
    }

    /// The deletion of `asset` with its transactions and allocations.
    ///
    /// - Throws: `GoalsError.assetNotFound`.
    public init(deleting asset: AssetID, in tables: Tables) throws(GoalsError) {
        guard tables.assets.contains(where: { $0.id == asset }) else { throw .assetNotFound(asset.text) }
        assets = [asset]
        collect(tables) { _ in false }
    }

    private mutating func collect(_ tables: Tables, orWhere isChosen: (Link) -> Bool) {
        let gone = Set(assets)
        transactions = tables.transactions.filter { gone.contains($0.asset) }.map(\.id)
        allocations = tables.allocations.filter { gone.contains($0.asset) || isChosen($0) }
    }
}
