internal import AllocationCounter
internal import Benchmark

/// One task measured with several implementations in one run. `Scripts/benchmark.sh` prints the results side by side.
public struct Comparison {
    /// The name of the task, such as `curve: buy`. The part before the colon groups tasks.
    public let task: String
    /// The number of calls per sample.
    ///
    /// Enough calls make the clock's overhead negligible. A sample of a few hundred microseconds is short enough that a
    /// busy machine disturbs few samples.
    public let calls: Int

    /// Creates a comparison for a task.
    public init(_ task: String, calls: Int) {
        self.task = task
        self.calls = calls
    }

    /// Heap allocations of the calls in a sample; left out when they cannot be counted.
    private static var allocations: BenchmarkMetric { .custom("allocations", useScalingFactor: false) }

    /// Measures our implementation.
    ///
    /// - Parameters:
    ///   - reach: The target for our implementation alone. Targets relative to another implementation are set there.
    ///   - body: One call. It receives its number within the sample and passes its result to `blackHole`.
    public func ours(reach: Reach = .none, _ body: @escaping @Sendable (Int) -> Void) {
        measure("Flipcash", reach: reach, body)
    }

    /// Measures another implementation.
    ///
    /// - Parameters:
    ///   - name: The name in the table.
    ///   - reach: How much faster than this implementation ours should be.
    ///   - body: One call. It receives its number within the sample and passes its result to `blackHole`.
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
