import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import Synchronization

/// What happens to the frames of all connections.
struct NetworkWeather: Hashable, Sendable {
    /// Of a thousand frames, how many are lost. The connection is found dead some time later.
    var lost = 0
    /// Of a thousand frames, how many arrive late.
    var late = 0
    /// Of a thousand messages and calls, how many arrive twice.
    var doubled = 0
    /// The frame at which all connections are cut, counted over all of them.
    var cutAt: Int?
}

/// The network between the wallets and the node of a simulated world.
final class SimulatedNetwork: Sendable {
    /// What becomes of one frame.
    enum Fate {
        case arrives, arrivesTwice, isLost, cutsConnections
        case arrivesLate(Duration)
    }

    private struct State {
        var node: Node?
        var weather = NetworkWeather()
        var frames = 0
        var generator: SeededGenerator
        var links: [SimulatedLink] = []
    }

    /// How long a connection without answers lives.
    static let keepAlive = Duration.seconds(40)

    let clock: TestClock
    let tasks: any TaskSpawner
    private let state: Mutex<State>

    init(in world: SimulatedWorld, seed: UInt64) {
        clock = world.clock
        tasks = world.environment.tasks
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Connects the wallets to another node, or to none.
    func attach(_ node: Node?) {
        state.withLock { $0.node = node }
        cutAll()
    }

    func setWeather(_ weather: NetworkWeather) {
        state.withLock { state in
            state.weather = weather
            state.frames = 0
        }
    }

    /// Ends every connection with an error on both sides.
    func cutAll() {
        let links = state.withLock { state in
            defer { state.links = [] }
            return state.links
        }
        for link in links { link.cut() }
    }

    /// A new connection to the node.
    ///
    /// - Throws: UNAVAILABLE when no node runs.
    func connect() throws -> SimulatedLink {
        guard let node = state.withLock({ $0.node }) else {
            throw RPCError(code: .unavailable, message: "nothing listens there")
        }
        let link = SimulatedLink(node.connect(), tasks: tasks)
        state.withLock { $0.links.append(link) }
        return link
    }

    /// Decides what becomes of the next frame.
    func fate(canDouble: Bool) -> Fate {
        state.withLock { state in
            state.frames += 1
            guard state.weather != NetworkWeather() else { return .arrives }
            if state.frames == state.weather.cutAt { return .cutsConnections }
            let number = Int(state.generator.next() % 1_000)
            let weather = state.weather
            switch number {
            case ..<weather.lost: return .isLost
            case ..<(weather.lost + weather.late):
                return .arrivesLate(.milliseconds(Int64(state.generator.next() % 6_000)))
            case ..<(weather.lost + weather.late + weather.doubled): return canDouble ? .arrivesTwice : .arrives
            default: return .arrives
            }
        }
    }

    /// Whether the next call arrives twice.
    func doublesCall() -> Bool {
        state.withLock { state in
            guard state.weather.doubled > 0 else { return false }
            return Int(state.generator.next() % 1_000) < state.weather.doubled
        }
    }
}

/// One connection of a wallet to the node.
final class SimulatedLink: Sendable {
    let transport: InProcessTransport.Client
    let end = Latch()
    private let running: SpawnedTask

    init(_ transport: InProcessTransport.Client, tasks: any TaskSpawner) {
        self.transport = transport
        running = tasks.spawn { try? await transport.connect() }
    }

    func cut() {
        end.open()
        running.cancel()
    }
}
