import FlipcashCore
import FlipcashTestKit
import Testing

/// The founding names of logging.
extension FoundingNamesTests {
    private struct Defect: Error {}

    @Test("captureError writes a report with the reason, but none for a cancellation")
    func errorReporting_names() throws {
        let (folder, clock) = (MemoryLogFolder(), TestClock.ofLogLines())
        let reporting = ErrorReporting(folder: folder, ring: LogRing(time: LocalTime(clock)), clock: clock)
        #expect(reporting.captureError(CancellationError(), reason: "testing") == nil)
        let name = try #require(reporting.captureError(Defect(), reason: "testing"))
        #expect(ErrorReporting.isReport(name) && folder.text(name)?.contains("testing") == true)
    }
}
