import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashWallet

@Suite struct SessionTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
    }

    @Test("An amount is computed from the pinned rate, not from the displayed one")
    func prepareSubmission_usesThePin() throws {
        try world.run {
            node.change { $0.rates = [("usd", 1), ("cad", 1.35)] }
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            try session.database.insert(rates: [Rate(fx: 2, currency: .cad)])
            let data = try await session.prepareSubmission(amount: .cad("1"), mint: .usdf)
            #expect(data.amount.quarks == 740_741)
            #expect(data.amount.nativeAmount == .cad("1"))
            #expect(data.amount.currencyRate == data.state.rate)
        }
    }

    @Test("A shortfall is reported with its amount, without pinning a rate")
    func prepareSubmission_short_throws() throws {
        try world.run {
            let session = try await a.open("a", quarks: 1_000_000, node: node)
            let failure = await #expect(throws: SessionError.self) {
                _ = try await session.prepareSubmission(amount: .usd("1.25"), mint: .usdf)
            }
            #expect(failure?.report.code == .short && failure?.report.kind == .notPossible)
            #expect(failure?.report.details["shortfall"] == "0.25")
        }
    }

    @Test(
        "A shortfall of half a displayed unit is accepted, in every currency",
        arguments: [(7_100, "0.01", 7_100), (995_000, "1.00", 995_000)] as [(UInt64, String, UInt64)])
    func prepareSubmission_withinTolerance_sendsTheBalance(balance: UInt64, entry: String, sent: UInt64) throws {
        try world.run {
            let session = try await a.open("a", quarks: balance, node: node)
            let data = try await session.prepareSubmission(amount: .usd(entry), mint: .usdf)
            #expect(data.amount.quarks == sent)
            try data.check()
        }
    }

    @Test("An empty wallet, a zero amount and a negative amount have different errors")
    func prepareSubmission_nothing_throws() throws {
        try world.run {
            let session = try await a.open("a", quarks: 0, node: node)
            await #expect(throws: SessionError.noBalance) {
                _ = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            }
            await #expect(throws: SessionError.self) {
                _ = try await session.prepareSubmission(amount: .usd("0"), mint: .usdf)
            }
            await #expect(throws: SessionError.self) {
                _ = try await session.prepareSubmission(amount: .usd("-1"), mint: .usdf)
            }
        }
    }

    @Test("The displayed limit is accepted, the next unit is not")
    func prepareSubmission_aboveTheLimit_throws() throws {
        try world.run {
            node.change { $0.limitsNext = 3.5 }
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            _ = try await session.prepareSubmission(amount: .usd("3.50"), mint: .usdf)
            let failure = await #expect(throws: SessionError.self) {
                _ = try await session.prepareSubmission(amount: .usd("3.51"), mint: .usdf)
            }
            #expect(failure?.report.code == .limitReached)
        }
    }

    @Test("Without a fresh rate, preparing a payment fails within the time limit")
    func prepareSubmission_noRate_throws() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            node.change { $0.rates = [("usd", 1)] }
            await #expect(throws: SessionError.rateUnavailable(.cad)) {
                _ = try await session.prepareSubmission(amount: .cad("1"), mint: .usdf)
            }
        }
    }

    @Test("Rates that the pinned node did not sign are never used")
    func prepareSubmission_forgedRates_areIgnored() throws {
        try world.run {
            let other = ScriptedNode(clock: world.clock, seed: 8)
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let service = VerifiedProtoService(
                nodeKey: node.key.publicKey, database: session.database, clock: world.clock)
            let (changed, rejected) = await service.saveRates([
                other.signedRate("cad", 1.4, at: world.clock.now()), node.signedRate("zzz", 2, at: world.clock.now()),
                node.signedRate("usd", 1, at: world.clock.now()),
            ])
            #expect(changed.map(\.currency) == [.usd] && rejected == 1)
            #expect(await service.verifiedState(currency: .cad, mint: .usdf) == nil)
        }
    }

    @Test("Stored proofs are used while fresh, skipped when stale, and never replace newer ones")
    func verifiedProtoService_warmLoad() throws {
        try world.run {
            let database = try Database.inMemory()
            func service() -> VerifiedProtoService {
                VerifiedProtoService(nodeKey: node.key.publicKey, database: database, clock: world.clock)
            }
            let time = world.clock.now()
            _ = await service().saveRates([node.signedRate("cad", 1.4, at: time)])
            #expect(await service().verifiedState(currency: .cad, mint: .usdf)?.rate.currency == .cad)
            let newer = service()
            _ = await newer.saveRates([node.signedRate("cad", 1.5, at: time.advanced(by: .seconds(10)))])
            _ = await newer.saveRates([node.signedRate("cad", 1.4, at: time)])
            #expect(
                await newer.verifiedState(currency: .cad, mint: .usdf)?.rateProto.exchangeRate.exchangeRate == 1.5)
            world.clock.moveDate(by: .seconds(790))
            #expect(await service().verifiedState(currency: .cad, mint: .usdf) == nil)
        }
    }

    @Test("A stored proof that does not verify does not block a new one, even with a later date")
    func verifiedProtoService_forgedStoredProof_isReplaced() throws {
        try world.run {
            let database = try Database.inMemory()
            let other = ScriptedNode(clock: world.clock, seed: 8)
            let time = world.clock.now()
            let future = time.advanced(by: .seconds(86_400))
            let forger = VerifiedProtoService(nodeKey: other.key.publicKey, database: database, clock: world.clock)
            _ = await forger.saveRates([other.signedRate("cad", 9, at: future)])
            let service = VerifiedProtoService(nodeKey: node.key.publicKey, database: database, clock: world.clock)
            let (changed, rejected) = await service.saveRates([node.signedRate("cad", 1.4, at: time)])
            #expect(changed.count == 1 && rejected == 0)
            let state = await service.verifiedState(currency: .cad, mint: .usdf)
            #expect(state?.rateProto.exchangeRate.exchangeRate == 1.4)
        }
    }

    @Test("A proof dated too far in the future is not used, and is replaced by a current one")
    func verifiedProtoService_futureProof_givesWay() throws {
        try world.run {
            let time = world.clock.now()
            for date in [
                time.advanced(by: VerifiedState.pinLeadMax + .seconds(1)), time.advanced(by: .seconds(1_000_000)),
                Instant(seconds: .max),
            ] {
                let database = try Database.inMemory()
                func service() -> VerifiedProtoService {
                    VerifiedProtoService(nodeKey: node.key.publicKey, database: database, clock: world.clock)
                }
                let first = service()
                _ = await first.saveRates([node.signedRate("cad", 9, at: date)])
                #expect(await first.verifiedState(currency: .cad, mint: .usdf)?.isStale(at: time) == true)
                // The next process does not use it either.
                let second = service()
                #expect(await second.verifiedState(currency: .cad, mint: .usdf) == nil)
                for service in [first, second] {
                    _ = await service.saveRates([node.signedRate("cad", 1.4, at: time)])
                    let state = try #require(await service.verifiedState(currency: .cad, mint: .usdf))
                    #expect(state.rateProto.exchangeRate.exchangeRate == 1.4 && !state.isStale(at: time))
                }
            }
        }
    }

    @Test("A pin is used from 13 minutes before its date, because clocks may be slow, to 13 minutes after")
    func isStale_bounds() throws {
        let now = world.clock.now()
        func isStale(_ date: Instant) throws -> Bool {
            let rate = try VerifiedRate(node.signedRate("cad", 1.4, at: date), nodeKey: node.key.publicKey)
            return VerifiedState(rateProof: rate, reserveProof: nil).isStale(at: now)
        }
        #expect(try !isStale(now))
        #expect(try !isStale(now.advanced(by: VerifiedState.pinLeadMax)))
        #expect(try isStale(now.advanced(by: VerifiedState.pinLeadMax + .milliseconds(1))))
        #expect(try !isStale(now.advanced(by: .milliseconds(-779_999))))
        #expect(try isStale(now.advanced(by: .seconds(-780))))
        #expect(try isStale(Instant(seconds: .min)))
        #expect(try isStale(Instant(seconds: .max)))
    }

    @Test("After an account was unlocked, the wallet can make no more payments")
    func fetchBalance_unlocked_latchesForceLogout() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            node.change { $0.isDown = true }
            await #expect(throws: SessionError.self) { try await session.fetchBalance() }
            #expect(!session.requiresForceLogout)
            node.change { state in
                state.isDown = false
                state.managementState = .unlocking
            }
            try await session.fetchBalance()
            #expect(session.requiresForceLogout)
            await #expect(throws: SessionError.forceLogout) {
                _ = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            }
            #expect(SessionError.forceLogout.report.kind == .unusableHere)
        }
    }

    @Test("A build below the service's minimum runs no money command")
    func prepareSubmission_oldBuild_isRefused() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            node.change { $0.minBuild = 101 }
            await #expect(throws: SessionError.upgradeRequired(minBuild: 101)) {
                _ = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            }
            #expect(SessionError.upgradeRequired(minBuild: 101).report.kind == .unusableHere)
        }
    }

    @Test("A failed request for the flags is repeated and does not count as permission")
    func passGates_lostFlags_areAskedForAgain() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            node.change { state in
                state.minBuild = 101
                state.flagsAreDown = true
            }
            _ = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            node.change { $0.flagsAreDown = false }
            await #expect(throws: SessionError.upgradeRequired(minBuild: 101)) {
                _ = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            }
            await #expect(throws: SessionError.upgradeRequired(minBuild: 101)) {
                try await session.cancelCashLink(vault: .usdc)
            }
        }
    }

    @Test("Commands that need no balance also detect an unlocked account")
    func receive_unlockedAccount_isRefused() throws {
        try world.run {
            let first = try await a.open("a", quarks: 25_000_000, node: node)
            node.change { $0.managementState = .unlocking }
            // A session that has not seen the change yet.
            let session = try await a.authenticator.completeLogin(
                with: TestWallet.account("a"), userID: first.userID
            ).session
            let payload = try session.makePayload(for: .usd("1"))
            await #expect(throws: SessionError.forceLogout) { _ = try await session.receiveCash(payload) }
            await #expect(throws: SessionError.forceLogout) {
                _ = try await session.receiveCashLink(TestWallet.account("z").mnemonic)
            }
            await #expect(throws: SessionError.forceLogout) { try await session.cancelCashLink(vault: .usdc) }
        }
    }

    @Test("A stale displayed rate does not refuse a payment")
    func prepareSubmission_staleDisplayRate_asksForAFreshOne() throws {
        try world.run {
            let session = try await a.open("a", quarks: 1_000_000, node: node)
            _ = try await session.prepareSubmission(amount: .cad("1"), mint: .usdf)
            // At the old rate of 1.4, two Canadian dollars are more than one dollar; at the new rate they are less.
            world.clock.moveDate(by: .seconds(3_600))
            node.change { $0.rates = [("usd", 1), ("cad", 2.5)] }
            let data = try await session.prepareSubmission(amount: .cad("2"), mint: .usdf)
            #expect(data.amount.quarks == 800_000)
        }
    }

    @Test("With slow answers, a payment is polled less often and not for longer")
    func pollIntentMetadata_slowServer_isBounded() throws {
        try world.run {
            let session = try await a.open("a", quarks: 1_000_000, node: node)
            let before = world.clock.uptime()
            node.change { $0.metadataDelay = .seconds(1) }
            await #expect(throws: IntentMetadataError.notFound) {
                _ = try await session.client.pollIntentMetadata(
                    .generate(using: world.environment.random), asker: .owner(session.owner))
            }
            #expect(world.clock.uptime() - before <= Client.metadataPollingTimeMax + .seconds(2))
        }
    }

    @Test("A shortfall and a limit are reported as amounts")
    func report_amounts_areFormatted() throws {
        let missing = try ExchangedFiat(nativeAmount: .usd("490"), rate: .oneToOne)
        #expect(
            SessionError.insufficientBalance(shortfall: missing).report.message
                == "You are $490.00 short. Add money or lower the amount.")
        #expect(SessionError.limitReached(max: .cad("250")).report.message.hasPrefix("At most $250.00 CAD can be sent"))
    }

    @Test("Cash that is gone is reported in the same words everywhere")
    func report_goneCash_hasOneWording() {
        let refused = SubmissionFailure.refused(.staleState(reasons: ["gift card is expired"]))
        #expect(refused.report == CashLinkFailure.claimed.report)
    }

    @Test("A session signs nothing for a node that has changed")
    func fetchBalance_otherNode_signsNothing() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let pinned = ScriptedNode(clock: world.clock, seed: 9).node
            let wallet = TestWallet("b", node: node, world: world, pinned: pinned)
            let other = try await wallet.authenticator.completeLogin(
                with: TestWallet.account("a"), userID: session.userID)
            let before = node.read { $0.calls }
            await #expect(throws: PinFailure.self) { try await other.session.fetchBalance() }
            await #expect(throws: PinFailure.self) {
                _ = try await other.session.cashLinkInfo(TestWallet.account("c").mnemonic)
            }
            #expect(node.read { Array($0.calls.dropFirst(before.count)) } == ["getMints", "getMints"])
        }
    }

    @Test("A build below the minimum is refused; an unknown build is allowed")
    func userFlags_allowsBuild() throws {
        let flags = UserFlags(
            isRegistered: true, isStaff: false, requiresPurchaseForRegistration: false, minBuildNumber: 256,
            billExchangeDataTimeoutSeconds: 300, newCurrencyPurchaseAmount: 0, newCurrencyFeeAmount: 0,
            withdrawalFeeAmount: 0)
        #expect(!flags.allows(build: 255))
        #expect(flags.allows(build: 256) && flags.allows(build: nil))
    }

    @Test("Stored flags are fetched again, once in a session")
    func poll_storedFlags_areRefreshedOnce() throws {
        try world.run {
            let session = try await a.open("a", quarks: 0, node: node)
            let old = UserFlags(
                isRegistered: true, isStaff: false, requiresPurchaseForRegistration: false, minBuildNumber: 1,
                billExchangeDataTimeoutSeconds: 300, newCurrencyPurchaseAmount: 0, newCurrencyFeeAmount: 0,
                withdrawalFeeAmount: 0)
            session.change(\.userFlags, \.userFlags, to: old)
            node.change { $0.minBuild = 77 }
            await session.poll()
            #expect(session.userFlags?.minBuildNumber == 77)
            node.change { $0.minBuild = 78 }
            await session.poll()
            #expect(session.userFlags?.minBuildNumber == 77)
        }
    }

    @Test(
        "An offer is renewed half a minute before the server drops it, within bounds",
        arguments: [
            (.min, 30), (-1, 30), (0, 30), (60, 30), (61, 31), (300, 270), (3_600, 3_570), (3_601, 3_570),
            (.max, 3_570),
        ] as [(Int64, Int64)])
    func readvertisementInterval_anyTimeout_isBounded(timeout: Int64, seconds: Int64) {
        #expect(Session.readvertisementInterval(offerTimeout: timeout) == .seconds(seconds))
    }

    @Test("The poller continues after a failed step, and can be stopped")
    func start_pollsUntilStopped() throws {
        try world.run {
            let session = try await a.open("a", quarks: 1_000_000, node: node)
            await session.start()
            try await world.clock.sleep(for: .seconds(1))
            node.change { $0.quarks[node.vault(of: session.ownerPublicKey)] = 2_000_000 }
            try await world.clock.sleep(for: .seconds(11))
            #expect(session.balance(for: .usdf)?.quarks == 2_000_000)
            await session.stop()
            let calls = node.read { $0.calls.count }
            try await world.clock.sleep(for: .seconds(60))
            #expect(node.read { $0.calls.count } == calls)
        }
    }

    @Test("The balance list hides balances that round to zero, but never the core currency")
    func balances_hideDust() throws {
        try world.run {
            let session = try await a.open("a", quarks: 0, node: node)
            #expect(try session.balances(at: .oneToOne).map(\.balance.mint) == [.usdf])
            #expect(session.tokenForGiving() == nil)
            #expect(session.totalBalance.nativeAmount.value == 0)
        }
    }

    @Test("Cash is given in the named currency, else in the selected one, else in the most valuable")
    func tokenForGiving_selected_isPreferred() throws {
        try world.run {
            let session = try await a.open("a", quarks: 5_000_000, node: node)
            let jeffy = DatabaseTests.jeffy()
            let marble = MintMetadata(
                address: try PublicKey([UInt8](repeating: 77, count: 32)), name: "Marble", symbol: "MARBLE",
                description: "d", decimals: 10, imageURL: "i", vm: jeffy.vm, launchpad: jeffy.launchpad,
                createdAt: jeffy.createdAt)
            let now = world.clock.now()
            try session.database.insert(mints: [jeffy, marble], date: now)
            try session.database.insertBalance(quarks: 2_000_000_000_000, mint: jeffy.address, date: now)
            try session.database.insertBalance(quarks: 1_000_000_000_000, mint: marble.address, date: now)
            try session.reloadBalances()
            #expect(session.tokenForGiving()?.mint == jeffy.address)
            session.selectToken(marble.address)
            #expect(session.tokenForGiving()?.mint == marble.address)
            #expect(session.tokenForGiving(explicit: .usdf)?.mint == .usdf)
        }
    }

    @Test("The stored rates are known before anything is fetched (client specification §5.3)")
    func cachedRates_newController_areTheStored() throws {
        try world.run {
            let session = try await a.open("a", quarks: 0, node: node)
            let rate = Rate(fx: 2, currency: .cad)
            try session.database.insert(rates: [rate])
            let rates = RatesController(
                client: a.container.client, node: session.node, database: session.database,
                preferences: a.container.preferences, environment: world.environment)
            #expect(rates.cachedRates[.cad] == rate)
            #expect(rates.rate(for: .cad) == rate)
        }
    }

    @Test("Currencies are fetched by address; one unknown address fails the request for all")
    func fetchMints_unknownAddress_throws() throws {
        try world.run {
            let unknown = try PublicKey([UInt8](repeating: 77, count: 32))
            let client = a.container.client
            let found = try await client.fetchMints([.usdf])
            #expect(found.count == 1 && found[.usdf]?.symbol == "USDF")
            await #expect(throws: MintsError.notFound) { _ = try await client.fetchMints([.usdf, unknown]) }
            #expect(try await client.fetchKnownMints([.usdf, unknown]) == found)
        }
    }

    @Test("A balance that rounds to zero counts in the total, and is listed if requested")
    func totalBalance_hiddenRest_counts() throws {
        try world.run {
            let session = try await a.open("a", quarks: 5_000_000, node: node)
            let jeffy = DatabaseTests.jeffy()
            try session.database.insert(mints: [jeffy], date: world.clock.now())
            // A tenth of a token, worth about two cents a token.
            try session.database.insertBalance(quarks: 1_000_000_000, mint: jeffy.address, date: world.clock.now())
            try session.reloadBalances()
            #expect(try session.balances(at: .oneToOne).map(\.balance.mint) == [.usdf])
            let all = try session.balances(at: .oneToOne, showsHidden: true)
            #expect(all.map(\.balance.mint) == [.usdf, jeffy.address])
            let sum = try all.reduce(FiatAmount.zero(.usd)) { try $0.adding($1.value.nativeAmount) }
            #expect(sum.value > 5 && session.totalBalance.nativeAmount == sum)
            #expect(try session.totalBalance(at: .oneToOne) == session.totalBalance)
        }
    }

    @Test("The maximum amount is the balance or the limit, as displayed")
    func maximumAmount_isCapped() throws {
        try world.run {
            let session = try await a.open("a", quarks: 99_995_000, node: node)
            #expect(try await session.maximumAmount(currency: .usd, mint: .usdf) == .usd("100"))
            let data = try await session.prepareSubmission(amount: .usd("100.00"), mint: .usdf)
            #expect(data.amount.quarks <= 99_995_000)
        }
    }

    @Test("Everything is the whole balance to the last quark, or the limit if that is lower")
    func prepareMaximum_leavesNothingBehind() throws {
        try world.run {
            // 14.003 and 13.9986 CAD are displayed as 14.00, which is below and above the balance.
            for quarks: UInt64 in [10_002_143, 9_999_000, 20_000_000, 1] {
                let session = try await a.open("a", quarks: quarks, node: node)
                if quarks == 1 {
                    await #expect(throws: SessionError.self) {
                        try await session.prepareMaximum(currency: .cad, mint: .usdf)
                    }
                    continue
                }
                let data = try await session.prepareMaximum(currency: .cad, mint: .usdf)
                #expect(data.amount.quarks == quarks)
                #expect(data.amount.nativeAmount.currency == .cad)
            }
            let rich = try await a.open("a", quarks: 9_000_000_000, node: node)
            let maximum = try await rich.maximumAmount(currency: .usd, mint: .usdf)
            let data = try await rich.prepareMaximum(currency: .usd, mint: .usdf)
            #expect(data.amount.nativeAmount == maximum)
            #expect(data.amount.quarks < 9_000_000_000)
        }
    }

    @Test(
        "A limit that is used up is reported as a limit, also for the maximum", arguments: [0, 0.004] as [Float])
    func prepareMaximum_spentLimit_throws(limit: Float) throws {
        try world.run {
            node.change { $0.limitsNext = limit }
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            for currency in [CurrencyCode.usd, .cad] {
                let failure = await #expect(throws: SessionError.self) {
                    try await session.prepareMaximum(currency: currency, mint: .usdf)
                }
                #expect(failure == .limitReached(max: .zero(currency)))
                #expect(failure?.report.kind == .notPossible)
                await #expect(throws: SessionError.limitReached(max: .zero(currency))) {
                    let one = FiatAmount(value: 1, currency: currency)
                    _ = try await session.prepareSubmission(amount: one, mint: .usdf)
                }
            }
        }
    }
}
