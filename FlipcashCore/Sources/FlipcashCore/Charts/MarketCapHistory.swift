/// The series of a currency's market capitalisation, as the server answers it (money specification §10, wire contract
/// §7.3).
public enum MarketCapHistory {
    /// The supply of a currency at a time.
    public struct Reserve: Hashable, Sendable {
        /// The time when the supply was reached.
        public let date: Instant
        /// The tokens sold, in quarks of 10⁻¹⁰.
        public let supplyQuarks: UInt64

        /// Creates a supply at a time.
        public init(date: Instant, supplyQuarks: UInt64) {
            self.date = date
            self.supplyQuarks = supplyQuarks
        }
    }

    /// The exchange rate of the requested currency at a time.
    public struct ExchangeRate: Hashable, Sendable {
        /// The start of the rate's validity.
        public let date: Instant
        /// Units of the requested currency per US dollar.
        public let fx: Double

        /// Creates a rate at a time.
        public init(date: Instant, fx: Double) {
            self.date = date
            self.fx = fx
        }
    }

    /// The end of every range is rounded down to a multiple of this duration.
    public static let endGranularity: Duration = .seconds(300)

    /// The end of a range requested at `now`.
    public static func end(now: Instant) -> Instant {
        let granularity = endGranularity.components.seconds
        let into = now.seconds % granularity
        return Instant(seconds: now.seconds &- (into < 0 ? into + granularity : into))
    }

    /// The start of a range requested at `now`.
    public static func start(of range: ChartRange, now: Instant) -> Instant {
        end(now: now).advanced(by: .zero - range.span)
    }

    /// Returns the series of `range`; nil without reserves or without rates, which the server reports as missing data.
    ///
    /// Each reserve is valued at the latest rate not after it; reserves before the first rate are left out. Before the
    /// currency's creation the value is 0. The last point is at the end of the range.
    ///
    /// - Parameters:
    ///   - range: the time span to draw.
    ///   - reserves: the samples of the range, one per interval, ascending.
    ///   - rates: ascending; may include rates before the range.
    ///   - created: the time when the currency was created.
    ///   - now: the time of the request.
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

    /// Returns the last sample of each interval, at its own time.
    ///
    /// - Parameters:
    ///   - reserves: ascending.
    ///   - interval: the time between two samples.
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

    /// The market capitalisation in doubles: supply, fractions included, times price times rate.
    public static func value(supplyQuarks: UInt64, fx: Double) -> Double {
        price(supplyQuarks: supplyQuarks) * (Double(supplyQuarks) / Double(DiscreteBondingCurve.quarksPerToken)) * fx
    }

    /// The price per token as a double, in core-mint units; the last price for a supply above the maximum.
    public static func price(supplyQuarks: UInt64) -> Double {
        Double(DiscreteBondingCurve().currentPrice18(supplyQuarks: supplyQuarks)) / 1e18
    }
}
