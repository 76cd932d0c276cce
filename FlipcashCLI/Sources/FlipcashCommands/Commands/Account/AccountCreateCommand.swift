import ArgumentParser
import CodeCurves
import FlipcashCore
import FlipcashWallet

/// `flipcash account create`
struct AccountCreateCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a new account.",
        discussion: """
            Twelve words are shown once. They are the only way into the account: anyone who has them can take the \
            money, and lost words cannot be restored. Without a terminal, --words-file or --backup-image is needed.

            The words are stored first. If the command is interrupted, or the service cannot be reached, run it again: \
            it continues with the same words and accepts the files that it has written.
            """)

    @Option(
        help: ArgumentHelp(
            "Label of the account (default: Account and the first characters of its address).",
            valueName: "label"))
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

    @Flag(help: "Skip the check that asks for three of the words.")
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

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        guard call.prompt.isPossible || wordsFile != nil || backupImage != nil else {
            throw CommandFailure.usage(
                "There is no terminal to show the words on. Write them to a file with --words-file FILE or "
                    + "--backup-image FILE.")
        }
        let manager = try call.accountManager()
        let account = try unfinished(manager, call) ?? KeyAccount(phrase(call))
        if let label { try manager.checkLabel(label, for: account.owner) }
        let files = try missingFiles(account, call)
        if call.options.isDryRun {
            return call.printer.answer(planned(account)) {
                $0.line("Would create the account \(account.owner.base58).")
            }
        }
        // Store the words first, so that no interruption can lose the words of a registered account.
        try manager.addPending(account, isFirstUse: false)
        let summary: AccountSummary
        do {
            try keep(account, files, call)
            summary = try await call.register(account, label: label)
        } catch {
            throw Self.unfinished(error)
        }
        try call.noteAccountSetting(beside: summary)
        call.printer.answer(OutputObject(summary)) { printer in
            printer.account(summary)
        }
        call.printer.hint("Show the words again with: flipcash account key --reveal")
    }

    private func phrase(_ call: Invocation) -> Mnemonic {
        Mnemonic.generate(wordCount == 24 ? .words24 : .words12, using: call.runtime.random)
    }

    /// The account of an unfinished attempt. Its words are used again, never replaced silently.
    private func unfinished(_ manager: AccountManager, _ call: Invocation) throws -> KeyAccount? {
        guard let pending = try manager.pendingAccount() else { return nil }
        call.printer.note("Continuing with the words of an account that was not finished earlier.")
        return pending
    }

    private func planned(_ account: KeyAccount) -> OutputObject {
        var document = OutputObject(schema: "account")
        document["owner"] = .string(account.owner.base58)
        document["state"] = .string("planned")
        return document
    }

    /// The files that are still to be written. An interrupted attempt may have written some of them.
    private struct MissingFiles {
        var words: String?
        var backupImage: String?
    }

    /// - Throws: `CommandFailure`, exit 73, for an existing file that does not hold exactly these words.
    private func missingFiles(_ account: KeyAccount, _ call: Invocation) throws -> MissingFiles {
        var missing = MissingFiles(words: wordsFile, backupImage: backupImage)
        if let wordsFile, try WordsFile.isWritten(account.words, to: wordsFile, files: call.files) {
            missing.words = nil
        }
        if let backupImage,
            try BackupImage.isWritten(account.words, hosts: call.linkHosts(), to: backupImage, files: call.files)
        {
            missing.backupImage = nil
        }
        return missing
    }

    private func keep(_ account: KeyAccount, _ files: MissingFiles, _ call: Invocation) throws {
        if let words = files.words { try WordsFile.write(account.words, to: words, files: call.files) }
        if let image = files.backupImage {
            try BackupImage.write(account.words, hosts: call.linkHosts(), to: image, files: call.files)
        }
        let isKept = wordsFile != nil || backupImage != nil
        guard call.prompt.isPossible, call.options.output == .human || !isKept else { return }
        let display = WordDisplay(account.words)
        let lines =
            ["These words are the only way into the account. Write them down and keep them secret:", ""]
            + display.lines.map { "  " + $0 } + [""]
        guard !skipWordCheck else { return lines.forEach { call.prompt.show($0) } }
        try call.prompt.showBriefly(
            lines, until: "Press Return when you have written them down. You are then asked for three of them:",
            option: "--skip-word-check")
        try display.askBack(call.prompt, random: call.runtime.random)
    }

    /// Adds to a failure that the words are stored.
    private static func unfinished(_ error: any Error) -> CommandFailure {
        let failure = CommandFailure(describing: error)
        let cause = failure == .declined || failure == .stopped ? "Stopped as asked." : failure.message
        return failure.with(
            message: "\(cause) The account is not ready yet, but its words are stored. Run flipcash account create "
                + "again to continue with them.", details: failure.details)
    }
}

/// Files that hold the words of an account.
enum WordsFile {
    /// Writes `words` to a new file, mode 0600; a file that holds exactly these words stays.
    ///
    /// - Throws: `CommandFailure`, exit 73, if a file of this name holds anything else.
    static func write(_ words: SecretBytes, to path: String, files: POSIXFileSystem) throws {
        guard try !isWritten(words, to: path, files: files) else { return }
        var content = content(words)
        defer { Zeroing.zero(&content) }
        try files.replace(WorkingFolder.absolute(path), with: content)
    }

    /// Whether the file holds exactly these words already.
    ///
    /// - Throws: `CommandFailure`, exit 73, if a file of this name holds anything else.
    static func isWritten(_ words: SecretBytes, to path: String, files: POSIXFileSystem) throws -> Bool {
        let path = WorkingFolder.absolute(path)
        guard try files.permissions(path) != nil else { return false }
        var expected = content(words)
        defer { Zeroing.zero(&expected) }
        if var present = try? files.readSecret(path) {
            defer { Zeroing.zero(&present) }
            if present == expected { return true }
        }
        throw CommandFailure("file_exists", .cannotCreate, "\(path) already exists. Choose another name.")
    }

    private static func content(_ words: SecretBytes) -> [UInt8] { words.exposedCopy() + [0x0A] }
}
