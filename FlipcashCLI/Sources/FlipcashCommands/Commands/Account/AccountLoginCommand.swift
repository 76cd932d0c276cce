import ArgumentParser
import CodeCurves
import FlipcashCore
import FlipcashWallet

/// `flipcash account login`
struct AccountLoginCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Use an account that exists, by its words, its login link or its backup picture.",
        discussion: "Without an option the words are asked for. Words never stand on the command line.")

    @Option(help: ArgumentHelp("The login link; - reads it from standard input.", valueName: "link"))
    var link: LinkArgument?

    @Option(help: ArgumentHelp("File that holds the words.", valueName: "file"), completion: .file())
    var wordsFile: String?

    @Option(
        help: ArgumentHelp("Picture that shows the QR code of the login link.", valueName: "file"),
        completion: .file())
    var image: String?

    @Option(help: ArgumentHelp("What to call the account.", valueName: "label"))
    var label: String?

    @Flag(help: "Make the account if the service does not know it.")
    var createIfMissing = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    mutating func validate() throws {
        if let label { try AccountLabel.check(label) }
        guard [link != nil, wordsFile != nil, image != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--link, --words-file and --image contradict each other.")
        }
    }

    var needsService: Bool { !global.dryRun }

    func run(in call: Invocation) async throws {
        let account = try account(call)
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
        if let link { return try fromLink(link.resolved(call.console.input).trimmingBlanks(), call) }
        if let image { return try fromLink(BackupImage.loginLink(in: image, hosts: call.linkHosts()), call) }
        if let wordsFile { return try KeyAccount(words: SecretFile.content(wordsFile)) }
        if let brought = try call.broughtAccount() { return brought }
        let words = try call.prompt.secret("The words, separated by blanks (not shown):", option: "--words-file")
        return try KeyAccount(words: SecretBytes(Array(words.utf8)))
    }

    private func fromLink(_ text: String, _ call: Invocation) throws -> KeyAccount {
        switch DeepLink(text, hosts: try call.linkHosts()) {
        case .login(let secret?): return KeyAccount(secret)
        case .login(nil):
            throw CommandFailure.badInput(
                "This login link is incomplete: its end, from # on, is missing or damaged. Copy the whole link.",
                code: "bad_link")
        case .cashLink, .verifyEmail, .token, .give, .balance, .discover, .unknown, nil:
            throw CommandFailure.badInput("This is not a login link.", code: "bad_link")
        }
    }
}
