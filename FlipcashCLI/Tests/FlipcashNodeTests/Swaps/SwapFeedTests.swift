import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// What a history shows of swaps: one item each, from the payment to the end (payment specification §19.1).
@Suite("Swaps in the history")
struct SwapFeedTests {
    private typealias Notification = Flipcash_Activity_V1_Notification

    private static func feed(_ world: LedgerWorld, _ person: Payer, pageSize: Int = 100) throws -> [Notification] {
        try world.store.read { reader in
            let feed = FeedReader(reader: reader, owner: person.owner)
            var items: [Notification] = []
            while true {
                let last = try items.last.flatMap { IntentID(exactly: $0.id.value) }.flatMap(reader.intent)
                let page = try feed.page(after: last?.sequence, descending: true, size: pageSize)
                items += page
                if page.count < pageSize { return items }
            }
        }
    }

    private static func world() async throws -> (LedgerWorld, a: Payer, b: Payer) {
        let world = try LedgerWorld()
        let (a, b) = (try Payer(entropy: Array(0x00...0x0f)), try Payer(entropy: Array(0x10...0x1f)))
        try await world.open(a, 50_000_000)
        try await world.open(b, 13_571_429)
        for person in [a, b] { try await world.submitted(person.open(world.jeffy, id: world.id()), signers: []) }
        try world.grantJeffy(5_000_000_000_000, to: a)
        try world.backJeffy(tokens: 9_995_000_000_000_000, reserve: 16_006_351_806)
        return (world, a, b)
    }

    @Test("A purchase is one item: pending while it runs, then with what arrived and its fee")
    func buy_whileRunningAndAfter_isOneItem() async throws {
        let (world, _, b) = try await Self.world()
        let order = world.order(world.usdf, world.jeffy, 10_000_000, fee: 100_000)
        #expect(try await world.start(order, by: b) == .success)
        #expect(try Self.feed(world, b).map(\.localizedText) == ["Added"], "nothing is paid yet")
        try await world.commitOnly(try world.plan(world.funding(order, by: b)), signer: b)

        let running = try Self.feed(world, b)
        #expect(running.map(\.localizedText) == ["Swapping", "Added"])
        #expect(running[0].state == .pending && running[0].id.value == order.fundingID.bytes)
        #expect(running[0].swappedCrypto.swapState == .pending)
        #expect(running[0].swappedCrypto.toMint.value == world.jeffy.mint.bytes)

        for worker in world.ledger.workers() { try await worker.tick() }
        let ended = try Self.feed(world, b)
        #expect(ended.map(\.localizedText) == ["Swapped", "Added"])
        #expect(ended.map(\.id) == running.map(\.id))
        let item = try #require(ended.first)
        try item.validate()
        #expect(item.state == .completed && !item.hasPaymentAmount)
        let swap = item.swappedCrypto
        #expect(swap.swapState == .succeeded)
        #expect(swap.from.quarks == 10_100_000 && swap.from.nativeAmount == 10.1 && swap.from.currency == "usd")
        #expect(swap.toAmount.quarks == 4_158_979_991_272 && swap.toAmount.nativeAmount == 10)
        #expect(swap.toAmount.mint.value == world.jeffy.mint.bytes)
        #expect(swap.fee.currency == "usd" && abs(swap.fee.nativeAmount - 0.1) < 1e-9)
    }

    @Test("A sale shows the dollars that arrived and what the pool kept")
    func sell_finalized_showsProceeds() async throws {
        let (world, a, _) = try await Self.world()
        try await world.swapped(world.order(world.jeffy, world.usdf, 2_000_000_000_000), by: a)
        let item = try #require(try Self.feed(world, a).first)
        let swap = item.swappedCrypto
        #expect(item.localizedText == "Swapped" && swap.swapState == .succeeded)
        #expect(swap.from.mint.value == world.jeffy.mint.bytes && swap.from.quarks == 2_000_000_000_000)
        #expect(swap.toAmount.mint.value == world.usdf.mint.bytes)
        let arrived = Double(swap.toAmount.quarks) / 1_000_000
        #expect(swap.toAmount.nativeAmount == arrived)
        #expect(abs(swap.fee.nativeAmount + arrived - swap.from.nativeAmount) < 0.000_01)
    }

