import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash account key`
struct AccountKeyCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the words of an account, or write them to a file or a picture.",
        discussion: """
            Anyone who sees the words can take the money, so you must type "show" to confirm; --yes is not enough. A \
            program uses --json and writes "show" to standard input:

              echo show | flipcash account key --reveal --json

            Standard output must not be a file that other people can read; --words-file makes a private one.
            """)

    @Flag(help: "Show the words.")
    var reveal = false

    @Flag(help: "Show the login link instead of the words.")
    var link = false

    @Option(
        help: ArgumentHelp("Write the words to this new file, readable by you alone.", valueName: "file"),
        completion: .file())
    var wordsFile: String?

    @Flag(help: "Show the login link as a QR code.")
    var qr = false

    @Option(
        help: ArgumentHelp(
            "Draw the words and a QR code of the login link to this new file, readable by you alone.",
            valueName: "file"), completion: .file(extensions: ["png"]))
    var backupImage: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var isWaiting: Bool { true }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let manager = try call.accountManager()
        guard let summary = try call.selectedAccount(manager) else { throw call.notLoggedIn(manager) }
        var document = OutputObject(schema: "account_key")
        document["owner"] = .string(summary.owner.base58)
        document["label"] = .string(summary.label)
        guard reveal || link || qr || wordsFile != nil || backupImage != nil else {
            return call.printer.answer(document) { printer in
                printer.facts([
                    ("Account", summary.label), ("Owner", summary.owner.base58),
                    ("Words", "hidden; --reveal shows them"),
                ])
            }
        }
        if reveal || link || qr {
            try call.requirePrivateOutput(alternative: "--words-file FILE or --backup-image FILE")
        }
        if reveal || link || qr || backupImage != nil { try confirmReveal(call) }
        let account = try manager.keyAccount(for: summary.owner)
        let isDryRun = call.options.isDryRun
        if let wordsFile {
            if !isDryRun { try WordsFile.write(account.words, to: wordsFile, files: call.files) }
            document["file"] = .string(wordsFile)
        }
        if let backupImage {
            if !isDryRun {
                try BackupImage.write(account.words, hosts: call.linkHosts(), to: backupImage, files: call.files)
            }
            document["backup_image"] = .string(backupImage)
        }
        let display = WordDisplay(account.words)
        let url = link || qr ? try loginLink(display, call) : nil
        let picture = try qr && call.options.output == .human ? url.map { try call.terminalQRCode($0) } : nil
        if reveal { document["words"] = .string(display.words.joined(separator: " ")) }
        document["link"] = url.map(OutputValue.string)
        call.printer.answer(document) { printer in
            if reveal { display.lines.forEach { printer.line($0) } }
            if let picture { printer.line(picture) }
            // Not clickable: a click would give the account to a browser.
            if link, let url { printer.line(url) }
            for file in [wordsFile, backupImage].compactMap({ $0 }) {
                printer.note((isDryRun ? "Would write " : "Wrote ") + file)
            }
        }
    }

    /// A person types "show"; a program uses JSON and writes the same word to standard input.
    private func confirmReveal(_ call: Invocation) throws {
        if call.prompt.isPossible {
            let answer = try call.prompt.line(
                "Anyone who sees this can take the money. Make sure that you are alone, then type \"show\":",
                option: "--words-file")
            guard answer.lowercased() == "show" else { throw CommandFailure.declined }
            return
        }
        guard call.options.output != .human else {
            throw CommandFailure.usage(
                "The words are shown on a terminal only. Programs use --json with \"show\" on standard input, or "
                    + "--words-file FILE.")
        }
        guard call.options.mayAsk, !call.console.input.isTerminal, call.console.input.readLine() == "show" else {
            throw CommandFailure.usage(
                "To print the words as JSON, write \"show\" to standard input: "
                    + "echo show | flipcash account key --reveal --json. Or use --words-file FILE.")
        }
    }

    private func loginLink(_ display: WordDisplay, _ call: Invocation) throws -> String {
        try call.linkHosts().loginLink(Mnemonic(words: display.words)).url
    }
}
