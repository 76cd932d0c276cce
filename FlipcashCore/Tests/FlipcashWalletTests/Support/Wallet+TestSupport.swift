import FlipcashCore
import FlipcashTestKit
import Foundation

@testable import FlipcashWallet

/// A wallet connected to a scripted service.
struct TestWallet: Sendable {
    let container: Container
    let authenticator: SessionAuthenticator
    let files: MemoryFileSystem
    let connection: ServiceConnection

    init(_ name: String, node: ScriptedNode, world: SimulatedWorld, pinned: PinnedNode? = nil) {
        let files = MemoryFileSystem()
        let layout = FolderLayout(root: "/\(name)")
        let connection = node.connect(world.environment)
        let client = Client(connection: connection, environment: world.environment)
        let folder = layout.profile(.default)
        let store = SettingsStore(layout: layout, files: files)
        container = Container(
            environment: world.environment, client: client,
            flipClient: FlipClient(connection: connection, environment: world.environment),
            accountManager: AccountManager(
                folder: folder,
                options: AccountManager.Options(endpoint: .local, keyStore: .plain) { _ throws(SettingsFailure) in },
                passphrase: NoPassphrase(), files: files, environment: world.environment),
            preferences: .inMemory(), folder: folder, files: files,
            nodeGate: NodeGate(client: client, pinned: pinned) { try store.pin($0, in: .default) },
            options: SessionOptions(build: 100, locale: "en-US", keepsStoreInMemory: true))
        authenticator = SessionAuthenticator(container: container)
        self.files = files
        self.connection = connection
    }

    /// Returns words that differ for each name.
    static func account(_ name: String) -> KeyAccount {
        let entropy = Array(Hash(sha256: name.utf8).bytes.prefix(16))
        guard let mnemonic = try? Mnemonic(entropy: entropy) else {
            return KeyAccount.generate(using: SeededRandomSource())
        }
        return KeyAccount(mnemonic)
    }

    /// Registers an account in memory, and gives it `quarks` of the core currency.
    func open(_ name: String, quarks: UInt64, node: ScriptedNode) async throws -> Session {
        let account = Self.account(name)
        let session = try await authenticator.createAccount(account, isFirstUse: true).session
        node.change { $0.quarks[node.vault(of: account.owner)] = quarks }
        try await session.fetchBalance()
        return session
    }
}

extension FiatAmount {
    static func usd(_ text: String) -> FiatAmount {
        FiatAmount(value: .init(plainText: text) ?? 0, currency: .usd)
    }

    static func cad(_ text: String) -> FiatAmount {
        FiatAmount(value: .init(plainText: text) ?? 0, currency: .cad)
    }
}
