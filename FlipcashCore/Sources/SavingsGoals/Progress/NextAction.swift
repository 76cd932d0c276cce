/// The next step that is suggested for a goal (goals specification §11).
public enum NextAction: String, CaseIterable, Hashable, Sendable {
    /// Something failed.
    case hardError = "hard_error"
    /// The goal is finished or archived.
    case archived
    /// The goal is cancelled.
    case paused
    /// An asset promises more than it has.
    case overAllocated = "over_allocated"
    /// The goal has no assets.
    case noAssets = "no_assets"
    /// The goal has no contributions.
    case noContributions = "no_contributions"
    /// The figures are old, or too few.
    case staleData = "stale_data"
    /// The goal will be missed.
    case behindSchedule = "behind_schedule"
    /// The goal may be missed.
    case atRisk = "at_risk"
    /// Nothing.
    case onTrack = "on_track"

    /// What is known about a goal.
    public struct Facts: Sendable {
        /// Whether something failed.
        public var hasError: Bool
        /// The goal's state.
        public var lifecycle: Goal.Lifecycle
        /// Whether one of its assets promises more than it has.
        public var isOverAllocated: Bool
        /// The number of its assets.
        public var assetCount: Int
        /// The number of its contributions.
        public var contributionCount: Int
        /// The age of its valuation in days.
        public var valuationAgeDays: Int
        /// The forecast; nil if none can be made.
        public var forecast: (status: Forecast.Status, confidence: Forecast.Confidence)?

        /// Creates facts.
        public init(
            hasError: Bool, lifecycle: Goal.Lifecycle, isOverAllocated: Bool, assetCount: Int, contributionCount: Int,
            valuationAgeDays: Int, forecast: (status: Forecast.Status, confidence: Forecast.Confidence)?
        ) {
            self.hasError = hasError
            self.lifecycle = lifecycle
            self.isOverAllocated = isOverAllocated
            self.assetCount = assetCount
            self.contributionCount = contributionCount
            self.valuationAgeDays = valuationAgeDays
            self.forecast = forecast
        }
    }

    /// A valuation older than this many days is stale.
    public static let valuationAgeMax = 3

    /// The first action that applies.
    public init(_ facts: Facts) {
        if facts.hasError {
            self = .hardError
            return
        }
        switch facts.lifecycle {
        case .finished, .deleted: self = .archived
        case .cancelled: self = .paused
        case .active: self = Self.ofActive(facts)
        }
    }

    private static func ofActive(_ facts: Facts) -> NextAction {
        if facts.isOverAllocated { return .overAllocated }
        if facts.assetCount == 0 { return .noAssets }
        if facts.contributionCount == 0 { return .noContributions }
        if facts.valuationAgeDays > valuationAgeMax { return .staleData }
        guard let (status, confidence) = facts.forecast else { return .onTrack }
        return switch status {
        case .offTrack: .behindSchedule
        case .atRisk: .atRisk
        case .onTrack: confidence == .low ? .staleData : .onTrack
        }
    }
}
