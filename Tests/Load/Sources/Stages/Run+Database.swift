import FlipcashCore
import FlipcashNode
import Foundation

/// What a payment costs the disk, and what a long history costs a payment.
extension Run {
    /// What a payment writes in groups of 64, through the engine's own units.
    func log() async throws {
        Figures.say("the log of a payment")
        let folder = options.folder + "/log"
        let town = try await Town.found(executable: options.executable, folder: folder, owners: 64)
        var history = try BulkHistory(path: NodeFolder(folder).database, environment: .system)
        let owners = town.owners.map(\.authority.publicKey)
        let pace = BulkHistory.Pace(groupSize: 64, isDurable: true)
        let count = 64 * 60
        func pay() throws { try history.pay(count, among: owners, since: Self.yesterday, pace) }
        try pay()
        try history.checkpoint()
        let before = try history.size()
        history.stopCheckpoints()
        let start = ContinuousClock.now
        try pay()
        let seconds = (ContinuousClock.now - start).inSeconds
        let logged = try history.size().log
        try history.checkpoint()
        let kept = try history.size().database - before.database
        try history.close()
        Figures.give(
            "log",
            [
                "bytes": Double(logged) / Double(count), "kept": Double(kept) / Double(count),
                "units_per_second": Double(count) / seconds,
            ])
    }

    static var yesterday: Instant { SystemClock().now().advanced(by: .seconds(-2 * 86_400)) }

    /// The same load on a node with a short history and on one with a long history, in turns.
    func growth() async throws {
        let short = try await filled(10_000)
        let long = try await filled(options.growth)
        var costs: [[Double]] = [[], []]
        for _ in 0..<3 {
            for (index, place) in [short, long].enumerated() {
                let node = try NodeUnderTest(executable: options.executable, folder: place.folder)
                let load = try await load(node, place.town, payers: options.payers)
                try load.prepare(9_000)
                _ = try load.run(.closed, count: 1_000)
                let (usage, outcome) = try Usage.during(node.processID) { try load.run(.closed, count: 8_000) }
                costs[index].append(usage.node / Double(outcome.made) * 1_000_000)
                try node.stop()
            }
        }
        let middle = costs.map { $0.sorted()[1] }
        Figures.give(
            "growth",
            [
                "payments": Double(options.growth), "short_us": middle[0], "long_us": middle[1],
                "ratio": middle[1] / middle[0],
                "payers": Double(options.payers), "connections": Double(options.connections),
                "bytes": Double(
                    try FileManager.default.attributesOfItem(atPath: NodeFolder(long.folder).database)[.size] as? Int
                        ?? 0),
            ])
    }

    func filled(_ count: Int) async throws -> (folder: String, town: Town) {
        Figures.say("filling a database with \(count) payments")
        let folder = options.folder + "/history-\(count)"
        let town = try await Town.found(
            executable: options.executable, folder: folder, owners: options.payers + 64)
        let history = try BulkHistory(path: NodeFolder(folder).database, environment: .system)
        // A hundred payments for each owner, as in a town that grows.
        let others = (0..<max(64, count / 100)).map { _ in KeyPair.generate(using: SystemRandomSource()).publicKey }
        try history.enrol(others, quarks: 1_000_000)
        let year = SystemClock().now().advanced(by: .seconds(-365 * 86_400))
        try history.pay(
            count, among: others + town.owners.map(\.authority.publicKey), since: year,
            BulkHistory.Pace(groupSize: 500_000, isDurable: false))
        try history.close()
        return (folder, town)
    }
}
