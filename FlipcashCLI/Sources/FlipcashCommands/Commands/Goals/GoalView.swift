import FlipcashCore
import SavingsGoals

/// Goals as they are shown.
struct GoalView: Sendable {
    let valuation: GoalValuation
    /// Figures about the saving of late; nil in lists.
    var habits: GoalHabits?

    init(_ valuation: GoalValuation) { self.valuation = valuation }

    private var goal: Goal { valuation.goal }

    /// The JSON object of one goal.
    func object() -> OutputObject {
        let (total, requirement) = (valuation.total, valuation.requirement)
        var object = OutputObject(schema: "goal")
        object["id"] = .string(goal.id.text)
        object["name"] = .string(goal.name)
        object["currency"] = .string(goal.currency.lowercasedCode)
        object["target"] = .string(goal.target.text)
        object["total"] = .string(total.total.text)
        object["percent"] = .integer(Int64(total.progress.percent))
        object["achieved"] = .boolean(total.progress.isAchieved)
        object["complete"] = .boolean(total.isComplete)
        object["missing"] = .array(total.missing.map { .string($0.code) })
        object["deadline"] = .string(goal.deadline.description)
        object["days"] = .integer(Int64(valuation.days.days))
        object["overdue"] = .boolean(valuation.days.isOverdue)
        object["status"] = .string(status)
        object["lifecycle"] = .string(goal.lifecycle.rawValue)
        object["requirement"] = .fields([
            "remaining": .string(text(requirement.remaining)), "months": .integer(Int64(requirement.months)),
            "required": .string(text(requirement.required)),
            "payments": .integer(Int64(requirement.payments.int ?? .max)),
            "final_payment": .string(text(requirement.finalPayment)), "status": .string(requirement.status.rawValue),
            "immediate": .boolean(requirement.isImmediate),
        ])
        object["parts"] = .array(valuation.parts.map { .object(part($0)) })
        object["next_action"] = .string(valuation.action.rawValue)
        addDetails(to: &object)
        return object
    }

    /// Fields that only some goals have, and what the goal was made with.
    private func addDetails(to object: inout OutputObject) {
        object["start"] = .string(goal.start.description)
        object["badge"] = valuation.badge.map { .string($0.rawValue) }
        object["emoji"] = goal.emoji.map { .string($0) }
        object["note"] = goal.note.map { .string($0) }
        object["link"] = goal.link.map { .string($0) }
        object["remind"] = goal.reminder.map { .string($0.frequency.rawValue) }
        object["notices"] = .array(
            valuation.notices.map { notice in
                .fields(["id": .string(notice.id), "at": .string(TimestampText.rfc3339(notice.date))])
            })
        object["next_reminder"] = valuation.reminder.map { reminder in
            .fields([
                "at": .string(TimestampText.rfc3339(reminder.date)), "amount": .string(reminder.amount.text),
            ])
        }
        object["habits"] = habits.map { .object($0.object()) }
    }

    private func part(_ part: GoalValuation.Part) -> OutputObject {
        var object = OutputObject()
        object["asset"] = .string(part.asset.id.text)
        object["source"] = .string(part.asset.source.name)
        object["currency"] = .string(part.asset.currency.lowercasedCode)
        object["promised"] = .string(part.promised.text)
        object["funded"] = .string(part.funded.text)
        object["value"] = part.value.map { .string($0.text) }
        if let rate = part.rate {
            object["rate"] = .fields([
                "value": .string(rate.value.text(places: 18)), "source": .string(rate.source.rawValue),
                "age_s": .integer(rate.age), "stale": .boolean(rate.isStale),
            ])
        }
        return object
    }

    private func text(_ units: ExactInteger) -> String { AssetAmount(units: units, goal.currency).text }

    /// The name with the goal's picture.
    private var title: String { goal.emoji.map { "\($0) \(goal.name)" } ?? goal.name }

    /// The status with the goal's mark.
    private var statusLine: String { valuation.badge.map { "\(status), \($0.rawValue)" } ?? status }

    private var status: String {
        switch goal.lifecycle {
        case .active: valuation.total.progress.status(days: valuation.days.signed).rawValue
        case .cancelled: "Cancelled"
        case .finished: "Finished"
        case .deleted: "Archived"
        }
    }

    /// The list of `views` as a table; `isFancy` draws the bars with blocks.
    static func table(_ views: [GoalView], isFancy: Bool = false) -> Table {
        var table = Table([
            .text("GOAL"), .exact("PROGRESS"), .amount("SAVED"), .exact("TIME LEFT"), .exact("STATUS"), .exact("NEXT"),
        ])
        for view in views {
            let progress = view.valuation.total.progress
            table.add([
                .init(view.title), .init(isFancy ? progress.bar(filled: "█", empty: "░") : progress.bar()),
                .init(view.valuation.total.listLine),
                .init(progress.isAchieved ? "" : view.valuation.days.text, .secondary), .init(view.statusLine),
                .init(view.valuation.action.rawValue.replacing("_", with: " "), .secondary),
            ])
        }
        return table
    }

    /// Prints one goal with its parts, its requirement and its forecast.
    func print(to printer: Printer, desk: GoalDesk) {
        printer.line("\(title)  \(valuation.total.progress.bar())  \(valuation.total.listLine)")
        var facts: [(String, String)] = [
            ("Id", goal.id.text), ("Deadline", "\(goal.deadline) (\(valuation.days.text))"), ("Status", statusLine),
            ("Next", valuation.action.rawValue.replacing("_", with: " ")),
        ]
        let requirement = valuation.requirement
        if requirement.remaining.signum > 0 {
            facts.append(
                (
                    requirement.isImmediate ? "Now" : "Each month",
                    "\(text(requirement.required)) \(goal.currency.code), \(requirement.payments) payments, the last "
                        + text(requirement.finalPayment)
                ))
        }
        if let forecast = valuation.forecast {
            facts.append(("At the deadline", "\(text(forecast.base)) \(goal.currency.code) at this pace"))
        }
        let time = goal.reminder?.time ?? .nine
        if !valuation.notices.isEmpty {
            let days = valuation.notices.map { "\(desk.calendar.date(of: $0.date))" }
            facts.append(("Notices", "\(days.joined(separator: " and ")) at \(time)"))
        }
        if let reminder = valuation.reminder {
            facts.append(("Save next", "\(reminder.amount) on \(desk.calendar.date(of: reminder.date)) at \(time)"))
        }
        facts += habits?.facts(desk) ?? []
        if let note = goal.note { facts.append(("Note", note)) }
        if let link = goal.link { facts.append(("Link", link)) }
        printer.facts(facts)
        guard !valuation.parts.isEmpty else { return }
        var table = Table([.text("ASSET"), .amount("PROMISED"), .amount("FUNDED"), .amount("VALUE"), .exact("RATE")])
        for part in valuation.parts {
            table.add([
                .init(desk.name(of: part.asset)), .init(part.promised.description), .init(part.funded.description),
                .init(part.value?.description ?? "no rate"),
                .init(part.rate.map(Self.text) ?? "", .secondary),
            ])
        }
        printer.table(table)
    }

    /// Where a rate comes from and how old it is.
    private static func text(_ rate: ResolvedRate) -> String {
        let source = rate.isStale ? "stale" : rate.source.rawValue
        return rate.age > 0 ? "\(source), \(rate.age) s old" : source
    }
}
