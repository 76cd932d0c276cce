import FlipcashCore

/// A key of a profile or of `config.json`; dots denote nesting (client specification §12.8).
public enum SettingsKey: String, CaseIterable, Sendable {
    /// The default profile; only in `config.json`.
    case profile
    /// The endpoint of the payments service; by default the user's own node.
    case endpoint
    /// The endpoint of the core API; by default the payments endpoint.
    case coreEndpoint = "core_endpoint"
    /// The set of endpoints that the profile uses: `development` or `production`.
    case environment
    /// The payments service of the environment `development`.
    case developmentEndpoint = "development.endpoint"
    /// The endpoint of the core API in the environment `development`.
    case developmentCoreEndpoint = "development.core_endpoint"
    /// The key of the pinned node, which signs its proofs (payment specification §2.1).
    case nodeKey = "node.key"
    /// The pinned node's core mint.
    case nodeCoreMint = "node.core_mint"
    /// The authority of the pinned node's virtual machine.
    case nodeCoreVMAuthority = "node.core_vm_authority"
    /// The same three for the node of the environment `development`.
    case developmentNodeKey = "development.node.key"
    /// The core mint of the pinned node of the environment `development`.
    case developmentNodeCoreMint = "development.node.core_mint"
    /// The authority of the virtual machine of the pinned node of the environment `development`.
    case developmentNodeCoreVMAuthority = "development.node.core_vm_authority"
    /// The owner of the account to use. Always an address, because labels and list numbers may later refer to another
    /// account.
    case account
    /// The currency in which amounts are shown and entered.
    case currency
    /// The number format for display, such as `en_US`.
    case locale
    /// The back end that keeps the words; see `KeyStoreChoice`.
    case keyStore = "key_store"
    /// Whether words may be stored in a plain file; only for the user's own node.
    case insecureKeys = "insecure_keys"
    /// The `user-agent` header to send instead of the built-in one.
    case userAgent = "client.user_agent"
    /// A PEM file with the certificate authorities that the profile's services may use.
    case tlsCAFile = "tls.ca_file"
    /// The SHA-256 fingerprint of the only certificate that the profile's services may use.
    case tlsFingerprint = "tls.fingerprint"
    /// The host of login and token links.
    case linksApp = "links.app"
    /// The host of cash links.
    case linksSend = "links.send"
    /// The Solana server for chain queries (key specification §15.1).
    case solanaRPC = "solana.rpc"
    /// The IANA zone for the dates of savings goals; by default the system's.
    case goalsTimezone = "goals.timezone"
    /// The program that receives notices of savings goals as JSON on its standard input.
    case goalsNotifyCommand = "goals.notify_command"
    /// Whether notices of savings goals may contain amounts.
    case goalsNotifyAmounts = "goals.notify_amounts"
    /// The service with prices of coins: `coingecko`, or the address of one that answers alike; none unless set.
    case goalsPriceURL = "goals.price_url"
    /// The file with the key of that service.
    case goalsPriceKeyFile = "goals.price_key_file"
    /// The address of the service that reads addresses of other chains than Solana; none unless set.
    case goalsChainURL = "goals.chain_url"
    /// The file with the key of that service.
    case goalsChainKeyFile = "goals.chain_key_file"
    /// Whether to ask before a shared expense is added.
    case splitConfirmAdd = "split.confirm_add"

    /// The names of the nested objects and of the member.
    var path: [String] { rawValue.split(separator: ".").map(String.init) }

    /// The keys of the pinned node of an environment: its key, its core mint, its authority.
    static func pin(_ environment: ServiceEnvironment) -> [SettingsKey] {
        switch environment {
        case .production: [.nodeKey, .nodeCoreMint, .nodeCoreVMAuthority]
        case .development: [.developmentNodeKey, .developmentNodeCoreMint, .developmentNodeCoreVMAuthority]
        }
    }

    /// The form of a key's value.
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
        case .account, .nodeKey, .nodeCoreMint, .nodeCoreVMAuthority, .developmentNodeKey, .developmentNodeCoreMint,
            .developmentNodeCoreVMAuthority:
            .publicKey
        case .currency: .currency
        case .locale: .locale
        case .keyStore: .keyStore
        case .tlsFingerprint: .fingerprint
        case .tlsCAFile, .goalsPriceKeyFile, .goalsChainKeyFile: .absolutePath
        case .insecureKeys, .goalsNotifyAmounts, .splitConfirmAdd: .truth
        case .environment, .userAgent, .linksApp, .linksSend, .solanaRPC, .goalsTimezone, .goalsNotifyCommand,
            .goalsPriceURL, .goalsChainURL:
            .text
        }
    }
}
