import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// `flipcash goals calendar`
struct GoalsCalendarCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar", abstract: "Write deadlines and contributions as a calendar file.")

    @Argument(help: ArgumentHelp("Names or ids of goals; all if left out.", valueName: "goal"))
    var goals: [String] = []

    @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var ics: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let chosen =
                try goals.isEmpty
                ? desk.store.goals(includingHidden: true) : goals.map(desk.goal)
            let events = chosen.flatMap { goal in
                let schedule = ReminderSchedule(goal, calendar: desk.calendar)
                return [CalendarFile.Event.deadline(of: goal)]
                    + (schedule.map { CalendarFile.Event.contributions(to: goal, $0) } ?? [])
            }
            let written = try desk.store.numbered(events, of: goals.isEmpty ? nil : chosen.map(\.id))
            let text = CalendarFile(events: written.events, sequence: written.sequence, stamp: desk.now).text
            guard let ics else {
                call.printer.write(text)
                return
            }
            try OutputFile.write(Array(text.utf8), to: ics)
            var document = OutputObject(schema: "goal_calendar")
            document["path"] = .string(ics)
            document["events"] = .integer(Int64(written.events.count))
            call.printer.answer(document) {
                $0.line("Wrote \(CountText.of(written.events.count, "event")) to \(DisplayText.sanitized(ics))")
            }
        }
    }
}

/// `flipcash goals export`
struct GoalsExportCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export all goals: as CSV files into a folder, or as JSON.",
        discussion: "With --json, or without a folder, JSON goes to standard output. It loses nothing.")

    @Argument(help: ArgumentHelp("An existing folder, in which a new folder is made.", valueName: "folder"))
    var folder: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let archive = try desk.store.archive()
            guard let folder, call.printer.mode == .human else {
                call.printer.write(archive.json())
                return
            }
            let path = "\(folder)/\(GoalTables.folderName(desk.now))"
            let tables = GoalTables(archive, calendar: desk.calendar)
            try call.files.makeFolder(path)
            for (name, text) in zip(GoalTables.names, [tables.goals, tables.assets, tables.valueChanges]) {
                try OutputFile.write(Array(text.utf8), to: "\(path)/\(name)")
            }
            call.printer.line(
                "Exported \(CountText.of(archive.goals.count, "goal")) to \(DisplayText.sanitized(path))")
        }
    }
}

/// `flipcash goals import`
struct GoalsImportCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import goals from an exported folder or JSON file.")

    @Argument(help: "A folder with goals.csv, assets.csv and value_changes.csv, or a JSON file.")
    var path: String

    @Option(help: "The decimal sign of amounts in CSV files: . or ,")
    var decimal = "."

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    mutating func validate() throws {
        guard decimal == "." || decimal == "," else { throw ValidationError("--decimal is . or ,") }
    }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let archive = try archive(desk, call.printer)
            let plan = try desk.store.merge(archive, now: desk.now, isDryRun: call.options.isDryRun)
            var document = OutputObject(schema: "goal_import")
            document["goals"] = .integer(Int64(plan.goals.count))
            document["assets"] = .integer(Int64(plan.assets.count))
            document["transactions"] = .integer(Int64(plan.transactions.count))
            document["records"] = .integer(Int64(plan.count))
            document["state"] = call.options.isDryRun ? .string("planned") : nil
            let verb = call.options.isDryRun ? "Would import" : "Imported"
            call.printer.answer(document) {
                $0.line(
                    plan.isEmpty
                        ? "Everything is here already."
                        : "\(verb) \(CountText.of(plan.goals.count, "goal")), "
                            + "\(CountText.of(plan.assets.count, "asset")), "
                            + CountText.of(plan.transactions.count, "transaction"))
            }
        }
    }

    private func archive(_ desk: GoalDesk, _ printer: Printer) throws -> GoalArchive {
        guard SystemFiles.exists(path) else { throw CommandFailure.noFile(path) }
        guard SystemFiles.exists("\(path)/goals.csv") else {
            return try GoalArchive(json: try InputText.read(path), file: DisplayText.sanitized(path))
        }
        let tables = GoalTables(
            goals: try InputText.read("\(path)/goals.csv"), assets: try InputText.read("\(path)/assets.csv"),
            valueChanges: try InputText.read("\(path)/value_changes.csv"))
        var unknown: [String] = []
        let archive = try GoalArchive(
            tables, calendar: desk.calendar, decimalSign: decimal == "," ? .comma : .point, unknownColumns: &unknown)
        for column in unknown { printer.warning("Ignored a column: \(DisplayText.sanitized(column))") }
        return archive
    }

}
