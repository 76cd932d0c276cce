import ArgumentParser
import FlipcashWallet

/// `flipcash profile …`
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "List profiles: services with your accounts and settings there.",
        discussion: "What a profile is and how to make one: flipcash help profiles",
        subcommands: [List.self], defaultSubcommand: List.self)

    struct List: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the profiles, including the built-in ones.",
            discussion: "Reads no keys and calls no service.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            let current = try call.profileName()
            let store = try SettingsStore(layout: call.layout, files: call.files)
            // A profile that only this call names has no files yet.
            let names = Set(try StoredProfiles(layout: call.layout).names + [current]).sorted { $0.text < $1.text }
            let entries = names.map { Entry($0, isCurrent: $0 == current, store) }
            var document = OutputObject(schema: "profiles")
            document["profiles"] = .array(entries.map { .object($0.object) })
            call.printer.answer(list: entries.map(\.object), document: document) { printer in
                var table = Table([.exact("PROFILE"), .exact("ENDPOINT"), .text("")])
                for entry in entries {
                    table.add([
                        .init(entry.name.text), .init(entry.endpoint ?? "settings cannot be read"),
                        .init(entry.remark, .secondary),
                    ])
                }
                printer.table(table)
            }
        }
    }

    /// A profile as the list shows it.
    private struct Entry {
        let name: ProfileName
        /// Where its payments service is; nil when its settings cannot be read.
        let endpoint: String?
        let isBuiltIn: Bool
        let isCurrent: Bool

        init(_ name: ProfileName, isCurrent: Bool, _ store: SettingsStore) {
            self.name = name
            self.isCurrent = isCurrent
            isBuiltIn = StoredProfiles.builtIn.contains(name)
            // A damaged file must not hide the other profiles. A command that uses the profile says what is wrong.
            endpoint = (try? store.settings(for: name))?.endpoint.description
        }

        var remark: String {
            if isCurrent { return "current" }
            return isBuiltIn ? "built in" : ""
        }

        var object: OutputObject {
            var object = OutputObject()
            object["name"] = .string(name.text)
            object["endpoint"] = endpoint.map(OutputValue.string)
            object["built_in"] = .boolean(isBuiltIn)
            object["current"] = .boolean(isCurrent)
            return object
        }
    }
}
