import FlipcashCore
import Foundation
import Synchronization
import Testing

@testable import FlipcashNode

@Suite("The thread of the connections")
struct ServingThreadTests {
    /// The threads that were seen.
    private final class Places: Sendable {
        private let threads = Mutex<Set<ObjectIdentifier>>([])

        var count: Int { threads.withLock { $0.count } }

        func note() {
            let thread = ObjectIdentifier(Thread.current)
            threads.withLock { _ = $0.insert(thread) }
        }
    }

    private actor Counter {
        var count = 0

        func add() { count += 1 }
    }

    @Test("Tasks, their child tasks and the actors that they call run on the thread, and none is lost")
    func spawner_manyTasks_runOnTheThread() async {
        let counter = Counter()
        let places = Places()
        let tasks = ServingThread().spawner(ConcurrentTaskSpawner())
        let spawned = (0..<100).map { _ in
            tasks.spawn {
                places.note()
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<10 {
                        group.addTask {
                            places.note()
                            await Task.yield()
                            await counter.add()
                            places.note()
                        }
                    }
                }
            }
        }
        for task in spawned { await task.wait() }
        #expect(await counter.count == 1000)
        #expect(places.count == 1)
    }
}
