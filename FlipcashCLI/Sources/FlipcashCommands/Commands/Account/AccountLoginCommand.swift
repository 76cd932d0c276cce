import ArgumentParser
import CodeCurves
import FlipcashCore
import FlipcashWallet

/// `flipcash account login`
struct AccountLoginCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in with an account's words, login link or backup picture.",
        discussion: """
            Without an option the command asks for the words or the login link. Other users of this machine can read \
            the command line of a running program. Words are therefore not accepted there, and a login link should not \
            be given there: use --link -, which asks for it or reads it from standard input, or --link-file.
            """)

    @Option(help: ArgumentHelp("The login link; - asks for it or reads it from standard input.", valueName: "link"))
    var link: LinkArgument?

    @Option(help: ArgumentHelp("File that holds the login link.", valueName: "file"), completion: .file())
    var linkFile: String?

    @Option(help: ArgumentHelp("File that holds the words.", valueName: "file"), completion: .file())
    var wordsFile: String?

    @Option(
        help: ArgumentHelp("Picture that shows the QR code of the login link.", valueName: "file"),
        completion: .file())
    var image: String?

    @Option(help: ArgumentHelp("Label of the account.", valueName: "label"))
    var label: String?

    @Flag(help: "Create the account if the service does not know it.")
    var createIfMissing = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    mutating func validate() throws {
        if let label { try AccountLabel.check(label) }
        guard [link != nil, linkFile != nil, wordsFile != nil, image != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--link, --link-file, --words-file and --image cannot be combined. Use only one.")
        }
    }

    var needsService: Bool { !global.dryRun }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let account = try account(call)
        if let label { try call.accountManager().checkLabel(label, for: account.owner) }
        if call.options.isDryRun {
            var document = OutputObject(schema: "account")
            document["owner"] = .string(account.owner.base58)
            document["state"] = .string("planned")
            return call.printer.answer(document) { $0.line("Would log in as \(account.owner.base58).") }
        }
        let summary = try await call.login(account, label: label, createIfMissing: createIfMissing)
        try call.noteAccountSetting(beside: summary)
        call.printer.answer(OutputObject(summary)) { $0.account(summary) }
    }

    private func account(_ call: Invocation) throws -> KeyAccount {
        if let link { return try fromLink(text(of: link, call).trimmingBlanks(), call) }
        if let linkFile {
            let content = try SecretFile.content(linkFile)
            let text = content.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            return try fromLink(text.trimmingBlanks(), call)
        }
        if let image { return try fromLink(BackupImage.loginLink(in: image, hosts: call.linkHosts()), call) }
        if let wordsFile { return try KeyAccount(words: SecretFile.content(wordsFile)) }
        if let brought = try call.broughtAccount() { return brought }
        let typed = try call.prompt.secret(
            "The words, separated by spaces, or the login link (not shown):", option: "--words-file")
        if typed.contains("://") { return try fromLink(typed.trimmingBlanks(), call) }
        return try KeyAccount(words: SecretBytes(Array(typed.utf8)))
    }

    private func text(of link: LinkArgument, _ call: Invocation) throws -> String {
        guard link.isStandardInput else {
            call.printer.warning(
                "The login link was given on the command line, where other users of this machine can read it and your "
                    + "shell's history keeps it. Use --link - or --link-file next time.")
            return try link.resolved(call.console.input.readLine)
        }
        guard call.prompt.isPossible else { return try link.resolved(call.console.input.readLine) }
        return try call.prompt.secret("The login link (not shown):", option: "--link-file")
    }

    private func fromLink(_ text: String, _ call: Invocation) throws -> KeyAccount {
        switch DeepLink(text, hosts: try call.linkHosts()) {
        case .login(let secret?): return KeyAccount(secret)
        case .login(nil):
            throw CommandFailure.badInput(
                "This login link is incomplete: its end, from # on, is missing or damaged. Copy the whole link.",
                code: "bad_link")
        case .cashLink, .verifyEmail, .token, .give, .balance, .discover, .unknown, nil:
            throw CommandFailure.badInput("This is not a login link. Copy the whole login link.", code: "bad_link")
        }
    }
}
