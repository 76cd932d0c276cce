import FlipcashCore
import Testing

@testable import FlipcashNode

@Suite struct FairLocksTests {
    private func waitUntil(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

    @Test("one task at a time holds a lock, in order of arrival")
    func withLocks_sameKey_isFirstInFirstOut() async throws {
        let locks = FairLocks<Int>()
        let gate = Latch()
        let order = Shared<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await locks.withLocks([1]) { await gate.wait() } }
            await waitUntil { locks.heldCount == 1 }
            for number in 0..<20 {
                group.addTask { try await locks.withLocks([1]) { order.change { $0.append(number) } } }
                await waitUntil { locks.waiterCount(1) == number + 1 }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(order.value == Array(0..<20))
        #expect(locks.heldCount == 0)
    }

    @Test("the thirty-third waiting task is refused")
    func withLocks_fullQueue_throwsBusy() async throws {
        let locks = FairLocks<Int>()
        let gate = Latch()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await locks.withLocks([1]) { await gate.wait() } }
            await waitUntil { locks.heldCount == 1 }
            for number in 0..<32 {
                group.addTask { try await locks.withLocks([1]) {} }
                await waitUntil { locks.waiterCount(1) == number + 1 }
            }
            await #expect(throws: LocksBusy.self) { try await locks.withLocks([1]) {} }
            try await locks.withLocks([2]) {}
            gate.open()
            try await group.waitForAll()
        }
        #expect(locks.heldCount == 0)
    }

    @Test("a cancelled task leaves the queue and holds no lock")
    func withLocks_cancelledWaiter_leaves() async throws {
        let locks = FairLocks<Int>()
        let gate = Latch()
        let holder = Task { try await locks.withLocks([2]) { await gate.wait() } }
        await waitUntil { locks.heldCount == 1 }
        let waiter = Task { try await locks.withLocks([1, 2]) {} }
        await waitUntil { locks.waiterCount(2) == 1 }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(locks.waiterCount(2) == 0)
        try await locks.withLocks([1]) {}
        gate.open()
        try await holder.value
        #expect(locks.heldCount == 0)
    }

    @Test("locks taken in any combination never deadlock")
    func withLocks_manyOverlappingSets_allFinish() async throws {
        let locks = FairLocks<Int>(waitersMax: 1000)
        let inside = Shared<[Int: Int]>([:])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                let keys: Set = [number % 7, (number * 3) % 5, (number * 11) % 4]
                group.addTask {
                    try await locks.withLocks(keys) {
                        inside.change { counts in
                            for key in keys {
                                counts[key, default: 0] += 1
                                #expect(counts[key] == 1)
                            }
                        }
                        await Task.yield()
                        inside.change { counts in for key in keys { counts[key, default: 0] -= 1 } }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(locks.heldCount == 0)
    }

    @Test("owners are locked before vaults, each by address")
    func lockKey_order_ownersFirst() {
        let keys: [LockKey] = [.vault([1]), .owner([9]), .vault([0]), .owner([2])]
        #expect(keys.sorted() == [.owner([2]), .owner([9]), .vault([0]), .vault([1])])
    }
}
