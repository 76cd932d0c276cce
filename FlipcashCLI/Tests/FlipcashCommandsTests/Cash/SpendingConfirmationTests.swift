import Foundation
import Testing

@testable import FlipcashCommands

/// The question before cash leaves the wallet (client specification §12.1, §12.5).
@Suite struct SpendingConfirmationTests {
    @Test("A person sees figures and is asked; any answer but yes changes nothing")
    func linkCreate_declined_submitsNothing() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            for answers in [["n"], [""], []] {
                let result = try await world.run("link", "create", "5", answers: answers)
                #expect(result.status == .declined)
                #expect(result.failure == .declined)
                #expect(result.output.isEmpty)
                #expect(result.errors.contains("Link"))
                #expect(result.errors.contains("$5.00  Dollars"))
                #expect(result.errors.contains("if it is not collected"))
                #expect(result.errors.contains("You can take it back until somebody collects it. Continue? [y/N] "))
            }
            let bill = try await world.run("give", "5", answers: ["no"])
            #expect(bill.status == .declined)
            #expect(bill.output.isEmpty)
            #expect(bill.errors.contains("Give  $5.00  Dollars\n"))
            #expect(bill.errors.hasSuffix("You can take it back until somebody scans it. Continue? [y/N] "))
            #expect(try await world.balance().contains("$20.00"))
            #expect(try await world.run("link", "list", "--all").output.isEmpty)
        }
    }

    @Test("After yes the link is made with the shown figures")
    func linkCreate_confirmed_makesTheLink() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let result = try await world.run("link", "create", "5", answers: ["y"])
            #expect(result.status == .done, "\(result.errors)")
            #expect(result.output.hasPrefix("https://"))
            #expect(try await world.balance().contains("$15.00"))
        }
    }

    @Test("With --yes, FLIPCASH_YES or --no-input, or without a terminal, the link is made without asking")
    func linkCreate_nobodyToAsk_goesOn() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let results = [
                try await world.run("link", "create", "1", "--yes", answers: []),
                try await world.run("link", "create", "1", answers: [], variables: ["FLIPCASH_YES": "1"]),
                try await world.run("link", "create", "1", "--no-input", answers: []),
                try await world.run("link", "create", "1"),
            ]
            for result in results {
                #expect(result.status == .done, "\(result.errors)")
                #expect(result.output.hasPrefix("https://"))
                #expect(!result.errors.contains("[y/N]"))
            }
            #expect(try await world.balance().contains("$16.00"))
        }
    }

    /// A file that other people can read.
    private struct SharedFile: TextOutput {
        let isTerminal = false
        let size: TerminalSize? = nil
        let failure: OutputFailure? = nil
        let isOpenToOthers = true

        func sizeChanges() -> AsyncStream<TerminalSize> { AsyncStream { $0.finish() } }

        func write(_ text: String) {}
    }

    @Test("Links written to a file that others can read cause a warning before payment, and are made")
    func linkCreate_openFile_warnsFirst() async throws {
        let warning = "Standard output is a file that other users of this machine can read"
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let stopped = try await world.run("link", "create", "5", answers: ["n"], on: SharedFile())
            #expect(stopped.status == .declined)
            let warned = try #require(stopped.errors.range(of: warning))
            let asked = try #require(stopped.errors.range(of: "Continue? [y/N]"))
            #expect(warned.upperBound <= asked.lowerBound)
            #expect(try await world.balance().contains("$20.00"))

            let made = try await world.run("link", "create", "5", on: SharedFile())
            #expect(made.status == .done && made.errors.contains(warning), "\(made.errors)")
            #expect(try await world.balance().contains("$15.00"))
            let dry = try await world.run("link", "create", "5", "--dry-run", on: SharedFile())
            let elsewhere = try await world.run("link", "create", "5")
            #expect(!dry.errors.contains(warning) && !elsewhere.errors.contains(warning))
        }
    }

    @Test("Several links are shown with their total, and another currency with the paid amount")
    func figures_severalAndForeign_areComplete() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let several = try await world.run("link", "create", "2", "--count", "3", answers: ["n"])
            #expect(several.errors.contains("3 × $2.00  Dollars"))
            #expect(several.errors.contains("Total"))
            #expect(several.errors.contains("$6.00"))
            #expect(several.errors.contains("You can take each back"))
            #expect(!several.errors.contains("Paid with"))
            let foreign = try await world.run("give", "5.50cad", answers: ["n"])
            #expect(foreign.errors.contains("$5.50 CAD"))
            #expect(foreign.errors.contains(/Paid with +\d+\.\d+ +USDF/))
            let max = try await world.run("link", "create", "max", "--count", "2", answers: ["y"])
            #expect(max.status == .usage)
        }
    }

    @Test("A dry run answers with the same figures, asks nothing and submits nothing")
    func dryRun_figures_areTheAnswer() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let give = try await world.run("give", "5", "-n", answers: [])
            #expect(give.status == .done)
            #expect(give.output == "Would show this bill:\nGive  $5.00  Dollars\n")
            #expect(give.errors == "Nothing was submitted.\n")
            let quiet = try await world.run("link", "create", "5", "-n", "-q", answers: [])
            #expect(quiet.output.hasPrefix("Would make this link:\n") && quiet.errors.isEmpty)
            let links = try await world.run("link", "create", "2", "--count", "3", "-n", "--json", answers: [])
            #expect(links.output.contains(#""state":"planned""#))
            #expect(links.output.contains(#""count":3,"total":{"currency":"usd","value":"6.00""#))
            #expect(links.output.contains(#""expires_at":""#))
            #expect(try await world.balance().contains("$20.00"))
        }
    }
}
