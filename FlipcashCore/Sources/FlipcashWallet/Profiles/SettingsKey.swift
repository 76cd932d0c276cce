/// A key of a profile or of `config.json`; dots stand for nesting (client specification §12.8).
public enum SettingsKey: String, CaseIterable, Sendable {
    case profile
    case endpoint
    case coreEndpoint = "core_endpoint"
    case environment
    case developmentEndpoint = "development.endpoint"
    case developmentCoreEndpoint = "development.core_endpoint"
    case nodeKey = "node.key"
    case nodeCoreMint = "node.core_mint"
    case nodeCoreVMAuthority = "node.core_vm_authority"
    case account
    case currency
    case locale
    case keyStore = "key_store"
    case insecureKeys = "insecure_keys"
    case userAgent = "client.user_agent"
    case linksApp = "links.app"
    case linksSend = "links.send"
    case solanaRPC = "solana.rpc"
    case goalsTimezone = "goals.timezone"
    case goalsNotifyCommand = "goals.notify_command"
    case goalsNotifyAmounts = "goals.notify_amounts"
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
        case keyStore
        case profileName
    }

    var form: Form {
        switch self {
        case .profile: .profileName
        case .endpoint, .coreEndpoint, .developmentEndpoint, .developmentCoreEndpoint: .endpoint
        case .nodeKey, .nodeCoreMint, .nodeCoreVMAuthority: .publicKey
        case .currency: .currency
        case .keyStore: .keyStore
        case .insecureKeys, .goalsNotifyAmounts, .splitConfirmAdd: .truth
        case .account, .environment, .locale, .userAgent, .linksApp, .linksSend, .solanaRPC, .goalsTimezone,
            .goalsNotifyCommand:
            .text
        }
    }
}
