import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split account …`
struct SplitAccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Your account of shared expenses.",
        discussion: "  flipcash split account show",
        subcommands: [
            SplitAccountShowCommand.self, SplitAccountNameCommand.self, SplitAccountClearCommand.self,
            SplitAccountDeleteCommand.self,
        ],
        defaultSubcommand: SplitAccountShowCommand.self)
}

/// `flipcash split account show`
struct SplitAccountShowCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show your ids and how much is here.",
        discussion: "  flipcash split account show --json")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let waiting = try desk.store.pending().count
            let name = try desk.store.displayName()
            let counts = [
                ("friends", overview.friends.count), ("groups", overview.groups.count),
                ("expenses", overview.expenses.count), ("waiting", waiting),
            ]
            var document = OutputObject(schema: "split_account")
            document["user"] = .string(desk.account.text)
            document["member"] = .string(overview.me.text)
            document["aliases"] = .array(
                overview.view.me.equivalentMemberIDs.sorted().map { .string($0.text) })
            document["name"] = name.map { .string($0) }
            document["environment"] = .string(desk.environment.rawValue)
            for (word, count) in counts { document[word] = .integer(Int64(count)) }
            call.printer.answer(document) { printer in
                var facts = [("User id", desk.account.text), ("Member id", overview.me.text)]
                if let name { facts.append(("Name", name)) }
                facts.append(("Environment", desk.environment.rawValue))
                facts += counts.map { ($0.0.prefix(1).uppercased() + $0.0.dropFirst(), String($0.1)) }
                printer.facts(facts)
            }
        }
    }
}

/// A word that a person types before something that cannot be undone.
struct TypedConfirmation: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("The word that the question asks for.", valueName: "word"))
    var confirm: String?

    /// Asks for a word. `--yes` is not enough.
    ///
    /// - Throws: `CommandFailure.declined` for another answer, a usage error where no question can be asked.
    func require(_ word: String, _ question: String, _ call: Invocation) throws(CommandFailure) {
        let answer: String
        if let confirm {
            answer = confirm
        } else {
            answer = try call.prompt.line("\(question) Type \(word):", option: "--confirm \(word)")
        }
        guard answer.trimmingBlanks() == word else { throw .declined }
    }
}

/// `flipcash split account clear`
struct SplitAccountClearCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Delete your expenses, groups and friends. Paid money is not affected.",
        discussion: "  flipcash split account clear --confirm clear")

    @OptionGroup var confirmation: TypedConfirmation

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let change = SplitChange.clearAll(desk.now)
            let after = try await desk.rehearse([change])
            let counts =
                "\(CountText.of(overview.expenses.count - after.expenses.count, "expense")), "
                + "\(CountText.of(overview.groups.count - after.groups.count, "group")) and "
                + CountText.of(overview.friends.count - after.friends.count, "friend")
            let isDryRun = call.options.isDryRun
            if !isDryRun {
                try confirmation.require("clear", "This deletes \(counts), and cannot be undone.", call)
            }
            let delivery = try await desk.submit([change], isChecked: true)
            var document = OutputObject(schema: "split_cleared")
            document["expenses"] = .integer(Int64(overview.expenses.count - after.expenses.count))
            document["groups"] = .integer(Int64(overview.groups.count - after.groups.count))
            document["friends"] = .integer(Int64(overview.friends.count - after.friends.count))
            document["queued"] = .boolean(delivery.isQueued)
            document["state"] = isDryRun ? .string("planned") : nil
            call.printer.answer(document) { $0.line("\(isDryRun ? "Would delete" : "Deleted") \(counts)") }
            desk.mention(delivery)
        }
    }
}

/// `flipcash split account delete`
struct SplitAccountDeleteCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete your account of shared expenses. The wallet stays.",
        discussion: """
              flipcash split account delete --confirm delete

            What others share with you stays with them, under the name that they know.
            """)

    @OptionGroup var confirmation: TypedConfirmation

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }
    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let isDryRun = call.options.isDryRun
            if !isDryRun {
                try confirmation.require(
                    "delete", "This deletes your account of shared expenses, and cannot be undone.", call)
                // Fetches new changes, and the id that the service has for the account.
                try await desk.synchronise()
            }
            let member = try desk.overview().me
            let delivery = try await desk.submit([.deleteAccount(member)], isChecked: true)
            var document = OutputObject(schema: "split_deleted")
            document["member"] = .string(member.text)
            document["queued"] = .boolean(delivery.isQueued)
            document["state"] = isDryRun ? .string("planned") : nil
            call.printer.answer(document) {
                $0.line("\(isDryRun ? "Would delete" : "Deleted") your account of shared expenses")
            }
            desk.mention(delivery)
        }
    }
}
