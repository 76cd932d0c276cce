/// A key of a profile or of `config.json`; dots stand for nesting (client specification §12.8).
public enum SettingsKey: String, CaseIterable, Sendable {
    /// The profile to use unless one is named; only in `config.json`.
    case profile
    /// Where the payments service is; this person's own node unless set.
    case endpoint
    /// Where the core service is; the payments endpoint unless set.
    case coreEndpoint = "core_endpoint"
    /// Which set of endpoints the profile uses: `development` or `production`.
    case environment
    /// The payments service of the environment `development`.
    case developmentEndpoint = "development.endpoint"
    /// The core service of the environment `development`.
    case developmentCoreEndpoint = "development.core_endpoint"
    /// The key of the pinned node, which signs its proofs (payment specification §2.1).
    case nodeKey = "node.key"
    /// The pinned node's core mint.
    case nodeCoreMint = "node.core_mint"
    /// The authority of the pinned node's virtual machine.
    case nodeCoreVMAuthority = "node.core_vm_authority"
    /// The owner of the account to use. Labels and numbers of the list may come to mean another account, so that only
    /// an address is kept.
    case account
    /// The currency to show and to enter amounts in.
    case currency
    /// The number format of what people read, such as `en_US`.
    case locale
    /// Which back end keeps the words; see `KeyStoreChoice`.
    case keyStore = "key_store"
    /// Whether words may lie in a plain file; only on one's own node.
    case insecureKeys = "insecure_keys"
    /// The `user-agent` header to send instead of the built-in one.
    case userAgent = "client.user_agent"
    /// A PEM file with the authorities whose certificates the profile's services may have.
    case tlsCAFile = "tls.ca_file"
    /// The SHA-256 fingerprint of the one certificate that the profile's services have.
    case tlsFingerprint = "tls.fingerprint"
    /// The host of login and token links.
    case linksApp = "links.app"
    /// The host of cash links.
    case linksSend = "links.send"
    /// The Solana server that is asked about the chain (key specification §15.1).
    case solanaRPC = "solana.rpc"
    /// The IANA zone that the dates of savings goals are in; the system's unless set.
    case goalsTimezone = "goals.timezone"
    /// The program that gets notices of savings goals as JSON on its standard input.
    case goalsNotifyCommand = "goals.notify_command"
    /// Whether notices of savings goals may name amounts.
    case goalsNotifyAmounts = "goals.notify_amounts"
    /// Whether adding a shared expense asks first.
    case splitConfirmAdd = "split.confirm_add"

    /// The names of the nested objects and of the member.
    var path: [String] { rawValue.split(separator: ".").map(String.init) }

    /// What a value of this key looks like.
    enum Form {
        case text
        case truth
        case endpoint
        case publicKey
        case currency
        case locale
        case keyStore
        case profileName
        case fingerprint
        case absolutePath
    }

    var form: Form {
        switch self {
        case .profile: .profileName
        case .endpoint, .coreEndpoint, .developmentEndpoint, .developmentCoreEndpoint: .endpoint
        case .account, .nodeKey, .nodeCoreMint, .nodeCoreVMAuthority: .publicKey
        case .currency: .currency
        case .locale: .locale
        case .keyStore: .keyStore
        case .tlsFingerprint: .fingerprint
        case .tlsCAFile: .absolutePath
        case .insecureKeys, .goalsNotifyAmounts, .splitConfirmAdd: .truth
        case .environment, .userAgent, .linksApp, .linksSend, .solanaRPC, .goalsTimezone, .goalsNotifyCommand:
            .text
        }
    }
}
