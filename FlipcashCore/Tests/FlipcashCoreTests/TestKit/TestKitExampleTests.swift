import FlipcashCore
import FlipcashTestKit
import Testing

/// The example of the article `FlipcashTestKit.md`, line by line.
@Suite("The example of the documentation of FlipcashTestKit")
struct TestKitExampleTests {
    @Test("A deadline passes when the test says so, and a simulated week takes no time", .timeLimit(.minutes(1)))
    func article_firstExample_works() async throws {
        // A clock that the test moves: a call without an answer ends after 15 seconds.
        let clock = TestClock()
        @Sendable func answer() async throws { try await clock.sleep(for: .seconds(86_400)) }
        let call = Task { try await clock.withDeadline(.seconds(15)) { try await answer() } }
        await clock.waitForSleeper(in: .seconds(15))
        clock.advance(by: .seconds(15))
        await #expect(throws: DeadlineExceeded()) { try await call.value }

        // A world in which time passes only when nothing else can happen. A week takes no time.
        let world = SimulatedWorld(seed: 7)
        let waited = try world.run {
            let start = world.clock.uptime()
            try await world.environment.clock.sleep(for: .seconds(7 * 86_400))
            return world.clock.uptime() - start
        }

        #expect(waited == .seconds(7 * 86_400))
    }
}
