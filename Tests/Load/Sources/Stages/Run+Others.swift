import FlipcashCore
import FlipcashNode
import Foundation

/// Cash, idle streams and the start.
extension Run {
    func cash(_ node: NodeUnderTest, _ town: Town) async throws {
        // Offers and requests stay for five minutes, and the node bounds all of them together.
        let seconds = min(30, options.seconds)
        Figures.say("give and grab for \(seconds) seconds")
        let load = GiveAndGrabLoad(
            try wires(node), people: Array(town.owners.prefix(2 * options.pairs)), cash: try await town.cent(on: node))
        let warm = try load.run(for: .seconds(2))
        try load.prepare(Int(warm.perSecond * 1.5 * Double(seconds)))
        let (usage, outcome) = try Usage.during(node.processID) { try load.run(for: .seconds(seconds)) }
        Figures.give(
            "cash",
            usage.values(
                per: outcome.made,
                [
                    "per_second": outcome.perSecond, "p50_ms": outcome.latencies.percentile(0.5) * 1000,
                    "p99_ms": outcome.latencies.percentile(0.99) * 1000,
                    "calls": Double(outcome.calls) / Double(outcome.made), "pairs": Double(options.pairs),
                    "connections": Double(options.connections),
                ]))
    }

    func idle(_ node: NodeUnderTest) throws {
        Figures.say("\(options.streams) idle streams")
        let before = try ProcessUsage(of: node.processID).residentBytes
        let streams = IdleStreams(try wires(node, (options.streams + 99) / 100))
        try streams.open(options.streams)
        let after = try ProcessUsage(of: node.processID).residentBytes
        Figures.give(
            "idle",
            [
                "bytes": Double(after), "before": Double(before), "streams": Double(options.streams),
                "own": Double(try ProcessUsage.ownBytes(of: node.processID)),
            ])
        try node.stop()
    }

    /// From the start of the program to the answer of a health check.
    func start(_ folder: String) throws {
        Figures.say("start to first answer")
        var times = Latencies()
        for _ in 0..<10 {
            let start = ContinuousClock.now
            let node = try NodeUnderTest(executable: options.executable, folder: folder)
            _ = try EmptyCalls(wires(node, 1)).run(for: .zero, atOnce: 1)
            times.add(.now - start)
            try node.stop()
        }
        Figures.give("start", ["p50_ms": times.percentile(0.5) * 1000, "max_ms": times.percentile(1) * 1000])
    }
}
