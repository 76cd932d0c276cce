import CoreMetrics
import Synchronization

/// The value of one counter.
final class CounterCell: CounterHandler, FloatingPointCounterHandler {
    private let total = Mutex(0.0)

    /// The sum so far.
    var value: Double { total.withLock { $0 } }

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    /// Adds `amount`; ignores a negative or undefined one, since a counter never falls.
    func increment(by amount: Double) {
        guard amount > 0 else { return }
        total.withLock { $0 += amount }
    }

    func reset() { total.withLock { $0 = 0 } }
}

/// The value of one gauge.
final class GaugeCell: MeterHandler, RecorderHandler {
    private let current = Mutex(0.0)

    /// The value now.
    var value: Double { current.withLock { $0 } }

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { current.withLock { $0 = value } }
    func increment(by amount: Double) { current.withLock { $0 += amount } }
    func decrement(by amount: Double) { current.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
}

/// The values of one histogram. Times are kept in seconds.
final class HistogramCell: RecorderHandler, TimerHandler {
    /// A histogram's contents at one moment.
    struct Reading: Equatable, Sendable {
        /// How many values are at most as large as each bound.
        var upTo: [(bound: Double, count: UInt64)]
        /// How many values there are.
        var count: UInt64
        /// Their sum.
        var sum: Double

        static func == (left: Reading, right: Reading) -> Bool {
            left.upTo.elementsEqual(right.upTo, by: ==) && left.count == right.count && left.sum == right.sum
        }
    }

    private struct State {
        var counts: [UInt64]
        var above: UInt64 = 0
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    /// - Parameter bounds: the upper bounds, in ascending order.
    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    /// Adds `value`; ignores an undefined one.
    func record(_ value: Double) {
        guard !value.isNaN else { return }
        let place = bounds.firstIndex { value <= $0 }
        state.withLock { state in
            if let place { state.counts[place] += 1 } else { state.above += 1 }
            state.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    var reading: Reading {
        let state = state.withLock { $0 }
        var count: UInt64 = 0
        let upTo = zip(bounds, state.counts).map { bound, inside in
            count += inside
            return (bound, count)
        }
        return Reading(upTo: upTo, count: count + state.above, sum: state.sum)
    }
}
