import CodeCurves
import FlipcashCore
import Foundation

extension FuzzProperties {
    /// Responses of an external wallet, sealed correctly or not, are read or rejected with a reason.
    ///
    /// A transaction that is read has the bytes that the wallet sent.
    static func externalWallet(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if text.hasPrefix("https:") {
            // An unsealed response cannot be valid for this session by chance.
            let wallet = try URL(string: text).flatMap { try read($0) }
            try claim(wallet == nil, "an unsealed response is accepted")
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

    /// Returns the wallet; nil when the response is rejected.
    private static func read(_ answer: URL) throws -> ConnectedWallet? {
        switch Result(catching: { () throws(ExternalWalletError) in try session.connected(by: answer) }) {
        case .success(let wallet): return wallet
        case .failure(let error):
            try claim(!error.description.isEmpty && error != .sealing, "the error has no text or is not the wallet's")
            return nil
        }
    }

    /// Returns the link of a wallet's response, with `contents` sealed as by the wallet.
    private static func sealed(_ contents: [UInt8]) throws -> URL {
        let nonce = [UInt8](repeating: 7, count: SecretBox.nonceByteCount)
        let data = try SecretBox.seal(contents.prefix(1400), nonce: nonce, key: boxKey)
        let key = PublicKey(raw: X25519.publicKey(secret: wallet))
        let link =
            "https://app.flipcash.com/wallet/walletConnected?phantom_encryption_public_key=\(key.base58)"
            + "&nonce=\(Base58.encode(nonce))&data=\(Base58.encode(data))"
        guard let url = URL(string: link) else { throw BrokenClaim(description: "a response gives no link") }
        return url
    }
}
