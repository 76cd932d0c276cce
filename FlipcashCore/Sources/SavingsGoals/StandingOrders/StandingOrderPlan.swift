public import FlipcashCore

/// Decides which runs of standing orders are due, and what each does. It changes nothing (goals specification §15.1).
public struct StandingOrderPlan: Sendable {
    /// Money that came into an asset.
    public struct Arrival: Hashable, Sendable {
        /// The id of the transaction or the payment.
        public let id: String
        /// The units that came in, above zero.
        public let units: ExactInteger
        /// When.
        public let date: Instant

        /// Creates an arrival.
        public init(id: String, units: ExactInteger, date: Instant) {
            self.id = id
            self.units = units
            self.date = date
        }
    }

    /// What is known about the goal and the asset of an order.
    public struct Facts: Sendable {
        /// Whether the goal is active.
        public var isActive: Bool
        /// What the goal still needs, in units of the asset, rounded up; nil when it is not known.
        public var needed: ExactInteger?
        /// The units of the asset that are promised to no goal.
        public var free: ExactInteger
        /// The money that came into the asset.
        public var arrivals: [Arrival]

        /// Creates facts.
        public init(isActive: Bool, needed: ExactInteger?, free: ExactInteger, arrivals: [Arrival]) {
            self.isActive = isActive
            self.needed = needed
            self.free = free
            self.arrivals = arrivals
        }
    }

    /// How many missed periods are caught up at most.
    public static let periodsMax = 60

    /// Returns the runs of `order` that are due at `now` and not among the periods `done`, in order of time.
    public static func runs(
        of order: StandingOrder, facts: Facts, done: Set<String>, now: Instant, calendar: GoalCalendar
    ) -> [StandingRun] {
        var (free, needed) = (max(0, facts.free), facts.needed)
        return periods(of: order, facts: facts, now: now, calendar: calendar).filter { !done.contains($0.name) }
            .map { period in
                let wanted: ExactInteger =
                    switch order.measure {
                    case .amount(let units): units
                    case .share(let points): ExactRational(period.income).share(basisPoints: points).whole(.floor)
                    }
                let units = min(wanted, needed ?? wanted)
                let outcome: StandingRun.Outcome
                if !facts.isActive {
                    outcome = .goalNotActive
                } else if let needed, needed.signum <= 0 {
                    outcome = .goalReached
                } else if wanted.signum <= 0 {
                    outcome = .nothingCameIn
                } else if units > free {
                    outcome = .notEnoughFree
                } else {
                    outcome = .saved
                    free -= units
                    needed = needed.map { $0 - units }
                }
                return StandingRun(
                    order: order.id, period: period.name, date: now, outcome: outcome,
                    units: outcome == .saved ? units : 0)
            }
    }

    private struct Period {
        let name: String
        let income: ExactInteger
    }

    private static func periods(
        of order: StandingOrder, facts: Facts, now: Instant, calendar: GoalCalendar
    ) -> [Period] {
        let arrivals = facts.arrivals.filter { $0.units.signum > 0 && $0.date > order.created && $0.date <= now }
        let today = calendar.date(of: now)
        func dates(_ date: (Int) -> CalendarDate) -> [Period] {
            var found: [(day: CalendarDate, period: Period)] = []
            var previous: Instant?
            for index in 0... {
                let day = date(index)
                guard day <= today, day >= order.first else { break }
                let start = calendar.startOfDay(day)
                let income = arrivals.filter { $0.date < start && $0.date >= previous ?? order.created }
                    .reduce(0 as ExactInteger) { $0 + $1.units }
                found.append((day, Period(name: day.description, income: income)))
                previous = start
            }
            return found.suffix(periodsMax).map(\.period)
        }
        switch order.rhythm {
        case .weekly: return dates { order.first.adding(days: 7 * $0) }
        case .monthly: return dates { order.first.adding(months: $0) }
        case .arrival:
            return arrivals.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
                .map { Period(name: $0.id, income: $0.units) }
        }
    }
}