    @Test("A swap whose money came back has failed, has no fee, and its refund is hidden")
    func refunded_showsFailure() async throws {
        let (world, _, b) = try await Self.world()
        let order = world.order(world.usdf, world.jeffy, 10_000_000, fee: 100_000)
        #expect(try await world.start(order, by: b) == .success)
        try world.setJeffy(supply: DiscreteBondingCurve.maxSupplyQuarks)
        #expect(try await world.fund(order, by: b) == .success)
        let items = try Self.feed(world, b)
        #expect(items.map(\.localizedText) == ["Swap Failed", "Added"])
        #expect(items[0].state == .completed && items[0].swappedCrypto.swapState == .failed)
        #expect(items[0].swappedCrypto.toMint.value == world.jeffy.mint.bytes)
        #expect(items[0].swappedCrypto.fee.nativeAmount == 0)
    }

    @Test("Each swap is once in its owner's history and in no other, whatever the size of a page")
    func pages_ofManySwaps_haveEachOnce() async throws {
        let (world, a, b) = try await Self.world()
        var funding: [[UInt8]] = []
        for amount in [1_000_000, 2_000_000] as [UInt64] {
            let buy = world.order(world.usdf, world.jeffy, amount, fee: amount / 100)
            try await world.swapped(buy, by: b)
            let sell = world.order(world.jeffy, world.usdf, amount * 100_000)
            try await world.swapped(sell, by: b)
            funding += [buy.fundingID.bytes, sell.fundingID.bytes]
        }
        try await world.submitted(
            b.pay(world.dollars(1_000_000), to: a.vault(world.usdf), world.usdf, id: world.id()), signers: [b])
        let expected = ["Gave", "Swapped", "Swapped", "Swapped", "Swapped", "Added"]
        for size in [1, 2, 3, 100] {
            let items = try Self.feed(world, b, pageSize: size)
            #expect(items.map(\.localizedText) == expected)
            #expect(items.dropFirst().dropLast().map(\.id.value) == funding.reversed())
        }
        #expect(try Self.feed(world, a).map(\.localizedText) == ["Received", "Added"])
    }

    @Test(
        "Over the services, a launch, a purchase, a conversion and a sale are one item each, and can be asked for by id"
    )
    func services_allFlows_showOneItemEach() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let milk = try await town.available("Milk Coin", by: town.b)
            #expect(try await town.submitOpening(of: milk, by: town.a) == nil)
            let buy = town.order(town.usdf, tea, 5_000_000, fee: 50_000)
            #expect(try await town.trade(buy, by: town.a) == .finalized)
            let convert = town.order(tea, milk, UInt64(try town.balance(town.a, tea)) / 2)
            #expect(try await town.trade(convert, by: town.a) == .finalized)
            let sell = town.order(milk, town.usdf, UInt64(try town.balance(town.a, milk)))
            #expect(try await town.trade(sell, by: town.a) == .finalized)

            let items = try await town.feed(town.a)
            #expect(items.map(\.localizedText) == ["Swapped", "Swapped", "Swapped", "Swapped", "Added"])
            let sides = items.dropLast().map {
                ($0.swappedCrypto.from.mint.value, $0.swappedCrypto.toAmount.mint.value)
            }
            let (core, teaID, milkID) = (town.usdf.mint.bytes, tea.mint.bytes, milk.mint.bytes)
            #expect(sides.map(\.0) == [milkID, teaID, core, core])
            #expect(sides.map(\.1) == [core, milkID, teaID, teaID])
            #expect(items[3].swappedCrypto.fee.nativeAmount == 10, "a launch costs ten dollars on top")

            func batch(_ id: IntentID) async throws -> Flipcash_Activity_V1_GetBatchNotificationsResponse.Result {
                var request = Flipcash_Activity_V1_GetBatchNotificationsRequest.with {
                    $0.ids = [.with { $0.value = id.bytes }]
                }
                request.auth = try Somebody(key: town.a.key).auth(request)
                return try await town.harness.feed.getBatchNotifications(request).result
            }
            #expect(try await batch(sell.fundingID) == .ok)
            let proceeds = try #require(try town.node.context.store.read { try $0.settlement(of: sell.id)?.id })
            #expect(try await batch(proceeds) == .notFound, "the proceeds have no item of their own")
            #expect(await town.violations() == [])
        }
    }
}
