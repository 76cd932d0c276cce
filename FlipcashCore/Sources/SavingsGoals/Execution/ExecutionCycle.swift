public import FlipcashCore

/// The month that is being planned, carried out or was just closed (goals specification §10).
public struct ExecutionCycle: Hashable, Sendable {
    /// The record of one month.
    public struct Record: Hashable, Sendable {
        /// The states of a record.
        public enum Status: String, CaseIterable, Hashable, Sendable {
            /// Not begun.
            case draft
            /// Being carried out.
            case executing
            /// Done.
            case closed
        }

        /// The month's label, as stored.
        public var month: String
        /// The state.
        public var status: Status
        /// When the state changed last.
        public var changed: Instant
        /// Until when the change can be undone; nil for the usual window.
        public var undoEnd: Instant?

        /// Creates a record.
        public init(month: String, status: Status, changed: Instant, undoEnd: Instant? = nil) {
            self.month = month
            self.status = status
            self.changed = changed
            self.undoEnd = undoEnd
        }
    }

    /// Where the cycle stands.
    public enum Phase: String, Hashable, Sendable {
        /// A month can be started.
        case planning
        /// A month is being carried out.
        case executing
        /// A month was closed, and that can still be undone.
        case closed
        /// The records contradict each other.
        case conflict
    }

    /// How records contradict each other.
    public enum Conflict: String, Hashable, Sendable {
        /// A label is not a month.
        case invalidLabel = "invalid_label"
        /// A month is later than the next one.
        case futureRecord = "future_record"
        /// Two records of one month are being carried out.
        case duplicateExecuting = "duplicate_executing"
    }

    /// Where the cycle stands.
    public let phase: Phase
    /// The month that the phase concerns.
    public let month: MonthLabel?
    /// Whether the last step can be undone.
    public let canUndo: Bool
    /// The contradiction; nil in other phases.
    public let conflict: Conflict?

    /// Finds the phase from all records.
    ///
    /// - Parameter undoHours: for how many hours a step can be undone; 0 for never.
    public init(records: [Record], undoHours: Int, now: Instant) {
        let current = MonthLabel(now)
        let dated = records.compactMap { record in MonthLabel(record.month).map { (month: $0, record: record) } }
        let running = dated.filter { $0.record.status == .executing }
        let latest = dated.map(\.month).max()
        let duplicate = running.first { entry in running.count { $0.month == entry.month } > 1 }
        func canUndo(_ record: Record) -> Bool {
            if let end = record.undoEnd { return now < end }
            return undoHours > 0 && now < record.changed.advanced(by: .seconds(Int64(undoHours) * 3_600))
        }
        if dated.count < records.count {
            self.init(phase: .conflict, month: nil, conflict: .invalidLabel)
        } else if let latest, latest > current.next {
            self.init(phase: .conflict, month: latest, conflict: .futureRecord)
        } else if let duplicate {
            self.init(phase: .conflict, month: duplicate.month, conflict: .duplicateExecuting)
        } else if let entry = running.max(by: { $0.month < $1.month }) {
            self.init(phase: .executing, month: entry.month, canUndo: canUndo(entry.record))
        } else if let entry = dated.filter({ $0.record.status == .closed }).max(by: { $0.month < $1.month }) {
            if canUndo(entry.record) {
                self.init(phase: .closed, month: entry.month, canUndo: true)
            } else {
                self.init(phase: .planning, month: max(current, entry.month.next))
            }
        } else {
            self.init(phase: .planning, month: current)
        }
    }

    init(phase: Phase, month: MonthLabel?, canUndo: Bool = false, conflict: Conflict? = nil) {
        self.phase = phase
        self.month = month
        self.canUndo = canUndo
        self.conflict = conflict
    }
}

/// A step of the cycle.
public enum ExecutionAction: String, CaseIterable, Hashable, Sendable {
    /// Freezes the month's plans.
    case start
    /// Closes the month.
    case finish
    /// Returns from execution to planning.
    case undoStart = "undo_start"
    /// Opens a closed month again.
    case undoCompletion = "undo_completion"

    /// Why a step is not possible.
    public enum Refusal: String, Error, Hashable, Sendable {
        /// A month is being carried out.
        case startAlreadyExecuting = "start_already_executing"
        /// The month is closed.
        case startClosedMonth = "start_closed_month"
        /// No month is being carried out.
        case finishNotExecuting = "finish_not_executing"
        /// The start cannot be undone any more.
        case undoStartExpired = "undo_start_expired"
        /// The completion cannot be undone any more.
        case undoCompletionExpired = "undo_completion_expired"
        /// The records contradict each other.
        case recordConflict = "record_conflict"
    }

    /// Returns why this step is not possible in `phase`; nil when it is.
    public func refusal(in phase: ExecutionCycle.Phase, canUndo: Bool) -> Refusal? {
        switch (self, phase) {
        case (_, .conflict): .recordConflict
        case (.start, .planning): nil
        case (.start, .executing): .startAlreadyExecuting
        case (.start, .closed): .startClosedMonth
        case (.finish, .executing): nil
        case (.finish, .planning), (.finish, .closed): .finishNotExecuting
        case (.undoStart, .executing): canUndo ? nil : .undoStartExpired
        case (.undoStart, .planning), (.undoStart, .closed): .undoStartExpired
        case (.undoCompletion, .closed): canUndo ? nil : .undoCompletionExpired
        case (.undoCompletion, .planning), (.undoCompletion, .executing): .undoCompletionExpired
        }
    }
}
