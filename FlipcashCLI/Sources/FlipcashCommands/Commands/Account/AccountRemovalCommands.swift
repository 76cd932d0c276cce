import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash account erase SEL`, also called `account remove`
struct AccountEraseCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Destroy the words of an account on this machine.",
        discussion: """
            The account and its money still exist afterwards, but without a copy of the words they are lost. The \
            balance and the open links are shown first, and the label must be typed. Scripts pass it with --confirm; \
            --yes is not enough. To remove an account from the list and keep its words, use flipcash account hide.

            Savings goals exist only on this machine. They stay, unless you agree to delete them as well.
            """,
        aliases: ["remove"])

    @OptionGroup
    var removal: AccountRemovalOptions

    @Flag(help: "Also delete the account's savings goals, which exist only on this machine.")
    var deleteGoals = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: removal.selector)
        let label = DisplayText.sanitized(account.label)
        let money = try call.moneyText()
        let goals = try call.goals(of: account.owner)
        if call.options.isDryRun {
            let holdings = try await call.holdings(of: account)
            var document = holdings.document(OutputObject(account), money)
            document["goals_deleted"] = goals.map { _ in .boolean(deleteGoals) }
            return call.printer.answer(document) { printer in
                printer.line("Would destroy the words of \(label) on this machine.")
                printer.facts(holdings.facts(money))
                if let goals { printer.line("Would \(deleteGoals ? "delete" : "keep") \(goals.text).") }
            }
        }
        let consent = LabelConsent(label: label, given: removal.confirm)
        if removal.confirm == nil, call.prompt.isPossible {
            let holdings = try await call.holdings(of: account)
            call.prompt.show("This destroys the words of \(label) (\(account.owner.base58)) on this machine.")
            for (name, value) in holdings.facts(money) { call.prompt.show("  \(name): \(value)") }
            if let count = goals?.count { call.prompt.show("  Savings goals: \(count)") }
            // The owner, not the number: the same number selects another account in another profile or list.
            let copying = "flipcash account key --account \(account.owner.base58) --words-file FILE"
            call.prompt.show(
                "Without a copy of the words, all of this is lost. To make a copy, stop here and run:\n  "
                    + call.printer.completed(copying))
            try consent.ask(call.prompt, doing: "destroy its words")
        } else {
            try consent.check(
                "Destroying the words of an account needs its label: pass --confirm LABEL. --yes is not enough.")
        }
        let deletesGoals = try goals.map { try deleteGoals || agreesToDelete($0, call) } ?? false
        try manager.remove(account.owner)
        if !removal.keepData { try manager.removeStore(of: account.owner) }
        if deletesGoals { try goals?.delete() }
        var document = OutputObject(account)
        document["goals_deleted"] = goals.map { _ in .boolean(deletesGoals) }
        call.printer.answer(document) { printer in
            printer.line("The words of \(label) are destroyed on this machine.")
            if let goals {
                printer.line(deletesGoals ? "Deleted \(goals.text)." : "Kept \(goals.text) on this machine.")
            }
        }
    }

    /// Asks a person whether the goals go as well. A script keeps them, unless it passes the option.
    private func agreesToDelete(_ goals: AccountGoals, _ call: Invocation) throws(CommandFailure) -> Bool {
        guard removal.confirm == nil, call.prompt.isPossible else { return false }
        return try call.prompt.confirm(
            "Also delete \(goals.text)? They exist only on this machine.", option: "--delete-goals")
    }
}

/// `flipcash account hide SEL`, also called `account delete`
struct AccountHideCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: "Remove an account from the list; its words stay in the key store.",
        discussion: """
            The account and its money are not deleted, and logging in with its words brings it back. Its label must \
            be typed, or passed with --confirm; --yes is not enough. To destroy the words, use flipcash account erase.
            """,
        aliases: ["delete"])

    @OptionGroup
    var removal: AccountRemovalOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: removal.selector)
        let label = DisplayText.sanitized(account.label)
        let goals = try call.goals(of: account.owner)
        if !call.options.isDryRun {
            try agree(label, call)
            try manager.hide(account.owner)
            if !removal.keepData { try manager.removeStore(of: account.owner) }
        }
        call.printer.answer(OutputObject(account)) { printer in
            printer.line(
                call.options.isDryRun
                    ? "\(label) would be hidden." : "\(label) is no longer in the list. Its words are kept.")
            if let goals { printer.line("Kept \(goals.text) on this machine.") }
        }
    }

    /// A person types the label; a program passes it as an option or writes it to standard input.
    private func agree(_ label: String, _ call: Invocation) throws(CommandFailure) {
        let consent = LabelConsent(label: label, given: removal.confirm)
        if removal.confirm == nil, call.prompt.isPossible { return try consent.ask(call.prompt, doing: "hide it") }
        let line = removal.confirm == nil && call.options.mayAsk ? call.console.input.readLine() : nil
        try LabelConsent(label: label, given: removal.confirm ?? line).check(
            "Hiding an account needs its label: pass --confirm LABEL, or write it to standard input.")
    }
}

/// Selects an account to remove, and confirms the removal.
struct AccountRemovalOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Label, first characters of the owner, or number.", valueName: "account"),
        completion: .accounts)
    var selector: String

    @Option(help: ArgumentHelp("The account's label, instead of typing it.", valueName: "label"))
    var confirm: String?

    @Flag(help: "Keep the stored balances and history.")
    var keepData = false
}

/// Confirms an action on an account by its label.
private struct LabelConsent {
    let label: String
    /// The label that a program passed; nil if it passed none.
    let given: String?

    /// Asks the person to type the label.
    func ask(_ prompt: Prompt, doing what: String) throws(CommandFailure) {
        let answer = try prompt.line("Type the account's label (\(label)) to \(what):", option: "--confirm")
        guard answer.trimmingBlanks() == label else { throw .declined }
    }

    /// - Throws: a usage error with the message `need` if no label was passed; `.declined` for another label.
    func check(_ need: String) throws(CommandFailure) {
        guard let given else { throw .usage(need) }
        guard given.trimmingBlanks() == label else {
            throw CommandFailure(
                "declined", .declined,
                "That is not the label of the account. Nothing was done. Run the command again with the account's "
                    + "label.")
        }
    }
}
