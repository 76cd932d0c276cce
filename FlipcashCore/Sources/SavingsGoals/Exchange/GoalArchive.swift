public import FlipcashCore

/// The contents of a file of goals as values, for export and import (goals specification §13).
public struct GoalArchive: Hashable, Sendable {
    /// The share of a goal in an asset.
    public struct Share: Hashable, Sendable {
        /// The asset.
        public let asset: AssetID
        /// The goal.
        public let goal: GoalID
        /// The share in units of the asset.
        public let units: ExactInteger
    }

    /// The total of a goal on one day.
    public struct GoalPoint: Hashable, Sendable {
        /// The goal.
        public let goal: GoalID
        /// The day and the total.
        public let point: Forecast.Point
    }

    /// The goals, by id.
    public var goals: [Goal] = []
    /// The assets, by id.
    public var assets: [Asset] = []
    /// The transactions, by id.
    public var transactions: [AssetTransaction] = []
    /// The shares, by asset and goal.
    public var shares: [Share] = []
    /// The changes of shares, in the order in which they take effect.
    public var changes: [AllocationChange] = []
    /// The plans, by month and goal.
    public var plans: [Plan] = []
    /// The totals of the past, by goal and day.
    public var points: [GoalPoint] = []
    /// The standing orders, by id.
    public var orders: [StandingOrder] = []
    /// The runs of standing orders, by order and period.
    public var runs: [StandingRun] = []
    /// The months that were carried out, oldest first.
    public var executions: [ExecutionRecord] = []
    /// The closings of months, oldest first.
    public var completions: [CompletionEvent] = []
    /// The settings as they are stored.
    public var settings: [String: String] = [:]

    /// Creates an empty archive.
    public init() {}
}

/// An error from importing a file, with its place in the file.
public struct ImportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// The row or the entry, from 1; nil when the failure concerns the whole file.
    public let row: Int?
    /// The column or field.
    public let column: String?
    /// What is wrong.
    public let reason: String

    init(_ file: String, row: Int? = nil, column: String? = nil, _ reason: String) {
        self.file = file
        self.row = row
        self.column = column
        self.reason = reason
    }

    /// The file, the row and column if they are known, and the reason.
    public var description: String {
        let place = [row.map { "row \($0)" }, column.map { "column \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return place.isEmpty ? "\(file): \(reason)" : "\(file), \(place): \(reason)"
    }
}
