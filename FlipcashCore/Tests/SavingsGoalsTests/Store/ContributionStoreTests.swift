import FlipcashCore
import FlipcashTestKit
import Testing

@testable import SavingsGoals

@Suite("Contributions that move money")
struct ContributionStoreTests {
    private static let now = TestClock.start
    private let random = SeededRandomSource()

    private func world() throws -> (store: GoalStore, goal: Goal, asset: Asset) {
        let store = try GoalStore.inMemory()
        let goal = try GoalStoreTests.goal("g")
        let asset = try GoalStoreTests.asset("v", source: .address(.init(chain: "SOL", address: "vault")))
        try store.put(goal)
        try store.put(asset)
        return (store, goal, asset)
    }

    private func pending(_ goal: Goal, _ asset: Asset, _ kind: PendingContribution.Kind = .payment)
        -> PendingContribution
    {
        PendingContribution(
            payment: "intent", kind: kind, goal: goal.id, asset: asset.id, units: 500, date: Self.now)
    }

    @Test("A payment counts once, however often its outcome is found out")
    func settle_repeated_countsOnce() throws {
        let (store, goal, asset) = try world()
        try store.put(pending(goal, asset))
        #expect(try store.bookBalance(of: asset.id) == 0)
        #expect(try store.settle(pending: "intent", now: Self.now, random: random) == 500)
        #expect(try store.settle(pending: "intent", now: Self.now, random: random) == nil)
        #expect(try store.bookBalance(of: asset.id) == 500)
        #expect(try store.allocations(of: asset.id).shares == [goal.id: 500])
        #expect(try store.transactions(of: asset.id).map(\.externalID) == ["intent"])
        #expect(try store.pendingContributions().isEmpty)
    }

    @Test("A sync after the payment does not count it again; one before finds it out for its goal")
    func importTransfers_aroundTheSettlement_countOnce() throws {
        let seen = ChainImport.Transfer(externalID: "intent", units: 500, date: Self.now.advanced(by: .seconds(3)))
        for settlesFirst in [true, false] {
            let (store, goal, asset) = try world()
            try store.put(pending(goal, asset))
            if settlesFirst { try store.settle(pending: "intent", now: Self.now, random: random) }
            for _ in 1...2 {
                try store.importTransfers(
                    [seen], ChainReading(asset: asset.id, units: 500, read: Self.now), now: Self.now, random: random)
            }
            if !settlesFirst { #expect(try store.settle(pending: "intent", now: Self.now, random: random) == nil) }
            #expect(try store.bookBalance(of: asset.id) == 500)
            #expect(try store.reading(of: asset.id)?.units == 500)
            #expect(try store.allocations(of: asset.id).shares == [goal.id: 500], "settles first: \(settlesFirst)")
            #expect(try store.transactions(of: asset.id).map(\.date) == [seen.date])
        }
    }

    @Test("The last reading of the receiving account grows by a later payment only")
    func settle_withReading_raisesAnOlderOne() throws {
        for (age, expected) in [(-60, 1_500), (60, 1_000)] as [(Int64, ExactInteger)] {
            let (store, goal, asset) = try world()
            try store.put(
                ChainReading(asset: asset.id, units: 1_000, read: Self.now.advanced(by: .seconds(age))))
            try store.put(pending(goal, asset))
            try store.settle(pending: "intent", now: Self.now, random: random)
            #expect(try store.reading(of: asset.id)?.units == expected)
        }
    }

    @Test("A purchase reserves what arrived, at most what is free, and once")
    func settle_purchase_reservesOnce() throws {
        let (store, goal, asset) = try world()
        try store.put(pending(goal, asset, .purchase))
        #expect(try store.settle(pending: "intent", balance: 450, now: Self.now, random: random) == 450)
        #expect(try store.settle(pending: "intent", balance: 900, now: Self.now, random: random) == nil)
        #expect(try store.allocations(of: asset.id).shares == [goal.id: 450])
        #expect(try store.transactions(of: asset.id).isEmpty)
    }

    @Test("A payment that did not take place is forgotten, and so is that of a deleted goal")
    func drop_andDelete_leaveNothing() throws {
        let (store, goal, asset) = try world()
        try store.put(pending(goal, asset))
        try store.drop(pending: "intent")
        #expect(try store.settle(pending: "intent", now: Self.now, random: random) == nil)
        try store.put(pending(goal, asset))
        try store.delete(goal: goal.id)
        #expect(try store.pendingContributions().isEmpty)
        #expect(try store.bookBalance(of: asset.id) == 0)
    }

    @Test("A goal with a first reservation is stored whole or not at all")
    func add_tooMuch_storesNothing() throws {
        let store = try GoalStore.inMemory()
        let mint = PublicKey(raw: Hash(sha256: "mint".utf8).raw)
        let (goal, asset) = (try GoalStoreTests.goal("g"), try GoalStoreTests.asset("w", source: .wallet(mint)))
        #expect(throws: GoalStoreError.self) {
            try store.add(goal, asset: asset, share: 101, balance: 100, now: Self.now)
        }
        #expect(try store.goals().isEmpty && store.assets().isEmpty)
        try store.add(goal, asset: asset, share: 100, balance: 100, now: Self.now)
        #expect(try store.allocations(of: asset.id).shares == [goal.id: 100])
    }
}
