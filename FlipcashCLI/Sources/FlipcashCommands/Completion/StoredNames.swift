import FlipcashCore
import FlipcashWallet

/// Names for shell completion, from data stored on this machine. Calls no service and opens no key store (client
/// specification §12.4).
struct StoredNames: Sendable {
    /// The variables of the call that is being completed.
    @TaskLocal static var variables: [String: String] = [:]

    let folder: ProfileFolder
    let environment: ServiceEnvironment
    let accountSelector: String?
    let files = POSIXFileSystem()

    /// - Parameter words: the command line so far, which may name a profile and an account.
    init?(words: [String]) {
        let environment = ProcessEnvironment(Self.variables)
        guard let layout = try? FolderLayout(environment: environment) else { return nil }
        let named = Self.value(of: "--profile", in: words) ?? environment["FLIPCASH_PROFILE"]
        let profile =
            if let named {
                try? ProfileName(named)
            } else {
                try? SettingsStore(layout: layout, files: POSIXFileSystem()).preferredProfile()
            }
        guard let profile else { return nil }
        let settings = try? SettingsStore(layout: layout, files: POSIXFileSystem()).settings(for: profile)
        self.environment = settings?.environment ?? .production
        folder = settings.map { layout.profile($0) } ?? layout.profile(profile)
        accountSelector =
            Self.value(of: "--account", in: words) ?? environment["FLIPCASH_ACCOUNT"] ?? settings?.text(.account)
    }

    /// The labels of the profile's accounts, and their numbers.
    var accounts: [String] {
        let accounts = (try? manager.accounts()) ?? []
        return accounts.map { DisplayText.sanitized($0.label) } + accounts.map { String($0.number) }
    }

    /// The held tokens: symbols, or mints for tokens without a symbol. Dollars are always included.
    var tokens: [String] {
        let held = (try? store()?.getBalances()) ?? []
        let names = held.filter { $0.mint != .usdf }.map { balance in
            let symbol = DisplayText.sanitized(balance.symbol)
            return symbol.isEmpty ? balance.mint.base58 : symbol
        }
        return ["dollars"] + names
    }

    /// Every profile that settings or accounts are stored for, and the built-in ones.
    static var profiles: [String] {
        guard let layout = try? FolderLayout(environment: ProcessEnvironment(variables)) else { return [] }
        return StoredProfiles(layout: layout).names.map(\.text)
    }

    /// Never asks for a passphrase: completion runs while a command line is being typed.
    var manager: AccountManager {
        AccountManager(
            folder: folder,
            options: AccountManager.Options(endpoint: .local, keyStore: .auto) { _ throws(SettingsFailure) in },
            passphrase: NoPassphrase(), files: files, environment: .system)
    }

    /// The current account's store, if it exists.
    private func store() throws -> Database? {
        let account = try accountSelector.map { try manager.account(matching: $0) } ?? manager.current()
        guard let account, try files.permissions(folder.store(account.owner)) != nil else { return nil }
        return try Database(owner: account.owner, folder: folder, files: files)
    }

    private static func value(of option: String, in words: [String]) -> String? {
        for (index, word) in words.enumerated() {
            if word == option, index + 1 < words.count { return words[index + 1] }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }
}
