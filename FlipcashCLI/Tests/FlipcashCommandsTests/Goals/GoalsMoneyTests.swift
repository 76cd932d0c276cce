import ArgumentParser
import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

@testable import FlipcashCommands

@Suite("flipcash goals: contributions that move money, and watched addresses")
struct GoalsMoneyTests {
    /// A world whose person has a second account, called savings, and 50 dollars in the first one.
    private func visit(_ story: (PlayMoneyWorld) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.run("balance")
            try await world.fund(quarks: 50_000_000)
            _ = try await world.run("balance")
            let second = try await world.run(
                "account", "create", "--label", "savings", "--words-file", world.path("words"))
            #expect(second.status == .done, "\(second.errors)")
            #expect(try await world.run("account", "use", "1").status == .done)
            #expect(try await world.run("goals", "add", "Trip", "100 usd", "--by", "2099-01-01").status == .done)
            try await story(world)
        }
    }

    @Test("Money sent to another account counts once, also after a sync, and the other account has it")
    func contribute_toOwnAccount_countsOnce() async throws {
        try await visit { world in
            #expect(try await world.run("goals", "contribute", "Trip", "5", "--to", "savings").status == .usage)
            let dry = try await world.run("goals", "contribute", "Trip", "5", "--to", "savings", "--dry-run")
            #expect(dry.output.contains("Would send this:"), "\(dry.errors)")
            let own = try await world.run("goals", "contribute", "Trip", "5", "--to", "1", "--yes")
            #expect(own.status == .badInput && own.failure?.code == "own_account")
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"0.00\""))

            let paid = try await world.run("goals", "contribute", "Trip", "5", "--to", "savings", "--yes", "--json")
            #expect(paid.status == .done, "\(paid.errors)")
            #expect(paid.output.contains("\"kind\":\"payment\"") && paid.output.contains("\"amount\":\"5.000000\""))
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"5.00\""))
            #expect(try await world.run("balance").output.contains("45.00"))
            #expect(try await world.run("balance", "--account", "savings").output.contains("5.00"))

            let synced = try await world.run("goals", "asset", "sync", "--json")
            #expect(
                synced.output.contains("\"balance\":\"5.000000\"") && synced.output.contains("\"new\":0"),
                "\(synced.output)\(synced.errors)")
            #expect(synced.output.contains("\"state\":\"connected\""))
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"5.00\""))
        }
    }

    @Test(
        "After a kill the next sync counts a payment that was made, once, and no payment that was not made")
    func pending_killedCommand_isSettled() async throws {
        try await visit { world in
            let address = try await world.run("account", "address", "--account", "savings", "--json").output
            let savings = try #require(address.firstMatch(of: /"owner":"([^"]+)"/)?.1)
            #expect(
                try await world.run("goals", "contribute", "Trip", "1", "--to", "savings", "--yes").status == .done)
            let sent = try await world.run("send", "5", String(savings), "--yes", "--json").output
            let id = try #require(sent.firstMatch(of: /"id":"([^"]+)"/)?.1)
            let (lost, young) = (
                IntentID.generate(using: SystemRandomSource()).base58,
                IntentID.generate(using: SystemRandomSource()).base58
            )
            try await world.call().withGoals { desk in
                let asset = try #require(try desk.store.assets().first)
                let goal = try desk.goal("Trip")
                let old = desk.now.advanced(by: .seconds(-3600))
                for (payment, date) in [(String(id), desk.now), (lost, old), (young, desk.now)] {
                    try desk.store.put(
                        PendingContribution(
                            payment: payment, kind: .payment, goal: goal.id, asset: asset.id, units: 5_000_000,
                            date: date))
                }
            }
            let synced = try await world.run("goals", "asset", "sync")
            #expect(synced.errors.contains("Counted 1 contribution from"), "\(synced.errors)")
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"6.00\""))
            let second = try await world.run("goals", "asset", "sync")
            #expect(second.status == .done && !second.errors.contains("Counted"))
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"6.00\""))
            let left = try await world.call().withGoals { desk in try desk.store.pendingContributions() }
            #expect(left.map(\.payment) == [young], "another command may still make a recent one")
        }
    }

    @Test("A payment that is refused counts nothing")
    func contribute_refused_countsNothing() async throws {
        try await visit { world in
            let refused = try await world.run("goals", "contribute", "Trip", "51", "--to", "savings", "--yes")
            #expect(refused.status == .notPossible, "\(refused.errors)")
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"0.00\""))
            let unknown = try await world.run("goals", "contribute", "Trip", "5", "--to", "unknown", "--yes")
            #expect(unknown.status == .locked && unknown.failure?.code == "unknown_account", "\(unknown.errors)")
            #expect(throws: (any Error).self) {
                try RootCommand.parseAsRoot(["goals", "contribute", "Trip", "5", "--to", "2", "--buy", "x"])
            }
        }
    }

    @Test("A token is bought and reserved, once")
    func contribute_buy_reservesTheToken() async throws {
        try await visit { world in
            #expect(try await world.run("token", "launch", "--name", "Tea Coin", "--yes").status == .done)
            let bought = try await world.run(
                "goals", "contribute", "Trip", "10", "--buy", "Tea Coin", "--yes", "--json")
            #expect(bought.status == .done, "\(bought.errors)")
            #expect(bought.output.contains("\"kind\":\"purchase\"") && bought.output.contains("\"state\":\"done\""))
            let list = try await world.run("goals", "show", "Trip", "--json")
            #expect(list.output.contains("\"source\":\"wallet\",\"currency\":\"mint:"), "\(list.output)")
            let total = try #require(list.output.firstMatch(of: /"total":"([0-9.]+)"/)?.1)
            // Selling what was bought for $10.00 costs 1 %.
            #expect(total.hasPrefix("9."), "\(total)")
            func promised(_ text: String) -> Substring? { text.firstMatch(of: /"promised":"([0-9.]+)"/)?.1 }
            #expect(try await world.run("goals", "asset", "sync").status == .done)
            let again = try await world.run("goals", "show", "Trip", "--json")
            #expect(promised(list.output) != nil && promised(again.output) == promised(list.output))
        }
    }

    @Test("A purchase is recorded once it is paid, before the wait for its end; without a record there is no wait")
    func buy_onPaid_comesBeforeTheWait() async throws {
        try await visit { world in
            #expect(try await world.run("token", "launch", "--name", "Tea Coin", "--yes").status == .done)
            let call = try world.call("--yes")
            let target = try #require(TokenArgument(argument: "Tea Coin"))
            func events(throwing failure: CommandFailure?) async throws -> [WatchedMarket.Event] {
                try await world.withWallet { wallet in
                    let market = WatchedMarket(wallet.market)
                    let run = TradeRun(
                        amount: AmountText(argument: "10"), source: .dollars, target: target,
                        options: try TradeOptions.parse([]), call: call,
                        onPaid: { _ in
                            market.note(.noted)
                            if let failure { throw failure }
                        })
                    let watched = TroubledWallet(wallet, failures: [:], market: market)
                    if let failure {
                        let thrown = await #expect(throws: CommandFailure.self) {
                            try await run.carriedOut(in: watched)
                        }
                        #expect(thrown?.code == failure.code)
                    } else {
                        #expect(try await run.carriedOut(in: watched) != nil)
                    }
                    return market.events
                }
            }
            let done = try await events(throwing: nil)
            #expect(done.prefix(2) == [.paid(waits: false), .noted], "\(done)")
            let failed = try await events(throwing: CommandFailure("full", .inputOutput, "The disk is full."))
            #expect(failed == [.paid(waits: false), .noted], "\(failed)")
        }
    }

    @Test("An address is watched through the service of the setting, which may fail; the figures stay")
    func watch_webService_isRead() async throws {
        try await visit { world in
            let added = try await world.run(
                "goals", "asset", "watch", "Trip", "--chain", "eth", "--address", "0xabc", "--of", "usdc", "--label",
                "cold")
            #expect(added.status == .done, "\(added.errors)")
            let again = try await world.run(
                "goals", "asset", "watch", "Trip", "--address", "0xabc", "--of", "usdc")
            #expect(again.status == .conflict && again.failure?.code == "asset_exists")
            let none = try await world.run("goals", "asset", "sync")
            #expect(none.status == .configuration && none.failure?.code == "chain_unsupported")
            let failing = try await world.run("goals", "show", "Trip")
            #expect(failing.output.contains("hard error"), "\(failing.output)")
            #expect(failing.errors.contains("cold cannot be read. Run: flipcash"), "\(failing.errors)")
            #expect(
                try await world.run(
                    "goals", "asset", "watch", "Trip", "--chain", "sol", "--address", "0xabc"
                ).failure?.code
                    == "bad_address")
            #expect(
                try await world.run(
                    "goals", "asset", "watch", "Trip", "--chain", "moon", "--address", "x"
                ).failure?.code == "bad_chain")
            _ = try await world.run("config", "set", "goals.chain_url", "http://127.0.0.1:9/")
            let list = try await world.run("goals", "asset", "list", "--json")
            #expect(list.output.contains("\"sync\":\"needs_attention\""))
        }
    }

    @Test("Prices of coins come from the service of the setting; while it is down the stale price is used and flagged")
    func coinPrices_service_isUsed() async throws {
        let clock = TestClock()
        try await PlayMoneyWorld.visit(clock: clock) { world in
            _ = try await world.run("balance")
            let price = LoopbackServer.Reaction.answer(status: 200, body: #"{"bitcoin":{"usd":50000}}"#)
            try await LoopbackServer.run([price, .hangUp]) { server in
                _ = try await world.run("config", "set", "goals.price_url", server.endpoint)
                #expect(try await world.run("goals", "add", "Coin", "1000 usd", "--by", "2026-09-01").status == .done)
                #expect(try await world.run("goals", "asset", "add", "Coin", "btc", "--label", "jar").status == .done)
                #expect(try await world.run("goals", "log", "jar", "0.01").status == .done)
                let first = try await world.run("goals", "list", "--json")
                #expect(first.output.contains("\"total\":\"500.00\"") && first.output.contains("\"stale\":false"))
                clock.advance(by: .seconds(200))
                #expect(try await world.run("goals", "list", "--json").output.contains("\"age_s\":200"))
                #expect(server.requests.count == 1)
                clock.advance(by: .seconds(200))
                let stale = try await world.run("goals", "list", "--json")
                #expect(stale.output.contains("\"total\":\"500.00\"") && stale.output.contains("\"stale\":true"))
                #expect(server.requests.count == 2)
                #expect(try await world.run("goals", "execute", "start").failure?.code == "stale_rates")
                let budget = try await world.run("goals", "budget", "apply", "100")
                #expect(budget.status == .rateUnavailable && budget.failure?.code == "stale_rates")
            }
        }
    }

    @Test("A coin with an unusual symbol is looked up; the service's coins are listed, and kept for six hours")
    func coinPrices_unusualCoins_areFound() async throws {
        let clock = TestClock()
        try await PlayMoneyWorld.visit(clock: clock) { world in
            _ = try await world.run("balance")
            func answer(_ body: String) -> LoopbackServer.Reaction { .answer(status: 200, body: body) }
            let script = [
                answer(#"[{"id":"pepe","symbol":"pepe","name":"Pepe","market_cap":7}]"#), answer("[]"),
                answer(#"{"pepe":{"usd":0.5}}"#),
                answer(#"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin"},{"id":"wif","symbol":"wif","name":"Wif"}]"#),
                answer(#"{"wif":{"usd":2}}"#),
            ]
            try await LoopbackServer.run(script) { server in
                _ = try await world.run("config", "set", "goals.price_url", server.endpoint)
                #expect(try await world.run("goals", "add", "Coin", "1000 usd", "--by", "2026-09-01").status == .done)
                let known = try await world.run("goals", "asset", "add", "Coin", "pepe", "--label", "jar")
                #expect(known.status == .done && known.errors.contains("those of Pepe (pepe)"), "\(known.errors)")
                let unknown = try await world.run("goals", "asset", "add", "Coin", "nope")
                #expect(unknown.status == .done && unknown.errors.contains("has no coin NOPE"), "\(unknown.errors)")
                #expect(try await world.run("goals", "log", "jar", "10").status == .done)
                #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"5.00\""))
                #expect(server.requests.count == 3)
                for _ in 1...2 {
                    let found = try await world.run("goals", "currencies", "wif", "--json").output
                    #expect(found.contains(#""id":"wif","symbol":"WIF","name":"Wif","kind":"crypto""#), "\(found)")
                }
                #expect(server.requests.count == 4)
                #expect(try await world.run("goals", "rate", "wif", "usd").output.hasPrefix("1 WIF = 2 USD"))
                clock.advance(by: .seconds(21_600))
                let old = try await world.run("goals", "currencies", "wif", "--json")
                #expect(old.output.contains("Wif") && old.errors.contains("did not list its coins"), "\(old.errors)")
            }
        }
    }

    @Test("A price service that is down leaves the stored rates, and a missing key file is explained")
    func coinPrices_down_areMissing() async throws {
        try await visit { world in
            _ = try await world.run("config", "set", "goals.price_url", "http://127.0.0.1:9/")
            let rate = try await world.run("goals", "rate", "btc", "usd")
            #expect(rate.status == .network || rate.status == .rateUnavailable, "\(rate.errors)")
            _ = try await world.run("config", "set", "goals.price_key_file", world.path("missing"))
            #expect(try await world.run("goals", "rate", "btc", "usd").status == .cannotRead)
        }
    }
}
