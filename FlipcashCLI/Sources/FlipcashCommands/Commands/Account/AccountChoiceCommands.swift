import FlipcashCore
import ArgumentParser
import FlipcashWallet

/// `flipcash account use SEL`
struct AccountUseCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the account that commands use.")

    @Argument(help: ArgumentHelp("Label, first characters of the owner, or number.", valueName: "account"))
    var selector: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        try manager.setCurrent(account.owner)
        let chosen = try manager.account(matching: account.owner.base58)
        call.printer.answer(OutputObject(chosen)) { $0.account(chosen) }
    }
}

/// `flipcash account current`
struct AccountCurrentCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "current", abstract: "Print the account that commands use.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try call.options.account.map { try manager.account(matching: $0) } ?? manager.current()
        guard let account else { throw KeyStoreFailure.notLoggedIn }
        call.printer.answer(OutputObject(account)) { $0.account(account) }
    }
}

/// `flipcash account rename SEL LABEL`
struct AccountRenameCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give an account another label.")

    @Argument(help: ArgumentHelp("Label, first characters of the owner, or number.", valueName: "account"))
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

    @Argument(help: ArgumentHelp("Label, first characters of the owner, or number.", valueName: "account"))
    var selector: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        let label = DisplayText.sanitized(account.label)
        if !call.options.isDryRun {
            try call.confirm("Remove the account \(label)? Make sure that its words are kept elsewhere. Continue?")
            try manager.remove(account.owner)
        }
        call.printer.answer(OutputObject(account)) {
            $0.line(call.options.isDryRun ? "\(label) would be removed." : "\(label) is removed.")
        }
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
