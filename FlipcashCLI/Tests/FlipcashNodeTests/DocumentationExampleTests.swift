import FlipcashCore
import FlipcashNode
import Testing

/// The example of the article `FlipcashNode.md`, line by line. `Scripts/check-examples.py` compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("A node starts, serves, checks its books and stops", .timeLimit(.minutes(1)))
    func article_firstExample_works() async throws {
        // A node in memory, for tests. To keep the books, start .embedded(NodeFolder(path)).
        let node = try await Node.start(.inMemory())

        // Connect from inside the process. Any client of the APIs can use the connection.
        let connection = ServiceConnection(
            transport: node.connect(), userAgent: UserAgent(version: "1.0.0"), environment: .system)
        let isServing = await connection.isServing(within: .seconds(10))

        // Ask as an operator: here, whether the books balance.
        let report = await node.perform(AdminRequest(.check)).check

        // A node that was started must be shut down.
        await connection.close()
        await node.shutDown()

        #expect(isServing)
        #expect(report?.violations == [])
    }
}
