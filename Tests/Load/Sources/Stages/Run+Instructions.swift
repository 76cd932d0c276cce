import FlipcashCore
import FlipcashNode
import Foundation

/// Counts of instructions, which do not depend on what else the machine does.
extension Run {
    /// What one payment, one bill and one empty call cost the node: the difference of two runs under valgrind's
    /// callgrind, so that start and end cancel out. The receiver of a bill asks twice, so that the counts of two
    /// machines can be compared.
    func instructions() async throws {
        let folder = options.folder + "/instructions"
        let town = try await Town.found(executable: options.executable, folder: folder, owners: 16)
        // Under valgrind the node is too slow for the stream of rates.
        let quick = try NodeUnderTest(executable: options.executable, folder: folder)
        let cash = try await town.cent(on: quick)
        try quick.stop()
        func cost(
            _ name: String, more: Int = 100, of work: (NodeUnderTest, Int) async throws -> Void
        ) async throws {
            Figures.say("instructions of \(name)")
            var profiles: [Profile] = []
            for count in [40, 40 + more] {
                let output = options.folder + "/callgrind.\(name).\(count)"
                let node = try NodeUnderTest(
                    executable: options.executable, folder: folder,
                    under: ["valgrind", "--tool=callgrind", "--quiet", "--callgrind-out-file=" + output])
                try await work(node, count)
                try node.stop()
                profiles.append(try Profile(output))
            }
            func each(_ value: (Profile) -> Double) -> Double {
                (value(profiles[1]) - value(profiles[0])) / Double(more)
            }
            Figures.give(
                "instructions-\(name)",
                [
                    "each": each(\.instructions),
                    "signature_checks": each { $0.calls(of: "crypto_sign_verify_detached") },
                    "syncs": each { $0.calls(of: "fdatasync") },
                ])
        }
        // Start and end vary by millions of instructions, which is much beside a hundred calls without work.
        try await cost("call", more: 1000) { node, count in
            let calls = EmptyCalls(try wires(node, 1))
            for _ in 0..<count { _ = try calls.run(for: .zero, atOnce: 1) }
        }
        try await cost("payment") { node, count in
            let load = PaymentLoad(
                try wires(node, 1), payers: [town.owners[0]], receivers: town.owners.map(\.vault), cash: cash)
            _ = try load.run(.closed, count: count)
        }
        try await cost("cash") { node, count in
            let load = GiveAndGrabLoad(
                try wires(node, 2), people: Array(town.owners.prefix(2)), cash: cash, questions: .beforeAndAfter)
            _ = try load.run(count: count)
        }
    }
}

/// What callgrind wrote about a run.
private struct Profile {
    /// The instructions of all threads.
    let instructions: Double
    private var calls: [String: Double] = [:]

    /// Reads a file of callgrind, in which a name stands in full only where it comes first.
    init(_ path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else { throw LoadFailure("\(path) is missing") }
        var names: [Substring: String] = [:]
        var called = ""
        var total: Double?
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
                let parts = line[line.index(after: line.firstIndex(of: "=") ?? line.startIndex)...]
                    .split(separator: " ", maxSplits: 1)
                if parts.count == 2 { names[parts[0]] = String(parts[1]) }
                if line.hasPrefix("cfn="), let number = parts.first { called = names[number] ?? "" }
            } else if line.hasPrefix("calls=") {
                calls[called, default: 0] += Double(line.dropFirst(6).prefix { $0 != " " }) ?? 0
            } else if line.hasPrefix("totals:") || line.hasPrefix("summary:") {
                total = line.split(separator: " ").last.flatMap { Double($0) }
            }
        }
        guard let total else { throw LoadFailure("\(path) has no count") }
        instructions = total
    }

    /// How often a function of a library was called. Callgrind marks recursion and versions after the name.
    func calls(of name: String) -> Double {
        calls.reduce(0) { sum, entry in
            let plain = entry.key.prefix { !"@'".contains($0) }
            return plain == name ? sum + entry.value : sum
        }
    }
}
