import FlipcashCore
import FlipcashTestKit
import FlipcashWallet
import Foundation
import Testing

@testable import FlipcashCommands

/// Trades from the command line against a node in this process (client specification §10.8, §10.9, §12.5).
@Suite("Trades from the command line")
struct TradeCommandTests {
    /// A world whose person has 80 dollars, and the first tokens of a currency of their own.
    private func market(_ story: (PlayMoneyWorld) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            let launched = try await world.run("token", "launch", "--name", "Tea Coin", "--yes")
            #expect(launched.status == .done, "\(launched.failure?.message ?? "")")
            try await story(world)
        }
    }

    /// The three ways to trade an amount.
    private static func trades(_ amount: String) -> [[String]] {
        [["buy", "Tea Coin", amount], ["sell", "Tea Coin", amount], ["convert", amount, "dollars", "Tea Coin"]]
    }

    // MARK: Input

    @Test(
        "A mistyped amount is a usage error before an account is created",
        arguments: ["0", "0.00", "1.234", "1e3", "12345678901", "1,000", "5xyz", "five", "5 5"])
    func trade_mistypedAmount_createsNothing(amount: String) async throws {
        try await PlayMoneyWorld.visit { world in
            for words in Self.trades(amount) {
                let result = try await world.run(words + ["--yes"])
                #expect(result.status == .usage, "\(words): \(result.failure?.message ?? "done")")
                #expect(result.output.isEmpty)
            }
            #expect(!Self.files(of: world).contains { $0.hasSuffix("accounts.json") })
        }
    }

    @Test("Without a terminal a trade needs --yes, which is said before an account is created")
    func trade_nobodyToAsk_isUsageError() async throws {
        try await PlayMoneyWorld.visit { world in
            for words in Self.trades("5") {
                let result = try await world.run(words)
                #expect(result.status == .usage && result.failure?.message.contains("--yes") == true)
            }
            #expect(!Self.files(of: world).contains { $0.hasSuffix("accounts.json") })
        }
    }

    private static func files(of world: PlayMoneyWorld) -> [String] {
        (FileManager.default.enumerator(atPath: world.path)?.allObjects ?? []).compactMap { $0 as? String }
    }

    @Test("What cannot be traded has its reason and its exit code, and nothing is paid")
    func trade_impossible_isRefused() async throws {
        try await market { world in
            let cases: [(words: [String], status: ExitStatus, says: String)] = [
                (["buy", "Nothing", "1"], .notFound, "no token"),
                (["sell", "Nothing", "1"], .notPossible, "no token"),
                (["convert", "1", "Nothing", "dollars"], .notPossible, "no token"),
                (["buy", "dollars", "1"], .badInput, "the same currency"),
                (["convert", "1", "Tea Coin", "TEACOIN"], .badInput, "the same currency"),
                (["buy", "Tea Coin", "80"], .notPossible, "short"),
                (["buy", "Tea Coin", "999999999"], .notPossible, "short"),
                (["sell", "Tea Coin", "1000"], .notPossible, "short"),
            ]
            for (words, status, says) in cases {
                let result = try await world.run(words + ["--yes"])
                #expect(result.status == status, "\(words): \(result.failure?.message ?? "done")")
                #expect(result.failure?.message.contains(says) == true, "\(words): \(result.failure?.message ?? "")")
                #expect(result.output.isEmpty)
            }
            #expect(try await world.balance().contains("$80.00"))
        }
    }

    @Test("A withdrawal that names no token takes dollars, whatever else is held")
    func withdraw_noToken_takesDollars() async throws {
        let outsider = "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX"
        try await market { world in
            let planned = try await world.run("withdraw", "5", outsider, "--dry-run", "--json").output
            #expect(planned.contains(#""symbol":"USDF""#) && !planned.contains("TEACOIN"), "\(planned)")
            let named = try await world.run("withdraw", "5", outsider, "--token", "TEACOIN", "--dry-run", "--json")
                .output
            #expect(named.contains("TEACOIN"))
            let short = try await world.run("withdraw", "81", outsider, "--yes")
            #expect(short.status == .notPossible)
        }
    }

    @Test("A payment to a person that names no token takes dollars; a currency new to that person is refused")
    func send_noToken_sendsDollars() async throws {
        try await market { world in
            let created = try await world.run(
                "account", "create", "--label", "ben", "--words-file", world.path("words"))
            #expect(created.status == .done, "\(created.errors)")
            #expect(try await world.run("account", "use", "1").status == .done)
            let address = try await world.run("account", "address", "--account", "ben", "--json").output
            let ben = String(try #require(address.firstMatch(of: /"owner":"([^"]+)"/)?.1))

            let planned = try await world.run("send", "5", ben, "--dry-run", "--json").output
            #expect(planned.contains(#""symbol":"USDF""#) && !planned.contains("TEACOIN"), "\(planned)")
            let named = try await world.run("send", "5", ben, "--token", "TEACOIN", "--yes")
            #expect(named.status == .notPossible && named.output.isEmpty)
            #expect(named.failure?.message.contains("never received this currency") == true)
            #expect(named.failure?.message.contains("--token dollars") == true)
            let stranger = "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX"
            #expect(try await world.run("send", "5", stranger, "--token", "TEACOIN", "--yes").status == .notFound)
            #expect(try await world.balance().contains("$80.00"))
        }
    }

    // MARK: Figures

    @Test("After each trade, the price and the supply are those after it, not those of the proof in the store")
    func tokenInfo_afterTrade_showsTheNewSupply() async throws {
        try await market { world in
            for trade in [["buy", "Tea Coin", "5"], ["sell", "Tea Coin", "3"], ["buy", "Tea Coin", "1"]] {
                #expect(try await world.run(trade + ["--yes"]).status == .done)
                // The tokens of this person are all that exist.
                let info = try await world.run("token", "info", "TEACOIN").output
                let supply = try #require(info.firstMatch(of: /Supply +(\S+) TEACOIN/)?.1)
                let held = try #require(info.firstMatch(of: /You have +(\S+) TEACOIN/)?.1)
                #expect(supply == held, "\(trade): \(info)")
            }
        }
    }

    @Test("A person sees what leaves, the fee, what arrives at least, and the impact; any answer but yes pays nothing")
    func trade_declined_showsFigures() async throws {
        try await market { world in
            let buy = try await world.run("buy", "Tea Coin", "5", answers: ["n"])
            #expect(buy.status == .declined && buy.output.isEmpty)
            for part in [
                "You pay", "$5.05", "Dollars", "Fee, included", "$0.05", "You get", "$5.00", "TEACOIN", "At least",
                "Price impact", "Trades cannot be undone. Continue? [y/N]",
            ] {
                #expect(buy.errors.contains(part), "\(part): \(buy.errors)")
            }
            #expect(!buy.errors.contains("Rate"), "dollars have no rate")
            let sell = try await world.run("sell", "TEACOIN", "2", answers: [""])
            #expect(sell.status == .declined)
            for part in ["$2.00", "kept by Tea Coin's pool", "$0.02", "$1.98"] {
                #expect(sell.errors.contains(part), "\(part): \(sell.errors)")
            }
            #expect(try await world.balance().contains("$80.00"))
            #expect(try await world.run("swap", "list").output.components(separatedBy: "\n").count == 2)
        }
    }

    @Test("In another currency the figures have its rate, also in a dry run and in JSON")
    func trade_otherCurrency_showsItsRate() async throws {
        try await market { world in
            let asked = try await world.run("buy", "Tea Coin", "5cad", answers: ["n"])
            #expect(asked.errors.contains(/Rate +\d+(\.\d+)? +CAD for one dollar/), "\(asked.errors)")
            let planned = try await world.run("buy", "Tea Coin", "5cad", "--dry-run")
            #expect(planned.status == .done && planned.output.contains("CAD for one dollar"))
            let document = try await world.run("buy", "Tea Coin", "5cad", "--dry-run", "--json").output
            #expect(document.contains(#""schema":"flipcash.quote/1""#) && document.contains(#""price_impact":"#))
            #expect(document.contains(#""currency":"cad","fx":"#) && document.contains(#""minimum_quarks":"#))
            #expect(try await world.balance().contains("$80.00"))
        }
    }

    @Test("A trade is in the list, is found by the first characters of its id, and cannot be paid again")
    func swap_afterTrade_isShown() async throws {
        try await market { world in
            let bought = try await world.run("buy", "Tea Coin", "5", "--yes", "--json")
            #expect(bought.status == .done, "\(bought.failure?.message ?? "")")
            let id = String(try #require(bought.output.firstMatch(of: /"id":"([^"]+)"/)?.1))
            let shown = try await world.run("swap", "show", String(id.prefix(10)), "--json")
            #expect(shown.output.contains(id) && shown.output.contains(#""state":"finalized""#))
            let resumed = try await world.run("swap", "resume", id, "--yes")
            #expect(resumed.status == .done)
            #expect(try await world.balance().contains("$74.95"))
            #expect(try await world.run("swap", "show", "zzzzzzzzzz").status == .notFound)
            #expect(try await world.run("swap", "resume", "zzzzzzzzzz", "--yes").status == .notFound)
        }
    }
}

/// The wait for a swap, and what a person who stops it reads (client specification §12.5, §12.6).
@Suite struct SwapWaitTests {
    private let swap = SwapID.generate(using: SeededRandomSource(seed: 1))

    /// The failure of a trade that is stopped after `steps`.
    private func stopped(after steps: [SwapProgress]) async throws -> any Error {
        try await PlayMoneyWorld.visit { world in
            let call = try world.call()
            let wait = SwapWait(call: call, money: try call.moneyText())
            return try await #require(throws: (any Error).self) {
                try await wait.during("Buying", swap: nil) { report in
                    for step in steps { report(step) }
                    throw CancellationError()
                }
            }
        }
    }

    @Test("After the payment, a stopped wait exits 10 and names the swap in its message and in its object")
    func during_stoppedAfterPayment_namesTheSwap() async throws {
        for steps in [[.agreeing, .paying(swap)], [.agreeing, .paying(swap), .waiting(.submitting)]] as [[SwapProgress]]
        {
            let failure = try #require(try await stopped(after: steps) as? CommandFailure)
            #expect(failure.status == .outcomeUnknown && !failure.isRetryable && failure.hasEffect)
            #expect(failure.message.contains("flipcash swap resume \(swap.base58)"))
            #expect(failure.pending?.text.contains(#""id":"\#(swap.base58)""#) == true)
        }
    }

    @Test("Before the payment, a stopped trade is a plain cancellation")
    func during_stoppedBeforePayment_isCancelled() async throws {
        #expect(try await stopped(after: [.agreeing]) is CancellationError)
    }

    @Test("A swap that is still under way exits 10 with the whole swap as its object")
    func requireDone_underWay_hasTheSwap() async throws {
        try await PlayMoneyWorld.visit { world in
            let call = try world.call()
            let (from, to) = (
                TokenView(mint: .usdf, symbol: "USDF", name: "USDF", quarks: 5_050_000),
                TokenView(mint: .usdc, symbol: "TEA", name: "Tea", quarks: 0)
            )
            let view = SwapView(
                id: swap, kind: "buy", state: .submitting, from: from, to: to, amount: nil, started: nil)
            let failure = try #require(throws: CommandFailure.self) {
                try SwapWait(call: call, money: try call.moneyText()).requireDone(view)
            }
            #expect(failure.status == .outcomeUnknown && failure.message.contains("flipcash swap show"))
            let pending = failure.pending?.text ?? ""
            #expect(pending.contains(swap.base58) && pending.contains(#""state":"submitting""#))
            #expect(pending.contains(#""kind":"buy""#))
        }
    }
}
