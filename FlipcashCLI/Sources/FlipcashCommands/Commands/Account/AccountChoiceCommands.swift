import FlipcashCore
import ArgumentParser
import FlipcashWallet

/// `flipcash account use SEL`
struct AccountUseCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the account that commands use.")

    @Argument(
        help: ArgumentHelp("Label, first characters of the owner, or number.", valueName: "account"),
        completion: .accounts)
    var selector: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        try manager.setCurrent(account.owner)
        let chosen = try manager.account(matching: account.owner.base58)
        try call.noteAccountSetting(beside: chosen)
        call.printer.answer(OutputObject(chosen)) { $0.account(chosen) }
    }
}

/// `flipcash account current`
struct AccountCurrentCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "current", abstract: "Print the account that commands use.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        guard let account = try call.selectedAccount(manager) else { throw KeyStoreFailure.notLoggedIn }
        call.printer.answer(OutputObject(account)) { $0.account(account) }
    }
}

/// `flipcash account rename SEL LABEL`
struct AccountRenameCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give an account another label.")

    @Argument(
        help: ArgumentHelp("Label, first characters of the owner, or number.", valueName: "account"),
        completion: .accounts)
    var selector: String

    @Argument(help: "The new label.")
    var label: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    mutating func validate() throws { try AccountLabel.check(label) }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        try manager.rename(account.owner, to: label)
        let renamed = try manager.account(matching: account.owner.base58)
        call.printer.answer(OutputObject(renamed)) { $0.account(renamed) }
    }
}

/// `flipcash account logout`
struct AccountLogoutCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Leave no account current; its words stay here.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        guard try call.settings().text(.account) == nil else {
            throw CommandFailure(
                "account_is_set", .configuration,
                "The setting account names the account that commands use. "
                    + "Take it away first with: flipcash config unset account")
        }
        guard let account = try manager.current() else { throw KeyStoreFailure.notLoggedIn }
        try manager.logout()
        call.printer.answer(OutputObject(account)) {
            $0.line("Logged out. Get back in with: flipcash account use \(account.number)")
        }
    }
}

/// `flipcash account remove SEL`
struct AccountRemoveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget an account and its words on this machine.",
        discussion: "The account and its money go on existing; without a copy of the words nobody can reach them.")

    @Argument(
        help: ArgumentHelp("Label, first characters of the owner, or number.", valueName: "account"),
        completion: .accounts)
    var selector: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    @Flag(help: "Keep the stored balances and history, which the service can deliver again.")
    var keepData = false

    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        let label = DisplayText.sanitized(account.label)
        if !call.options.isDryRun {
            try call.confirm("Remove the account \(label)? Make sure that its words are kept elsewhere. Continue?")
            try manager.remove(account.owner)
            if !keepData { try manager.removeStore(of: account.owner) }
        }
        call.printer.answer(OutputObject(account)) {
            $0.line(call.options.isDryRun ? "\(label) would be removed." : "\(label) is removed.")
        }
    }
}

/// `flipcash account delete SEL`
struct AccountDeleteCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Take an account out of the list; its words stay in the key store.",
        discussion: """
            No service deletes accounts: this one and its money go on existing, and logging in with its words brings \
            it back. Its label has to be typed; --yes does not stand for that.
            """)

    @Argument(
        help: ArgumentHelp("Label, first characters of the owner, or number.", valueName: "account"),
        completion: .accounts)
    var selector: String

    @Flag(help: "Keep the stored balances and history, which the service can deliver again.")
    var keepData = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        let label = DisplayText.sanitized(account.label)
        if !call.options.isDryRun {
            try confirm(label, call)
            try manager.delete(account.owner)
            if !keepData { try manager.removeStore(of: account.owner) }
        }
        call.printer.answer(OutputObject(account)) {
            $0.line(call.options.isDryRun ? "\(label) would be deleted." : "\(label) is deleted from the list.")
        }
    }

    /// A person types the label; a program writes it to standard input.
    private func confirm(_ label: String, _ call: Invocation) throws {
        let answer: String?
        if call.prompt.isPossible {
            answer = try call.prompt.line("Type the account's label (\(label)) to delete it:", option: "standard input")
        } else {
            answer = call.options.mayAsk ? call.console.input.readLine() : nil
        }
        guard let answer else {
            throw CommandFailure.usage(
                "Deleting an account needs its label, typed: write it to standard input, as in: echo LABEL | flipcash "
                    + "account delete \(DisplayText.sanitized(selector)).")
        }
        guard answer.trimmingBlanks() == label else { throw CommandFailure.declined }
    }
}

/// The rule for what an account may be called.
enum AccountLabel {
    /// - Throws: `ValidationError` for an empty or overlong label and for control characters.
    static func check(_ label: String) throws {
        guard (1...64).contains(label.count), DisplayText.sanitized(label) == label else {
            throw ValidationError("A label has 1 to 64 characters and no control characters.")
        }
    }
}
