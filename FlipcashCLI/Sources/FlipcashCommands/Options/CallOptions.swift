import FlipcashCore
import FlipcashNode
import FlipcashWallet
import Logging

/// The options of one call, with the environment applied: an option takes precedence over its variable.
///
/// What a profile or `config.json` may also set (endpoint, currency, account, locale) is optional here. ``Invocation``
/// completes it.
struct CallOptions: Sendable {
    let profile: String?
    let account: String?
    let endpoint: String?
    let coreEndpoint: String?
    let caFile: String?
    let tlsFingerprint: String?
    let currency: String?
    let locale: String?
    let plainSymbols: Bool
    let output: OutputMode
    let assumesYes: Bool
    let mayAsk: Bool
    let isDryRun: Bool
    let timeout: Duration?
    let isOffline: Bool
    let isQuiet: Bool
    let logLevel: Logger.Level
    let color: ColorChoice?
    let progress: ProgressChoice
    let wordsSource: WordsSource?
    /// The file of ``wordsSource``, if it is one.
    var keyFile: String? {
        guard case .file(let path)? = wordsSource else { return nil }
        return path
    }
    let passphraseFile: String?
    let waitsForLock: Bool
    /// Notes about the environment, shown from the log level info on.
    let remarks: [String]

    /// Where a call gets its words from, if it uses words without storing them.
    enum WordsSource: Sendable, Hashable {
        case file(String)
        case standardInput
        /// The variable `FLIPCASH_ACCESS_KEY` itself.
        case environment
    }

    /// Reads the options of a call.
    ///
    /// - Throws: `CommandFailure` that names a variable with an invalid value.
    init(_ global: GlobalOptions, environment: ProcessEnvironment, names: [String]) throws(CommandFailure) {
        profile = global.profile ?? environment["FLIPCASH_PROFILE"]
        account = global.account ?? environment["FLIPCASH_ACCOUNT"]
        endpoint = global.endpoint ?? environment["FLIPCASH_ENDPOINT"]
        coreEndpoint = global.coreEndpoint ?? environment["FLIPCASH_CORE_ENDPOINT"]
        // An option on the command line replaces either variable and never conflicts with one.
        caFile = global.caFile ?? (global.tlsFingerprint == nil ? environment["FLIPCASH_CA_FILE"] : nil)
        tlsFingerprint =
            global.tlsFingerprint ?? (global.caFile == nil ? environment["FLIPCASH_TLS_FINGERPRINT"] : nil)
        currency = global.currency ?? environment["FLIPCASH_CURRENCY"]
        locale = try Self.locale(global, environment)
        plainSymbols = global.plainSymbols
        output = try Self.output(global, environment)
        assumesYes = try Self.truth(global.yes, "FLIPCASH_YES", environment)
        mayAsk = try !Self.truth(global.noInput, "FLIPCASH_NO_INPUT", environment)
        isDryRun = global.dryRun
        timeout = try Self.timeout(global, environment)
        isOffline = global.offline
        isQuiet = global.quiet
        logLevel = try Self.logLevel(global, environment)
        color = try Self.choice(global.color, "FLIPCASH_COLOR", environment)
        progress = try Self.choice(global.progress, "FLIPCASH_PROGRESS", environment) ?? .auto
        wordsSource = Self.wordsSource(global, environment)
        passphraseFile = global.passphraseFile ?? environment["FLIPCASH_PASSPHRASE_FILE"]
        waitsForLock = !global.noWaitLock
        remarks = names.filter { $0.hasPrefix("FLIPCASH_") && !Self.isKnown($0) }.sorted().map {
            "The variable \(DisplayText.sanitized($0)) is unknown and has no effect."
        }
    }

    /// The documented variables, and one that the program sets for its own processes.
    private static let knownVariables = Set(CallVariable.allCases.map(\.rawValue))
        .union([SupervisedProcess.environmentVariable])

    private static func isKnown(_ variable: String) -> Bool {
        #if CRASH_POINTS
            if variable == CrashPoints.environmentVariable { return true }
        #endif
        return knownVariables.contains(variable)
    }

    /// Whether to report the error of an invalid command line as JSON.
    static func wantsJSON(_ arguments: [String], environment: ProcessEnvironment) -> Bool {
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case "--": return environmentWantsJSON(environment)
            case "--json", "--output=json", "--output=jsonl": return true
            case "-o", "--output":
                guard index + 1 < arguments.count else { continue }
                return arguments[index + 1] == "json" || arguments[index + 1] == "jsonl"
            default: continue
            }
        }
        return environmentWantsJSON(environment)
    }

    private static func environmentWantsJSON(_ environment: ProcessEnvironment) -> Bool {
        environment["FLIPCASH_OUTPUT"] == "json" || environment["FLIPCASH_OUTPUT"] == "jsonl"
    }

    private static func output(
        _ global: GlobalOptions, _ environment: ProcessEnvironment
    ) throws(CommandFailure) -> OutputMode {
        if global.json { return .json }
        return try choice(global.output, "FLIPCASH_OUTPUT", environment) ?? .human
    }

    /// Every command refuses an unknown locale, even if it prints no numbers.
    private static func locale(
        _ global: GlobalOptions, _ environment: ProcessEnvironment
    ) throws(CommandFailure) -> String? {
        guard let tag = global.locale ?? environment["FLIPCASH_LOCALE"] else { return nil }
        guard NumberLocale(identifier: tag) != nil else { throw .unknownLocale(tag) }
        return tag
    }

    private static func timeout(
        _ global: GlobalOptions, _ environment: ProcessEnvironment
    ) throws(CommandFailure) -> Duration? {
        if let timeout = global.timeout { return timeout.duration }
        guard let text = environment["FLIPCASH_TIMEOUT"] else { return nil }
        guard let timeout = DurationArgument(argument: text) else {
            throw badVariable("FLIPCASH_TIMEOUT", "a duration such as 30s, 5m or 2h")
        }
        return timeout.duration
    }

    private static func logLevel(
        _ global: GlobalOptions, _ environment: ProcessEnvironment
    ) throws(CommandFailure) -> Logger.Level {
        if global.quiet { return .error }
        switch global.verbose {
        case 0: break
        case 1: return .info
        default: return .debug
        }
        guard let text = environment["FLIPCASH_LOG_LEVEL"] else { return .warning }
        guard let level = Logger.Level(rawValue: text.lowercased()) else {
            throw badVariable(
                "FLIPCASH_LOG_LEVEL", "one of trace, debug, info, notice, warning, error, critical")
        }
        return level
    }

    private static func wordsSource(_ global: GlobalOptions, _ environment: ProcessEnvironment) -> WordsSource? {
        if global.keyStdin { return .standardInput }
        if let file = global.keyFile ?? environment["FLIPCASH_ACCESS_KEY_FILE"] { return .file(file) }
        return environment["FLIPCASH_ACCESS_KEY"] == nil ? nil : .environment
    }

    private static func truth(
        _ flag: Bool, _ name: String, _ environment: ProcessEnvironment
    ) throws(CommandFailure) -> Bool {
        if flag { return true }
        switch environment[name]?.lowercased() {
        case nil, "0", "false", "no": return false
        case "1", "true", "yes": return true
        default: throw badVariable(name, "1 or 0")
        }
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ option: Choice?, _ name: String, _ environment: ProcessEnvironment
    ) throws(CommandFailure) -> Choice? where Choice.RawValue == String {
        if let option { return option }
        guard let text = environment[name] else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw badVariable(name, "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    private static func badVariable(_ name: String, _ expected: String) -> CommandFailure {
        .usage("The variable \(name) must be \(expected).")
    }
}
