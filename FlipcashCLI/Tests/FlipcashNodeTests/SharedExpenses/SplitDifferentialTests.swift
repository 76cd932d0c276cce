import FlipcashCore
import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// Random operations on the node's tables and on the service in memory: both answer and show the same.
@Suite("Shared expenses: the node's slices are judged like the whole world")
struct SplitDifferentialTests {
    @Test(
        "results, snapshots and changes equal those of the service in memory, and the audit is clean", arguments: 1...12
    )
    func perform_randomOperations_equalsMemory(_ seed: UInt64) async throws {
        var numbers = SeededGenerator(seed: seed)
        let bench = try await SplitBench(people: 4, database: try TestDatabase.database())
        for step in 0..<150 {
            let person = Int.random(in: 0..<4, using: &numbers)
            let change = try bench.randomChange(step, by: person, &numbers)
            let operation = bench.operation(change, 70_000 + step, by: person)
            let service = bench.memory.service(for: bench.accounts[person], name: "P\(person + 1)")
            let expected = try? await service.apply([operation], at: bench.memory.now).results.first
            let result = try bench.perform(operation, by: person)
            if let expected { #expect(result == expected, "step \(step): \(change)") }
            let repeated = try bench.perform(operation, by: person)
            #expect(
                repeated.code == (expected == nil ? .forbidden : result.code), "repeated in step \(step): \(change)")
            guard step.isMultiple(of: 10) || step == 149 else { continue }
            if step.isMultiple(of: 30) { try bench.rename(person, to: "Name \(step % 4)") }
            for index in 0..<4 {
                let shown = bench.memory.world.visible(to: bench.accounts[index])
                let (sees, hears) = (try bench.sees(index) ?? [:], try bench.hears(index) ?? [:])
                #expect(sees == shown, "step \(step), person \(index): \(difference(sees, shown))")
                #expect(hears == shown, "step \(step), person \(index): \(difference(hears, shown))")
            }
            #expect(try bench.findings() == [])
            bench.memory.advance(seconds: 61)
        }
    }

    /// What one of two views has and the other has not, or differently.
    private func difference(_ left: [EntityKey: SplitEntity], _ right: [EntityKey: SplitEntity]) -> String {
        Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }
            .map { "\($0): \(left[$0] as Any), in memory \(right[$0] as Any)" }.sorted().joined(separator: "; ")
    }
}
