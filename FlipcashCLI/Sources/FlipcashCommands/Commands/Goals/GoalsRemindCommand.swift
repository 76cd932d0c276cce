import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// `flipcash goals remind …`
struct GoalsRemindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", abstract: "Reminders of deadlines and contributions.",
        subcommands: [Due.self, Setup.self], defaultSubcommand: Due.self)

    struct Due: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "due", abstract: "List the reminders that became due since the last time.")

        @Flag(help: "Accepted for timers. Due reminders are listed in any case.")
        var due = false

        @Option(help: ArgumentHelp("Count from this day or moment instead of the last time.", valueName: "date"))
        var since: MomentArgument?

        @Flag(help: "Also show them on the desktop, or hand them to the program of the setting goals.notify_command.")
        var notify = false

        @Flag(help: "Exit 20 if something is due.")
        var exitCode = false

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            let profile = try call.settings()
            let showsAmounts = notify && profile.value(.goalsNotifyAmounts)?.boolean == true
            let (reminders, amounts) = try await call.withGoals { desk in
                var settings = try desk.store.settings()
                // The first run reports the past day.
                let last = settings.lastReminded ?? desk.now.advanced(by: .seconds(-86_400))
                let reminders = DueReminder.due(
                    try desk.store.goals(), since: since?.instant(in: desk.calendar) ?? last,
                    now: desk.now, calendar: desk.calendar, leadDays: settings.noticeDays)
                if !call.options.isDryRun {
                    settings.lastReminded = desk.now
                    try desk.store.put(settings)
                }
                return (reminders, showsAmounts ? try await desk.suggestions(for: reminders) : [:])
            }
            let objects = reminders.map { reminder in
                var object = OutputObject(schema: "goal_reminder")
                object["id"] = .string(reminder.id)
                object["goal"] = .string(reminder.goal.text)
                object["text"] = .string(reminder.text)
                object["at"] = .string(TimestampText.rfc3339(reminder.date))
                return object
            }
            var document = OutputObject(schema: "goal_reminders")
            document["reminders"] = .array(objects.map(OutputValue.object))
            call.printer.answer(list: objects, document: document) { printer in
                for reminder in reminders { printer.line(DisplayText.sanitized(reminder.text)) }
            }
            if notify, !call.options.isDryRun {
                let notifier = GoalNotifier(command: profile.text(.goalsNotifyCommand))
                let failures = reminders.count { !notifier.notify($0, amount: amounts[$0.id]) }
                if failures > 0 {
                    call.printer.warning(
                        "\(failures) of \(reminders.count) reminders could not be shown on the desktop. All of them are "
                            + "printed here.")
                }
            }
            if reminders.isEmpty { call.printer.hint("Nothing is due.") }
            if exitCode, !reminders.isEmpty {
                throw CommandFailure(
                    "reminder_due", .reminderDue,
                    reminders.count == 1 ? "1 reminder is due." : "\(reminders.count) reminders are due.")
            }
        }
    }

    struct Setup: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "setup",
            abstract: "Make a timer that runs standing orders and reminds, every morning.",
            discussion: """
                The files of systemd are shown, and written after a question or with --yes. The line of a crontab and \
                the list of launchd are only shown.
                """)

        @Flag(help: "Print the line of a crontab.")
        var cron = false

        @Flag(help: "Print the property list of launchd.")
        var launchd = false

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        mutating func validate() throws {
            if cron, launchd { throw ValidationError("--cron and --launchd cannot be combined. Use only one.") }
        }

        func run(in call: Invocation) async throws {
            let files = try TimerFiles(executable: call.executable)
            var document = OutputObject(schema: "goal_timer")
            if cron {
                document["cron"] = .string(files.cronLine)
                call.printer.answer(document) { $0.line(files.cronLine) }
            } else if launchd {
                document["launchd"] = .string(files.launchdList)
                call.printer.answer(document) { $0.write(files.launchdList) }
            } else {
                document["service"] = .string(files.systemdService)
                document["timer"] = .string(TimerFiles.systemdTimer)
                call.printer.answer(document) { printer in
                    printer.line("# ~/.config/systemd/user/flipcash-goals.service")
                    printer.write(files.systemdService)
                    printer.line("\n# ~/.config/systemd/user/flipcash-goals.timer")
                    printer.write(TimerFiles.systemdTimer)
                }
                let isWritten = try write(files, call)
                call.printer.hint(
                    (isWritten ? "Start it with" : "Save both files, then run")
                        + ": systemctl --user enable --now flipcash-goals.timer")
            }
        }

        /// Writes the files of systemd if the person agrees.
        ///
        /// - Returns: whether they were written.
        private func write(_ files: TimerFiles, _ call: Invocation) throws -> Bool {
            guard !call.options.isDryRun, call.options.assumesYes || call.prompt.isPossible else { return false }
            let config = try call.layout.config
            let folder = config.dropLast(config.hasSuffix("/flipcash") ? 9 : 0) + "/systemd/user"
            guard try call.options.assumesYes || call.prompt.confirm("Write both files to \(folder)?") else {
                return false
            }
            try call.files.makeFolder(String(folder))
            for (name, text) in [("service", files.systemdService), ("timer", TimerFiles.systemdTimer)] {
                try call.files.replace("\(folder)/flipcash-goals.\(name)", with: Array(text.utf8))
            }
            call.printer.note("Wrote both files to \(folder).")
            return true
        }
    }
}
