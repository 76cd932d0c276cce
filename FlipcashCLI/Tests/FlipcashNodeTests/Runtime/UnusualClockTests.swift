import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of a node whose clock was ahead once, or is set back: it keeps its promises and reports what is unusual.
@Suite("Unusual clocks") struct UnusualClockTests {
    private static let day = Duration.seconds(86_400)

    /// Runs a node whose clock is a month ahead, then the same node with the right clock.
    private func afterClockWasAhead(
        _ body: @escaping @Sendable (WireTown) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let storage = NodeConfiguration.Storage.folder(NodeFolder(folder.file("node")))
        let right = TestClock()
        let ahead = TestClock(now: right.now().advanced(by: Self.day * 30))
        try await WireTown.run(storage, clock: ahead) { town in
            let payment = town.a.pay(
                try town.dollars(5_000_000), to: town.b.vault(town.usdf), town.usdf, id: town.id())
            #expect(try await town.submit(payment, signers: [town.a]) == nil)
            try await town.work()
        }
        try await WireTown.run(storage, clock: right, seed: 2, body)
    }

    private func info(_ card: Payer, _ town: WireTown) async throws -> Ocp_Account_V1_TokenAccountInfo? {
        var request = Ocp_Account_V1_GetTokenAccountInfosRequest.with { $0.owner = card.owner.accountID }
        request.signature = card.key.sign(try request.serializedBytes()).wire
        return try await town.accounts.getTokenAccountInfos(request).tokenAccountInfos.values.first
    }

    @Test("A link created after the clock was ahead is valid for seven days, and then returns")
    func link_afterClockWasAhead_livesSevenDays() async throws {
        try await afterClockWasAhead { town in
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let cards = [Payer(key: try Somebody("card 1").key), Payer(key: try Somebody("card 2").key)]
            let made = town.clock.now()
            for card in cards {
                let link = a.link(try town.dollars(2_000_000), card: card, usdf, id: town.id())
                #expect(try await town.submit(link, signers: [a, card]) == nil)
            }
            try await town.work()
            let seen = try #require(try await info(cards[0], town))
            #expect(seen.claimState == .notClaimed)
            #expect(seen.createdAt.seconds == made.seconds)
            let claim = b.claim(cards[0], quarks: 2_000_000, usdf, id: town.id())
            #expect(try await town.submit(claim, signers: [cards[0]]) == nil)

            town.clock.advance(by: GiftCardLifetime.expiry - .seconds(61))
            try await town.work()
            let later = try #require(try await info(cards[1], town))
            #expect(later.claimState == .notClaimed && later.createdAt.seconds == made.seconds)
            town.clock.advance(by: .seconds(61))
            try await town.work()
            #expect(try await info(cards[1], town)?.claimState == .expired)
            #expect(try town.balance(a) == 18_000_000)
            #expect(await town.violations() == [])
        }
    }

