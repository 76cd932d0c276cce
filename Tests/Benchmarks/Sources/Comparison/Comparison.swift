internal import AllocationCounter
public import Benchmark

/// One task done by several implementations in one run. `Scripts/benchmark.sh` prints their figures beside each other.
public struct Comparison {
    /// What is measured, as in `curve: buy`; the part before the colon groups the tasks.
    public let task: String
    /// What the project wants to reach, for the table.
    public let reach: String
    /// Calls per sample: enough for a sample of a few hundred microseconds.
    public let calls: BenchmarkScalingFactor

    public init(_ task: String, reach: String, calls: BenchmarkScalingFactor = .kilo) {
        self.task = task
        self.reach = reach
        self.calls = calls
    }

    /// Our own implementation.
    public static let ours = "Flipcash"

    /// Heap allocations in a sample, the calls' and nothing else's.
    public static var allocations: BenchmarkMetric { .custom("allocations", useScalingFactor: true) }

    /// Measures one implementation.
    ///
    /// - Parameters:
    ///   - body: one call; it gets its number within the sample, and hands its result to `blackHole`.
    public func measure(_ implementation: String, _ body: @escaping @Sendable (Int) -> Void) {
        let configuration = Benchmark.Configuration(
            metrics: [.wallClock, .throughput, Self.allocations], warmupIterations: 3, scalingFactor: calls,
            maxDuration: .seconds(2))
        let name = [task, implementation, "\(calls.rawValue)", reach].joined(separator: " | ")
        Benchmark(name, configuration: configuration) { benchmark in
            let before = allocation_count()
            benchmark.startMeasurement()
            for call in benchmark.scaledIterations { body(call) }
            benchmark.stopMeasurement()
            benchmark.measurement(Self.allocations, Int(clamping: allocation_count() - before))
        }
    }
}
