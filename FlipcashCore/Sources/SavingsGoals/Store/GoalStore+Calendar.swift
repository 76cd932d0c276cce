import GRDB

extension GoalStore {
    /// Keeps what calendar files contained, so that a changed event gets the next number and a cancelled event is
    /// written once.
    ///
    /// - Returns: the events to write, and the number of changes of each by its uid.
    public func numbered(
        _ events: [CalendarFile.Event]
    ) throws(GoalStoreFailure) -> (events: [CalendarFile.Event], sequence: [String: Int]) {
        try write { database in
            var (written, sequence): ([CalendarFile.Event], [String: Int]) = ([], [:])
            for event in events {
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
}
