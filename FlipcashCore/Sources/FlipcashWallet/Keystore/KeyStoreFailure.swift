/// Errors from loading or storing account keys.
public enum KeyStoreFailure: WalletFailure, Equatable {
    /// The vault does not open with this passphrase.
    case wrongPassphrase
    /// A passphrase is needed, and there is no way to ask for it.
    case passphraseMissing
    /// The file has a format that this program does not support.
    case newerFormat(Int)
    /// The file is not a key file.
    case notAKeyFile(path: String)
    /// Keys in a plain file are allowed only for the user's own node.
    case plainNotAllowed(endpoint: String, isOfProfile: Bool)
    /// A store of the operating system cannot be used now.
    case systemStore(KeyStoreChoice, SystemStoreProblem)
    /// The account is listed, but its words are not in the key store that the profile names.
    case wordsMissing(label: String, store: KeyStoreChoice)
    /// The words of the profile are not in a vault, so there is no passphrase to change.
    case noVault(KeyStoreChoice)
    /// The words may also be in a key store that is not in use, and could not be removed from it. The text is the name
    /// of that key store, or the path of its file.
    indirect case leftover(String, KeyStoreFailure)
    /// The key file cannot be used for another reason.
    case unusable(reason: String)
    /// No such account.
    case unknownAccount(String)
    /// The selector matches several accounts.
    case ambiguousAccount(String)
    /// Another account has this label, or an owner that begins with it.
    case labelTaken(String)
    /// The label is a number, which selects an account by its place in the list.
    case labelIsNumber(String)
    /// No account is logged in.
    case notLoggedIn
    /// The words are not a mnemonic phrase.
    case badWords(reason: String)
    /// A file could not be read or written.
    case file(FileFailure)

    /// Names the account, file or key store, and never contains words or passphrases.
    public var report: FailureReport {
        switch self {
        case .wrongPassphrase:
            FailureReport(.wrongPassphrase, .locked, "The vault does not open with this passphrase. Try again.")
        case .passphraseMissing:
            FailureReport(.keyStoreLocked, .locked, "The vault needs its passphrase.", advice: .givePassphrase)
        case .newerFormat(let version):
            FailureReport(
                .badSettings, .configuration,
                "The key file has format \(version), which this program does not know. Update the program.")
        case .notAKeyFile(let path):
            FailureReport(
                .fileError, .configuration,
                "\(path) is not a key file. Restore it from a backup, or log in again with the words.")
        // The endpoint is not the profile's. An account belongs to one service, so encrypting the words would not help.
        case .plainNotAllowed(let endpoint, isOfProfile: false):
            FailureReport(
                .badSettings, .configuration,
                "Keys in a plain file are refused for \(endpoint).", advice: .useOtherProfile)
        case .plainNotAllowed(let endpoint, isOfProfile: true):
            FailureReport(
                .badSettings, .configuration,
                "Keys in a plain file are refused for \(endpoint).", advice: .chooseVault)
        case .systemStore(let store, let problem): Self.report(store, problem)
        case .wordsMissing(let label, let store):
            FailureReport(
                .keyStoreLocked, .locked,
                "The words of \(label) are missing from the key store \"\(store.rawValue)\".", advice: .logInAgain)
        case .noVault(let store):
            FailureReport(
                .badSettings, .configuration,
                "The words are in the key store \"\(store.rawValue)\", which has no passphrase.",
                advice: .chooseVault)
        case .leftover(let name, let failure): Self.report(leftover: name, failure.report)
        case .unusable(let reason):
            FailureReport(
                .fileError, .configuration,
                "The key file cannot be used: \(reason). Restore it from a backup, or log in again with the words.")
        case .unknownAccount(let selector):
            FailureReport(
                .unknownAccount, .locked, "No account matches \"\(selector)\".", advice: .listAccounts)
        case .ambiguousAccount(let selector):
            FailureReport(
                .unknownAccount, .badInput,
                "\"\(selector)\" matches several accounts. Use more characters or the number.")
        case .labelTaken(let label):
            FailureReport(
                .badLabel, .conflict,
                "The label \"\(label)\" is already in use for another account. Choose another label.")
        case .labelIsNumber(let label):
            FailureReport(
                .badLabel, .badInput,
                "The label \"\(label)\" is a number, and a number selects an account by its place in the list. Choose "
                    + "another label.")
        case .notLoggedIn:
            FailureReport(.notLoggedIn, .locked, "There is no account here.", advice: .createAccount)
        case .badWords(let reason):
            FailureReport(
                .badWords, .badInput, "These are not the words of an account: \(reason). Check what you wrote down.")
        case .file(let failure): failure.report
        }
    }

    private static func report(leftover name: String, _ cause: FailureReport) -> FailureReport {
        FailureReport(
            cause.code, cause.kind,
            "\(name) may also hold the words, and they could not be removed from it. \(cause.message)",
            isRetryable: cause.isRetryable, details: cause.details, advice: cause.advice)
    }

    private static func report(_ store: KeyStoreChoice, _ problem: SystemStoreProblem) -> FailureReport {
        let name =
            switch store {
            case .keychain: "key chain"
            case .secretService, .auto, .vault, .plain: "secret service"
            }
        switch problem {
        case .missing(let reason):
            return FailureReport(
                .keyStoreLocked, .locked,
                "The \(name) that holds this profile's words is not available: \(reason).", advice: .giveWords)
        case .locked(let reason):
            return FailureReport(
                .keyStoreLocked, .locked, "The \(name) is locked: \(reason).", advice: .unlockKeyStore(store))
        case .failed(let reason):
            return FailureReport(.keyStoreLocked, .locked, "The \(name) failed: \(reason). Try again.")
        }
    }
}
