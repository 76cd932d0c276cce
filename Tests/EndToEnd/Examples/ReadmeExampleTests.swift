import CodeCurves
import CodeScanner
import FlipcashCore
import FlipcashNode
import FlipcashWallet
import Foundation
import Testing

/// Opens the wallet in `folder`: its current account, or a new one whose words `passphrase` protects.
func openWallet(
    in folder: String, service: ServiceEndpoint, connection: ServiceConnection,
    passphrase: any PassphraseSource, environment: RuntimeEnvironment = .system
) async throws -> Session {
    let (layout, files) = (FolderLayout(root: folder), POSIXFileSystem())
    let store = SettingsStore(layout: layout, files: files)
    let settings = try await environment.tasks.performBlocking {
        try store.set(.endpoint, to: service.description, in: .default)
        return try store.settings(for: .default)
    }
    let container = Container(
        settings: settings, endpoint: settings.endpoint, layout: layout, files: files,
        environment: environment, payments: connection, core: connection, passphrase: passphrase)
    let login = SessionAuthenticator(container: container)
    if let wallet = try await login.restore() { return wallet.session }
    return try await login.createAccount().session
}

/// Prints the balance and gives five dollars to the first person who scans the code. `show` draws the code on the
/// screen: `KikCodes.encode(bill.payload.bytes)`.
func giveFiveDollars(
    from session: Session, show: (_ bill: SendCashOperation) async throws -> Void
) async throws -> SentCash {
    try await session.fetchBalance()
    print("Balance: \(session.totalBalance.nativeAmount.formatted())")
    let five = FiatAmount(value: 5, currency: .usd)
    let cash = try await session.prepareSubmission(amount: five, mint: session.node.coreMint)
    return try await session.giveCash(cash, onBill: show)
}

/// The wallet example of `README.md`, line by line, played against a node on a Unix socket.
/// `Scripts/check-examples.py` compares the two.
@Suite("The wallet example of the README", .timeLimit(.minutes(2)))
struct ReadmeExampleTests {
    @Test("A wallet is opened over a socket and gives five dollars to another one")
    func readme_walletExample_works() async throws {
        let root = "\(NSTemporaryDirectory())fcr-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let socket = root + "/node.sock"
        let node = try await Node.start(
            NodeConfiguration(storage: .memory(), listeners: [.init(.unix(path: socket))]))
        do {
            try await play(root: root, socket: socket, node: node)
        } catch {
            await node.shutDown()
            throw error
        }
        await node.shutDown()
    }

    private func play(root: String, socket: String, node: Node) async throws {
        let passphrase = GivenPassphrase(SecretBytes("correct horse battery staple".utf8))
        let receiver = try await Receiver(root: root, socket: socket, passphrase: passphrase)
        let folder = root + "/giver"
        try await fund(folder: folder, socket: socket, passphrase: passphrase, node: node)
        func drawCode(_ bill: SendCashOperation) throws { try receiver.see(bill) }

        // A node on this machine. Elsewhere: ServiceEndpoint.https(host: "example.org", port: 8085)
        let service = ServiceEndpoint.unix(path: socket)
        let connection = try ServiceConnection(
            endpoint: service, userAgent: UserAgent(version: "1.0.0"), environment: .system)
        let session = try await openWallet(
            in: folder, service: service, connection: connection, passphrase: passphrase)
        let sent = try await giveFiveDollars(from: session, show: drawCode)
        await connection.close()

        #expect(sent.amount.quarks == 5_000_000)
        #expect(session.balance(for: .usdf)?.quarks == 15_000_000)
        #expect(try await receiver.leave() == 5_000_000)
    }

    /// Makes the giver's account and gives it twenty dollars of play money.
    private func fund(folder: String, socket: String, passphrase: GivenPassphrase, node: Node) async throws {
        let service = ServiceEndpoint.unix(path: socket)
        let connection = try ServiceConnection(
            endpoint: service, userAgent: UserAgent(version: "1.0.0"), environment: .system)
        let session = try await openWallet(
            in: folder, service: service, connection: connection, passphrase: passphrase)
        let owner = session.ownerPublicKey.base58
        await connection.close()
        let answer = await node.perform(AdminRequest(.faucet, owner: owner, quarks: 20_000_000))
        #expect(answer.ok, "\(answer.error ?? "")")
    }
}

/// Somebody with a wallet of their own, who scans the code once it is offered.
private final class Receiver: Sendable {
    private let session: Session
    private let connection: ServiceConnection
    private let quarks: AsyncStream<UInt64>
    private let arrived: AsyncStream<UInt64>.Continuation

    init(root: String, socket: String, passphrase: GivenPassphrase) async throws {
        (quarks, arrived) = AsyncStream<UInt64>.makeStream()
        let service = ServiceEndpoint.unix(path: socket)
        connection = try ServiceConnection(
            endpoint: service, userAgent: UserAgent(version: "1.0.0"), environment: .system)
        session = try await openWallet(
            in: root + "/receiver", service: service, connection: connection, passphrase: passphrase)
    }

    /// Draws the code of a bill, scans the picture, and takes the cash in the background.
    func see(_ bill: SendCashOperation) throws {
        let picture = try CodeGeometry(code: KikCodes.encode(bill.payload.bytes), side: 300).raster(margin: 20)
        let seen = try #require(KikCodes.scan(picture, quality: .best))
        let payload = try #require(CashCode.Payload(seen.payload))
        Task { [session, arrived] in
            for await state in bill.states() where state == .advertised || state.isFinal { break }
            if let received = try? await session.receiveCash(payload) { arrived.yield(received.tokens.quarks) }
            arrived.finish()
        }
    }

    /// Waits for the cash, closes the connection and returns what came; nil when nothing did.
    func leave() async throws -> UInt64? {
        var received: UInt64?
        for await count in quarks { received = count }
        await connection.close()
        return received
    }
}
