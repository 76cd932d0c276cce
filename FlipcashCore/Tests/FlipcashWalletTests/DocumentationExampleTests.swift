import CodeCurves
import FlipcashCore
import FlipcashTestKit
import FlipcashWallet
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

/// The function above is the example in the article `FlipcashWallet.md`, line by line. `Scripts/check-examples.py`
/// compares them.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    private let world = SimulatedWorld()

    @Test("The first call creates a wallet and the second one opens it")
    func article_firstExample_works() throws {
        let temporary = try TemporaryFolder()
        let node = ScriptedNode(clock: world.clock)
        let environment = world.environment
        try world.run {
            let connection = node.connect(environment)
            let service = ServiceEndpoint.https(host: "node.example", port: 443)
            let passphrase = GivenPassphrase(SecretBytes("correct horse battery staple".utf8))
            let first = try await openWallet(
                in: temporary.path, service: service, connection: connection, passphrase: passphrase,
                environment: environment)
            try await first.fetchBalance()
            #expect(first.totalBalance.nativeAmount.formatted() == "$0.00")

            let again = try await openWallet(
                in: temporary.path, service: service, connection: connection, passphrase: passphrase,
                environment: environment)
            #expect(again.ownerPublicKey == first.ownerPublicKey)
            let profile = FolderLayout(root: temporary.path).profile(.default)
            #expect(try POSIXFileSystem().permissions(profile.vault) == 0o600)
        }
    }
}
