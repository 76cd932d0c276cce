import FaultyDisk
import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import FlipcashWallet
import Synchronization

/// The simulated world of one story: three wallets, a node, and the network between them.
struct Stage: Sendable {
    let world: SimulatedWorld
    let network: SimulatedNetwork
    let node: SimulatedNode
    let wallets: [SimulatedWallet]
    /// The keys of links, which their makers hand out.
    let links = LinkBook()
    let currencies = CurrencyBook()

    init(world: SimulatedWorld, network: SimulatedNetwork, node: SimulatedNode, seed: UInt64) {
        self.world = world
        self.network = network
        self.node = node
        wallets = (0..<Story.people).map { person in
            SimulatedWallet(in: world, network: network, seed: seed &* 10 &+ UInt64(person))
        }
    }

    var uptime: Uptime { world.clock.uptime() }

    func open() async throws {
        try await node.start()
        for wallet in wallets { try await wallet.start() }
    }

    /// Ends all processes.
    func close() async {
        for wallet in wallets { wallet.kill() }
        await node.stop()
    }

    func wait(_ duration: Duration) async throws { try await world.clock.sleep(for: duration) }

    /// Lets time pass as on a machine that was asleep.
    func leap(_ duration: Duration) async throws {
        world.clock.advance(by: duration)
        try await wait(.seconds(2))
    }

    // MARK: A scene

    /// Plays the acts of a scene at once, with its troubles.
    func play(_ scene: Scene) async -> [ActReport] {
        await play(scene.acts.map { act in { await self.perform(act) } }, with: scene.troubles)
    }

    /// Does several things at once, with troubles; returns what each has reported.
    func play<Report: Sendable>(
        _ acts: [@Sendable () async -> Report], with troubles: [Trouble]
    ) async -> [Report] {
        let weathers = troubles.compactMap { trouble -> NetworkWeather? in
            guard case .network(let weather) = trouble else { return nil }
            return weather
        }
        network.setWeather(weathers.first ?? NetworkWeather())
        for trouble in troubles { begin(trouble) }
        return await withTaskGroup(of: (Int, Report)?.self) { group in
            for (number, act) in acts.enumerated() {
                group.addTask { (number, await act()) }
            }
            for trouble in troubles {
                group.addTask {
                    await strike(trouble)
                    return nil
                }
            }
            var reports: [Int: Report] = [:]
            while reports.count < acts.count, let next = await group.next() {
                if let (number, report) = next { reports[number] = report }
            }
            group.cancelAll()
            return acts.indices.compactMap { reports[$0] }
        }
    }

    /// How much the troubles of a scene move the node's date.
    func clockShift(of troubles: [Trouble]) -> Duration {
        troubles.reduce(.zero) { sum, trouble in
            guard case .setNodeClock(let seconds) = trouble else { return sum }
            return sum + .seconds(abs(seconds))
        }
    }

    private func begin(_ trouble: Trouble) {
        switch trouble {
        case .setNodeClock(let seconds): node.setClockAhead(by: .seconds(seconds))
        case .setWalletClock(let person, let seconds):
            wallets[person].running?.process.clock.setAhead(by: .seconds(seconds))
        case .losePower(let changes): node.disk.losePower(after: changes)
        case .network, .killNode, .killWallet: break
        }
    }

    private func strike(_ trouble: Trouble) async {
        switch trouble {
        case .killWallet(let person, let steps):
            if await passed(steps) { wallets[person].kill() }
        case .killNode(let steps):
            if await passed(steps) { node.kill() }
        case .network, .losePower, .setNodeClock, .setWalletClock: break
        }
    }

    /// Lets some steps of the others pass; false when the scene is over before.
    private func passed(_ steps: Int) async -> Bool {
        for _ in 0..<steps {
            if Task.isCancelled { return false }
            await Task.yield()
        }
        return !Task.isCancelled
    }

    // MARK: Repairs

    /// Repairs everything and starts what was killed; returns how many processes had ended.
    func repair() async throws -> Int {
        var ends = 0
        network.setWeather(NetworkWeather())
        let hasLostPower = node.disk.powerLoss != nil
        if hasLostPower { node.losePower() }
        node.disk.repair()
        if !node.isRunning {
            ends += 1
            try await node.start()
        }
        node.setClockAhead(by: .zero)
        for wallet in wallets {
            if wallet.running == nil {
                ends += 1
                try await wallet.start()
            }
            wallet.running?.process.clock.setAhead(by: .zero)
        }
        return ends
    }

    func restartNode() async throws {
        await node.stop()
        try await node.start()
        for wallet in wallets { _ = try await perform(wallet) { try await $0.session.fetchBalance() } }
    }

    /// A deposit without an answer is sent again with its reference, until it is answered.
    func resolved(_ report: ActReport) async throws -> ActReport {
        guard case .deposit = report.act, !report.isKnown else { return report }
        let again = await perform(report.act)
        return again.isKnown && again.possible != [nil] ? again : report
    }

    /// Wallets look up what they had no answer for.
    func recoverWallets() async throws {
        for wallet in wallets {
            _ = try await perform(wallet) { running in
                _ = try await running.session.recoverSubmissions()
                try await running.session.fetchBalance()
            }
        }
        for (number, wallet) in wallets.enumerated() {
            try links.read(wallet.running?.session, of: number)
            try currencies.read(wallet.running?.session)
        }
    }

    /// Runs something in the process of a wallet.
    ///
    /// - Throws: what `body` throws; `ProcessIsGone`.
    func perform<Value: Sendable>(
        _ wallet: SimulatedWallet, _ body: @escaping @Sendable (SimulatedWallet.Running) async throws -> Value
    ) async throws -> Value {
        guard let running = wallet.running, let result = await running.process.perform({ try await body(running) })
        else { throw ProcessIsGone() }
        return try result.get()
    }

    struct ProcessIsGone: Error {}
}

/// What is known about the links of a story.
final class LinkBook: Sendable {
    struct Entry: Sendable {
        let id: IntentID
        var maker: Int
        var mnemonic: Mnemonic?
        var vault: PublicKey?
    }

    private let entries = Mutex<[Int: Entry]>([:])

    subscript(link: Int) -> Entry? { entries.withLock { $0[link] } }

    var all: [Int: Entry] { entries.withLock { $0 } }

    func note(_ link: Int, _ id: IntentID, by maker: Int) {
        entries.withLock { $0[link] = Entry(id: id, maker: maker) }
    }

    /// Takes the words of the links that a maker's wallet shows.
    func read(_ session: Session?, of maker: Int) throws {
        for listed in try session?.cashLinks() ?? [] {
            entries.withLock { entries in
                guard let link = entries.first(where: { $0.value.id == listed.id })?.key else { return }
                entries[link]?.mnemonic = listed.mnemonic
                entries[link]?.vault = listed.vault
            }
        }
    }
}
