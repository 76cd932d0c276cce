/// The action of a link (client specification §8.1).
///
/// A link without a valid secret is still recognised, so that an error message can say what is wrong with it.
public enum DeepLink: Sendable, Equatable {
    /// Log in to the account of these words.
    case login(Mnemonic?)
    /// Collect the cash of these words.
    case cashLink(Mnemonic?)
    /// Verify an e-mail address.
    case verifyEmail(code: String, email: String, clientData: String?)
    /// Show a launchpad currency.
    case token(PublicKey)
    /// Show the screen for giving cash.
    case give
    /// Show the balance.
    case balance
    /// Show currencies to discover.
    case discover
    /// Any other link, with the last part of its path.
    case unknown(String)
}

extension DeepLink {
    /// Reads a link; nil when the link is not of these hosts or has a malformed part.
    public init?(_ text: String, hosts: LinkHosts = .flipcash) {
        let link = DeepLink.unwrapped(text).flatMap { LinkText($0) }
        guard let link, let path = DeepLink.path(of: link, hosts: hosts),
            let route = DeepLink.route(path, link)
        else { return nil }
        self = route
    }

    /// Reads the argument for collecting cash: a cash link or its base58 secret alone.
    public init?(cashLinkOrSecret text: String, hosts: LinkHosts = .flipcash) {
        if let secret = try? Mnemonic(entropyBase58: text) {
            self = .cashLink(secret)
        } else {
            self.init(text, hosts: hosts)
        }
    }

    /// Whether a link may be followed when a camera read it.
    ///
    /// Login and verification links may not, because anyone can display a code.
    public var isAllowedFromCamera: Bool {
        switch self {
        case .cashLink, .token: true
        case .login, .verifyEmail, .give, .balance, .discover, .unknown: false
        }
    }

    private static let jumpPrefix = "https://jump.flipcash.com/#source="

    /// Returns the link inside a jump link; only one level is unwrapped.
    private static func unwrapped(_ text: String) -> String? {
        guard text.hasPrefix(jumpPrefix) else { return text }
        return LinkText.decoded(text.dropFirst(jumpPrefix.count))
    }

    /// Returns the components of the logical path; in the custom scheme the host is the first component.
    private static func path(of link: LinkText, hosts: LinkHosts) -> [Substring]? {
        if link.scheme == "flipcash" {
            return ([link.authority] + link.path.split(separator: "/")).filter { !$0.isEmpty }
        }
        guard link.scheme.asciiLowercased == "https", hosts.accepts(String(link.authority).asciiLowercased) else {
            return nil
        }
        return link.path.split(separator: "/")
    }

    private static func route(_ path: [Substring], _ link: LinkText) -> DeepLink? {
        guard let first = path.first, let last = path.last else { return nil }
        switch first {
        case "login": return .login(secret(in: link))
        case "cash", "c": return .cashLink(secret(in: link) ?? secretInQuery(of: link))
        case "verify": return verification(link)
        case "token":
            return path.dropFirst().first.flatMap { try? PublicKey(base58: String($0)) }.map { .token($0) }
        case "give": return .give
        case "balance": return .balance
        case "discover": return .discover
        default: return .unknown(String(last))
        }
    }

    private static func secret(in link: LinkText) -> Mnemonic? {
        link.fragmentValue("e").flatMap { try? Mnemonic(entropyBase58: $0) }
    }

    /// Reads the secret from the query, a form in early documents: words or base58.
    private static func secretInQuery(of link: LinkText) -> Mnemonic? {
        guard let data = link.queryValue("data") else { return nil }
        if let secret = try? Mnemonic(entropyBase58: data) { return secret }
        return try? Mnemonic(phrase: String(data.map { $0 == "+" ? " " : $0 }))
    }

    private static func verification(_ link: LinkText) -> DeepLink? {
        guard let code = link.queryValue("code"), let email = link.queryValue("email") else { return nil }
        let clientData = link.queryValue("clientData") ?? link.queryValue("client_data")
        return .verifyEmail(code: code, email: email, clientData: clientData)
    }
}

extension DeepLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of link, without its contents.
    public var description: String {
        switch self {
        case .login: "login"
        case .cashLink: "cash link"
        case .verifyEmail: "e-mail verification"
        case .token(let mint): "token \(mint.base58)"
        case .give: "give"
        case .balance: "balance"
        case .discover: "discover"
        case .unknown: "unknown link"
        }
    }

    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` and debuggers do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
