import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of an operator who goes back to the machine's clock.
@Suite("Accepting the machine's clock")
struct AcceptClockTests {
    private static let day = Duration.seconds(86_400)

    private func state(_ card: Payer, _ town: WireTown) async throws
        -> Ocp_Account_V1_TokenAccountInfo.ClaimState?
    {
        var request = Ocp_Account_V1_GetTokenAccountInfosRequest.with { $0.owner = card.owner.accountID }
        request.signature = card.key.sign(try request.serializedBytes()).wire
        return try await town.accounts.getTokenAccountInfos(request).tokenAccountInfos.values.first?.claimState
    }

    private func link(_ card: Payer, _ town: WireTown) async throws {
        let link = town.a.link(try town.dollars(2_000_000), card: card, town.usdf, id: town.id())
        #expect(try await town.submit(link, signers: [town.a, card]) == nil)
    }

    private func perform(_ accept: Bool?, _ place: NodeFolder, _ clock: TestClock) async throws -> ClockReport {
        let request = AdminRequest(.clock, accept: accept)
        return try #require(try await Node.perform(request, atRest: place, environment: .test(clock: clock)).clock)
    }

    @Test("Open links become younger: one made before the clock was ahead, and one made meanwhile")
    func accept_openLinks_younger() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.file("n"))
        let right = TestClock()
        let ahead = TestClock(now: right.now().advanced(by: Self.day * 5))
        let cards = [Payer(key: try Somebody("card 1").key), Payer(key: try Somebody("card 2").key)]
        try await WireTown.run(.folder(place), clock: right) { town in try await link(cards[0], town) }
        try await WireTown.run(.folder(place), clock: ahead, seed: 2) { town in
            try await link(cards[1], town)
            try await town.work()
        }
        #expect(try await perform(nil, place, right).secondsAhead == 5 * 86_400)
        let report = try await perform(true, place, right)
        #expect(report.accepted && report.secondsAhead == 5 * 86_400)
        let after = try await perform(nil, place, right)
        #expect(!after.accepted && after.secondsAhead == 0)
        try await WireTown.run(.folder(place), clock: right, seed: 3) { town in
            #expect(await town.node.perform(AdminRequest(.status)).status?.secondsAheadOfClock == nil)
            town.clock.advance(by: GiftCardLifetime.expiry - .seconds(61))
            try await town.work()
            for card in cards { #expect(try await state(card, town) == .notClaimed) }
            town.clock.advance(by: .seconds(61))
            try await town.work()
            for card in cards { #expect(try await state(card, town) == .expired) }
            #expect(try town.balance(town.a) == 25_000_000)
            #expect(await town.violations() == [])
        }
    }

    @Test("A running node does not accept the clock: requests in flight still count by the later time")
    func accept_runningNode_refused() async throws {
        try await NodeHarness.run { harness in
            let answer = await harness.node.perform(AdminRequest(.clock, accept: true))
            #expect(!answer.ok && answer.error?.contains("only while the node is stopped") == true)
            #expect(await harness.node.perform(AdminRequest(.clock)).clock?.secondsAhead == 0)
        }
    }

    @Test("Payments made while the clock was ahead count towards the limit for a day from now, and the audit agrees")
    func accept_payments_countForADay() async throws {
        let world = try LedgerWorld()
        let (a, b) = (try await world.user(3_000_000_000), try await world.user())
        func send(_ world: LedgerWorld) async throws -> LedgerWorld.Outcome {
            try await world.submit(
                a.pay(world.dollars(240_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [a])
        }
        #expect(try await send(world) == .success)
        world.clock.advance(by: Self.day * 30)
        for _ in 0..<5 { #expect(try await send(world) == .success) }
        try world.store.write { try $0.acceptTime(LedgerWorld.start.advanced(by: .seconds(60))) }
        #expect(try world.findings().map(\.description) == [])
        let later = try LedgerWorld(store: world.store, seed: 2)
        later.clock.advance(by: .seconds(60))
        #expect(try await send(later) == .denied("dollar value exceeds limit"))
        later.clock.advance(by: Self.day + .seconds(1))
        for _ in 0..<5 { #expect(try await send(later) == .success) }
        #expect(try await send(later) == .denied("dollar value exceeds limit"))
        #expect(try later.findings().map(\.description) == [])
    }
}
