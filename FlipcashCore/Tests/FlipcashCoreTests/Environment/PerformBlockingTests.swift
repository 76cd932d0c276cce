import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@Suite("Code that may block")
struct PerformBlockingTests {
    private struct Refusal: Error {}

    /// A value that is not Sendable.
    private final class Count {
        var value = 0
    }

    private func thread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

    private func preferredExecutor() -> UnownedTaskExecutor? { withUnsafeCurrentTask { $0?.unownedTaskExecutor } }

    @Test("Code without a suspension moves to the executor's thread, and the caller does not stay there")
    func performBlocking_synchronousCode_runsOnTheExecutorsThread() async {
        let tasks = ConcurrentTaskSpawner().withOwnThread(named: "may.block")
        let first = await tasks.performBlocking { thread() }
        await Task.yield()
        let outside = thread()
        let second = await tasks.performBlocking { thread() }
        #expect(first == second)
        #expect(first != outside)
    }

    @Test("Without an executor of its own, code and its child tasks prefer the blocking executor")
    func performBlocking_concurrentSpawner_prefersTheBlockingExecutor() async {
        let shared = BlockingExecutor.shared.asUnownedTaskExecutor()
        let concurrent = ConcurrentTaskSpawner()
        let spawners: [any TaskSpawner] = [concurrent, concurrent.withExecutor(SteppedExecutor())]
        for tasks in spawners {
            let (own, child) = await tasks.performBlocking {
                async let child = preferredExecutor()
                return (preferredExecutor(), await child)
            }
            #expect(own == shared)
            #expect(child == shared)
        }
        #expect(preferredExecutor() != shared)
    }

    @Test("An error keeps its type, and values that are not Sendable go in and come out")
    func performBlocking_typedError_isThrown() async {
        let count = Count()
        do throws(Refusal) {
            try await ConcurrentTaskSpawner().performBlocking { () async throws(Refusal) -> Void in
                count.value += 1
                throw Refusal()
            }
            Issue.record("the error was lost")
        } catch {
            count.value += 1
        }
        let same = await ConcurrentTaskSpawner().performBlocking { count }
        #expect(same.value == 2)
    }

    @Test("A simulated world takes no additional step for it")
    func performBlocking_simulatedWorld_takesNoStep() throws {
        func steps(_ program: @escaping @Sendable (any TaskSpawner) async -> Int) throws -> Int {
            let world = SimulatedWorld(seed: 1)
            let tasks = world.environment.tasks
            _ = try world.run { await program(tasks) }
            return world.executor.steps
        }
        let direct = try steps { _ in 1 }
        let performed = try steps { tasks in await tasks.performBlocking { 1 } }
        #expect(direct == performed)
    }
}
