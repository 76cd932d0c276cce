import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("At a terminal, and beside readers who go away")
    struct TerminalTests {
        @Test("At a terminal cash leaves only after a yes: Ctrl-C, the end of the input and no submit nothing")
        func confirmation_terminal_isAsked() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                var terminal = try PseudoTerminal()
                let refused = try ada.start(at: terminal, "link", "create", "5")
                try await refused.waits(for: "Continue? [y/N] ", on: \.errors)
                try terminal.type("n\n")
                #expect(await refused.finish().exits(2).output.isEmpty)

                terminal = try PseudoTerminal()
                let ended = try ada.start(at: terminal, "link", "create", "5")
                try await ended.waits(for: "Continue? [y/N] ", on: \.errors)
                try terminal.type("\u{04}")
                #expect(await ended.finish().exits(2).output.isEmpty)

                terminal = try PseudoTerminal()
                let stopped = try ada.start(at: terminal, "give", "5", "--show", "none")
                try await stopped.waits(for: "Continue? [y/N] ", on: \.errors)
                stopped.send(SIGINT)
                #expect(await stopped.finish().exits(2).output.isEmpty)
                #expect(try await ada.balance() == "20.00")

                // Only the link is on standard output, so that it can be piped.
                terminal = try PseudoTerminal()
                let made = try ada.start(at: terminal, "link", "create", "5")
                try await made.waits(for: "Continue? [y/N] ", on: \.errors)
                try terminal.type("y\n")
                let link = await made.finish().exits(0).output
                #expect(link.hasPrefix("https://") && link.split(separator: "\n").count == 1)
                #expect(try await ada.balance() == "15.00")
            }
        }

        @Test("Where a question would not be seen none is put: a terminal whose standard error leads elsewhere")
        func confirmation_errorsElsewhere_isNotAsked() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let terminal = try PseudoTerminal()
                let made = try ada.start(at: terminal, seesErrors: false, "link", "create", "5")
                let link = await made.finish().exits(0).output
                #expect(link.hasPrefix("https://") && link.split(separator: "\n").count == 1)
                let kept = try ada.start(at: try PseudoTerminal(), seesErrors: false, "link", "cancel", link)
                #expect(await kept.finish().exits(64).errors.contains("--yes"))
            }
        }

        @Test("A reader who goes away ends what only looks silently; what made something says that its answer is lost")
        func output_readerGone_costsNothingButAnswers() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                for words in ["history", "balance", "rates"] {
                    let result = try await ada.runUnread(words).exits(0)
                    #expect(result.errors.isEmpty)
                }
                let lost = try await ada.runUnread("link", "create", "5").exits(74)
                #expect(lost.errors.contains("flipcash link list"))
                #expect(try await ada.ask("link", "list")["links"].items.count == 1)
                let several = try await ada.runUnread("link", "create", "1", "--count", "5").exits(74)
                #expect(several.errors.contains("1 of 5 links made."))
                #expect(try await ada.balance() == "14.00")
                let encoded = try await ada.runUnread("code", "encode", "0102").exits(0)
                #expect(encoded.errors.isEmpty)
            }
        }
    }
}
