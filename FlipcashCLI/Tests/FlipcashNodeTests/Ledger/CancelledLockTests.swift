import Testing

@testable import FlipcashNode

@Suite struct CancelledLockTests {
    @Test("a task that is cancelled already takes no lock, not even a free one")
    func withLocks_cancelledBefore_takesNothing() async {
        let locks = FairLocks<Int>()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await locks.withLocks([1]) { Issue.record("the lock was taken") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(locks.heldCount == 0)
    }
}
