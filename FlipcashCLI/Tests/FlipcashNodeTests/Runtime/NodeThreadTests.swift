import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import Foundation
import Synchronization
import Testing

@testable import FlipcashNode

/// Calls of a node inside the process from a task of Swift's default executor, as an app makes them.
@Suite("A node in an app's task", .timeLimit(.minutes(1)))
struct NodeThreadTests {
    /// A clock that notes the threads that read its date.
    private final class WatchedClock: WallClock {
        private let time = TestClock()
        private let threads = Mutex<Set<ObjectIdentifier>>([])

        /// Returns the threads that have read the date since the last call.
        func takeThreads() -> Set<ObjectIdentifier> {
            threads.withLock { threads in
                defer { threads = [] }
                return threads
            }
        }

        func now() -> Instant {
            let thread = currentThread()
            threads.withLock { _ = $0.insert(thread) }
            return time.now()
        }

        func uptime() -> Uptime { time.uptime() }
        func sleep(for duration: Duration) async throws { try await time.sleep(for: duration) }
    }

    @Test("A node starts, and an operator's command runs, where the environment lets code block")
    func start_plainTask_blocksOnlyWhereAllowed() async throws {
        let (tasks, clock) = (ConcurrentTaskSpawner().withOwnThread(named: "may.block"), WatchedClock())
        let allowed = await tasks.performBlocking { currentThread() }
        let environment = RuntimeEnvironment(clock: clock, random: SeededRandomSource(), tasks: tasks)
        try await withNode(.inMemory(), environment: environment) { node in
            #expect(clock.takeThreads() == [allowed])
            let report = await node.perform(AdminRequest(.check)).check
            #expect(report != nil)
            #expect(clock.takeThreads() == [allowed])
        }
    }
}

private func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
