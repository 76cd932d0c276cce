/// The series of a currency's market capitalisation, as the server answers it (money specification §10, wire contract
/// §7.3).
public enum MarketCapHistory {
    /// A supply in token quarks at a time.
    public struct Reserve: Hashable, Sendable {
        /// When the supply was reached.
        public let date: Instant
        /// Tokens sold, in quarks of 10⁻¹⁰.
        public let supplyQuarks: UInt64

        /// A supply at a time.
        public init(date: Instant, supplyQuarks: UInt64) {
            self.date = date
            self.supplyQuarks = supplyQuarks
        }
    }

    /// Units of the asked currency per US dollar at a time.
    public struct ExchangeRate: Hashable, Sendable {
        /// From when on the rate holds.
        public let date: Instant
        /// Units of the asked currency per US dollar.
        public let fx: Double

        /// A rate at a time.
        public init(date: Instant, fx: Double) {
            self.date = date
            self.fx = fx
        }
    }

    /// The end of every range is cut to a multiple of this.
    public static let endGranularity: Duration = .seconds(300)

    /// The time that a range asked for at `now` ends at.
    public static func end(now: Instant) -> Instant {
        let granularity = endGranularity.components.seconds
        let into = now.seconds % granularity
        return Instant(seconds: now.seconds &- (into < 0 ? into + granularity : into))
    }

    /// The time that a range asked for at `now` starts at.
    public static func start(of range: ChartRange, now: Instant) -> Instant {
        end(now: now).advanced(by: .zero - range.span)
    }

    /// The series of `range`; nil when there are no reserves or no rates, which is answered as missing data.
    ///
    /// Each reserve is valued at the latest rate not after it; those before the first rate are left out. A range that
    /// reaches back before the currency's creation is worth nothing there, and a last point stands at the end.
    ///
    /// - Parameters:
    ///   - range: the span of time that is drawn.
    ///   - reserves: the samples of the range, one an interval, ascending.
    ///   - rates: ascending; those before the range may be among them.
    ///   - created: when the currency was created.
    ///   - now: where the range ends.
    public static func points(
        range: ChartRange, reserves: [Reserve], rates: [ExchangeRate], created: Instant, now: Instant
    ) -> [ChartPoint]? {
        guard let newest = reserves.last, let latestRate = rates.last, let firstRate = rates.first else { return nil }
        var points: [ChartPoint] = []
        let start = start(of: range, now: now)
        if start < created {
            if range != .allTime { points.append(ChartPoint(date: start, value: 0)) }
            points.append(ChartPoint(date: created, value: 0))
        }
        var current = 0
        for reserve in reserves where reserve.date >= firstRate.date {
            while current + 1 < rates.count, rates[current + 1].date <= reserve.date { current += 1 }
            points.append(
                ChartPoint(date: reserve.date, value: value(supplyQuarks: reserve.supplyQuarks, fx: rates[current].fx)))
        }
        let end = end(now: now)
        if points.last.map({ $0.date < end }) ?? true {
            points.append(ChartPoint(date: end, value: value(supplyQuarks: newest.supplyQuarks, fx: latestRate.fx)))
        }
        return points
    }

    /// The samples that stand for a range's intervals: the last of each, at its own time.
    ///
    /// - Parameters:
    ///   - reserves: ascending.
    ///   - interval: how far apart the samples are.
    public static func sampled(_ reserves: [Reserve], every interval: Duration) -> [Reserve] {
        let length = max(1, interval.components.seconds)
        func bucket(_ date: Instant) -> Int64 { date.seconds / length - (date.seconds % length < 0 ? 1 : 0) }
        var samples: [Reserve] = []
        for reserve in reserves {
            if let last = samples.last, bucket(last.date) == bucket(reserve.date) { samples.removeLast() }
            samples.append(reserve)
        }
        return samples
    }

    /// Supply, fractions included, times the price times the rate, in doubles.
    public static func value(supplyQuarks: UInt64, fx: Double) -> Double {
        let price = Double(DiscreteBondingCurve().currentPrice18(supplyQuarks: supplyQuarks)) / 1e18
        return price * (Double(supplyQuarks) / Double(DiscreteBondingCurve.quarksPerToken)) * fx
    }
}
