import FlipcashCore
import FlipcashTestKit
import FlipcashWallet
import Testing

@testable import FlipcashCommands

/// Links that are taken back if they are not collected in time.
@Suite struct LinkWatchTests {
    private let refused = CommandFailure("cancel_failed", .refused, "The service refused to cancel this link.")
    private let lost = CommandFailure("pending", .outcomeUnknown, "No answer came.")
    private let gone = CommandFailure(
        "cancel_failed", .conflict,
        "This cash has already been collected, so the link cannot be cancelled. See the history.")
    private let busy = CommandFailure("busy", .conflict, "Another command moves money.", isRetryable: true)

    /// A clock without real waits, whose date leaps a day ahead after the first one.
    private func hurried() -> TestClock { .hasty(now: SystemClock().now(), leap: .seconds(86_400)) }

    /// Makes `count` links of one dollar.
    private func links(_ count: Int, _ wallet: any WalletAccess) async throws -> [LinkView] {
        var links: [LinkView] = []
        for _ in 0..<count {
            links.append(
                try await wallet.createLink(wallet.prepare(AmountText(argument: "1"), token: nil)))
        }
        return links
    }

    @Test("A link that cannot be taken back does not block the others, and a lost attempt is retried")
    func takeBack_oneFails_goesOn() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let (clock, output) = (hurried(), CapturedOutput())
            let call = try world.call(clock: clock, output: output, "--output", "jsonl")
            try await world.withWallet { wallet in
                let links = try await links(5, wallet)
                let troubled = TroubledWallet(
                    wallet,
                    failures: [
                        links[0].vault: [refused], links[1].vault: [lost, busy, lost],
                        links[2].vault: [gone],
                    ])
                let watch = LinkWatch(
                    links: links, limit: .seconds(1), wallet: troubled, money: ViewSamples.money, call: call)
                let error = await #expect(throws: CommandFailure.self) { try await watch.run() }
                let failure = try #require(error)
                // A refused cancellation is tried once, a lost one until it succeeds.
                #expect(troubled.cancelled.filter { $0 == links[0].vault }.count == 1)
                #expect(troubled.cancelled.filter { $0 == links[1].vault }.count == 4)
                #expect(failure.status == .unexpected && failure.hasEffect && !failure.isRetryable)
                #expect(failure.message.hasPrefix("1 of 5 links could not be taken back: The service refused"))
                #expect(failure.message.hasSuffix("Take it back with: flipcash link cancel \(links[0].name)"))
                #expect(failure.document.text.contains(#""left":[{"schema":"flipcash.link/1""#))
            }
            let states = output.text.matches(of: /"state":"([a-z]+)"/).map { String($0.1) }
            #expect(states.sorted() == ["cancelled", "cancelled", "cancelled", "claimed", "unknown"])
            // Two links are still out: the refused one, and the one whose cancellation reported it as collected.
            #expect(try await world.balance().contains("$18.00"))
        }
    }

    @Test("A link whose cancellation gets no answer ends with exit 10 and the command to repeat")
    func takeBack_neverAnswered_isUnclear() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let call = try world.call(clock: hurried())
            try await world.withWallet { wallet in
                let links = try await links(1, wallet)
                let troubled = TroubledWallet(
                    wallet, failures: [links[0].vault: [any Error](repeating: lost, count: 99)])
                let watch = LinkWatch(
                    links: links, limit: .seconds(1), wallet: troubled, money: ViewSamples.money, call: call)
                let failure = await #expect(throws: CommandFailure.self) { try await watch.run() }
                #expect(failure?.status == .outcomeUnknown && troubled.cancelled.count == 5)
                #expect(failure?.message.contains("flipcash link cancel \(links[0].name)") == true)
            }
        }
    }

    @Test("Neither a changed clock nor a failed look-up changes how long the wait lasts")
    func wait_clockSet_lastsAsLong() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let clock = hurried()
            let call = try world.call(clock: clock)
            try await world.withWallet { wallet in
                let links = try await links(1, wallet)
                let troubled = TroubledWallet(wallet, failures: [:], lookFailure: refused)
                try await LinkWatch(
                    links: links, limit: .seconds(31), wallet: troubled, money: ViewSamples.money, call: call
                ).run()
                let waited = clock.waits.reduce(Duration.zero, +)
                #expect(waited == .seconds(31))
            }
            #expect(try await world.balance().contains("$20.00"))
        }
    }
}
