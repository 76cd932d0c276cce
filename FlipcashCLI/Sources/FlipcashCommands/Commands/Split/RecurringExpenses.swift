import FlipcashCore
import SharedExpenses

/// Expenses that repeat (expense specification §7.8).
extension SplitDesk {
    /// A new series that begins with an expense.
    func series(_ period: RepeatPeriod, _ date: SplitTime, _ until: DayArgument?) -> Recurrence? {
        func day(_ time: SplitTime) -> CalendarDate? {
            CalendarDate(String(TimeText.local(time.instant).prefix(10)))
        }
        return day(date).map { first in
            Recurrence(
                series: newID(), frequency: period.frequency, interval: period.interval, first: first,
                until: until.flatMap { day(SplitTime($0.start)) })
        }
    }

    /// Adds the due occurrences of each series that this account started.
    ///
    /// Two devices make the same expenses with the same ids. A deleted occurrence does not come back, because the store
    /// keeps the number of each series' last occurrence.
    func addDueOccurrences() async throws {
        guard !call.options.isDryRun, try !store.isClearing() else { return }
        let overview = try overview()
        guard let today = CalendarDate(String(TimeText.local(now.instant).prefix(10))) else { return }
        var latest: [EntityID: Expense] = [:]
        for expense in overview.expenses where expense.owner == account {
            guard let series = expense.recurrence else { continue }
            if series.index >= latest[series.series]?.recurrence?.index ?? 0 { latest[series.series] = expense }
        }
        for (series, expense) in latest.sorted(by: { $0.key < $1.key }) {
            guard var recurrence = expense.recurrence else { continue }
            recurrence.index = max(recurrence.index, try store.lastOccurrence(of: series))
            for due in recurrence.due(on: today) {
                guard let next = try await occurrence(due, of: expense) else { break }
                let put = SplitChange.putExpense(ExpensePut(next))
                // Best effort: an occurrence that cannot be sent must not stop every command.
                guard (try? store.requireSendable(put)) != nil else { break }
                try store.enqueue(put, id: EntityID("operation", in: next.id), at: now)
                try store.noteOccurrence(due.index, of: series)
            }
        }
    }

    /// A copy of an expense for another day; nil while its rate is not known.
    private func occurrence(_ due: (index: Int, day: CalendarDate), of expense: Expense) async throws -> Expense? {
        guard var recurrence = expense.recurrence, let date = SplitTime(iso8601: "\(due.day)T12:00:00Z") else {
            return nil
        }
        recurrence.index = due.index
        var next = expense
        next.id = EntityID(String(due.index), in: recurrence.series)
        next.recurrence = recurrence
        next.date = date
        next.version = 0
        for index in next.splits.indices {
            next.splits[index].id = EntityID(next.splits[index].member.text, in: next.id)
            next.splits[index].isSettled = false
        }
        if let rate = expense.rate {
            // Best effort: the occurrence is added later when there is no rate now.
            guard let fresh = try? await pinnedRate("wallet", of: rate.currency, base: rate.base) else { return nil }
            next.rate = fresh
        }
        return next
    }
}
