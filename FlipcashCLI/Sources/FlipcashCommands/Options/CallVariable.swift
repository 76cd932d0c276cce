/// The environment variables that a command reads (client specification §12.2).
enum CallVariable: String, CaseIterable, Sendable {
    case profile = "FLIPCASH_PROFILE"
    case account = "FLIPCASH_ACCOUNT"
    case endpoint = "FLIPCASH_ENDPOINT"
    case coreEndpoint = "FLIPCASH_CORE_ENDPOINT"
    case caFile = "FLIPCASH_CA_FILE"
    case tlsFingerprint = "FLIPCASH_TLS_FINGERPRINT"
    case environment = "FLIPCASH_ENVIRONMENT"
    case currency = "FLIPCASH_CURRENCY"
    case locale = "FLIPCASH_LOCALE"
    case output = "FLIPCASH_OUTPUT"
    case yes = "FLIPCASH_YES"
    case noInput = "FLIPCASH_NO_INPUT"
    case timeout = "FLIPCASH_TIMEOUT"
    case logLevel = "FLIPCASH_LOG_LEVEL"
    case color = "FLIPCASH_COLOR"
    case progress = "FLIPCASH_PROGRESS"
    case accessKeyFile = "FLIPCASH_ACCESS_KEY_FILE"
    case accessKey = "FLIPCASH_ACCESS_KEY"
    case passphraseFile = "FLIPCASH_PASSPHRASE_FILE"

    /// What the variable does, in a few words.
    var meaning: String {
        switch self {
        case .profile: "Same as --profile."
        case .account: "Same as --account."
        case .endpoint: "Same as --endpoint."
        case .coreEndpoint: "Same as --core-endpoint."
        case .caFile: "Same as --ca-file."
        case .tlsFingerprint: "Same as --tls-fingerprint."
        case .environment: "development or production, instead of the setting environment."
        case .currency: "Same as --currency."
        case .locale: "Same as --locale."
        case .output: "Same as --output: human, json or jsonl."
        case .yes: "Same as --yes when it is 1."
        case .noInput: "Same as --no-input when it is 1."
        case .timeout: "Same as --timeout."
        case .logLevel: "trace, debug, info, notice, warning, error or critical."
        case .color: "Same as --color: auto, always or never."
        case .progress: "Same as --progress: auto, bar, plain or none."
        case .accessKeyFile: "Same as --key-file."
        case .accessKey: "The twelve words themselves. Your other programs can read them: prefer the file."
        case .passphraseFile: "Same as --passphrase-file."
        }
    }
}
