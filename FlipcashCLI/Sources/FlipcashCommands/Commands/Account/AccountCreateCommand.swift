import ArgumentParser
import CodeCurves
import FlipcashCore
import FlipcashWallet

/// `flipcash account create`
struct AccountCreateCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a new account.",
        discussion: """
            Twelve words are shown once. They are the only way into the account: whoever has them has the money, and \
            nobody can restore them. Without a terminal, --words-file or --backup-image is needed.
            """)

    @Option(help: ArgumentHelp("What to call the account; its first and last word if left out.", valueName: "label"))
    var label: String?

    @Option(
        help: ArgumentHelp("Write the words to this new file, readable by you alone.", valueName: "file"),
        completion: .file())
    var wordsFile: String?

    @Option(
        help: ArgumentHelp(
            "Draw the words and a QR code of the login link to this new file, readable by you alone.",
            valueName: "file"), completion: .file(extensions: ["png"]))
    var backupImage: String?

    @Flag(help: "Do not ask for three of the words back.")
    var skipWordCheck = false

    @Option(help: ArgumentHelp("12 or 24.", valueName: "number"))
    var wordCount: Int = 12

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    mutating func validate() throws {
        if let label { try AccountLabel.check(label) }
        guard Mnemonic.Length(rawValue: wordCount) != nil else {
            throw ValidationError("--word-count must be 12 or 24.")
        }
    }

    var needsService: Bool { !global.dryRun }

    func run(in call: Invocation) async throws {
        guard call.prompt.isPossible || wordsFile != nil || backupImage != nil else {
            throw CommandFailure.usage(
                "There is no terminal to show the words on. Name a file to keep them in with --words-file FILE or --backup-image FILE."
            )
        }
        let manager = try call.accountManager()
        let account = try unfinished(manager, call) ?? KeyAccount(phrase(call))
        if call.options.isDryRun {
            return call.printer.answer(planned(account)) { $0.line("Would make the account \(account.owner.base58).") }
        }
        // Stored before anything else, so that no interruption can lose the words of a registered account.
        try manager.addPending(account, isFirstUse: false)
        try keep(account, call)
        let summary = try await call.register(account, label: label)
        try call.noteAccountSetting(beside: summary)
        call.printer.answer(OutputObject(summary)) { printer in
            printer.account(summary)
        }
        call.printer.hint("Show the words again with: flipcash account key --reveal")
    }

    private func phrase(_ call: Invocation) -> Mnemonic {
        Mnemonic.generate(wordCount == 24 ? .words24 : .words12, using: call.runtime.random)
    }

    /// The account of an attempt that did not finish; its words are used again, never replaced silently.
    private func unfinished(_ manager: AccountManager, _ call: Invocation) throws -> KeyAccount? {
        guard let pending = try manager.pendingAccount() else { return nil }
        call.printer.note("An account was begun earlier and not finished; its words are used again.")
        return pending
    }

    private func planned(_ account: KeyAccount) -> OutputObject {
        var document = OutputObject(schema: "account")
        document["owner"] = .string(account.owner.base58)
        document["state"] = .string("planned")
        return document
    }

    private func keep(_ account: KeyAccount, _ call: Invocation) throws {
        if let wordsFile { try WordsFile.write(account.words, to: wordsFile, files: call.files) }
        if let backupImage {
            try BackupImage.write(account.words, hosts: call.linkHosts(), to: backupImage, files: call.files)
        }
        let isKept = wordsFile != nil || backupImage != nil
        guard call.prompt.isPossible, call.options.output == .human || !isKept else { return }
        let display = WordDisplay(account.words)
        call.prompt.show("These words are the only way into the account. Write them down and tell nobody:\n")
        for line in display.lines { call.prompt.show("  " + line) }
        call.prompt.show("")
        guard !skipWordCheck else { return }
        try display.askBack(call.prompt, random: call.runtime.random)
    }
}

/// Files that hold the words of an account.
enum WordsFile {
    /// Writes `words` to a file that does not exist yet, mode 0600.
    static func write(_ words: SecretBytes, to path: String, files: POSIXFileSystem) throws {
        let path = WorkingFolder.absolute(path)
        guard try files.permissions(path) == nil else {
            throw CommandFailure("file_exists", .cannotCreate, "\(path) exists already. Choose another name.")
        }
        var content = words.exposedCopy()
        defer { Zeroing.zero(&content) }
        content.append(0x0A)
        try files.replace(path, with: content)
    }
}
