import FlipcashCore
import FlipcashNode
import FlipcashNodeTestKit
import FlipcashTestKit
import Testing

extension Journeys {
    @Suite("A clock that was once wrong")
    struct UnusualClockTests {
        /// Runs this world's node on a clock that is a month ahead, until its workers have finished a round.
        private func runAhead(_ world: CommandLineWorld) async throws {
            let clock = SteeredClock(dateAhead: .seconds(30 * 86_400))
            let environment = RuntimeEnvironment(
                clock: clock, random: SystemRandomSource(), tasks: ConcurrentTaskSpawner())
            try await withNode(.embedded(NodeFolder(world.nodeFolder)), environment: environment) { _ in
                // Two workers rest for a minute: the one that looks after links, and the one that removes messages.
                var rounds = 0
                for await rest in clock.waits where rest == .seconds(60) {
                    rounds += 1
                    if rounds == 2 { break }
                }
            }
        }

        @Test("After the node's clock was ahead, new links work, and check and doctor report the difference")
        func link_afterClockWasAhead_isGood() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                #expect(try await ada.ask("node", "check")["warnings"] == .list([]))
                try await ada.run("node", "stop").exits(0)
                try await runAhead(world)

                let made = try await ada.run("link", "create", "5").exits(0)
                let url = made.output.split(separator: "\n").joined()
                #expect(!made.errors.contains("wrong"))
                #expect(try await ben.ask("link", "info", url)["state"] == "unclaimed")
                let checked = try await ada.ask("node", "check")
                #expect(checked["balanced"] == true)
                #expect(checked["warnings"][0].string.hasPrefix("Ledger time is "))
                let told = try await ada.run("node", "check").exits(0)
                #expect(told.errors.contains("ahead of this machine's clock"))
                let doctor = try await ada.run("doctor").exits(0)
                #expect(try await ada.ask("node", "status")["seconds_ahead_of_clock"] != .absent)
                #expect(doctor.output.contains("ahead of this machine's clock"))
                try await ben.run("link", "receive", url).exits(0)
                #expect(try await ben.balance() == "5.00")
            }
        }
    }
}
