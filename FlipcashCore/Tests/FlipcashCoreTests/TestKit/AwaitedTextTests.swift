import FlipcashCore
import FlipcashTestKit
import Testing

@Suite("Texts that a test waits for", .timeLimit(.minutes(1)))
struct AwaitedTextTests {
    private let text = AwaitedText()

    @Test("A part is found when its last byte arrives, and at once if it is there")
    func contains_arrivesInParts_isFound() async throws {
        async let arriving = text.contains("grün")
        for byte in Array("grün".utf8) { text.append([byte]) }
        let isThere = try await arriving
        #expect(isThere)
        let isStillThere = try await text.contains("rü")
        #expect(isStillThere)
        #expect(text.text == "grün")
    }

    @Test("The end of the text ends every wait")
    func contains_textEnds_isNotFound() async throws {
        async let missing = text.contains("x")
        async let whole = text.whole()
        text.append(Array("abc".utf8))
        text.end()
        let (isThere, everything) = (try await missing, await whole)
        #expect(!isThere)
        #expect(everything == "abc")
        let isThereLater = try await text.contains("x")
        #expect(!isThereLater)
    }

    @Test("A forgotten text is not found")
    func contains_cleared_isNotFound() async throws {
        text.append(Array("abc".utf8))
        text.clear()
        text.end()
        let isThere = try await text.contains("abc")
        #expect(!isThere)
    }

    @Test("Cancelling the task ends its wait")
    func contains_cancelled_throws() async {
        let waiting = Task { [text] in try await text.contains("x") }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
    }
}
