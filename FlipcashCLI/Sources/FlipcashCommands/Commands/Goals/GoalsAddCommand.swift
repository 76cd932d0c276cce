public import ArgumentParser
import FlipcashCore
public import SavingsGoals

/// A date of the calendar on the command line.
struct CalendarDateArgument: ExpressibleByArgument, Sendable, Hashable {
    let date: CalendarDate

    init?(argument: String) {
        guard let date = CalendarDate(argument) else { return nil }
        self.date = date
    }
}

/// A day, or a moment in RFC 3339, on the command line.
enum MomentArgument: ExpressibleByArgument, Sendable, Hashable {
    case day(CalendarDate)
    case moment(Instant)

    init?(argument: String) {
        if let date = CalendarDate(argument) {
            self = .day(date)
        } else if let moment = TimestampText.instant(rfc3339: argument)
            ?? TimestampText.instant(rfc3339: argument.replacing("Z", with: ".000Z"))
        {
            self = .moment(moment)
        } else {
            return nil
        }
    }

    /// The moment, or the beginning of the day.
    func instant(in calendar: GoalCalendar) -> Instant {
        switch self {
        case .day(let date): calendar.startOfDay(date)
        case .moment(let moment): moment
        }
    }
}

/// How often to remind of contributions, as a person says it.
enum ReminderChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case weekly, biweekly, monthly, never

    var frequency: Goal.Frequency? {
        switch self {
        case .weekly: .weekly
        case .biweekly: .biweekly
        case .monthly: .monthly
        case .never: nil
        }
    }
}

extension GoalTemplate: ExpressibleByArgument {}

/// `flipcash goals add`
struct GoalsAddCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a goal.")

    @Argument(help: "What to save for.")
    var name: String?

    @Argument(help: "The target, such as \"1000 usd\" or \"0.5 btc\"; dollars without a currency.")
    var amount: String?

    @Option(help: ArgumentHelp("The deadline.", valueName: "date"))
    var by: CalendarDateArgument?

    @Option(help: ArgumentHelp("When saving begins; today if left out.", valueName: "date"))
    var start: CalendarDateArgument?

    @Option(help: "Remind of contributions: weekly, biweekly, monthly or never.")
    var remind: ReminderChoice?

    @Option(help: ArgumentHelp("The time of reminders, HH:MM.", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("The first day of reminders.", valueName: "date"))
    var first: CalendarDateArgument?

    @OptionGroup
    var details: GoalDetails

    @Option(help: "A usual goal: emergency, travel, down-payment or retirement.")
    var template: GoalTemplate?

    @Option(
        help: ArgumentHelp(
            "Reserve a part of the wallet's balance of a token at once: TOKEN:AMOUNT, or TOKEN:rest for all that is free.",
            valueName: "token[:amount]"))
    var from: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.accountOrFirst()
        try await call.withGoals { desk in
            let usual = try desk.store.settings().displayCurrency
            guard let name = name ?? template?.name else {
                throw CommandFailure.usage("Name the goal, or use --template.")
            }
            guard
                let target = try amount.map({ try desk.amountWithCurrency($0, usual: usual) })
                    ?? template.map({ AssetAmount(ExactRational($0.target), .usd, .floor) })
            else { throw CommandFailure.usage("Say how much to save, such as \"1000 usd\".") }
            guard let deadline = by?.date ?? template.map({ desk.today.adding(days: $0.days) }) else {
                throw CommandFailure.usage("Say until when with --by DATE, such as --by 2027-03-01.")
            }
            var goal = Goal(
                id: GoalID(random: desk.random), name: name.trimmingBlanks(), target: target, deadline: deadline,
                start: start?.date ?? desk.today, created: desk.now)
            try GoalForm.check(goal, desk: desk, printer: call.printer)
            goal.reminder = try GoalForm.reminder(remind, at: at, first: first, of: nil)
            try details.apply(to: &goal)
            let isDryRun = call.options.isDryRun
            var desk = desk
            if let from {
                let share = try await desk.refreshedIfShort(nil, call) { try Self.share(from, of: goal, $0) }
                desk = share.desk
                if !isDryRun {
                    try desk.store.add(
                        goal, asset: share.asset, share: share.units, balance: share.balance, now: desk.now)
                }
            } else if !isDryRun {
                try desk.store.put(goal)
            }
            let valuation = try await GoalForm.answer(goal, isDryRun ? "Would add" : "Added", call, desk)
            if let valuation, !call.options.isOffline, !valuation.requirement.areThresholdsChecked {
                call.printer.warning(
                    "There is no exchange rate for \(goal.currency.code) now. Money in other currencies cannot count.")
            }
        }
    }

    /// Reads `TOKEN`, `TOKEN:AMOUNT` or `TOKEN:rest`; without an amount everything that is free.
    private static func share(_ text: String, of goal: Goal, _ desk: GoalDesk) throws -> GoalShare {
        // The address of a mint contains no colon, but its currency code `mint:…` does.
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let isMint = parts.first?.lowercased() == "mint" && parts.count > 1
        let name = isMint ? parts.prefix(2).joined(separator: ":") : parts[0]
        let rest = parts.dropFirst(isMint ? 2 : 1)
        guard rest.count <= 1 else {
            throw CommandFailure.usage("--from is TOKEN, TOKEN:AMOUNT or TOKEN:rest.")
        }
        let asset = try desk.walletAsset(name.lowercased() == "dollars" ? nil : desk.currency(name))
        guard let amount = rest.first, amount.lowercased() != "rest" else {
            return try desk.share(of: asset, for: goal, .rest)
        }
        return try desk.share(of: asset, for: goal, .exactly(amount))
    }
}

