import ArgumentParser
import FlipcashCore

/// `flipcash history`
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show the history of your money.",
        subcommands: [HistoryListCommand.self, HistoryShowCommand.self],
        defaultSubcommand: HistoryListCommand.self)
}

/// `flipcash history [list]`
struct HistoryListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List activities, newest first.")

    @Option(
        help: ArgumentHelp("Only this kind: gave, received, cash_link, deposited, …", valueName: "kind"),
        completion: .list(ActivityView.kinds))
    var kind: String?

    @Option(
        help: ArgumentHelp("Only this state: pending or completed.", valueName: "state"),
        completion: .list(["pending", "completed"]))
    var state: String?

    @Option(help: ArgumentHelp("Only from this day on, such as 2026-05-01.", valueName: "day"))
    var since: DayArgument?

    @Option(help: ArgumentHelp("Only this token: dollars or a mint.", valueName: "token"))
    var token: TokenArgument?

    @Option(help: ArgumentHelp("Show at most this many.", valueName: "number"))
    var limit: Int = 50

    @Flag(inversion: .prefixedNo, help: "Ask the service for new entries first.")
    var sync = true

    @Option(
        help: ArgumentHelp("Also write the lines to a CSV file; - prints them as CSV instead.", valueName: "file"),
        completion: .file())
    var csv: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    mutating func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit must be between 1 and 100000.") }
        if csv == "-", global.json || global.output != nil && global.output != .human {
            throw ValidationError("--csv - and --output json cannot be combined. Use only one.")
        }
        if let kind, !ActivityView.kinds.contains(kind) {
            throw ValidationError("--kind must be one of \(ActivityView.kinds.joined(separator: ", ")).")
        }
        if let state, ActivityView.State(rawValue: state) == nil {
            throw ValidationError("--state must be pending or completed.")
        }
    }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let activities = try await activities(in: call)
        let shown = Array(activities.filter(matches).prefix(limit))
        if csv == "-" { return call.console.output.write(HistoryCSV.text(shown)) }
        if let csv {
            if call.options.isDryRun {
                call.printer.note("Would write \(csv)")
            } else {
                try OutputFile.write(Array(HistoryCSV.text(shown).utf8), to: csv)
            }
        }
        let objects = shown.map { $0.document(money) }
        var document = OutputObject(schema: "history")
        document["activities"] = .array(objects.map(OutputValue.object))
        call.printer.answer(list: objects, document: document) { printer in
            var table = Table([
                .exact("WHEN"), .text("WHAT"), .amount("AMOUNT"), .text("TOKEN", usual: "Dollars"),
                .text("STATE", usual: ""), .id("ID"),
            ])
            for activity in shown {
                table.add([
                    .init(activity.date.map(TimeText.local) ?? "", .secondary), .init(activity.title),
                    .init(activity.sign + money.text(activity.amount), activity.tone),
                    .init(activity.token.displayName),
                    .init(activity.remark, .warning),
                    .init(activity.id.base58, .secondary),
                ])
            }
            printer.table(table)
        }
        if shown.isEmpty { call.printer.hint("There is no activity to show.") }
    }

    private func activities(in call: Invocation) async throws -> [ActivityView] {
        if call.options.isOffline, let stored = try call.withStoredHistory({ try $0.activities() }) { return stored }
        let syncs = sync && !call.options.isOffline
        let (activities, skippedCount) = try await call.withWallet { wallet in
            (try await wallet.history(syncs: syncs), wallet.skippedEntryCount)
        }
        call.printer.mentionSkipped(skippedCount)
        return activities
    }

    private func matches(_ activity: ActivityView) -> Bool {
        if let kind, activity.kind != kind { return false }
        if let state, activity.state.rawValue != state { return false }
        if let since, let date = activity.date, date < since.start { return false }
        if let token, !activity.isAbout(token) { return false }
        return true
    }
}

/// `flipcash history show ID`
struct HistoryShowCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one activity or payment by its id; asks the service if needed.",
        discussion: "Use it to find out how a payment ended if its answer was lost.")

    @Argument(help: "The id, or its first 4 characters or more.")
    var id: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        guard IDPrefix(id) != nil else {
            throw CommandFailure.badInput(
                "\"\(DisplayText.sanitized(id))\" is not an id. Use 32 bytes in base58, or at least the first "
                    + "4 characters.")
        }
        let found = try await found(in: call)
        if !found.isCurrent {
            call.printer.warning("The history could not be updated. This entry may have changed since.")
        }
        let activity = found.activity
        call.printer.answer(activity.document(money)) { printer in
            var facts = [
                ("What", activity.title), ("Amount", activity.sign + money.text(activity.amount)),
                ("Token", activity.token.displayName), ("State", activity.state.rawValue),
            ]
            if let swap = activity.swap { facts += swap.facts(money) }
            if let link = activity.cashLink { facts.append(("Link", link.state.rawValue)) }
            if let date = activity.date { facts.append(("When", TimeText.local(date))) }
            facts.append(("Id", activity.id.base58))
            printer.facts(facts)
        }
    }

    private func found(in call: Invocation) async throws -> FoundActivity {
        if call.options.isOffline, let stored = try call.withStoredHistory({ try storedActivity(in: $0) }) {
            return stored
        }
        return try await call.withWallet { wallet in try await wallet.activity(id) }
    }

    private func storedActivity(in history: StoredHistory) throws -> FoundActivity {
        guard let activity = try history.activity(id) else { throw StoredHistory.missing(id) }
        return FoundActivity(activity: activity, isCurrent: true)
    }
}
