import FlipcashCore
import Testing

@testable import FlipcashNode

@Suite("A condition that measures running time", .timeLimit(.minutes(1)))
struct MonotonicConditionTests {
    @Test("A wait with a limit ends without a signal, and sleeps until then")
    func waitFor_noSignal_sleepsUntilTheLimit() {
        let (condition, clock, limit) = (MonotonicCondition(), SystemClock(), Duration.milliseconds(3))
        var wakeUps = 0
        condition.lock()
        let start = clock.uptime()
        while clock.uptime() - start < limit {
            condition.wait(for: limit - (clock.uptime() - start))
            wakeUps += 1
        }
        condition.unlock()
        // A condition may wake without a reason, but does not spin.
        #expect(wakeUps < 100)
    }

    @Test("Every waiting thread is woken, whether it has a limit or not", arguments: [true, false])
    func broadcast_waitingThreads_wakeUp(hasLimit: Bool) async {
        let condition = MonotonicCondition()
        let (isOpen, waiting) = (Shared(false), Shared(0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await ConcurrentTaskSpawner().performBlocking {
                        condition.lock()
                        waiting.change { $0 += 1 }
                        while !isOpen.value {
                            if hasLimit { condition.wait(for: .seconds(600)) } else { condition.wait() }
                        }
                        condition.unlock()
                    }
                }
            }
            while waiting.value < 3 { await Task.yield() }
            // Each thread that has counted itself waits by the time that the lock is free.
            condition.lock()
            isOpen.change { $0 = true }
            condition.broadcast()
            condition.unlock()
        }
    }
}