    @Test("Check and status report times in the future, and by how much")
    func check_afterClockWasAhead_warns() async throws {
        try await afterClockWasAhead { town in
            let report = try #require(await town.node.perform(AdminRequest(.check)).check)
            #expect(report.isBalanced)
            let warnings = report.warnings ?? []
            #expect(warnings.first?.hasPrefix("Ledger time is 30 d ahead of this machine's clock") == true)
            #expect(
                warnings.dropFirst() == [
                    "4 payments and other intents are dated in the future, the latest 30 d ahead."
                ])
            #expect(await town.node.perform(AdminRequest(.status)).status?.secondsAheadOfClock == 30 * 86_400)
        }
        try await WireTown.run { town in
            #expect(await town.node.perform(AdminRequest(.check)).check?.warnings == [])
            #expect(await town.node.perform(AdminRequest(.status)).status?.secondsAheadOfClock == nil)
        }
    }

    @Test("Rates that were signed while the clock was ahead are replaced at once")
    func rates_afterClockWasAhead_areOfNow() async throws {
        try await afterClockWasAhead { town in
            let now = town.clock.now()
            #expect(town.node.proofs.ratesObservedAt == now)
            let stored = try town.node.context.store.read { try $0.latestRates() }
            #expect(!stored.isEmpty && stored.allSatisfy { $0.observedAt == now })
            town.clock.moveDate(by: .zero - Self.day)
            try await RateWorker(proofs: town.node.proofs).tick()
            #expect(town.node.proofs.ratesObservedAt == now.advanced(by: .zero - Self.day))
        }
    }

    @Test("Payments made while the clock was ahead count towards the limit for a day, and no longer")
    func limits_paymentsOfTheFuture_countForADay() async throws {
        let world = try LedgerWorld()
        let (a, b) = (try await world.user(3_000_000_000), try await world.user())
        func send() async throws -> LedgerWorld.Outcome {
            try await world.submit(
                a.pay(world.dollars(240_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()),
                signers: [a])
        }
        world.clock.advance(by: Self.day * 30)
        for _ in 0..<5 { #expect(try await send() == .success) }
        #expect(try await send() == .denied("dollar value exceeds limit"))
        world.clock.moveDate(by: .seconds(-3600))
        #expect(try await send() == .denied("dollar value exceeds limit"), "an hour back is the same day")
        world.clock.moveDate(by: Self.day * -29)
        #expect(try await send() == .denied("dollar value exceeds limit"), "they were made just now")
        world.clock.advance(by: Self.day + .seconds(3600))
        for _ in 0..<5 { #expect(try await send() == .success) }
        #expect(try await send() == .denied("dollar value exceeds limit"))
        #expect(try world.findings().map(\.description) == [])
    }

    // MARK: Ledger time

    @Test("Ledger time reads the recorded time once, at the first call that offers it, even if earlier calls did not")
    func ledgerClock_askedWithoutRecord_readsItLater() {
        let clock = TestClock()
        let ledger = LedgerClock(clock: clock)
        let recorded = clock.now().advanced(by: Self.day)
        #expect(ledger.time().latest == clock.now())
        #expect(ledger.time { recorded }.latest == recorded)
        #expect(ledger.time { nil }.latest == recorded)
    }

    @Test("Ledger time waits for a clock that is slightly behind, and advances if the clock is far behind")
    func ledgerClock_setBack_waitsOrMovesOn() {
        let clock = TestClock()
        let start = clock.now()
        let ledger = LedgerClock(clock: clock)
        func time() -> Duration { ledger.time().latest.duration(since: start) }
        #expect(time() == .zero)
        clock.moveDate(by: .seconds(-600))
        clock.advance(by: .seconds(60))
        #expect(time() == .zero)
        clock.advance(by: .seconds(600))
        #expect(time() == .seconds(60))
        clock.moveDate(by: .seconds(-86_400))
        #expect(time() == .seconds(60))
        clock.advance(by: .seconds(1000))
        #expect(time() == .seconds(1060))
        clock.moveDate(by: .seconds(86_400))
        #expect(time() == .seconds(1060), "the clock is right again")
        clock.moveDate(by: .seconds(86_400 * 30))
        #expect(time() == .seconds(1060 + 86_400 * 30))
    }

    @Test("Ledger time starts from the recorded time, and is shown as the time of the clock")
    func ledgerClock_recordedAhead_isShownByTheClock() {
        let clock = TestClock()
        let made = clock.now().advanced(by: .seconds(86_400))
        let ledger = LedgerClock(clock: clock)
        var time = ledger.time { made }
        #expect(time.latest == made && time.ahead == .seconds(86_400))
        #expect(time.shown(made) == clock.now())
        let shown = clock.now()
        clock.advance(by: .seconds(500))
        time = ledger.time { made }
        #expect(time.latest == made.advanced(by: .seconds(500)))
        #expect(time.shown(made) == shown)
    }

    @Test("The note on records dated in the future is right for one record and for several")
    func note_oneAndMany_readWell() {
        let kind = FutureTimes.Kind(one: "exchange rate", many: "exchange rates")
        #expect(
            FutureTimes.note(kind, count: 1, ahead: .seconds(3_600))
                == "1 exchange rate is dated in the future, 1 h ahead.")
        #expect(
            FutureTimes.note(kind, count: 2, ahead: .seconds(3_600))
                == "2 exchange rates are dated in the future, the latest 1 h ahead.")
    }

    @Test(
        "A duration is shown in its two largest units",
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (3_661, "1 h 1 min"), (86_400 * 9 + 82_800, "9 d 23 h"),
            (86_405, "1 d"),
        ])
    func text_ofDuration(seconds: Int64, text: String) {
        #expect(FutureTimes.text(.seconds(seconds)) == text)
    }
}
