internal import AllocationCounter
internal import Benchmark

/// One task done by several implementations in one run. `Scripts/benchmark.sh` prints their figures beside each other.
public struct Comparison {
    /// What is measured, as in `curve: buy`; the part before the colon groups the tasks.
    public let task: String
    /// Calls per sample: enough for the clock's own time not to count, and few enough for most samples of a busy
    /// machine to pass undisturbed, some hundred microseconds.
    public let calls: Int

    /// Names a task.
    public init(_ task: String, calls: Int) {
        self.task = task
        self.calls = calls
    }

    /// Heap allocations in a sample, the calls' and nothing else's; left out where they cannot be counted.
    private static var allocations: BenchmarkMetric { .custom("allocations", useScalingFactor: false) }

    /// Measures our own implementation.
    ///
    /// - Parameters:
    ///   - reach: What is wanted of it by itself; a wish that names a rival stands with the rival.
    ///   - body: One call; it gets its number within the sample, and hands its result to `blackHole`.
    public func ours(reach: Reach = .none, _ body: @escaping @Sendable (Int) -> Void) {
        measure("Flipcash", reach: reach, body)
    }

    /// Measures a rival's implementation.
    ///
    /// - Parameters:
    ///   - name: What the table calls it.
    ///   - reach: How much faster than the rival ours is to be.
    ///   - body: One call; it gets its number within the sample, and hands its result to `blackHole`.
    public func rival(_ name: String, reach: Reach = .none, _ body: @escaping @Sendable (Int) -> Void) {
        measure(name, reach: reach, body)
    }

    private func measure(_ implementation: String, reach: Reach, _ body: @escaping @Sendable (Int) -> Void) {
        let configuration = Benchmark.Configuration(
            metrics: [.wallClock, .throughput] + (allocations_are_counted() ? [Self.allocations] : []),
            warmupIterations: 3, maxDuration: .seconds(1), maxIterations: 100_000)
        let name = [task, implementation, "\(calls)", reach.text].joined(separator: " | ")
        let calls = calls
        Benchmark(name, configuration: configuration) { benchmark in
            let before = allocation_count()
            benchmark.startMeasurement()
            for call in 0..<calls { body(call) }
            benchmark.stopMeasurement()
            guard allocations_are_counted() else { return }
            benchmark.measurement(Self.allocations, Int(clamping: allocation_count() - before))
        }
    }
}
