/// The hosts whose links are made and accepted (client specification §8). Self-hosters set their own.
public struct LinkHosts: Hashable, Sendable {
    /// Host of login, token and tip links, with a port where it is not the usual one.
    public let app: String
    /// Host of cash links.
    public let send: String
    /// Further hosts whose links are accepted.
    public let additional: Set<String>
    /// Accepts every host, as the published apps do. For tests of compatibility.
    public let acceptsAnyHost: Bool

    /// The public service's hosts.
    public static let flipcash = LinkHosts()

    private static let known: Set<String> = [
        "app.flipcash.com", "send.flipcash.com", "jump.flipcash.com", "www.flipcash.com",
    ]

    /// Names hosts, in any case; those of the public service are accepted besides.
    public init(
        app: String = "app.flipcash.com", send: String = "send.flipcash.com", additional: Set<String> = [],
        acceptsAnyHost: Bool = false
    ) {
        self.app = app.asciiLowercased
        self.send = send.asciiLowercased
        self.additional = Set(additional.map(\.asciiLowercased))
        self.acceptsAnyHost = acceptsAnyHost
    }

    /// Whether links of `host` are read.
    func accepts(_ host: String) -> Bool {
        acceptsAnyHost || host == app || host == send || LinkHosts.known.contains(host) || additional.contains(host)
    }
}

extension LinkHosts {
    /// The link that hands over the cash of a gift card: whoever reads it owns the money.
    public func cashLink(_ secret: Mnemonic) -> BearerLink {
        BearerLink(url: "https://\(send)/c/#/e=\(secret.entropyBase58)")
    }

    /// The link that logs in to an account: whoever reads it owns the account.
    public func loginLink(_ secret: Mnemonic) -> BearerLink {
        BearerLink(url: "https://\(app)/login/#/e=\(secret.entropyBase58)")
    }

    /// The link to a launchpad currency.
    public func tokenLink(_ mint: PublicKey) -> String { "https://\(app)/token/\(mint.base58)" }
}

/// A link that carries a secret in its fragment, which browsers never send. It prints without the secret.
public struct BearerLink: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The whole link. Show it to its owner only, and never log it.
    public let url: String

    init(url: String) {
        self.url = url
    }

    /// What is shared with the recipient: the amount, one space, the link.
    public func shareText(amount: FiatAmount, locale: NumberLocale = .enUS) -> String {
        amount.formatted(locale: locale) + " " + url
    }

    public var description: String { "BearerLink(redacted)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
