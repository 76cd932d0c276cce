import ArgumentParser
import FlipcashNode
import FlipcashWallet

/// `flipcash node settings`
struct NodeSettingsCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print the node's settings, defaults included.",
        discussion: """
            The output has the form of the file node.json in the node's folder, where settings are changed. A running \
            node shows the settings that it uses, including options of node run. A changed file takes effect at the \
            next start. docs/node-settings.md explains each setting.
            """)

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let node = try NodeOperator(data: node.data, call: call)
        let entries = try await node.settings()
        var settings = OutputObject()
        for entry in entries { settings[entry.name] = OutputValue(entry.value) }
        var document = OutputObject(schema: "node_settings")
        document["file"] = .string(node.folder.settings)
        document["settings"] = .object(settings)
        call.printer.answer(document) { printer in
            printer.line("{")
            for (index, entry) in entries.enumerated() {
                printer.line("    \"\(entry.name)\": \(entry.value.json)\(index == entries.count - 1 ? "" : ",")")
            }
            printer.line("}")
        }
    }
}

extension NodeOperator {
    /// Every setting that the node uses, or would use if it were started.
    fileprivate func settings() async throws -> [SettingEntry] {
        guard try await hasNode() else {
            let settings = try NodeSettings.load(folder)
            return settings.entries(isPrivate: settings.isPrivate(on: settings.listen))
        }
        guard let entries = try await perform(AdminRequest(.settings)).settings else {
            throw CommandFailure(
                "generic", .unexpected,
                "The node answered without its settings. It may be an older build: restart it and try again.")
        }
        return entries
    }
}

extension OutputValue {
    fileprivate init(_ value: SettingValue) {
        switch value {
        case .flag(let flag): self = .boolean(flag)
        case .number(let number): self = .integer(Int64(number))
        case .text(let text): self = .string(text)
        case .list(let elements): self = .array(elements.map(OutputValue.init))
        }
    }
}
