import FlipcashCore
import FlipcashNode
import FlipcashNodeTestKit
import Testing

/// The example of the article `FlipcashNodeTestKit.md`, line by line.
@Suite("The example of the documentation of FlipcashNodeTestKit")
struct NodeTestKitExampleTests {
    @Test("A node runs for one test, and its books are empty", .timeLimit(.minutes(1)))
    func article_firstExample_works() async throws {
        let violations = try await withNode(.inMemory()) { node in
            // Connect to it with node.connect(), or look at it as an operator does.
            await node.perform(AdminRequest(.check)).check?.violations
        }

        #expect(violations == [])
    }
}
