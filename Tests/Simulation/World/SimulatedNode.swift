import FaultyDisk
import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import Synchronization

/// The node of a simulated world: its disk stays, its processes come and go.
final class SimulatedNode: Sendable {
    private struct Running {
        let process: SimulatedProcess
        let node: Node
    }

    let disk: FaultyDisk
    private let world: SimulatedWorld
    private let network: SimulatedNetwork
    private let seed: UInt64
    private let state = Mutex((running: Running?.none, starts: UInt64(0)))

    /// - Parameter name: the disk's, which no other test uses at the same time.
    init(in world: SimulatedWorld, network: SimulatedNetwork, seed: UInt64, disk name: String = "story") throws {
        self.world = world
        self.network = network
        self.seed = seed
        disk = try FaultyDisk("\(name)-\(seed)", seed: seed, isPowersafe: true)
    }

    /// Starts the node on what the disk has kept; does nothing if it runs.
    func start() async throws {
        guard state.withLock({ $0.running }) == nil else { return }
        try disk.reopen()
        let number = state.withLock { state in
            state.starts += 1
            return state.starts
        }
        let process = SimulatedProcess(in: world, seed: seed &* 1_000 &+ number)
        var configuration = NodeConfiguration.inMemory(seed: [UInt8](repeating: 7, count: 32))
        configuration.databaseURI = disk.uri("/node/node.sqlite")
        let (settings, environment) = (configuration, process.environment)
        let result = await process.perform { try await Node.start(settings, environment: environment) }
        guard let node = try result?.get() else { return }
        state.withLock { $0.running = Running(process: process, node: node) }
        network.attach(node)
    }

    /// Ends the process at once. What it has written stays.
    func kill() {
        end()
        disk.kill()
    }

    /// Ends the process because the power failed. What was not synced may be lost.
    func losePower() {
        end()
        disk.crash(seed: seed)
    }

    private func end() {
        let running = state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
        network.attach(nil)
        running?.process.kill()
    }

    /// Stops the node as its operator does.
    func stop() async {
        guard let running = state.withLock({ $0.running }) else { return }
        network.attach(nil)
        await running.node.shutDown()
        kill()
    }

    var isRunning: Bool { state.withLock { $0.running != nil } }

    func setClockAhead(by duration: Duration) { state.withLock { $0.running }?.process.clock.setAhead(by: duration) }

    /// Asks the node something as its operator; nil if it is gone before the answer.
    func perform(_ request: AdminRequest) async -> AdminResponse? {
        guard let running = state.withLock({ $0.running }) else { return nil }
        return try? await running.process.perform { await running.node.perform(request) }?.get()
    }
}
