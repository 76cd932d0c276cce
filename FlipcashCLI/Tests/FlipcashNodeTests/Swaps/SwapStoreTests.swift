import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Statements about currencies and swaps change the one that they name, in the state that they expect, and no other.
@Suite struct SwapStoreTests {
    let world: LedgerWorld
    let a: Payer
    let marble: MintRecord
    let pebble: MintRecord

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(60_000_000)
        marble = try await world.launched("Marble", by: a)
        pebble = try await world.launched("Pebble", by: a)
    }

    /// All that is stored of a currency.
    private struct Stored: Equatable {
        var mint: MintRecord?
        var currency: CurrencyRecord?
        var identity: LaunchpadIdentity?
        var seed: [UInt8]?
        var icon: [UInt8]?
        var trades: Int64
        var isNameFree: Bool
    }

    private func stored(_ mint: MintRecord) throws -> Stored {
        try world.store.read { reader in
            Stored(
                mint: try reader.mint(mint.mint), currency: try reader.currency(mint.mint),
                identity: try reader.launchpadIdentity(of: mint.mint), seed: try reader.sealedSeed(of: mint.mint),
                icon: try reader.icon(of: mint.mint), trades: try reader.tradeCount(of: mint.mint),
                isNameFree: try reader.isFree(name: mint.name))
        }
    }

    /// Changes one currency, and expects that the other stays as it was.
    private func change(_ body: (StoreWriter) throws -> Void) throws -> (before: Stored, after: Stored) {
        let (before, other) = (try stored(marble), try stored(pebble))
        try world.store.write { try body($0) }
        #expect(try stored(pebble) == other)
        return (before, try stored(marble))
    }

    @Test("a change of a currency leaves the others alone")
    func update_oneCurrency_leavesOthers() throws {
        var record = try #require(try stored(marble).currency)
        record.colors = ["#102030"]
        record.socialLinks = [1, 2]
        let updated = try change { try $0.update(record, description: "Round.") }.after
        #expect(updated.currency == record && updated.mint?.description == "Round.")
        #expect(
            try change { try $0.setImageURL("https://example.com/x", of: marble.mint) }.after.mint?.imageURL
                == "https://example.com/x")
        #expect(try change { try $0.setIcon([9], of: marble.mint) }.after.icon == [9])
        let pool = PoolChange(mint: marble.mint, state: .empty, at: world.clock.now())
        #expect(try change { try $0.record(pool) }.after.trades == 1)
    }

    @Test("a currency changes its state only from the state that is expected, and the others keep theirs")
    func setState_oneCurrency_leavesOthers() throws {
        func move(to state: CurrencyState, from expected: CurrencyState) throws -> (before: Stored, after: Stored) {
            let isExpected = try stored(marble).currency?.state == expected
            return try change { writer in
                let hasMoved = try writer.setState(state, of: marble.mint, from: expected)
                #expect(hasMoved == isExpected)
            }
        }
        let refused = try move(to: .available, from: .prePurchaseSetup)
        #expect(refused.before == refused.after)
        let begun = try move(to: .prePurchaseSetup, from: .waitingForInitialPurchase).after
        #expect(begun.currency?.state == .prePurchaseSetup && begun.mint?.state == .reserved)
        let available = try move(to: .available, from: .prePurchaseSetup).after
        #expect(available.mint?.state == .available)
        #expect(try move(to: .abandoning, from: .available).after.isNameFree)
    }

    @Test("a launch leaves the currencies that exist alone")
    func insert_thirdCurrency_leavesOthers() async throws {
        let before = [try stored(marble), try stored(pebble)]
        let third = try await world.launched("Boulder", by: try await world.user(1_000_000))
        #expect([try stored(marble), try stored(pebble)] == before)
        #expect(try stored(third).currency?.creator != a.owner)
    }

    @Test("a step of a swap changes that swap alone, and only from the state that is expected")
    func setState_oneSwap_leavesOthers() async throws {
        let (one, two) = (world.firstPurchase(of: marble, by: a), world.firstPurchase(of: pebble, by: a))
        for order in [one, two] { #expect(try await world.start(order, by: a) == .success) }
        let other = try #require(try world.swap(two))
        func changed(_ body: (StoreWriter) throws -> Bool) throws -> SwapRecord? {
            let before = try world.swap(one)
            let hasChanged = try world.store.write { try body($0) }
            let after = try world.swap(one)
            #expect(hasChanged == (before != after))
            #expect(try world.swap(two) == other)
            return hasChanged ? after : nil
        }
        #expect(try changed { try $0.setState(.funded, of: one.id, from: .funding) } == nil)
        #expect(try changed { try $0.settle(one.id, by: 1, from: .submitting, to: .finalized) } == nil)
        #expect(try changed { try $0.fund(one.id, by: 1) }?.state == .funding)
        #expect(try changed { try $0.fund(one.id, by: 1) } == nil)
        #expect(try changed { try $0.setState(.submitting, of: one.id, from: .funding) }?.state == .submitting)
        let discarded = try changed {
            try $0.discardTransaction(of: one.id)
            return true
        }
        #expect(discarded?.transaction == nil && other.transaction != nil)
        #expect(try changed { try $0.settle(one.id, by: 1, from: .submitting, to: .finalized) }?.state == .finalized)
    }

    @Test("correcting a value changes one intent only")
    func reconcile_oneIntent_leavesOthers() async throws {
        let ids = [world.id(), world.id()]
        for id in ids {
            try await world.submitted(
                a.pay(world.dollars(10_000), to: try await world.user().vault(world.usdf), world.usdf, id: id),
                signers: [a])
        }
        try world.store.write { try $0.reconcile(ids[0], usdMicros: 9_999) }
        let values = try world.store.read { reader in try ids.map { try reader.intent($0)?.amount?.usdMicros } }
        #expect(values == [9_999, 10_000])
    }
}
