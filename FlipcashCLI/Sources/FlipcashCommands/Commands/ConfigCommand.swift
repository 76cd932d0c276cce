import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash config …`
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Read and change the settings of a profile.",
        subcommands: [Get.self, Set.self, Unset.self, List.self, Path.self])

    struct Get: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "get", abstract: "Print a setting.")

        @Argument(help: ArgumentHelp("Name of the setting, such as currency.", valueName: "setting"))
        var setting: SettingArgument

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            let key = setting.key
            guard let value = try call.settings().value(key) else {
                throw CommandFailure(
                    "not_set", .notFound,
                    "The setting \"\(key.rawValue)\" is not set. List all settings with: flipcash config list")
            }
            var document = OutputObject(schema: "setting")
            document["key"] = .string(key.rawValue)
            document["value"] = OutputValue(value)
            call.printer.answer(document) { $0.line(OutputValue(value).plainText) }
        }
    }

    struct Set: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "set", abstract: "Change a setting.")

        @Argument(help: ArgumentHelp("Name of the setting, such as currency.", valueName: "setting"))
        var setting: SettingArgument

        @Argument(help: "The new value.")
        var value: String

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            let key = setting.key
            let value = try key == .account ? call.accountManager().account(matching: value).owner.base58 : value
            let isDryRun = call.options.isDryRun
            let stored: JSONValue
            do throws(SettingsFailure) {
                stored = try SettingsStore.value(of: key, parsing: value)
                if !isDryRun {
                    try SettingsStore(layout: call.layout, files: call.files)
                        .set(key, to: value, in: call.profileName())
                }
            } catch {
                throw Self.explained(error)
            }
            var document = OutputObject(schema: "setting")
            document["key"] = .string(key.rawValue)
            document["value"] = OutputValue(stored)
            document["state"] = isDryRun ? .string("planned") : nil
            call.printer.answer(document) {
                $0.line((isDryRun ? "Would set " : "") + "\(key.rawValue) = \(DisplayText.sanitized(value))")
            }
        }

        /// An invalid new value is an error on the command line, not in a file.
        private static func explained(_ failure: SettingsFailure) -> any Error {
            guard case .badNewValue(let key, let value, _) = failure else { return failure }
            if key == .currency, let code = CurrencyArgument(argument: value) {
                do throws(CommandFailure) { _ = try code.currency() } catch { return error }
            }
            return CommandFailure.usage(failure.report.message)
        }
    }

    struct Unset: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Remove a setting; \"node\" forgets which node this profile trusts.")

        @Argument(help: ArgumentHelp("Name of the setting, or node.", valueName: "setting"))
        var key: String

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            let store = try SettingsStore(layout: call.layout, files: call.files)
            let isDryRun = call.options.isDryRun
            if key == "node" {
                if !isDryRun { try store.unsetNode(in: call.profileName()) }
            } else if let known = SettingsKey(rawValue: key) {
                if !isDryRun { try store.unset(known, in: call.profileName()) }
            } else {
                throw SettingsFailure.unknownKey(key)
            }
            var document = OutputObject(schema: "setting")
            document["key"] = .string(key)
            document["state"] = isDryRun ? .string("planned") : nil
            call.printer.answer(document) {
                $0.line(isDryRun ? "Would unset \(key)" : "\(key) is no longer set")
            }
        }
    }

    struct List: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print every setting.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            let profile = try call.profileName()
            let entries = try SettingsStore(layout: call.layout, files: call.files).list(profile)
            var settings = OutputObject()
            for entry in entries { settings[entry.key.rawValue] = OutputValue(entry.value) }
            var document = OutputObject(schema: "settings")
            document["profile"] = .string(profile.text)
            document["settings"] = .object(settings)
            call.printer.answer(document) { printer in
                var table = Table([.exact("SETTING"), .exact("VALUE")])
                for entry in entries {
                    table.add([.init(entry.key.rawValue), .init(OutputValue(entry.value).plainText)])
                }
                printer.table(table)
            }
        }
    }

    struct Path: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "path", abstract: "Print where the files are.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            let layout = try call.layout
            let settings = try call.settings()
            let places = [
                ("config", layout.configFile), ("profile", layout.profileFile(settings.profile)),
                ("accounts", layout.profile(settings).path), ("node", layout.nodeFolder), ("logs", layout.logFolder),
                ("cache", layout.cache), ("runtime", layout.runtime),
            ]
            var document = OutputObject(schema: "paths")
            for (name, path) in places { document[name] = .string(path) }
            call.printer.answer(document) { printer in
                var table = Table([.text("WHAT"), .exact("PATH")])
                for (name, path) in places { table.add([.init(name), .init(path)]) }
                printer.table(table)
            }
        }
    }
}

/// The name of a setting on the command line.
struct SettingArgument: ExpressibleByArgument, Sendable {
    let key: SettingsKey

    init?(argument: String) {
        guard let key = SettingsKey(rawValue: argument) else { return nil }
        self.key = key
    }

    static var allValueStrings: [String] { SettingsKey.allCases.map(\.rawValue) }
}

extension OutputValue {
    /// The value from a settings file.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .string("")
        case .bool(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .string("\(value)")
        case .string(let value): self = .string(value)
        case .array(let values): self = .array(values.map(OutputValue.init))
        case .object(let members):
            var object = OutputObject()
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { object[name] = OutputValue(value) }
            self = .object(object)
        }
    }

    /// The value for people: texts without quotes.
    var plainText: String {
        if case .string(let text) = self { return DisplayText.sanitized(text) }
        return text
    }
}