/// `flipcash goals edit`
struct GoalsEditCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change a goal.")

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @Option(help: "A new name.")
    var name: String?

    @Option(help: ArgumentHelp("A new target in the goal's currency.", valueName: "amount"))
    var target: String?

    @Option(help: ArgumentHelp("A new deadline.", valueName: "date"))
    var by: CalendarDateArgument?

    @Option(help: ArgumentHelp("A new start.", valueName: "date"))
    var start: CalendarDateArgument?

    @Option(help: "Remind of contributions: weekly, biweekly, monthly or never.")
    var remind: ReminderChoice?

    @Option(help: ArgumentHelp("The time of reminders, HH:MM.", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("The first day of reminders.", valueName: "date"))
    var first: CalendarDateArgument?

    @OptionGroup
    var details: GoalDetails

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            var goal = try desk.goal(goal)
            let before = goal
            if let name { goal.name = name.trimmingBlanks() }
            if let target { goal.target = try desk.amount(target, goal.currency) }
            if let by { goal.deadline = by.date }
            if let start { goal.start = start.date }
            try details.apply(to: &goal)
            goal.reminder = try GoalForm.reminder(remind, at: at, first: first, of: goal.reminder)
            goal.modified = desk.now
            try GoalForm.check(goal, desk: desk, printer: call.printer)
            let isDryRun = call.options.isDryRun
            let impact = try await desk.impact(of: goal, before: before)
            if !isDryRun { try desk.store.put(goal) }
            try await GoalForm.answer(goal, isDryRun ? "Would change" : "Changed", impact: impact, call, desk)
        }
    }
}

/// Functions for adding and for changing a goal.
enum GoalForm {
    /// Reports everything that is wrong with a goal at once.
    static func check(_ goal: Goal, desk: GoalDesk, printer: Printer) throws(CommandFailure) {
        let draft = GoalDraft(
            name: goal.name, currency: goal.currency.code, target: goal.target.value, deadline: goal.deadline,
            start: goal.start)
        let findings = draft.findings(now: desk.now, calendar: desk.calendar)
        for warning in findings.warnings {
            switch warning {
            case .deadlineUnder7Days: printer.warning("The deadline is less than 7 days away.")
            }
        }
        guard let first = findings.problems.first else { return }
        var details = OutputObject()
        for problem in findings.problems { details[problem.field] = .string(problem.rawValue) }
        let sentences = findings.problems.map { problem in
            switch problem {
            case .nameBlank: "The name is empty."
            case .currencyBlank: "The currency is missing."
            case .targetNotPositive: "The target must be above zero."
            case .targetPrecision: "The target has more decimals than its currency."
            case .deadlineNotFuture: "The deadline must be after today."
            case .startAfterDeadline: "The start is after the deadline."
            }
        }
        throw CommandFailure(first.rawValue, .badInput, sentences.joined(separator: " "), details: details)
    }

