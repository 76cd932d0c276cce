import FlipcashCore
import FlipcashNode
import Foundation

/// Payments between known owners, at three rhythms.
extension Run {
    /// Returns payments a second.
    func payments(_ node: NodeUnderTest, _ town: Town) async throws -> Double {
        Figures.say("payments for \(options.seconds) seconds")
        let before = try size(node)
        let load = try await load(node, town, payers: options.payers)
        let warm = try load.run(.closed, for: .seconds(2))
        try load.prepare(Int(warm.perSecond * 1.5 * Double(options.seconds)))
        let (usage, outcome) = try Usage.during(node.processID) {
            try load.run(.closed, for: .seconds(options.seconds))
        }
        Figures.give(
            "payments",
            usage.values(
                per: outcome.made,
                [
                    "per_second": outcome.perSecond, "p50_ms": outcome.latencies.percentile(0.5) * 1000,
                    "p99_ms": outcome.latencies.percentile(0.99) * 1000, "signed_late": Double(outcome.signedLate),
                    "payers": Double(options.payers), "connections": Double(options.connections),
                ]))
        var made = warm.made + outcome.made
        if made < options.resident {
            made += try load.run(.closed, count: options.resident - made).made
        }
        let resident = try ProcessUsage(of: node.processID).residentBytes
        Figures.give(
            "resident",
            [
                "bytes": Double(resident), "payments": Double(made),
                "own": Double(try ProcessUsage.ownBytes(of: node.processID)),
                "database": Double(try size(node) - before) / Double(made),
                "payers": Double(options.payers), "connections": Double(options.connections),
            ])
        return outcome.perSecond
    }

    func size(_ node: NodeUnderTest) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: node.databasePath)
        return attributes[.size] as? Int ?? 0
    }

    /// One payment after the other, and a sync of the same disk after each.
    func sequence(_ node: NodeUnderTest, _ town: Town) async throws {
        Figures.say("one payment after the other")
        let load = try await load(node, town, payers: 1, connections: 1)
        let file = try SyncedFile(options.folder + "/sequence")
        var (payments, syncs) = (Latencies(), Latencies())
        try load.prepare(1_050)
        _ = try load.run(.closed, count: 50)
        let (usage, _) = try Usage.during(node.processID) {
            for _ in 0..<1_000 {
                for time in try load.run(.closed, count: 1).latencies.seconds { payments.add(.seconds(time)) }
                syncs.add(try file.append(16_384))
            }
        }
        Figures.give(
            "sequence",
            usage.values(
                per: payments.count,
                [
                    "p50_ms": payments.percentile(0.5) * 1000, "sync_p50_ms": syncs.percentile(0.5) * 1000,
                    "p99_ms": payments.percentile(0.99) * 1000,
                ]))
    }

    func half(_ node: NodeUnderTest, _ town: Town, of sustained: Double) async throws {
        let rate = sustained / 2
        let seconds = max(5, options.seconds / 2)
        Figures.say("\(Int(rate)) payments a second for \(seconds) seconds")
        let load = try await load(node, town, payers: options.payers)
        try load.prepare(Int(rate * Double(seconds)) + options.payers)
        let (usage, outcome) = try Usage.during(node.processID) {
            try load.run(.open(perSecond: rate), for: .seconds(seconds))
        }
        Figures.give(
            "half",
            usage.values(
                per: outcome.made,
                [
                    "asked": rate, "per_second": outcome.perSecond,
                    "p50_ms": outcome.latencies.percentile(0.5) * 1000,
                    "p99_ms": outcome.latencies.percentile(0.99) * 1000,
                    "max_ms": outcome.latencies.percentile(1) * 1000,
                    "payers": Double(options.payers), "connections": Double(options.connections),
                ]))
    }
}
