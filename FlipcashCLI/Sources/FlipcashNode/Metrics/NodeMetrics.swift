import CoreMetrics
import FlipcashCore
import Synchronization

/// The node's instruments. A node whose metrics are off has none.
///
/// Metrics are named by ``NodeMetric``, so that each is described once. The values of their labels come in the order of
/// `NodeMetric.labels`. They are never keys, addresses or texts of clients.
final class NodeMetrics: Sendable {
    private struct Key: Hashable {
        let metric: NodeMetric
        let values: [String]
    }

    private struct Instruments {
        var counters: [Key: Counter] = [:]
        var sums: [Key: (counter: FloatingPointCounter, reached: Double)] = [:]
        var meters: [Key: Meter] = [:]
        var timers: [Key: CoreMetrics.Timer] = [:]
        var recorders: [Key: Recorder] = [:]
    }

    private let factory: any MetricsFactory
    private let clock: any WallClock
    private let instruments = Mutex(Instruments())

    /// Makes the instruments of the metrics without labels, so that they are there before their first value.
    init(factory: any MetricsFactory, clock: any WallClock) {
        self.factory = factory
        self.clock = clock
        for metric in NodeMetric.allCases where metric.labels.isEmpty { prepare(metric) }
    }

    private func prepare(_ metric: NodeMetric) {
        switch metric.kind {
        case .counter where metric == .processSeconds: raise(metric, to: 0)
        case .counter: _ = counter(metric, [])
        case .gauge: _ = meter(metric, [])
        case .histogram where metric == .groupUnits: _ = recorder(metric)
        case .histogram: _ = timer(metric, [])
        }
    }

    /// The moment from which to measure a duration.
    func now() -> Uptime { clock.uptime() }

    /// Adds one to a counter.
    func count(_ metric: NodeMetric, _ values: String...) { count(metric, values) }

    /// Adds one to a counter.
    func count(_ metric: NodeMetric, _ values: [String]) {
        counter(metric, values).increment()
    }

    /// Sets a gauge.
    func set(_ metric: NodeMetric, to value: Double, _ values: String...) { meter(metric, values).set(value) }

    /// Adds to a gauge, or subtracts from it.
    func add(_ amount: Int, to metric: NodeMetric, _ values: String...) {
        let meter = meter(metric, values)
        if amount < 0 { meter.decrement(by: Double(-amount)) } else { meter.increment(by: Double(amount)) }
    }

    /// Adds the time since `start` to a histogram.
    func time(_ metric: NodeMetric, since start: Uptime, _ values: [String] = []) {
        let elapsed = now() - start
        let (seconds, attoseconds) = elapsed.components
        let (nanoseconds, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        timer(metric, values).recordNanoseconds(isOver ? Int64.max : nanoseconds &+ attoseconds / 1_000_000_000)
    }

    /// Adds a value to a histogram.
    func record(_ metric: NodeMetric, _ value: Int) { recorder(metric).record(value) }

    /// Raises a counter to a total that is kept elsewhere.
    func raise(_ metric: NodeMetric, to total: Double) {
        let key = Key(metric: metric, values: [])
        instruments.withLock { instruments in
            let known =
                instruments.sums[key]
                ?? (FloatingPointCounter(label: metric.rawValue, dimensions: [], factory: factory), 0)
            if total > known.reached { known.counter.increment(by: total - known.reached) }
            instruments.sums[key] = (known.counter, max(total, known.reached))
        }
    }

    private func counter(_ metric: NodeMetric, _ values: [String]) -> Counter {
        instrument(\.counters, metric, values) { Counter(label: $0, dimensions: $1, factory: factory) }
    }

    private func timer(_ metric: NodeMetric, _ values: [String]) -> CoreMetrics.Timer {
        instrument(\.timers, metric, values) { CoreMetrics.Timer(label: $0, dimensions: $1, factory: factory) }
    }

    private func recorder(_ metric: NodeMetric) -> Recorder {
        instrument(\.recorders, metric, []) {
            Recorder(label: $0, dimensions: $1, aggregate: true, factory: factory)
        }
    }

    private func meter(_ metric: NodeMetric, _ values: [String]) -> Meter {
        instrument(\.meters, metric, values) { Meter(label: $0, dimensions: $1, factory: factory) }
    }

    /// The instrument of a metric, made on first use.
    private func instrument<Instrument: Sendable>(
        _ path: WritableKeyPath<Instruments, [Key: Instrument]>, _ metric: NodeMetric, _ values: [String],
        make: (String, [(String, String)]) -> Instrument
    ) -> Instrument {
        let key = Key(metric: metric, values: values)
        return instruments.withLock { instruments in
            if let known = instruments[keyPath: path][key] { return known }
            let made = make(metric.rawValue, Array(zip(metric.labels, values)))
            instruments[keyPath: path][key] = made
            return made
        }
    }
}
