public import FlipcashCore

/// A named sum to save until a date (goals specification §2).
public struct Goal: Hashable, Sendable, Identifiable {
    /// The states of a goal.
    public enum Lifecycle: String, CaseIterable, Hashable, Sendable {
        /// Being saved for.
        case active
        /// Given up. Its money is free again.
        case cancelled
        /// Done. Its money is spent.
        case finished
        /// Hidden.
        case deleted
    }

    /// How often a person wants to be reminded, and from when on.
    public struct Reminder: Hashable, Sendable {
        /// How often.
        public var frequency: Frequency
        /// At what time.
        public var time: TimeOfDay
        /// The first day; nil for the goal's start.
        public var first: CalendarDate?

        /// Creates a reminder.
        public init(frequency: Frequency, time: TimeOfDay = .nine, first: CalendarDate? = nil) {
            self.frequency = frequency
            self.time = time
            self.first = first
        }
    }

    /// A regular interval.
    public enum Frequency: String, CaseIterable, Hashable, Sendable {
        /// Every 7 days.
        case weekly
        /// Every 14 days.
        case biweekly
        /// Every month, on the same day.
        case monthly
    }

    /// The id, which never changes.
    public let id: GoalID
    /// What a person saves for.
    public var name: String
    /// The sum to reach, in the goal's currency.
    public var target: AssetAmount
    /// The last day that is in time.
    public var deadline: CalendarDate
    /// The day on which saving began.
    public var start: CalendarDate
    /// The state.
    public internal(set) var lifecycle: Lifecycle
    /// When the state changed last.
    public internal(set) var lifecycleChanged: Instant
    /// When the goal changed last.
    public var modified: Instant
    /// When to remind the person of contributions; nil for never.
    public var reminder: Reminder?
    /// A picture for the goal.
    public var emoji: String?
    /// A few words about the goal.
    public var note: String?
    /// An address of the thing to save for.
    public var link: String?

    /// The longest note in characters.
    public static let noteLengthMax = 140

    /// Creates an active goal.
    public init(
        id: GoalID, name: String, target: AssetAmount, deadline: CalendarDate, start: CalendarDate, created: Instant,
        reminder: Reminder? = nil, emoji: String? = nil, note: String? = nil, link: String? = nil
    ) {
        self.id = id
        self.name = name
        self.target = target
        self.deadline = deadline
        self.start = start
        lifecycle = .active
        lifecycleChanged = created
        modified = created
        self.reminder = reminder
        self.emoji = emoji
        self.note = note
        self.link = link
    }

    /// The currency of the target.
    public var currency: AssetCurrency { target.currency }

    /// Whether `left` stands before `right` in lists: by deadline, then name, then id.
    public static func isListedBefore(_ left: Goal, _ right: Goal) -> Bool {
        if left.deadline != right.deadline { return left.deadline < right.deadline }
        if left.name != right.name { return left.name.precedesInBytes(right.name) }
        return left.id < right.id
    }
}
