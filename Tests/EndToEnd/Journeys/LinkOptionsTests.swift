import FlipcashTestKit
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("Messages with links, and waiting for links")
    struct LinkOptionsTests {
        @Test("With --message the text to send is printed: amount and link")
        func linkCreate_message_isShareText() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let human = try await ada.run("link", "create", "2", "--message").exits(0)
                #expect(human.output.hasPrefix("$2.00 https://") && human.output.split(separator: "\n").count == 1)
                let machine = try await ada.ask("link", "create", "2", "--message", "--currency", "usd")
                #expect(machine["message"].string == "$2.00 " + machine["url"].string)
                #expect(try await ada.ask("link", "create", "1")["message"] == .absent)
            }
        }

        @Test("With --void-after a link that is not collected is taken back")
        func linkCreate_voidAfter_comesBack() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let lines = try await ada.run("link", "create", "5", "--void-after", "1s", "--output", "jsonl").exits(0)
                    .answers()
                #expect(lines.map(\.["state"].string) == ["unclaimed", "cancelled"])
                #expect(lines[0]["vault"] == lines[1]["vault"])
                #expect(try await ada.balance() == "20.00")
                #expect(try await ada.ask("history")["activities"][0]["title"] == "Cancelled")
            }
        }

        @Test("With --void-after a collected link ends the wait, and after Ctrl-C the link still works")
        func linkCreate_voidAfter_collectedOrStopped() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                let waiting = try ada.start("link", "create", "5", "--void-after", "100s", "--output", "jsonl")
                try await waiting.waits(for: "\n", on: \.output)
                let url = try Answer(parsing: waiting.output.text)["url"].string
                try await ben.run("link", "receive", url).exits(0)
                let lines = try await waiting.finish().exits(0).answers()
                #expect(lines.map(\.["state"].string) == ["unclaimed", "claimed"])

                let stopped = try ada.start("link", "create", "3", "--void-after", "100s", "--progress", "plain")
                try await stopped.waits(for: "Waiting for the link", on: \.errors)
                stopped.send(SIGINT)
                let end = await stopped.finish().exits(2)
                #expect(end.errors.contains("still work"))
                let left = end.output.trimmingCharacters(in: .newlines)
                try await ben.run("link", "receive", left).exits(0)
                #expect(try await ben.balance() == "8.00")
            }
        }
    }
}
