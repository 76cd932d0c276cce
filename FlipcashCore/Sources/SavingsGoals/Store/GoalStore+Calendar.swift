import GRDB

extension GoalStore {
    /// Keeps what calendar files contained, so that a changed event gets the next number and a cancelled event is
    /// written once.
    ///
    /// Events that an earlier file had and `events` lacks are called off, such as those of a deleted goal, or of
    /// reminders that moved.
    ///
    /// - Parameter goals: the goals that `events` are about; nil for all.
    /// - Returns: the events to write, and the number of changes of each by its uid.
    public func numbered(
        _ events: [CalendarFile.Event], of goals: [GoalID]? = nil
    ) throws(GoalStoreFailure) -> (events: [CalendarFile.Event], sequence: [String: Int]) {
        try write { database in
            var (written, sequence): ([CalendarFile.Event], [String: Int]) = ([], [:])
            for event in try events + Self.missingEvents(database, besides: events, of: goals) {
                let held = try Row.fetchOne(
                    database, sql: "SELECT * FROM calendarEvent WHERE uid = ?", arguments: [event.uid])
                let content = try held.map { try $0.text("content") }
                let number: Int = held?["sequence"] ?? 0
                let wasCancelled: Bool = held?["isCancelled"] ?? false
                // An event that was never written, or was called off already, needs no cancellation.
                if event.isCancelled, held == nil || wasCancelled { continue }
                sequence[event.uid] = content == nil || content == event.content ? number : number + 1
                written.append(event)
                try database.execute(
                    sql: """
                        INSERT INTO calendarEvent (uid, content, sequence, isCancelled) VALUES (?, ?, ?, ?)
                        ON CONFLICT (uid) DO UPDATE SET content = excluded.content, sequence = excluded.sequence,
                            isCancelled = excluded.isCancelled
                        """,
                    arguments: [event.uid, event.content, sequence[event.uid] ?? 0, event.isCancelled])
            }
            return (written, sequence)
        }
    }

    /// The events of earlier files that are missing from `events`, as they were, but called off.
    private static func missingEvents(
        _ database: Database, besides events: [CalendarFile.Event], of goals: [GoalID]?
    ) throws -> [CalendarFile.Event] {
        let present = Set(events.map(\.uid))
        let held = try Row.fetchAll(
            database, sql: "SELECT uid, content FROM calendarEvent WHERE isCancelled = 0 ORDER BY uid")
        return try held.compactMap { row in
            let uid = try row.text("uid")
            guard !present.contains(uid) else { return nil }
            if let goals, !goals.contains(where: { CalendarFile.Event.isUID(uid, of: $0) }) { return nil }
            return CalendarFile.Event(cancelling: uid, content: try row.text("content"))
        }
    }
}
