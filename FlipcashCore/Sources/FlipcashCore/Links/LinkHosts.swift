/// The hosts whose links are made and accepted (client specification §8); self-hosters set their own.
public struct LinkHosts: Hashable, Sendable {
    /// The host of login, token and tip links, with a port unless it is the default.
    public let app: String
    /// The host of cash links.
    public let send: String
    /// Further hosts whose links are accepted.
    public let additional: Set<String>
    /// Whether to accept every host, as the published apps do. For compatibility tests.
    public let acceptsAnyHost: Bool

    /// The public service's hosts.
    public static let flipcash = LinkHosts()

    private static let known: Set<String> = [
        "app.flipcash.com", "send.flipcash.com", "jump.flipcash.com", "www.flipcash.com",
    ]

    /// Creates a set of hosts, in any case; hosts of the public service are always accepted too.
    public init(
        app: String = "app.flipcash.com", send: String = "send.flipcash.com", additional: Set<String> = [],
        acceptsAnyHost: Bool = false
    ) {
        self.app = app.asciiLowercased
        self.send = send.asciiLowercased
        self.additional = Set(additional.map(\.asciiLowercased))
        self.acceptsAnyHost = acceptsAnyHost
    }

    /// Whether links to `host` are accepted.
    func accepts(_ host: String) -> Bool {
        acceptsAnyHost || host == app || host == send || LinkHosts.known.contains(host) || additional.contains(host)
    }
}

extension LinkHosts {
    /// Returns the link that transfers the cash of a gift card; anyone who has the link can take the money.
    public func cashLink(_ secret: Mnemonic) -> BearerLink {
        BearerLink(url: "https://\(send)/c/#/e=\(secret.entropyBase58)")
    }

    /// Returns the link that logs in to an account; anyone who has the link controls the account.
    public func loginLink(_ secret: Mnemonic) -> BearerLink {
        BearerLink(url: "https://\(app)/login/#/e=\(secret.entropyBase58)")
    }

    /// Returns the link to a launchpad currency.
    public func tokenLink(_ mint: PublicKey) -> String { "https://\(app)/token/\(mint.base58)" }
}

/// A link with a secret in its fragment, which browsers never send; its description omits the secret.
public struct BearerLink: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The complete link. Show it only to its owner and never log it.
    public let url: String

    init(url: String) {
        self.url = url
    }

    /// Returns the text to share with the recipient: the amount, one space, the link.
    public func shareText(amount: FiatAmount, locale: NumberLocale = .enUS) -> String {
        amount.formatted(locale: locale) + " " + url
    }

    /// A fixed text, because anyone who has the link has the money or the account.
    public var description: String { "BearerLink(redacted)" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` and debuggers do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