    /// The reminder that the options describe, on top of the present one.
    static func reminder(
        _ choice: ReminderChoice?, at: String?, first: CalendarDateArgument?, of present: Goal.Reminder?
    ) throws(CommandFailure) -> Goal.Reminder? {
        guard let frequency = choice.map(\.frequency) ?? present?.frequency else {
            guard at == nil, first == nil else { throw .usage("--at and --first need --remind.") }
            return nil
        }
        var time = present?.time ?? .nine
        if let at {
            guard let read = TimeOfDay(at) else { throw .usage("--at needs a time such as 09:00.") }
            time = read
        }
        return .init(frequency: frequency, time: time, first: first?.date ?? present?.first)
    }

    /// Prints a goal after a change.
    ///
    /// - Returns: what the goal is worth; nil with `--dry-run`.
    @discardableResult
    static func answer(
        _ goal: Goal, _ verb: String, impact: DraftImpact? = nil, _ call: Invocation, _ desk: GoalDesk
    ) async throws -> GoalValuation? {
        func printImpact(_ printer: Printer) {
            guard let impact else { return }
            let mark = impact.isSignificant ? ", a large change" : ""
            printer.line(
                "Saved \(impact.before.percent)% before, \(impact.after.percent)% now; needs \(impact.before.daily.text) "
                    + "a day before, \(impact.after.daily) now\(mark)")
        }
        if !call.options.isDryRun, let valuation = try await desk.valuations(of: [goal]).first {
            var object = GoalView(valuation).object()
            object["impact"] = impact.map(value)
            call.printer.answer(object) {
                $0.line("\(verb) \(goal.name): \(valuation.total.listLine)")
                printImpact($0)
            }
            return valuation
        }
        var document = OutputObject(schema: "goal")
        document["id"] = .string(goal.id.text)
        document["name"] = .string(goal.name)
        document["impact"] = impact.map(value)
        document["state"] = .string("planned")
        call.printer.answer(document) {
            $0.line("\(verb) \(goal.name): \(goal.target) until \(goal.deadline)")
            printImpact($0)
        }
        return nil
    }

    private static func value(_ impact: DraftImpact) -> OutputValue {
        .fields([
            "percent_before": .integer(Int64(impact.before.percent)), "percent": .integer(Int64(impact.after.percent)),
            "daily_before": .string(impact.before.daily.text), "daily": .string(impact.after.daily.text),
            "significant": .boolean(impact.isSignificant),
        ])
    }
}

/// What a person may say about a goal besides its figures.
struct GoalDetails: ParsableArguments {
    @Option(help: "A few words, at most 140 characters.")
    var note: String?

    @Option(help: "An address of the thing to save for.")
    var link: String?

    @Option(help: "One picture to show with the name.")
    var emoji: String?

    /// Changes `goal`. An empty text removes what is there.
    ///
    /// - Throws: `CommandFailure`, exit 65.
    func apply(to goal: inout Goal) throws(CommandFailure) {
        if let note {
            guard note.count <= Goal.noteLengthMax else {
                throw .badInput("A note must have at most \(Goal.noteLengthMax) characters. Shorten it.")
            }
            goal.note = note.isEmpty ? nil : note
        }
        if let link { goal.link = link.isEmpty ? nil : link }
        if let emoji {
            guard emoji.count <= 1 else { throw .badInput("--emoji is one character.") }
            goal.emoji = emoji.isEmpty ? nil : emoji
        }
    }
}

extension GoalDesk {
    /// What changed figures of a goal do; nil if neither its target nor its deadline changed.
    func impact(of goal: Goal, before: Goal) async throws -> DraftImpact? {
        guard goal.target != before.target || goal.deadline != before.deadline,
            let total = try await valuations(of: [before]).first?.total.total
        else { return nil }
        func figures(_ goal: Goal) -> DraftImpact.Figures {
            .init(
                total: total, target: goal.target,
                daysLeft: DaysLeft(until: goal.deadline, now: now, calendar: calendar))
        }
        let pair = RatePair(goal.currency, try store.settings().displayCurrency)
        return DraftImpact(
            before: figures(before), after: figures(goal), rate: try await rates.rates(for: [pair]).rates[pair]?.value)
    }
}
