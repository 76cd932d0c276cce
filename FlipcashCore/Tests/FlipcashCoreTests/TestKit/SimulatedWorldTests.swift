import FlipcashCore
import FlipcashTestKit
import Testing

@Suite("The simulated world")
struct SimulatedWorldTests {
    /// Runs twenty workers that sleep, yield and draw numbers, and returns the order in which they finish.
    private func scramble(seed: UInt64) throws -> (order: [Int], trace: UInt64, end: Uptime) {
        let world = SimulatedWorld(seed: seed)
        let environment = world.environment
        let order = try world.run {
            await withTaskGroup(of: Int.self) { group in
                for worker in 0..<20 {
                    group.addTask {
                        for _ in 0..<Int(environment.random.bytes(1)[0] % 5) {
                            try? await environment.clock.sleep(for: .milliseconds(Int(environment.random.bytes(1)[0])))
                            await Task.yield()
                        }
                        return worker
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        return (order, world.executor.trace, world.clock.uptime())
    }

    @Test("One seed repeats a run exactly", arguments: [1, 2, 3] as [UInt64])
    func run_sameSeed_equalTraces(seed: UInt64) throws {
        let first = try scramble(seed: seed)
        let second = try scramble(seed: seed)
        #expect(first == second)
    }

    @Test("Different seeds interleave differently")
    func run_differentSeeds_differentTraces() throws {
        let traces = Set(try (1...10 as ClosedRange<UInt64>).map { try scramble(seed: $0).trace })
        #expect(traces.count == 10)
    }

    @Test("Time advances only when no job is ready, without real waiting")
    func sleep_longWait_endsAtItsDeadline() throws {
        let world = SimulatedWorld(seed: 7)
        let start = world.clock.uptime()
        try world.run { try await world.clock.sleep(for: .seconds(7 * 86_400)) }
        #expect(world.clock.uptime() - start == .seconds(7 * 86_400))
    }

    @Test("A cancelled sleeper wakes at once with a cancellation error")
    func sleep_cancelled_throwsWithoutWaiting() throws {
        let world = SimulatedWorld(seed: 7)
        let start = world.clock.uptime()
        let wasCancelled = try world.run {
            await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    do {
                        try await world.clock.sleep(for: .seconds(1_000))
                        return false
                    } catch {
                        return error is CancellationError
                    }
                }
                await Task.yield()
                group.cancelAll()
                return await group.next() ?? false
            }
        }
        #expect(wasCancelled)
        #expect(world.clock.uptime() == start)
    }

    @Test("A program that waits for an external event is reported instead of hanging")
    func run_waitsForever_throwsStuck() {
        let world = SimulatedWorld(seed: 7)
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        #expect(throws: SimulatedWorld.Failure.self) {
            try world.run { for await _ in stream {} }
        }
        continuation.finish()
    }
}
