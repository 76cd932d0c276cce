import FlipcashCommands
import Foundation
import Testing

/// The example of the article `FlipcashCommands.md`, line by line. `Scripts/check-examples.py` compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("A call shows the balance of a new account on a node inside the process", .timeLimit(.minutes(1)))
    func article_firstExample_works() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fc-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let home = folder.path

        // The streams of the call: what it prints is kept, and no questions are answered.
        let output = CapturedOutput()
        let errors = CapturedOutput()
        let console = Console(output: output, errors: errors, input: PreparedInput())

        // The first call makes an account on a node inside the process, which keeps its books below `home`.
        let tool = CommandLineTool(environment: ["HOME": home], console: console)
        let status = await tool.run(["balance", "--endpoint", "embedded:", "--json"])

        // {"schema":"flipcash.balance/1", …}
        let document = output.text

        #expect(status == .done, "\(errors.text)")
        #expect(document.hasPrefix(#"{"schema":"flipcash.balance/1","#), "\(document)")
    }
}
