import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashCommands
@testable import FlipcashWallet

/// Trades that were agreed on and never paid, from the command line (client specification §10.8, §12.5).
@Suite("Resuming a trade from the command line")
struct SwapResumeTests {
    /// A world whose person has 80 dollars, and has agreed on a purchase for $5 without paying it.
    private func unpaid(_ story: (PlayMoneyWorld, String) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            let launched = try await world.run("token", "launch", "--name", "Tea Coin", "--yes")
            #expect(launched.status == .done, "\(launched.failure?.message ?? "")")
            let id = try await world.withWallet { wallet in
                let session = try #require(wallet as? SessionWallet).session
                let mint = try await wallet.market.token(try #require(TokenArgument(argument: "Tea Coin")))
                let order = try SwapOrder.buy(
                    session.reserve(of: mint), amount: 5_000_000, fee: 50_000, parties: session.swapParties(),
                    random: session.environment.random)
                try await session.client.statefulSwap(
                    order, progress: SubmissionProgress(clock: session.environment.clock))
                return order.parameters.id.base58
            }
            try await story(world, id)
        }
    }

    @Test("A person sees what is paid, the fee, what arrives and the state; any answer but yes pays nothing")
    func resume_declined_showsFigures() async throws {
        try await unpaid { world, id in
            let asked = try await world.run("swap", "resume", id, answers: ["n"])
            #expect(asked.status == .declined && asked.output.isEmpty)
            for part in [
                "You pay", "$5.05", "5.05 Dollars", "Fee, included", "$0.05", "You get", "$5.00", "about", "TEACOIN",
                "At least", "Price impact", "State", "waits for its payment",
                "Trades cannot be undone. Pay it now? [y/N]",
            ] {
                #expect(asked.errors.contains(part), "\(part): \(asked.errors)")
            }
            #expect(try await world.balance().contains("$80.00"))
            #expect(try await world.run("swap", "show", id, "--json").output.contains(#""state":"created""#))
        }
    }

    @Test("A dry run shows the same figures, as text and in JSON, and pays nothing")
    func resume_dryRun_showsFigures() async throws {
        try await unpaid { world, id in
            let planned = try await world.run("swap", "resume", id, "--dry-run")
            #expect(planned.status == .done && planned.output.hasPrefix("Would pay this swap:\n"))
            for part in ["You pay", "$5.05", "Fee, included", "You get", "At least", "waits for its payment"] {
                #expect(planned.output.contains(part), "\(part): \(planned.output)")
            }
            #expect(planned.errors.contains("Nothing was submitted."))
            let document = try await world.run("swap", "resume", id, "--dry-run", "--json").output
            #expect(document.contains(#""schema":"flipcash.swap/1""#) && document.contains(#""state":"created""#))
            #expect(document.contains(#""quote":{"schema":"flipcash.quote/1","kind":"buy","pay":{"currency":"usd""#))
            #expect(document.contains(#""minimum_quarks":"#) && document.contains(#""price_impact":"#))
            #expect(document.contains(#""expires_at":"#) && !document.contains("planned"))
            #expect(try await world.balance().contains("$80.00"))
        }
    }

    @Test("Without a terminal the payment needs --yes")
    func resume_nobodyToAsk_isUsageError() async throws {
        try await unpaid { world, id in
            let refused = try await world.run("swap", "resume", id)
            #expect(refused.status == .usage && refused.failure?.message.contains("--yes") == true)
            #expect(try await world.balance().contains("$80.00"))
        }
    }

    @Test("Agreed to, the swap is paid once, and its answer has the figures; afterwards it has ended")
    func resume_agreed_paysOnce() async throws {
        try await unpaid { world, id in
            let paid = try await world.run("swap", "resume", id, "--yes", "--json")
            #expect(paid.status == .done, "\(paid.failure?.message ?? "")")
            #expect(paid.output.contains(#""state":"finalized""#) && paid.output.contains(#""quote":{"#))
            #expect(try await world.balance().contains("$74.95"))
            let ended = try await world.run("swap", "resume", id, "--dry-run")
            #expect(ended.status == .done && ended.output.contains("done") && !ended.output.contains("Would"))
            #expect(ended.errors.contains("This swap has ended."))
            #expect(try await world.run("swap", "resume", id, "--yes").status == .done)
            #expect(try await world.balance().contains("$74.95"))
        }
    }

    @Test("A paid swap has no least amount; one on its way back shows what returns")
    func table_paidOrReturning_saysWhatHappens() async throws {
        try await unpaid { world, id in
            let money = try world.call().moneyText()
            let (swap, figures) = try await world.withWallet { wallet in
                let swap = try await wallet.market.swap(id)
                return (swap, try await wallet.market.figures(of: swap))
            }
            func text(_ state: SwapState) -> String {
                TradePlan(figures, of: swap.with(state), now: figures.quoted).table(money)
                    .lines(header: false, limit: nil, style: .plain).joined(separator: "\n")
            }
            let underWay = text(.submitting)
            #expect(underWay.contains("You paid") && underWay.contains("$5.05") && underWay.contains("You get "))
            #expect(underWay.contains("being carried out") && !underWay.contains("At least"))
            let returning = text(.cancelling)
            #expect(returning.contains("You get back") && returning.contains("money on its way back"))
            #expect(!returning.contains("Fee") && !returning.contains("TEACOIN"))
        }
    }
}
