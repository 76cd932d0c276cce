public import CodeCurves
public import Foundation

/// A session with an external wallet before it is connected: our own key, sent to the wallet in a link (key
/// specification §15.2).
public struct ExternalWalletSession: Sendable {
    /// The start of the wallet's links.
    static let walletRoot = "https://phantom.app/ul/v1/"
    /// The page that the wallet shows as the requester, and to which it sends its responses.
    static let appRoot = "https://app.flipcash.com"

    private let secret: Secret32

    /// Restores a session from its key.
    public init(secret: Secret32) { self.secret = secret }

    /// Creates a session.
    public static func generate(using random: any RandomSource) -> ExternalWalletSession {
        ExternalWalletSession(secret: Secret32(drawing: random))
    }

    /// The key to store with the session.
    public var secretKey: Secret32 { secret }

    /// Our public key, for which the wallet seals its responses.
    public var publicKey: PublicKey { PublicKey(raw: X25519.publicKey(secret: secret)) }

    /// Returns the link that asks the wallet to connect.
    ///
    /// `nonce` is sent to the wallet and has no other use.
    public func connectLink(nonce: UUID) -> URL? {
        ExternalWalletLink.make(
            "connect",
            [
                ("app_url", Self.appRoot), ("dapp_encryption_public_key", publicKey.base58),
                ("cluster", "mainnet-beta"), ("redirect_link", Self.appRoot + "/wallet/walletConnected"),
                ("nonce", nonce.uuidString.lowercased()),
            ])
    }

    /// Reads the link with which the wallet responds to `connectLink`.
    ///
    /// - Throws: `ExternalWalletError`.
    public func connected(by callback: URL) throws(ExternalWalletError) -> ConnectedWallet {
        let answer = try ExternalWalletLink.Answer(callback)
        let text = try answer.value("phantom_encryption_public_key")
        guard let walletKey = PublicKey(text) else { throw .malformed("phantom_encryption_public_key") }
        let boxKey = Box.sharedKey(secret: secret, peer: walletKey.raw)
        struct Contents: Decodable {
            let public_key: PublicKey
            let session: String
        }
        let contents: Contents = try answer.open(with: boxKey)
        return ConnectedWallet(
            publicKey: contents.public_key, sessionKey: publicKey, token: contents.session, boxKey: boxKey)
    }
}

/// A connected wallet, which can sign transactions.
public struct ConnectedWallet: Sendable {
    /// The wallet's signing key.
    public let publicKey: PublicKey
    /// Our public key.
    let sessionKey: PublicKey
    /// The token by which the wallet identifies the session; a secret.
    private let token: String
    private let boxKey: Secret32

    init(publicKey: PublicKey, sessionKey: PublicKey, token: String, boxKey: Secret32) {
        self.publicKey = publicKey
        self.sessionKey = sessionKey
        self.token = token
        self.boxKey = boxKey
    }

    /// Returns the link that asks the wallet to sign `transaction`.
    ///
    /// - Throws: `ExternalWalletError.sealing`, which cannot happen if the random source returns 24 bytes.
    public func signLink(
        _ transaction: SolanaTransaction, using random: any RandomSource
    ) throws(ExternalWalletError) -> URL {
        struct Contents: Encodable {
            let transaction: String
            let session: String
        }
        let nonce = random.bytes(SecretBox.nonceByteCount)
        guard let text = try? JSONEncoder().encode(Contents(transaction: transaction.base58, session: token)),
            let payload = try? SecretBox.seal(text, nonce: nonce, key: boxKey),
            let link = ExternalWalletLink.make(
                "signTransaction",
                [
                    ("dapp_encryption_public_key", sessionKey.base58), ("nonce", Base58.encode(nonce)),
                    ("redirect_link", ExternalWalletSession.appRoot + "/wallet/transactionSigned"),
                    ("payload", Base58.encode(payload)),
                ])
        else { throw .sealing }
        return link
    }

    /// Reads the link with which the wallet responds to `signLink`.
    ///
    /// - Throws: `ExternalWalletError`.
    public func signedTransaction(by callback: URL) throws(ExternalWalletError) -> SolanaTransaction {
        struct Contents: Decodable { let transaction: String }
        let contents: Contents = try ExternalWalletLink.Answer(callback).open(with: boxKey)
        guard let bytes = try? Base58.decode(contents.transaction),
            let transaction = try? SolanaTransaction(decoding: bytes)
        else { throw .malformed("transaction") }
        return transaction
    }
}

extension ConnectedWallet: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The public key in base58, never the session's secrets.
    public var description: String { "ConnectedWallet(\(publicKey.base58))" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// Shows the public key only, so that `dump` and debuggers do not show the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey.base58]) }
}
