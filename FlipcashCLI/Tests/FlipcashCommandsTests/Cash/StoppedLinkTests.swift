import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashCommands

/// A command that is stopped after it has paid reports what it paid for, and never says that nothing was submitted.
@Suite struct StoppedLinkTests {
    private let screen = TerminalSize(columns: 200, rows: 50)

    @Test("When time is up after some links were paid, those are printed and nothing suggests a repeat")
    func linkCreate_timeOutAfterTheFirst_handsOverWhatWasPaid() async throws {
        let clock = SteeredClock(steering: .seconds(77))
        try await PlayMoneyWorld.visit(clock: clock) { world in
            try await world.fund(quarks: 20_000_000)
            let output = CapturedOutput()
            let errors = WatchedOutput(for: "Making link 2 of 99", event: clock.letTimePass)
            let status = await world.runTool(
                "link", "create", "0.10", "--count", "99", "--json", "--timeout", "77s", "--progress", "plain",
                output: output, errors: errors)
            #expect(status == .outcomeUnknown)
            let made = output.text.matches(of: /"url":"(https:[^"]+)"/).map { String($0.1) }
            #expect((1...98).contains(made.count), "\(output.text)")
            #expect(errors.text.contains(#""code":"timeout""#) && errors.text.contains(#""retryable":false"#))
            #expect(errors.text.contains(#""details":{"made":\#(made.count),"wanted":99"#), "\(errors.text)")
            #expect(errors.text.contains("did not finish within 77 s. \(made.count) of 99 links made."))
            #expect(!errors.text.contains("Nothing was submitted"))
            let cents = 2_000 - 10 * made.count
            let balance = "$\(cents / 100).\(String(100 + cents % 100).dropFirst())"
            #expect(try await world.balance().contains(balance))
            let listed = try await world.run("link", "list", "--limit", "100").output
            #expect(made.allSatisfy(listed.contains))
        }
    }

    @Test("When time is up while links wait to be collected, they still work and are not paid for again")
    func linkCreate_timeOutWhileWaiting_namesTheLink() async throws {
        let clock = SteeredClock(steering: .seconds(77))
        try await PlayMoneyWorld.visit(clock: clock) { world in
            try await world.fund(quarks: 20_000_000)
            let output = CapturedOutput()
            let errors = WatchedOutput(for: "Waiting for the link", event: clock.letTimePass)
            let status = await world.runTool(
                "link", "create", "5", "--void-after", "1h", "--json", "--timeout", "77s", "--progress", "plain",
                output: output, errors: errors)
            #expect(status == .outcomeUnknown)
            let id = try #require(output.text.firstMatch(of: /"id":"([^"]+)"/)?.1)
            #expect(output.text.contains(#""url":"https:"#))
            #expect(errors.text.contains(#""retryable":false"#) && !errors.text.contains("Nothing was submitted"))
            #expect(errors.text.contains("still work"))
            #expect(errors.text.contains("flipcash --endpoint embedded: link cancel \(id)"))
            #expect(try await world.balance().contains("$15.00"))
        }
    }

    @Test("When time is up before anything was paid, the command may be repeated")
    func give_timeOutBeforePayment_isRetryable() async throws {
        let clock = SteeredClock(steering: .seconds(77))
        try await PlayMoneyWorld.visit(clock: clock) { world in
            let output = CapturedOutput()
            let errors = WatchedOutput(for: "Waiting for somebody", event: clock.letTimePass)
            try await world.fund(quarks: 20_000_000)
            let status = await world.runTool(
                "give", "5", "--json", "--timeout", "77s", "--progress", "plain", output: output, errors: errors)
            // The bill was printed when it could be scanned; no output says that it was given.
            #expect(status == .network && !output.text.contains(#""schema":"flipcash.transfer"#))
            #expect(errors.text.contains(#""code":"timeout""#) && errors.text.contains(#""retryable":true"#))
            #expect(errors.text.contains("The cash is in your wallet."))
            #expect(try await world.balance().contains("$20.00"))
        }
    }

    @Test("Ctrl-C at the questions after a link was made says that the link still works", arguments: [2, 3])
    func linkCreate_stoppedAtAQuestion_keepsTheLink(question: Int) async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let person = SlowPerson { number in
                if number < question { return number == 1 ? "y" : "n" }
                withUnsafeCurrentTask { $0?.cancel() }
                return nil
            }
            let terminal = CapturedOutput(terminal: screen)
            let result = try await Task {
                try await world.run("link", "create", "5", person: person, on: terminal)
            }.value
            #expect(person.questions == question)
            #expect(result.status == .declined && result.failure?.hasEffect == true)
            let message = try #require(result.failure?.message)
            #expect(
                message.hasPrefix(
                    "Stopped. The link still works. If it is not collected, its cash returns after 7 days."))
            let id = try #require(message.firstMatch(of: /flipcash link cancel (\w+)$/)?.1)
            #expect(try await world.balance().contains("$15.00"))
            let back = try await world.run("link", "cancel", String(id), "--yes")
            #expect(back.status == .done, "\(back.errors)")
            #expect(try await world.balance().contains("$20.00"))
        }
    }

    @Test("The end of the input keeps the link, as Enter does")
    func linkCreate_endOfInput_keepsTheLink() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let terminal = CapturedOutput(terminal: screen)
            let result = try await world.run("link", "create", "5", answers: ["y"], on: terminal)
            #expect(result.status == .done, "\(result.errors)")
            #expect(try await world.balance().contains("$15.00"))
        }
    }

    @Test("The link is printed as soon as it is paid, before the store is refreshed")
    func linkCreate_link_isPrintedBeforeTheRefresh() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            _ = try await world.balance()
            let output = WatchedOutput.stopping(at: "https://")
            let result = try await Task { try await world.run("link", "create", "5", on: output) }.value
            #expect(result.status == .done, "\(result.errors)")
            // The refresh was stopped, so the store is unchanged.
            #expect(try await world.run("balance", "--offline").output.contains("$20.00"))
            #expect(try await world.balance().contains("$15.00"))
        }
    }

    @Test("The link that a bill becomes is also printed as soon as it is paid")
    func give_linkAfter_isPrintedBeforeTheRefresh() async throws {
        let clock = SteeredClock(steering: .seconds(77))
        try await PlayMoneyWorld.visit(clock: clock) { world in
            try await world.fund(quarks: 20_000_000)
            _ = try await world.balance()
            let output = WatchedOutput.stopping(at: "https://")
            let errors = WatchedOutput(for: "Waiting for somebody", event: clock.letTimePass)
            let status = await world.runTool(
                "give", "5", "--link-after", "77s", "--show", "none", "--progress", "plain", output: output,
                errors: errors)
            #expect(status == .done, "\(errors.text)")
            #expect(try await world.run("balance", "--offline").output.contains("$20.00"))
            #expect(try await world.balance().contains("$15.00"))
        }
    }
}
