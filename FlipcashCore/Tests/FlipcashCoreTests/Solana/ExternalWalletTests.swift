import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

/// A session with an external wallet (key specification §15.2); a test key plays the wallet.
@Suite("A session with an external wallet")
struct ExternalWalletTests {
    private struct Connection: Codable, Equatable {
        let public_key: String
        let session: String
    }

    private struct Transaction: Codable, Equatable {
        let transaction: String
        var session: String?
    }

    /// The wallet: it reads our links and responds to them.
    private struct Wallet {
        let secret: Secret32
        let signer = KeyPair.named("wallet")

        init() throws { secret = try Secret32(SeededRandomSource(seed: 2).bytes(32)) }

        var publicKey: PublicKey { PublicKey(raw: X25519.publicKey(secret: secret)) }

        func boxKey(_ session: ExternalWalletSession) -> Secret32 {
            Box.sharedKey(secret: secret, peer: session.publicKey.raw)
        }

        /// Returns the query of a link with `contents`, sealed for `session`.
        func answer(_ contents: some Encodable, to session: ExternalWalletSession) throws -> [String: String] {
            let nonce = SeededRandomSource(seed: 3).bytes(24)
            let data = try SecretBox.seal(try JSONEncoder().encode(contents), nonce: nonce, key: boxKey(session))
            return [
                "phantom_encryption_public_key": publicKey.base58, "nonce": Base58.encode(nonce),
                "data": Base58.encode(data),
            ]
        }
    }

    private let session = ExternalWalletSession.generate(using: SeededRandomSource(seed: 1))
    private let wallet: Wallet

    init() throws { wallet = try Wallet() }

