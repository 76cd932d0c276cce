import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands

/// Payments match what the person agreed to.
@Suite struct SpendingOrderTests {
    @Test("Each of several links is paid with the figures that were shown")
    func linkCreate_several_arePaidAsAgreed() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let result = try await world.run("link", "create", "1.50cad", "--count", "3", answers: ["y"])
            let shown = try #require(result.errors.firstMatch(of: /Paid with +(\d+\.\d+) +USDF each/)?.1)
            #expect(result.output.split(separator: "\n").count == 3, "\(result.errors)")
            let links = try await world.run("link", "list", "--json").output
            #expect(
                links.matches(of: /"decimals":6,"quarks":"(\d+)","value":"([0-9.]+)"/).map(\.2) == [
                    shown, shown, shown,
                ])
        }
    }

    @Test("A new quote is accepted only in the same token, and only if neither amount nor quarks are more")
    func exceeds_otherFigures_isTold() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            try await world.withWallet { wallet in
                func prepare(_ amount: String) async throws -> PreparedCash {
                    try await wallet.prepare(AmountText(argument: amount), token: nil)
                }
                let (five, more) = (try await prepare("5"), try await prepare("5.01"))
                #expect(more.exceeds(five) && !five.exceeds(more) && !five.exceeds(five))
                #expect(five.hasFigures(of: five) && !five.hasFigures(of: more))
                #expect(try await prepare("0.01cad").exceeds(five))
                let token = TokenView(mint: five.token.mint, symbol: "", name: "", quarks: five.token.quarks + 1)
                let dearer = PreparedCash(pinned: five.pinned, token: token)
                #expect(dearer.exceeds(five) && !dearer.hasFigures(of: five))
                let other = TokenView(
                    mint: PublicKey(repeating: 7), symbol: "", name: "", quarks: five.token.quarks)
                #expect(PreparedCash(pinned: five.pinned, token: other).exceeds(five))
            }
        }
    }

    @Test("Links that the balance does not cover together are refused before the question, and in a dry run")
    func linkCreate_sumTooLarge_isShort() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            let results = [
                try await world.run("link", "create", "50", "--count", "10", answers: ["y"]),
                try await world.run("link", "create", "50", "--count", "10", "-n"),
                try await world.run("link", "create", "50", "--count", "10", "--yes"),
            ]
            for result in results {
                #expect(result.status == .notPossible)
                #expect(result.failure?.code == "short")
                #expect(result.failure?.message.contains("$400.00") == true, "\(result.errors)")
                #expect(result.output.isEmpty && !result.errors.contains("[y/N]"))
            }
            let all = try await world.run("link", "create", "50", "--count", "2", answers: ["y"])
            #expect(all.status == .done, "\(all.errors)")
            #expect(try await world.balance().contains("$0.00"))
        }
    }

    @Test("After a slow yes to unchanged figures, a new quote is used without a second question")
    func agreed_slowYes_isQuotedAnew() async throws {
        let clock = SteeredClock()
        try await PlayMoneyWorld.visit(clock: clock) { world in
            try await world.fund(quarks: 20_000_000)
            let person = SlowPerson { _ in
                clock.advance(by: .seconds(61))
                return "y"
            }
            let result = try await world.run("link", "create", "5", "--yes", person: person)
            #expect(result.status == .done && person.questions == 0)
            let slow = try await world.run("link", "create", "5", person: person)
            #expect(slow.status == .done, "\(slow.errors)")
            #expect(person.questions == 1)
            #expect(try await world.balance().contains("$10.00"))
        }
    }

    @Test("After a slow yes changed figures are shown and confirmed again")
    func agreed_figuresChanged_isAskedAgain() async throws {
        let clock = SteeredClock()
        try await PlayMoneyWorld.visit(clock: clock) { world in
            try await world.fund(quarks: 20_000_000)
            let person = SlowPerson { number in
                guard number == 1 else { return "n" }
                clock.advance(by: .seconds(61))
                let funded = DispatchSemaphore(value: 0)
                Task.detached {
                    try? await world.fund(quarks: 3_004_900)
                    funded.signal()
                }
                funded.wait()
                return "y"
            }
            let result = try await world.run("link", "create", "max", person: person)
            #expect(result.status == .declined)
            #expect(person.questions == 2)
            let parts = result.errors.components(separatedBy: "The figures have changed in the meantime:\n")
            try #require(parts.count == 2, "\(result.errors)")
            let (first, second) = (parts[0], parts[1])
            #expect(first.contains("$20.00") && !first.contains("Paid with"))
            // The exact figure is shown beside the rounded one.
            #expect(second.contains("$23.00") && second.contains(/Paid with +23\.0049 +USDF/))
            #expect(try await world.balance().contains("$23.00"))
        }
    }

    @Test("Nothing is asked if standard error is not the terminal")
    func ask_errorsElsewhere_goesOn() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let person = SlowPerson { _ in "n" }
            let made = try await world.run("link", "create", "5", person: person, seesErrors: false)
            #expect(made.status == .done && made.output.hasPrefix("https://"))
            let link = try #require(made.output.split(separator: "\n").first)
            let cancelled = try await world.run("link", "cancel", String(link), person: person, seesErrors: false)
            #expect(cancelled.status == .done)
            let words = try await world.run("account", "key", "--reveal", "--json", person: person, seesErrors: false)
            #expect(words.status == .usage)
            #expect(person.questions == 0)
        }
    }

    @Test("A cash link is clickable, a login link never is")
    func accountKey_link_isBare() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let screen = TerminalSize(columns: 200, rows: 50)
            let variables = ["TERM": "xterm-kitty", "FLIPCASH_YES": "1"]
            let cash = CapturedOutput(terminal: screen)
            _ = try await world.run("link", "create", "5", variables: variables, on: cash)
            #expect(cash.text.contains("\u{1B}]8;;https://"))
            let login = CapturedOutput(terminal: screen)
            let result = try await world.run(
                "account", "key", "--link", answers: ["show"], variables: variables, on: login)
            #expect(result.status == .done, "\(result.errors)")
            #expect(login.text.hasPrefix("https://") && !login.text.contains("\u{1B}"))
        }
    }
}
