import FlipcashCore
import FlipcashTestKit
import Testing

@testable import SavingsGoals

/// An asset that was made under a goal and never promised to one counts fully for that goal.
@Suite("Assets of one goal")
struct OwnedAssetTests {
    private static let now = TestClock.start
    private let random = SeededRandomSource()

    /// A store with the goals `g` and `h`, and an address under `g` that holds 500.
    private func world() throws -> (store: GoalStore, goal: Goal, other: Goal, asset: Asset) {
        let store = try GoalStore.inMemory()
        let (goal, other) = (try GoalStoreTests.goal("g"), try GoalStoreTests.goal("h", name: "Bike"))
        let asset = try GoalStoreTests.asset("a", owner: goal, source: .address(.init(chain: "SOL", address: "vault")))
        for goal in [goal, other] { try store.put(goal) }
        try store.put(asset)
        try store.put(ChainReading(asset: asset.id, units: 500, read: Self.now))
        return (store, goal, other, asset)
    }

    @Test("All of it is the owner's until a share is set; a share that is removed does not come back")
    func shares_owner_holdUntilTheFirstChange() throws {
        let (store, goal, _, asset) = try world()
        #expect(try store.shares(of: asset, balance: 500).shares == [goal.id: 500])
        #expect(try store.shares(of: asset, balance: -5).shares.isEmpty)
        try store.allocate(300, of: asset.id, to: goal.id, balance: 500, now: Self.now)
        #expect(try store.shares(of: asset, balance: 500).shares == [goal.id: 300])
        try store.allocate(0, of: asset.id, to: goal.id, balance: 500, now: Self.now)
        #expect(try store.shares(of: asset, balance: 500).shares.isEmpty)
        try store.change(goal.id, to: .cancelled, now: Self.now)
        try store.change(goal.id, to: .active, now: Self.now)
        #expect(try store.shares(of: asset, balance: 500).shares.isEmpty)
    }

    @Test("A cancelled or archived goal frees an asset that it had without a share; restoring it does not undo that")
    func change_ownedAssetWithoutShare_isFreed() throws {
        for state in [Goal.Lifecycle.cancelled, .deleted] {
            let (store, goal, other, asset) = try world()
            try store.change(goal.id, to: state, now: Self.now)
            #expect(try store.shares(of: asset, balance: 500).shares.isEmpty, "\(state)")
            #expect(try store.allocationChanges(of: asset.id).map(\.units) == [0], "\(state)")
            try store.allocate(500, of: asset.id, to: other.id, balance: 500, now: Self.now)
            try store.change(goal.id, to: .active, now: Self.now)
            #expect(try store.shares(of: asset, balance: 500).shares == [other.id: 500], "\(state)")
        }
    }

    @Test("A finished goal keeps an asset that it has without a share")
    func change_toFinished_keepsOwnedAsset() throws {
        let (store, goal, _, asset) = try world()
        try store.change(goal.id, to: .finished, now: Self.now)
        #expect(try store.shares(of: asset, balance: 500).shares == [goal.id: 500])
        #expect(try store.allocationChanges(of: asset.id).isEmpty)
    }

    @Test("Another goal cannot take what is the owner's, and the owner keeps the rest when it gives some away")
    func allocate_otherGoal_needsTheOwnersConsent() throws {
        let (store, goal, other, asset) = try world()
        #expect(throws: GoalStoreError.rule(.exceedsTotal(.init(attempted: "0.000100", available: "0.000000")))) {
            try store.allocate(100, of: asset.id, to: other.id, balance: 500, now: Self.now)
        }
        #expect(try store.allocationChanges(of: asset.id).isEmpty)
        try store.allocate(400, of: asset.id, to: goal.id, balance: 500, now: Self.now)
        try store.allocate(100, of: asset.id, to: other.id, balance: 500, now: Self.now)
        #expect(try store.allocations(of: asset.id).shares == [goal.id: 400, other.id: 100])
    }

    @Test("A payment into it adds to what the owner has, whether the command or a sync finds it out")
    func settle_ownedAsset_addsToTheOwnersShare() throws {
        for isSync in [false, true] {
            let (store, goal, other, asset) = try world()
            for (payment, receiver) in [("one", goal), ("two", other)] {
                let pending = PendingContribution(
                    payment: payment, kind: .payment, goal: receiver.id, asset: asset.id, units: 20,
                    date: Self.now.advanced(by: .seconds(1)))
                try store.put(pending)
                if isSync {
                    let before = try store.reading(of: asset.id)?.units ?? 0
                    try store.importTransfers(
                        [.init(externalID: payment, units: 20, date: Self.now)],
                        ChainReading(asset: asset.id, units: before + 20, read: Self.now), now: Self.now,
                        random: random)
                } else {
                    try store.settle(pending: payment, now: Self.now, random: random)
                }
            }
            #expect(
                try store.allocations(of: asset.id).shares == [goal.id: 520, other.id: 20], "by a sync: \(isSync)")
        }
    }

    @Test("What an address held before its first reading is the owner's, also when that reading finds a payment")
    func importTransfers_firstReading_keepsTheOwnersShare() throws {
        let store = try GoalStore.inMemory()
        let goal = try GoalStoreTests.goal("g")
        let asset = try GoalStoreTests.asset("a", owner: goal, source: .address(.init(chain: "SOL", address: "vault")))
        try store.put(goal)
        try store.put(asset)
        try store.put(
            PendingContribution(
                payment: "one", kind: .payment, goal: goal.id, asset: asset.id, units: 20, date: Self.now))
        try store.importTransfers(
            [.init(externalID: "one", units: 20, date: Self.now)],
            ChainReading(asset: asset.id, units: 520, read: Self.now), now: Self.now, random: random)
        #expect(try store.allocations(of: asset.id).shares == [goal.id: 520])
    }

    @Test("What comes into it during a month is the owner's contribution, also without any share")
    func contributions_ownedAsset_areTheOwners() throws {
        let (_, goal, other, asset) = try world()
        func later(_ hours: Int64) -> Instant { Self.now.advanced(by: .seconds(hours * 3_600)) }
        func history(_ changes: [AllocationChange]) -> ContributionEvents.AssetHistory {
            .init(
                asset: asset.id, balance: 530,
                transactions: [(later(1), 50 as ExactInteger), (later(2), -20 as ExactInteger)],
                changes: changes,
                current: AllocationChange.replay(changes), owner: goal.id)
        }
        func totals(_ changes: [AllocationChange]) -> [GoalID: ExactInteger] {
            ContributionEvents(
                assets: [history(changes)], start: Self.now, end: later(9), goals: [goal.id, other.id]
            ).totals.compactMapValues { $0[asset.id] }
        }
        #expect(totals([]) == [goal.id: 30])
        // The owner gives 30 of 530 away.
        let changes = [(goal, 500), (other, 30)].map { receiver, units in
            AllocationChange(
                asset: asset.id, goal: receiver.id, units: ExactInteger(units), date: later(3), created: later(3))
        }
        #expect(totals(changes) == [goal.id: 0, other.id: 30])
        let old = AllocationChange(
            asset: asset.id, goal: other.id, units: 0, date: Self.now.advanced(by: .seconds(-1)), created: Self.now)
        #expect(totals([old]).isEmpty)
    }
}
