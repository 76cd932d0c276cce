import CodeCurves
import FlipcashCore
import Foundation

extension FuzzProperties {
    /// What an external wallet answers, sealed properly or not, is refused with a reason or read; a transaction that
    /// is read is one whose bytes the wallet sent.
    static func externalWallet(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if text.hasPrefix("https:") {
            // Nobody can seal an answer to this session by chance.
            let wallet = try URL(string: text).flatMap { try read($0) }
            try claim(wallet == nil, "an answer from nowhere is believed")
        } else if text.hasPrefix("{") {
            _ = try read(sealed(input)).map { "\($0)" }
        } else if let connected {
            let signed = #"{"transaction":"\#(Base58.encode(input.prefix(1000)))"}"#
            let transaction = try? connected.signedTransaction(by: sealed(Array(signed.utf8)))
            try claim(
                transaction == (try? SolanaTransaction(decoding: input.prefix(1000))), "the transaction changes")
        } else {
            throw BrokenClaim(description: "an honest wallet cannot connect")
        }
    }

    private static let session = ExternalWalletSession(secret: Secret32(hashing: "session".utf8))
    private static let wallet = Secret32(hashing: "wallet".utf8)
    private static let boxKey = Box.sharedKey(secret: wallet, peer: session.publicKey.raw)
    private static let connected = try? session.connected(
        by: sealed(Array(#"{"public_key":"\#(PublicKey.usdf.base58)","session":"s"}"#.utf8)))

    /// A wallet, or nil for an answer that is refused.
    private static func read(_ answer: URL) throws -> ConnectedWallet? {
        switch Result(catching: { () throws(ExternalWalletError) in try session.connected(by: answer) }) {
        case .success(let wallet): return wallet
        case .failure(let error):
            try claim(!error.description.isEmpty && error != .sealing, "the reason is another's")
            return nil
        }
    }

    /// The link with which a wallet answers, as it would seal `contents`.
    private static func sealed(_ contents: [UInt8]) throws -> URL {
        let nonce = [UInt8](repeating: 7, count: SecretBox.nonceByteCount)
        let data = try SecretBox.seal(contents.prefix(1400), nonce: nonce, key: boxKey)
        let key = PublicKey(raw: X25519.publicKey(secret: wallet))
        let link =
            "https://app.flipcash.com/wallet/walletConnected?phantom_encryption_public_key=\(key.base58)"
            + "&nonce=\(Base58.encode(nonce))&data=\(Base58.encode(data))"
        guard let url = URL(string: link) else { throw BrokenClaim(description: "an answer makes no link") }
        return url
    }
}
