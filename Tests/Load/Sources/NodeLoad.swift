import FlipcashCore
import FlipcashNode
import Foundation

/// Measures a node: starts the shipped executable, loads it over real sockets, and prints the figures.
@main
struct NodeLoad {
    static func main() async {
        // Another program's end must not end this one.
        signal(SIGPIPE, SIG_IGN)
        do {
            try await Run(Options(Array(CommandLine.arguments.dropFirst()))).everything()
        } catch {
            Figures.say("\(error)")
            exit(1)
        }
    }
}

/// One run of all stages.
struct Run {
    let options: Options
    private static let agent = UserAgent(version: "1.0.0").header(forService: "ocp.transaction.v1.Transaction")

    init(_ options: Options) { self.options = options }

    func everything() async throws {
        try FileManager.default.createDirectory(atPath: options.folder, withIntermediateDirectories: true)
        if options.includes(.parts) { try parts() }
        let onNode: [Stage] = [.parts, .payments, .sequence, .half, .cash, .trades, .idle, .start]
        if onNode.contains(where: options.includes) { try await loads(on: options.folder + "/node") }
        if options.includes(.log) { try await log() }
        if options.includes(.growth) { try await growth() }
        if options.includes(.instructions) { try await instructions() }
    }

    // MARK: Parts

    private func parts() throws {
        Figures.say("the parts alone")
        Figures.give("signatures", ["per_second": Ceilings.signatureChecks()])
        let syncs = try Ceilings.syncs(folder: options.folder)
        Figures.give("syncs", ["per_second": syncs.perSecond, "p50_ms": syncs.times.percentile(0.5) * 1000])
        Figures.give("rows", ["per_second": try Ceilings.smallestRows(folder: options.folder)])
    }

    // MARK: Loads

    func wires(_ node: NodeUnderTest, _ count: Int? = nil) throws -> Wires {
        try Wires(count ?? options.connections, port: node.port, userAgent: Self.agent)
    }

    private func loads(on folder: String) async throws {
        let town = try await Town.found(
            executable: options.executable, folder: folder, owners: max(options.payers, 2 * options.pairs) + 64)
        if options.includes(.start) { try start(folder) }
        let node = try NodeUnderTest(executable: options.executable, folder: folder)
        if options.includes(.parts) { try emptyCalls(node) }
        var sustained = 2_000.0
        if options.includes(.payments) { sustained = try await payments(node, town) }
        if options.includes(.sequence) { try await sequence(node, town) }
        if options.includes(.half) { try await half(node, town, of: sustained) }
        if options.includes(.cash) { try await cash(node, town) }
        if options.includes(.trades) { try await trades(node, town) }
        if options.includes(.idle) {
            try node.stop()
            try idle(NodeUnderTest(executable: options.executable, folder: folder))
        } else {
            try node.stop()
        }
    }

    private func emptyCalls(_ node: NodeUnderTest) throws {
        Figures.say("empty calls")
        let calls = EmptyCalls(try wires(node, 1))
        _ = try calls.run(for: .seconds(1), atOnce: 64)
        let (usage, rate) = try Usage.during(node.processID) { try calls.run(for: .seconds(3), atOnce: 64) }
        Figures.give("empty", usage.values(per: Int(rate * usage.seconds), ["per_second": rate]))
    }

    func load(_ node: NodeUnderTest, _ town: Town, payers: Int, connections: Int? = nil) async throws
        -> PaymentLoad
    {
        PaymentLoad(
            try wires(node, connections), payers: Array(town.owners.prefix(payers)),
            receivers: town.owners.map(\.vault), cash: try await town.cent(on: node))
    }

}