    private func link(_ query: [String: String]) throws -> URL {
        var components = try #require(URLComponents(string: "https://app.flipcash.com/wallet/answer"))
        components.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) }
        return try #require(components.url)
    }

    private func query(_ url: URL) throws -> [String: String] {
        let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems)
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    private func connected() throws -> ConnectedWallet {
        let contents = Connection(public_key: wallet.signer.publicKey.base58, session: "recognized")
        return try session.connected(by: try link(wallet.answer(contents, to: session)))
    }

    @Test("The connect link contains the app, our key, the cluster and the return address")
    func connectLink_namesEverything() throws {
        let nonce = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        let url = try #require(session.connectLink(nonce: nonce))
        #expect(url.absoluteString.hasPrefix("https://phantom.app/ul/v1/connect?"))
        #expect(
            try query(url) == [
                "app_url": "https://app.flipcash.com", "dapp_encryption_public_key": session.publicKey.base58,
                "cluster": "mainnet-beta", "redirect_link": "https://app.flipcash.com/wallet/walletConnected",
                "nonce": "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            ])
    }

    @Test("A session continues with its stored key")
    func init_keptKey_sameSession() throws {
        let kept = ExternalWalletSession(secret: session.secretKey)
        #expect(kept.publicKey == session.publicKey)
        let contents = Connection(public_key: wallet.signer.publicKey.base58, session: "recognized")
        let answer = try link(wallet.answer(contents, to: session))
        #expect(try kept.connected(by: answer).publicKey == wallet.signer.publicKey)
    }

    @Test("A transaction is sent sealed for the wallet, and returns signed")
    func signLink_roundTrip_signs() throws {
        let connected = try connected()
        let message = try SolanaMessage.legacy(
            payer: wallet.signer.publicKey, instructions: [MemoProgram.Memo("hello").instruction])
        let unsigned = SolanaTransaction(message: message)
        let url = try connected.signLink(unsigned, using: SeededRandomSource(seed: 4))
        #expect(url.absoluteString.hasPrefix("https://phantom.app/ul/v1/signTransaction?"))
        let sent = try query(url)
        #expect(sent["dapp_encryption_public_key"] == session.publicKey.base58)
        #expect(sent["redirect_link"] == "https://app.flipcash.com/wallet/transactionSigned")
        #expect(sent.count == 4)
        let opened = try SecretBox.open(
            Base58.decode(try #require(sent["payload"])), nonce: Base58.decode(try #require(sent["nonce"])),
            key: wallet.boxKey(session))
        let asked = try JSONDecoder().decode(Transaction.self, from: Data(opened.exposedCopy()))
        #expect(asked == Transaction(transaction: unsigned.base58, session: "recognized"))

        var signed = try SolanaTransaction(decoding: Base58.decode(asked.transaction))
        try signed.sign(with: [wallet.signer])
        let answer = try link(wallet.answer(Transaction(transaction: signed.base58), to: session))
        #expect(try connected.signedTransaction(by: answer) == signed)
    }

    @Test("The largest transaction that the chain accepts is sent and returns")
    func signedTransaction_largest_isRead() throws {
        let connected = try connected()
        func unsigned(_ count: Int) throws -> SolanaTransaction {
            let memo = MemoProgram.Memo(String(repeating: "m", count: count)).instruction
            return SolanaTransaction(message: try .legacy(payer: wallet.signer.publicKey, instructions: [memo]))
        }
        let count = try unsigned(1000).byteCount - 1000
        var largest = try unsigned(SolanaTransaction.byteCountMax - count)
        #expect(largest.byteCount == 1232)
        let sent = try query(connected.signLink(largest, using: SeededRandomSource(seed: 4)))
        let opened = try SecretBox.open(
            Base58.decode(try #require(sent["payload"]), characterCountMax: 4096),
            nonce: Base58.decode(try #require(sent["nonce"])), key: wallet.boxKey(session))
        #expect(
            try JSONDecoder().decode(Transaction.self, from: Data(opened.exposedCopy())).transaction == largest.base58)
        try largest.sign(with: [wallet.signer])
        let answer = try link(wallet.answer(Transaction(transaction: largest.base58), to: session))
        #expect(try connected.signedTransaction(by: answer) == largest)
        // A box longer than any transaction needs is rejected before it costs time.
        let long = try link(wallet.answer(Transaction(transaction: String(repeating: "1", count: 3000)), to: session))
        #expect(throws: ExternalWalletError.malformed("data")) { try connected.signedTransaction(by: long) }
    }

    @Test("A rejection has its code; only a cancellation keeps the session")
    func connected_refusals_haveTheirCode() throws {
        for (code, error) in [
            ("4001", ExternalWalletError.cancelled), ("4100", .rejected(code: 4100)),
            ("-32603", .rejected(code: -32603)),
            ("many", .malformed("errorCode")),
        ] {
            let refusal = try link(["errorCode": code, "errorMessage": "no"])
            #expect(throws: error) { try session.connected(by: refusal) }
            #expect(throws: error) { try connected().signedTransaction(by: refusal) }
        }
        #expect(!ExternalWalletError.cancelled.endsSession)
        #expect(ExternalWalletError.rejected(code: 4100).endsSession)
        #expect("\(ExternalWalletError.rejected(code: 4100))" == "the wallet returned error 4100; connect it again")
    }

    @Test(
        "A response with a missing or unreadable value reports the value's name",
        arguments: ["phantom_encryption_public_key", "nonce", "data"], [nil, "", "0OIl", "é"])
    func connected_badValue_namesIt(name: String, value: String?) throws {
        let contents = Connection(public_key: wallet.signer.publicKey.base58, session: "recognized")
        var answer = try wallet.answer(contents, to: session)
        answer[name] = value
        let callback = try link(answer)
        #expect(throws: ExternalWalletError.malformed(name)) { try session.connected(by: callback) }
    }

    @Test("A response that was sealed for another session, or changed on the way, is rejected")
    func connected_foreignAnswer_isRefused() throws {
        let contents = Connection(public_key: wallet.signer.publicKey.base58, session: "recognized")
        let other = ExternalWalletSession.generate(using: SeededRandomSource(seed: 9))
        let foreign = try link(wallet.answer(contents, to: other))
        #expect(throws: ExternalWalletError.notForUs) { try session.connected(by: foreign) }
        #expect(ExternalWalletError.notForUs.endsSession)

        var changed = try wallet.answer(contents, to: session)
        var data = try Base58.decode(try #require(changed["data"]))
        data[data.count / 2] ^= 1
        changed["data"] = Base58.encode(data)
        let callback = try link(changed)
        #expect(throws: ExternalWalletError.notForUs) { try session.connected(by: callback) }
        changed["nonce"] = Base58.encode([1, 2, 3])
        let shortNonce = try link(changed)
        #expect(throws: ExternalWalletError.notForUs) { try session.connected(by: shortNonce) }
    }

    @Test("Sealed contents that are not a response are rejected")
    func connected_otherContents_isRefused() throws {
        let noKey = try link(wallet.answer(["session": "recognized"], to: session))
        #expect(throws: ExternalWalletError.malformed("data")) { try session.connected(by: noKey) }
        let badKey = try link(wallet.answer(Connection(public_key: "key", session: "recognized"), to: session))
        #expect(throws: ExternalWalletError.malformed("data")) { try session.connected(by: badKey) }
        let connected = try connected()
        let noTransaction = try link(wallet.answer(Transaction(transaction: "2222"), to: session))
        #expect(throws: ExternalWalletError.malformed("transaction")) {
            try connected.signedTransaction(by: noTransaction)
        }
    }

    @Test("A connected wallet prints its public key and never the session token")
    func description_hidesToken() throws {
        let connected = try connected()
        var dumped = ""
        dump(connected, to: &dumped)
        for text in ["\(connected)", String(reflecting: connected), dumped] {
            #expect(text.contains(wallet.signer.publicKey.base58))
            #expect(!text.contains("recognized"))
        }
    }
}
