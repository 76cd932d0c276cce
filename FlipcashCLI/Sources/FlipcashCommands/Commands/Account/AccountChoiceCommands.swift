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

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        if call.options.isDryRun {
            return call.printer.answer(OutputObject(account)) {
                $0.line("Would use \(DisplayText.sanitized(account.label)).")
            }
        }
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
        guard let account = try call.selectedAccount(manager) else { throw call.notLoggedIn(manager) }
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

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        if call.options.isDryRun {
            return call.printer.answer(OutputObject(account)) {
                $0.line("Would rename \(DisplayText.sanitized(account.label)) to \(label).")
            }
        }
        try manager.rename(account.owner, to: label)
        let renamed = try manager.account(matching: account.owner.base58)
        call.printer.answer(OutputObject(renamed)) { $0.account(renamed) }
    }
}

/// `flipcash account logout`
struct AccountLogoutCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Log out of the current account; its words stay here.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        guard try call.settings().text(.account) == nil else {
            throw CommandFailure(
                "account_is_set", .configuration,
                "The setting \"account\" names the account that commands use. "
                    + "Remove it first with: flipcash config unset account")
        }
        guard let account = try manager.current() else { throw call.notLoggedIn(manager) }
        if call.options.isDryRun {
            return call.printer.answer(OutputObject(account)) {
                $0.line("Would log out of \(DisplayText.sanitized(account.label)).")
            }
        }
        try manager.logout()
        call.printer.answer(OutputObject(account)) {
            $0.line($0.completed("Logged out. Log in again with: flipcash account use \(account.number)"))
        }
    }
}
