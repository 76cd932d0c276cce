import ArgumentParser
import CodeCurves
import FlipcashWallet

/// `flipcash account store [NAME]`
struct AccountStoreCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Show where the words of this profile are stored, or move them.",
        discussion: """
            Without a name, the key store in use is printed. With one, the words of all accounts of the profile move \
            there: vault is a file encrypted with a passphrase, secret-service and keychain belong to the operating \
            system, plain is a file that is not encrypted and is only allowed for a node of your own.
            """)

    @Argument(help: ArgumentHelp("vault, plain, secret-service or keychain.", valueName: "store"))
    var store: StoreArgument?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        guard try manager.hasEverHadAccount() else { throw KeyStoreFailure.notLoggedIn }
        guard let target = store?.choice else { return answer(try manager.keyStore(), moved: nil, call) }
        if call.options.isDryRun {
            let present = try manager.keyStore()
            return call.printer.answer(document(target, moved: nil)) {
                $0.line("Would move the words from the key store \(present.rawValue) to \(target.rawValue).")
            }
        }
        if target == .plain, try manager.keyStore() != .plain {
            try call.confirm("The words will be in a file that is not encrypted. Continue?")
        }
        answer(target, moved: try manager.moveKeys(to: target), call)
    }

    private func answer(_ store: KeyStoreChoice, moved: Int?, _ call: Invocation) {
        call.printer.answer(document(store, moved: moved)) { printer in
            switch moved {
            case nil: printer.line(store.rawValue)
            case 0?: printer.line("The words are already in the key store \(store.rawValue).")
            case let count?:
                printer.line(
                    "Moved the words of \(CountText.of(count, "account")) to the key store \(store.rawValue).")
            }
        }
    }

    private func document(_ store: KeyStoreChoice, moved: Int?) -> OutputObject {
        var document = OutputObject(schema: "key_store")
        document["key_store"] = .string(store.rawValue)
        document["moved"] = moved.map { .integer(Int64($0)) }
        return document
    }
}

/// A key store on the command line.
struct StoreArgument: ExpressibleByArgument, Sendable {
    let choice: KeyStoreChoice

    init?(argument: String) {
        guard let choice = KeyStoreChoice(rawValue: argument), choice != .auto else { return nil }
        self.choice = choice
    }

    static var allValueStrings: [String] { KeyStoreChoice.allCases.filter { $0 != .auto }.map(\.rawValue) }
}

/// `flipcash account passphrase`
struct AccountPassphraseCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "passphrase", abstract: "Change the passphrase of the vault.",
        discussion: """
            The command asks for the current passphrase, or reads it from --passphrase-file. Then it asks twice for \
            the new one, or reads it from --new-passphrase-file.
            """)

    @Option(
        help: ArgumentHelp("File whose first line is the new passphrase.", valueName: "file"), completion: .file())
    var newPassphraseFile: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        guard try manager.hasEverHadAccount() else { throw KeyStoreFailure.notLoggedIn }
        try manager.changePassphrase { () throws(KeyStoreFailure) -> SecretBytes in
            try call.passphrase.new(file: newPassphraseFile, option: "--new-passphrase-file")
        }
        var document = OutputObject(schema: "key_store")
        document["key_store"] = .string(KeyStoreChoice.vault.rawValue)
        call.printer.answer(document) { $0.line("The vault has a new passphrase.") }
    }
}
