import FlipcashCore
import FlipcashTestKit
import FlipcashWallet
import Synchronization

/// A person's wallet in a simulated world: its files stay, its processes come and go.
final class SimulatedWallet: Sendable {
    /// A process with a logged-in session.
    struct Running: Sendable {
        let process: SimulatedProcess
        let wire: SimulatedWire
        let connection: ServiceConnection
        let wallet: SessionContainer

        var session: Session { wallet.session }
        var owner: KeyPair { wallet.account.ownerKey }
    }

    private let world: SimulatedWorld
    private let network: SimulatedNetwork
    private let seed: UInt64
    private let drive = SimulatedDrive()
    private let state = Mutex((running: Running?.none, starts: UInt64(0)))

    init(in world: SimulatedWorld, network: SimulatedNetwork, seed: UInt64) {
        self.world = world
        self.network = network
        self.seed = seed
    }

    /// The running process; nil when it was killed or has not been started.
    var running: Running? { state.withLock { $0.running } }

    /// Starts the wallet on its files, and makes an account if there is none; does nothing if it runs.
    func start() async throws {
        guard running == nil else { return }
        let number = state.withLock { state in
            state.starts += 1
            return state.starts
        }
        let process = SimulatedProcess(in: world, seed: seed &* 1_000 &+ number)
        let (files, wire) = (drive.mount(), SimulatedWire(network))
        let result = await process.perform {
            try await Self.logIn(files: files, wire: wire, environment: process.environment)
        }
        guard let (connection, wallet) = try result?.get() else { return }
        state.withLock { $0.running = Running(process: process, wire: wire, connection: connection, wallet: wallet) }
    }

    private static func logIn(
        files: SimulatedFiles, wire: SimulatedWire, environment: RuntimeEnvironment
    ) async throws -> (ServiceConnection, SessionContainer) {
        let connection = ServiceConnection(
            transport: wire, userAgent: UserAgent(version: "1.0.0"), environment: environment)
        let layout = FolderLayout(root: "/wallet")
        let settings = try SettingsStore(layout: layout, files: files).settings(for: .default)
        let container = Container(
            settings: settings, endpoint: .embedded, layout: layout, files: files, environment: environment,
            payments: connection, core: connection, passphrase: NoPassphrase(),
            options: SessionOptions(keepsStoreInMemory: true))
        let authenticator = SessionAuthenticator(container: container)
        if let wallet = try await authenticator.restore() { return (connection, wallet) }
        return (connection, try await authenticator.createAccount(isFirstUse: true))
    }

    /// Ends the process at once.
    func kill() {
        let running = state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
        drive.unmount()
        running?.wire.cut()
        running?.process.kill()
    }
}
