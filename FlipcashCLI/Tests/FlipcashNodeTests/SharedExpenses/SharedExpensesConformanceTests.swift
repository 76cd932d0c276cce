import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// The conformance suite of `SharedExpensesFixtures`, on a node.
@Suite("Shared expenses: the conformance suite on a node")
struct SharedExpensesConformanceTests {
    // One after another, so that a call does not wait for other cases until its deadline.
    @Test("the node passes every check over its gRPC stack", .serialized, arguments: ConformanceCheck.all)
    func node_everyCheck_passes(_ check: ConformanceCheck) async throws {
        try await SplitTown.run { town in
            try await check.run(on: town)
            #expect(try await town.violations() == [])
        }
    }
}
