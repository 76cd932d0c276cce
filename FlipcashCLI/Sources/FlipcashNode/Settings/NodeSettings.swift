public import FlipcashCore

/// An operator's settings for a node, read from `node.json` in its folder (payment specification §21.9).
///
/// ```json
/// {
///     "listen": ["203.0.113.7:443"],
///     "tls_certificate": "/etc/flipcash/cert.pem",
///     "tls_key": "/etc/flipcash/key.pem",
///     "rates": "https://rates.example.com/usd.json"
/// }
/// ```
///
/// All settings are optional; `docs/node-settings.md` lists them. An unknown name is refused, so that a mistyped
/// setting is not mistaken for the default.
public struct NodeSettings: Hashable, Sendable {
    /// Where the node listens, unless the command names an address.
    public var listen: [ListenAddress] = [.standard]
    /// The certificate chain for TCP addresses, a PEM file; nil for plaintext.
    public var tlsCertificate: String?
    /// The certificate's private key, a PEM file.
    public var tlsKey: String?
    /// The mode of Unix sockets: 0600, or 0660 to let the socket's group connect.
    public var unixSocketMode: UInt16 = 0o600
    /// The file of the node's key; nil for `node.key` in the folder.
    public var nodeKey: String?

    /// Whether `node faucet` works; nil enables it on a node that only its operator was ever able to reach.
    public var faucet: Bool?
    /// The source of fiat rates.
    public var rates: RateSourceSetting
    /// How long observed rates are kept.
    public var ratesKept = Duration.seconds(366 * 86_400)
    /// The maximum age of a reserve proof in a payment.
    public var reserveProofMaxAge: Duration
    /// What a user may send in 24 hours, in millionths of a US dollar, as clients show it.
    public var dailyLimitMicros = SendLimitRules.dailyUSDMicros
    /// The fee for creating the token account of a withdrawal, in millionths of a US dollar.
    public var withdrawalFeeMicros: Int64 = 500_000
    /// Who owns the token accounts that collect fees; nil for the node's key.
    public var feeCollector: PublicKey?
    /// The currencies in which intents are accepted; nil for all that the node knows.
    public var mints: Set<PublicKey>?
    /// How many currencies can be launched on the node.
    public var currenciesMax = 1000
    /// The file with the words that no name, symbol or description of a currency may contain; nil for none.
    public var moderationWords: String?
    /// The kinds of intents that are refused for now.
    public var intentsOff: Set<IntentKind> = []

    /// The oldest client version that is served.
    public var minimumClientVersion: ClientVersion
    /// Bounds of what clients can make the node do.
    public var bounds = PeerBounds.standard
    /// The PostgreSQL database to use; nil for an SQLite file in the folder.
    public var database: PostgreSQLURL?

    /// The settings of a node whose folder has no `node.json`.
    public static let standard = NodeSettings()

    /// Creates settings; the defaults are the standard ones.
    public init(
        faucet: Bool? = nil,
        rates: RateSourceSetting = .fixed,
        reserveProofMaxAge: Duration = .seconds(15 * 60),
        minimumClientVersion: ClientVersion = ClientVersion(0, 0, 0),
        database: PostgreSQLURL? = nil
    ) {
        self.faucet = faucet
        self.rates = rates
        self.reserveProofMaxAge = reserveProofMaxAge
        self.minimumClientVersion = minimumClientVersion
        self.database = database
    }

    /// `folder`, with the file of the key that the settings name.
    func folder(_ folder: NodeFolder) -> NodeFolder { nodeKey.map { NodeFolder(folder.path, key: $0) } ?? folder }

    /// Whether only the operator can reach the node on `addresses`. A socket that a group may use does not count as such:
    /// proxies in front of a node use one.
    public func isPrivate(on addresses: [ListenAddress]) -> Bool {
        addresses.allSatisfy { address in
            switch address {
            case .unix: unixSocketMode & 0o077 == 0
            case .tcp: address.isLocal
            }
        }
    }
}
