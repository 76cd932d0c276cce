import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import FlipcashWallet
import Foundation

/// A user of the simulated world: a whole wallet, connected to the in-process node.
struct SimulatedPerson: Sendable {
    let connection: ServiceConnection
    let wallet: SessionContainer

    var session: Session { wallet.session }
    var owner: PublicKey { session.ownerPublicKey }

    /// Creates an account on `node`, with files under `folder`.
    static func enrol(_ name: String, on node: Node, folder: String, world: SimulatedWorld) async throws -> Self {
        let connection = ServiceConnection(
            transport: node.connect(), userAgent: UserAgent(version: "1.0.0"), environment: world.environment)
        let layout = FolderLayout(root: "\(folder)/\(name)")
        let files = POSIXFileSystem()
        let settings = try SettingsStore(layout: layout, files: files).settings(for: .default)
        let container = Container(
            settings: settings, endpoint: .embedded, layout: layout, files: files, environment: world.environment,
            payments: connection, core: connection, passphrase: NoPassphrase())
        let wallet = try await SessionAuthenticator(container: container).createAccount(isFirstUse: true)
        return SimulatedPerson(connection: connection, wallet: wallet)
    }

    /// The wallet's dollar balance in quarks.
    var dollars: UInt64 { session.balance(for: .usdf)?.quarks ?? 0 }

    /// Stops the wallet and closes its connection.
    func leave() async {
        await session.stop()
        await connection.close()
    }
}
