import ArgumentParser
import FlipcashCore
import SavingsGoals

/// A setting in the file of goals.
enum GoalSettingName: String, ExpressibleByArgument, CaseIterable, Sendable {
    case displayCurrency = "display-currency"
    case paymentDay = "payment-day"
    case notifyDays = "notify-days"
    case undoHours = "undo-hours"
    case attentionAbove = "attention-above"
    case criticalAbove = "critical-above"

    /// The present value.
    func text(_ settings: GoalSettings) -> String {
        switch self {
        case .displayCurrency: settings.displayCurrency.lowercasedCode
        case .paymentDay: String(settings.paymentDay)
        case .notifyDays: String(settings.noticeDays)
        case .undoHours: String(settings.undoHours)
        case .attentionAbove: settings.thresholds.attention.description
        case .criticalAbove: settings.thresholds.critical.description
        }
    }

    /// What the setting does.
    var meaning: String {
        switch self {
        case .displayCurrency: "currency of sums over several goals"
        case .paymentDay: "day of the month on which you save, 1 to 28"
        case .notifyDays: "days before a deadline of the first notice, 1 to 7"
        case .undoHours: "hours in which a step of the month can be undone, 0 for never"
        case .attentionAbove: "US dollars a month above which a goal needs attention"
        case .criticalAbove: "US dollars a month above which a goal is critical"
        }
    }
}

/// `flipcash goals config …`
struct GoalsConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Read and change the settings of goals.",
        discussion: """
            They are kept with the goals. The settings goals.timezone, goals.notify_command, goals.notify_amounts, \
            goals.price_url and goals.chain_url belong to the profile: flipcash config set goals.timezone Europe/Berlin
            """,
        subcommands: [List.self, Get.self, Set.self], defaultSubcommand: List.self)

    struct List: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print all settings.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let settings = try desk.store.settings()
                var values = OutputObject()
                var table = Table([.exact("SETTING"), .exact("VALUE"), .text("WHAT IT IS")])
                for name in GoalSettingName.allCases {
                    values[name.rawValue] = .string(name.text(settings))
                    table.add([
                        .init(name.rawValue), .init(name.text(settings), .strong), .init(name.meaning, .secondary),
                    ])
                }
                var document = OutputObject(schema: "goal_settings")
                document["settings"] = .object(values)
                let shown = table
                call.printer.answer(document) { $0.table(shown) }
            }
        }
    }

    struct Get: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "get", abstract: "Print a setting.")

        @Argument(help: "Its name.")
        var setting: GoalSettingName

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let text = setting.text(try desk.store.settings())
                call.printer.answer(GoalsConfigCommand.document(setting, text)) { $0.line(text) }
            }
        }
    }

    struct Set: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "set", abstract: "Change a setting.")

        @Argument(help: "Its name.")
        var setting: GoalSettingName

        @Argument(help: "The new value.")
        var value: String

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                var settings = try desk.store.settings()
                switch setting {
                case .displayCurrency: settings.displayCurrency = try desk.currency(value)
                case .paymentDay: settings.paymentDay = try number(GoalSettings.paymentDays)
                case .notifyDays: settings.noticeDays = try number(GoalSettings.noticeDaysRange)
                case .undoHours: settings.undoHours = try number(GoalSettings.undoHoursRange)
                case .attentionAbove:
                    settings.thresholds.attention = ExactInteger(try number(GoalSettings.thresholdRange))
                case .criticalAbove:
                    settings.thresholds.critical = ExactInteger(try number(GoalSettings.thresholdRange))
                }
                if !call.options.isDryRun { try desk.store.put(settings) }
                var document = GoalsConfigCommand.document(setting, setting.text(settings))
                document["state"] = call.options.isDryRun ? .string("planned") : nil
                let verb = call.options.isDryRun ? "Would set " : ""
                call.printer.answer(document) { $0.line("\(verb)\(setting.rawValue) = \(setting.text(settings))") }
            }
        }

        private func number(_ range: ClosedRange<Int>) throws(CommandFailure) -> Int {
            guard let number = Int(value), range.contains(number) else {
                throw .badInput(
                    "\(setting.rawValue) must be a whole number from \(range.lowerBound) to \(range.upperBound).",
                    code: setting == .paymentDay ? "payment_day" : "bad_setting")
            }
            return number
        }
    }

    static func document(_ setting: GoalSettingName, _ text: String) -> OutputObject {
        var document = OutputObject(schema: "goal_setting")
        document["key"] = .string(setting.rawValue)
        document["value"] = .string(text)
        return document
    }
}
