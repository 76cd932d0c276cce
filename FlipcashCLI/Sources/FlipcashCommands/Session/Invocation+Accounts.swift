import CodeCurves
import FlipcashCore
import FlipcashWallet

extension Invocation {
    /// The accounts of this call's profile.
    func accountManager() throws -> AccountManager {
        let settings = try settings()
        return AccountManager(
            settings: settings, endpoint: try endpoint(settings), layout: try layout, files: files,
            environment: runtime, passphrase: passphrase, keyStores: .ofThisMachine(environment))
    }

    /// The account that this call names by the option, its variable, the profile or `config.json`; nil for the one
    /// chosen with `account use`.
    func accountSelector() throws(SettingsFailure) -> String? {
        if let account = options.account { return account }
        return try settings().text(.account)
    }

    /// The accounts of the profile. The current one is the account that commands use, whether chosen or named by a
    /// setting.
    func listedAccounts(_ manager: AccountManager) throws -> [AccountSummary] {
        let accounts = try manager.accounts()
        guard let owner = try settings().text(.account) else { return accounts }
        return accounts.map { $0.with(isCurrent: $0.owner.base58 == owner) }
    }

    /// Notes that a setting names another account than the one just chosen.
    func noteAccountSetting(beside chosen: AccountSummary) throws {
        guard let owner = try settings().text(.account), owner != chosen.owner.base58 else { return }
        printer.note(
            "The setting \"account\" overrides this choice. Remove it with: flipcash config unset account")
    }

    /// The account of this call; nil if there is none.
    ///
    /// - Throws: `KeyStoreFailure.unknownAccount` when an account is named that does not exist.
    func selectedAccount(_ manager: AccountManager) throws -> AccountSummary? {
        try accountSelector().map { try manager.account(matching: $0) } ?? manager.current()
    }

    /// The failure of a command without an account. After a logout it says how to log in again, so that the person does
    /// not make a second account by mistake.
    func notLoggedIn(_ manager: AccountManager) -> any Error {
        guard let accounts = try? manager.accounts(), let latest = accounts.max(by: { $0.lastSeen < $1.lastSeen })
        else { return KeyStoreFailure.notLoggedIn }
        let others = accounts.count > 1 ? " Other accounts: flipcash account list" : ""
        return CommandFailure(
            MessageCode.notLoggedIn.rawValue, .locked,
            "You are logged out. Log in again with: flipcash account use \(latest.number)\(others)")
    }

    /// The account whose words this call supplies; nil if it uses an account of the profile.
    func broughtAccount() throws -> KeyAccount? {
        switch options.wordsSource {
        case nil: return nil
        case .file(let path): return try KeyAccount(words: try SecretFile.content(path))
        case .standardInput:
            guard let line = console.input.readSecretLine() else {
                throw CommandFailure(
                    "no_input", .cannotRead, "There are no words on standard input. Write them to it, on one line.")
            }
            return try KeyAccount(words: SecretBytes(Array(line.utf8)))
        case .environment:
            return try environment["FLIPCASH_ACCESS_KEY"].map { try KeyAccount(words: SecretBytes(Array($0.utf8))) }
        }
    }
}
