import FlipcashCore
import Foundation
import Synchronization
import Testing

@Suite struct ThreadExecutorTests {
    /// Names of threads, in the order in which tasks ran on them.
    private final class Places: Sendable {
        private let list = Mutex<[String]>([])

        var all: [String] { list.withLock { $0 } }

        func note() { list.withLock { $0.append(Thread.current.name ?? "") } }
    }

    @Test("all tasks of a spawner with its own thread run there, and so do the actors they call")
    func withOwnThread_manyTasks_shareTheThread() async {
        let places = Places()
        let spawner = ConcurrentTaskSpawner().withOwnThread(named: "one.of.a.kind")
        let tasks = (0..<50).map { _ in
            spawner.spawn {
                places.note()
                await Task.yield()
                places.note()
            }
        }
        for task in tasks { await task.wait() }
        #expect(places.all == Array(repeating: "one.of.a.kind", count: 100))
    }

    /// How many tasks run, and the most that did at the same time.
    private final class Crowd: Sendable {
        private let state = Mutex((running: 0, most: 0))

        var most: Int { state.withLock { $0.most } }

        func enter() {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
        }

        func leave() { state.withLock { $0.running -= 1 } }
    }

    @Test("tasks of one thread never run at the same time")
    func withOwnThread_manyTasks_runOneAfterTheOther() async {
        let crowd = Crowd()
        let spawner = ConcurrentTaskSpawner().withOwnThread(named: "serial")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    await spawner.spawn {
                        crowd.enter()
                        _ = Hash(sha256: Array(repeating: 1, count: 1 << 12))
                        crowd.leave()
                    }.wait()
                }
            }
        }
        #expect(crowd.most == 1)
    }

    @Test("the thread ends with the last task after its spawner is gone")
    func deinit_releasedSpawner_endsTheThread() async {
        weak var executor: ThreadExecutor?
        do {
            let made = ThreadExecutor(name: "short")
            executor = made
            await Task(executorPreference: made) {}.value
        }
        while executor != nil { await Task.yield() }
    }

    @Test("a spawner without threads runs the tasks itself")
    func withOwnThread_simulatedSpawner_staysInItsWorld() {
        let tasks = Immediate()
        let isSame = tasks.withOwnThread(named: "none") is Immediate
        #expect(isSame)
    }

    private struct Immediate: TaskSpawner {
        func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
            SpawnedTask(Task(operation: operation))
        }
    }
}
