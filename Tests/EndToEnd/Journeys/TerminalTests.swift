import FlipcashTestKit
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Journeys {
    @Suite("On a terminal, and with readers that stop early")
    struct TerminalTests {
        @Test("On a terminal cash leaves only after yes; no, Ctrl-C and the end of the input submit nothing")
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

        @Test("Nothing is asked if standard error is not the terminal")
        func confirmation_errorsElsewhere_isNotAsked() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let terminal = try PseudoTerminal()
                let made = try ada.start(at: terminal, seesErrors: false, "link", "create", "5")
                let link = await made.finish().exits(0).output
                #expect(link.hasPrefix("https://") && link.split(separator: "\n").count == 1)
                // Taking a link back loses no cash.
                let cancelled = try ada.start(at: try PseudoTerminal(), seesErrors: false, "link", "cancel", link)
                await cancelled.finish().exits(0)
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("At 80 × 24 a text replaces the bill, a larger window shows it, and q takes it back without an error")
        func give_terminal_isRedrawnAndPutAway() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let terminal = try PseudoTerminal(columns: 80, rows: 24)
                let bill = try ada.start(wholly: terminal, "give", "5", "--yes")
                try await bill.waits(for: "This terminal (80 × 24) is too small", on: \.errors)
                try await bill.waits(for: "Waiting for somebody to scan it", on: \.errors)
                #expect(!bill.errors.text.contains("█"))
                try terminal.resize(columns: 200, rows: 80)
                bill.send(SIGWINCH)
                try await bill.waits(for: "\u{1B}[H\u{1B}[2J", on: \.errors)
                try await bill.waits(for: "█", on: \.errors)
                try terminal.type("q")
                let result = await bill.finish().exits(2)
                #expect(result.errors.contains("The bill was taken back. The cash is in your wallet."))
                #expect(!result.errors.contains("Error"))
                #expect(try await ada.balance() == "20.00")
            }
        }

        @Test("The history and the list of links fit 80 columns, with complete links")
        func tables_usualTerminal_fit() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                let url = try await ada.ask("link", "create", "5")["url"].string
                for words in [["history"], ["link", "list"], ["account", "list"]] {
                    let table = try world.start(
                        ["--profile", "ada"] + words, terminal: try PseudoTerminal(columns: 80, rows: 24),
                        showsOutput: true)
                    let shown = await table.finish().exits(0).errors
                    let lines = shown.split(whereSeparator: \.isNewline)
                    #expect(lines.count >= 2 && lines.allSatisfy { $0.count <= 80 }, "\(shown)")
                    #expect(!shown.contains("Dollars"))
                    if words == ["link", "list"] { #expect(shown.contains(url) && shown.contains("RETURNS")) }
                }
            }
        }

        @Test("If the reader stops early, read-only commands end silently; others report the lost answer")
        func output_readerGone_costsNothingButAnswers() async throws {
            try await CommandLineWorld.visit { world in
                let ada = world.person("ada")
                try await ada.fund("20")
                for words in ["history", "balance", "rates"] {
                    let result = try await ada.runUnread(words).exits(0)
                    #expect(result.errors.isEmpty)
                }
                let lost = try await ada.runUnread("link", "create", "5").exits(74)
                #expect(lost.errors.contains("flipcash --profile ada link list"))
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
