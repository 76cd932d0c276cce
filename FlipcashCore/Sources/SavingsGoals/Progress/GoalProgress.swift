public import FlipcashCore

/// How far a goal is, from its total and target in units (goals specification §3.2).
public struct GoalProgress: Hashable, Sendable {
    private let total: ExactInteger
    private let target: ExactInteger

    /// Creates the progress of `total` towards `target`.
    public init(total: ExactInteger, target: ExactInteger) {
        self.total = total
        self.target = target
    }

    /// Whether the target is reached.
    public var isAchieved: Bool { target.signum > 0 && total >= target }

    /// The percentage from 0 to 100, rounded down. It follows the total as shown.
    public var percent: Int {
        guard target.signum > 0, total.signum > 0 else { return 0 }
        return min((total * 100).divided(by: target, .floor)?.int ?? 100, 100)
    }

    /// What is still to be saved.
    public var remaining: ExactInteger { max(0, target - total) }

    /// Whether the total exceeds `percent` of the target.
    private func exceeds(percent: Int) -> Bool { target.signum > 0 && total * 100 > target * ExactInteger(percent) }

    /// The words of a list, from the days that are left; negative days mean that the deadline has passed.
    public func status(days: Int) -> Status {
        if isAchieved { return .achieved }
        if days < 0 { return .expired }
        if days < 7 { return .urgent }
        if exceeds(percent: 70) { return .onTrack }
        return exceeds(percent: 30) ? .inProgress : .justStarted
    }

    /// A mark for goals that need attention, or that are nearly done; nil for others.
    public func badge(days: Int) -> Badge? {
        if isAchieved { return .achieved }
        if target.signum > 0, total * 4 >= target * 3 { return .almostThere }
        if days < 30, !reaches(percent: 90) { return .urgent }
        return days < 60 && !reaches(percent: 50) ? .behind : nil
    }

    private func reaches(percent: Int) -> Bool { target.signum > 0 && total * 100 >= target * ExactInteger(percent) }

    /// The status of a goal in lists.
    public enum Status: String, CaseIterable, Hashable, Sendable {
        /// The target is reached.
        case achieved = "Achieved"
        /// The deadline has passed.
        case expired = "Expired"
        /// Less than 7 days are left.
        case urgent = "Urgent"
        /// More than 70 % is saved.
        case onTrack = "On Track"
        /// More than 30 % is saved.
        case inProgress = "In Progress"
        /// At most 30 % is saved.
        case justStarted = "Just Started"
    }

    /// A mark on a goal.
    public enum Badge: String, CaseIterable, Hashable, Sendable {
        /// The target is reached.
        case achieved = "Achieved"
        /// At least 75 % is saved.
        case almostThere = "Almost There"
        /// Less than 30 days are left, and less than 90 % is saved.
        case urgent = "Urgent"
        /// Less than 60 days are left, and less than half is saved.
        case behind = "Behind"
    }

    /// A bar of `width` characters with the percentage, such as `[####------]  40%`.
    public func bar(width: Int = 20, filled: Character = "#", empty: Character = "-") -> String {
        let width = max(1, width)
        var count = 0
        if isAchieved {
            count = width
        } else if target.signum > 0, total.signum > 0 {
            let exact = (total * ExactInteger(width)).divided(by: target, .floor)?.int ?? 0
            count = min(width - 1, max(exact, width > 1 ? 1 : 0))
        }
        let number = String(isAchieved ? 100 : min(percent, 99))
        let padding = String(repeating: " ", count: max(0, 3 - number.utf8.count))
        let bar = String(repeating: filled, count: count) + String(repeating: empty, count: width - count)
        return "[\(bar)] \(padding)\(number)%"
    }
}
