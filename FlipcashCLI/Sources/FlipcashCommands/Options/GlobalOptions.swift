public import ArgumentParser

/// The options that every command takes, before its name or after it (client specification §12.2).
public struct GlobalOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("Settings and accounts to use.", valueName: "name"), completion: .profiles)
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Account to use: its label, the first characters of its owner, or its number in the list.",
            valueName: "account"), completion: .accounts)
    var account: String?

    @Option(
        help: ArgumentHelp(
            "Where the payments service is: local:, embedded:, https://HOST:PORT or http://HOST:PORT.",
            valueName: "url"), completion: .list(["local:", "embedded:"]))
    var endpoint: String?

    @Option(help: ArgumentHelp("Where the core API is served, if it has another address.", valueName: "url"))
    var coreEndpoint: String?

    @Option(
        help: ArgumentHelp(
            "Trust the authorities in this PEM file instead of the system's.", valueName: "file"),
        completion: .file())
    var caFile: String?

    @Option(
        help: ArgumentHelp(
            "Trust the one certificate with this SHA-256 fingerprint (see node run).",
            valueName: "fingerprint"))
    var tlsFingerprint: String?

    @Option(
        help: ArgumentHelp("Currency to show and to enter amounts in.", valueName: "code"), completion: .currencies)
    var currency: String?

    @Option(help: ArgumentHelp("Number format, such as en_US or de_DE.", valueName: "tag"))
    var locale: String?

    @Flag(help: "Show bare symbols: $5.00 instead of $5.00 CAD.")
    var plainSymbols = false

    @Option(name: .shortAndLong, help: ArgumentHelp("Output format: human, json or jsonl.", valueName: "form"))
    var output: OutputMode?

    @Flag(help: "Same as --output json.")
    var json = false

    @Flag(name: .shortAndLong, help: "Answer ordinary confirmations with yes.")
    var yes = false

    @Flag(help: "Never ask. give, link create and link cancel continue; otherwise a missing answer is an error.")
    var noInput = false

    @Flag(name: [.customShort("n"), .long], help: "Say what would happen, and submit nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("Time limit for the whole command, such as 30s or 5m.", valueName: "duration"))
    var timeout: DurationArgument?

    @Flag(help: "Answer from data stored on this machine, without the network.")
    var offline = false

    @Flag(name: .shortAndLong, help: "Print only the answer, warnings and errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print more on standard error; twice for debug messages.")
    var verbose: Int

    @Option(help: ArgumentHelp("When to use colours: auto, always or never.", valueName: "when"))
    var color: ColorChoice?

    @Option(help: ArgumentHelp("How to show progress: auto, bar, plain or none.", valueName: "form"))
    var progress: ProgressChoice?

    @Option(
        help: ArgumentHelp("Use the words in this file for this call, without storing them.", valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Flag(help: "Use the words read from standard input for this call, without storing them.")
    var keyStdin = false

    @Option(
        help: ArgumentHelp("File whose first line is the passphrase of the vault.", valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    @Flag(help: "Fail instead of waiting for another command that moves money.")
    var noWaitLock = false

    /// No options given.
    public init() {}

    /// Checks that no options exclude each other.
    ///
    /// - Throws: `ValidationError`, exit 64.
    public mutating func validate() throws {
        if json, let output, output != .json {
            throw ValidationError("--json and --output \(output.rawValue) cannot be combined. Use only one.")
        }
        if quiet, verbose > 0 { throw ValidationError("--quiet and --verbose cannot be combined. Use only one.") }
        if caFile != nil, tlsFingerprint != nil {
            throw ValidationError("--ca-file and --tls-fingerprint cannot be combined. Use only one.")
        }
        if keyFile != nil, keyStdin {
            throw ValidationError("--key-file and --key-stdin cannot be combined. Use only one.")
        }
    }
}

extension OutputMode: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}

/// How the progress of a long operation is shown.
enum ProgressChoice: String, Sendable, CaseIterable, ExpressibleByArgument {
    case auto
    case bar
    case plain
    case none
}
