import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split account name`
struct SplitAccountNameCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "name", abstract: "Show your name, or set the name that others see.",
        discussion: """
              flipcash split account name
              flipcash split account name "Ada Lee"

            The name is shown to people whom you invite, and to friends who are linked to you.
            """)

    @Argument(help: "The new name; without it, the name is shown.")
    var name: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { name != nil }
    var onlyLooks: Bool { name == nil }
    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        guard let name else { return try await show(call) }
        guard let name = DisplayNameValidator().validate(name) else {
            throw CommandFailure.badInput(
                "A name must have 1 to \(DisplayNameValidator.scalarCountMax) characters. Choose another name.",
                code: "name_length")
        }
        try await call.withSplit { desk in
            let isDryRun = call.options.isDryRun
            if !isDryRun {
                try await desk.setName(name)
                // The name is set. This device reads it with the next changes, if not now.
                _ = try? await desk.synchronise()
            }
            var document = Self.document(name)
            document["state"] = isDryRun ? .string("planned") : nil
            call.printer.answer(document) {
                $0.line("Others \(isDryRun ? "would see" : "see") you as \(DisplayText.sanitized(name))")
            }
        }
    }

    private func show(_ call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let name = try desk.store.displayName()
            call.printer.answer(Self.document(name)) { $0.line(DisplayText.sanitized(name ?? "You have no name yet.")) }
            if name == nil { desk.mentionMissingName() }
        }
    }

    private static func document(_ name: String?) -> OutputObject {
        var document = OutputObject(schema: "split_name")
        document["name"] = name.map { .string($0) }
        return document
    }
}
