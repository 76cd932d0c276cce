import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// A supply of the past with the newest exchange rate before it.
private struct RatedSupply {
    let reserve: MarketCapHistory.Reserve
    let rate: MarketCapHistory.ExchangeRate?
}

extension StoreReading {
    /// The market capitalisation of a currency over time (wire contract §7.3).
    func marketHistory(
        of mint: PublicKey, currencyCode: String, range: ChartRange, now: Instant
    ) throws -> Ocp_Currency_V1_GetHistoricalMintDataResponse {
        guard let record = try self.mint(mint), !record.isCore else { return .with { $0.result = .notFound } }
        let samples = try supplies(of: mint, currencyCode: currencyCode, range: range, now: now)
        var rates: [MarketCapHistory.ExchangeRate] = []
        for rate in samples.compactMap(\.rate) + (try newestRate(currencyCode, until: now).map { [$0] } ?? [])
        where rates.last?.date != rate.date { rates.append(rate) }
        let points = MarketCapHistory.points(
            range: range, reserves: samples.map(\.reserve), rates: rates, created: record.createdAt, now: now)
        guard let points else { return .with { $0.result = .missingData } }
        return .with {
            $0.result = .ok
            $0.data = points.map { point in
                .with {
                    $0.timestamp = point.date.timestamp
                    $0.marketCap = point.value
                }
            }
        }
    }

    /// The samples of a range. The last one before it counts as its first, because the supply stays until the next trade.
    private func supplies(
        of mint: PublicKey, currencyCode: String, range: ChartRange, now: Instant
    ) throws -> [RatedSupply] {
        let step = SupplyStep(range)
        let start = MarketCapHistory.start(of: range, now: now)
        let rows = try rows(
            """
            SELECT s.observed_at, s.supply, r.observed_at AS rated_at, r.value
            FROM supply_samples s LEFT JOIN rates r ON r.currency = ?1 AND r.observed_at =
                (SELECT max(x.observed_at) FROM rates x WHERE x.currency = ?1 AND x.observed_at <= s.observed_at)
            WHERE s.mint = (SELECT id FROM mints WHERE mint = ?2) AND s.step = ?3 AND s.bucket BETWEEN ?4 AND ?5
            ORDER BY s.bucket
            """,
            [
                currencyCode, mint.blob, step.rawValue, step.bucket(of: start) + 1,
                step.bucket(of: MarketCapHistory.end(now: now)),
            ])
        var samples = try rows.map(RatedSupply.init(row:))
        if let earlier = try supply(of: mint, step: step, before: start) {
            samples.insert(
                RatedSupply(
                    reserve: .init(date: start, supplyQuarks: earlier), rate: try newestRate(currencyCode, until: start)
                ), at: 0)
        }
        return samples
    }

    /// The supply at a moment; nil when the currency was not traded before.
    func supply(of mint: PublicKey, step: SupplyStep, before time: Instant) throws -> UInt64? {
        try row(
            """
            SELECT supply FROM supply_samples
            WHERE mint = (SELECT id FROM mints WHERE mint = ?) AND step = ? AND bucket <= ? ORDER BY bucket DESC LIMIT 1
            """, [mint.blob, step.rawValue, step.bucket(of: time)])?.quarks("supply")
    }

    private func newestRate(_ currencyCode: String, until time: Instant) throws -> MarketCapHistory.ExchangeRate? {
        try row(
            """
            SELECT observed_at, value FROM rates WHERE currency = ? AND observed_at <= ?
            ORDER BY observed_at DESC LIMIT 1
            """, [currencyCode, time.nanosecondsSinceEpoch]
        ).map { .init(date: try $0.instant("observed_at"), fx: try $0.number("value")) }
    }

    /// The currencies that can be bought, ranked: the popular ones by their market capitalisation, new ones by their age.
    func discovery(
        _ category: Ocp_Currency_V1_DiscoverRequest.Category, coreMint: PublicKey, now: Instant
    ) throws -> Ocp_Currency_V1_DiscoverResponse {
        let available = try mints().filter { $0.state == .available && !$0.isCore }
        let ranked =
            switch category {
            case .popular, .UNRECOGNIZED:
                available.sorted { ($0.supply, $1.mint) > ($1.supply, $0.mint) }
            case .new: available.sorted { ($0.createdAt, $0.mint) > ($1.createdAt, $1.mint) }
            }
        guard !ranked.isEmpty else { return .with { $0.result = .notFound } }
        let mints = try ranked.prefix(1024).compactMap { record -> Ocp_Currency_V1_Mint? in
            guard var mint = try mintMetadata(record.mint, coreMint: coreMint) else { return nil }
            mint.marketCapMetrics = try marketCapMetrics(of: record, now: now)
            return mint
        }
        return .with {
            $0.result = .ok
            $0.mints = mints
        }
    }

    private func marketCapMetrics(of mint: MintRecord, now: Instant) throws -> Ocp_Currency_V1_MarketCapMetrics {
        let current = MarketCapHistory.value(supplyQuarks: mint.supply, fx: 1)
        let deltas = try [ChartRange.lastDay, .lastWeek, .lastMonth, .lastYear].map { range in
            let start = now.advanced(by: .zero - range.span)
            let earlier = try supply(of: mint.mint, step: SupplyStep(range), before: start) ?? 0
            return Ocp_Currency_V1_MarketCapMetrics.DeltaMarketCap.with {
                $0.range = range.wire
                $0.delta = current - MarketCapHistory.value(supplyQuarks: earlier, fx: 1)
            }
        }
        return .with {
            $0.currentMarketCap = current
            $0.marketCapDeltas = deltas
        }
    }
}

extension RatedSupply {
    fileprivate init(row: SQLRow) throws {
        reserve = .init(date: try row.instant("observed_at"), supplyQuarks: try row.quarks("supply"))
        rate = try row.optionalInteger("rated_at").map { time in
            .init(date: Instant(nanosecondsSinceEpoch: time), fx: try row.number("value"))
        }
    }
}

extension SupplyStep {
    /// The interval at which a range is drawn.
    init(_ range: ChartRange) {
        switch range {
        case .lastDay: self = .minute
        case .lastWeek, .lastMonth: self = .hour
        case .lastYear, .allTime: self = .day
        }
    }
}

extension ChartRange {
    /// The range that a client asks for.
    init(_ range: Ocp_Currency_V1_PredefinedRange) {
        switch range {
        case .allTime, .UNRECOGNIZED: self = .allTime
        case .lastDay: self = .lastDay
        case .lastWeek: self = .lastWeek
        case .lastMonth: self = .lastMonth
        case .lastYear: self = .lastYear
        }
    }

    fileprivate var wire: Ocp_Currency_V1_PredefinedRange {
        switch self {
        case .allTime: .allTime
        case .lastDay: .lastDay
        case .lastWeek: .lastWeek
        case .lastMonth: .lastMonth
        case .lastYear: .lastYear
        }
    }
}

extension MintRecord {
    /// Quarks in circulation; 0 for the core mint, whose supply the node does not record.
    fileprivate var supply: UInt64 { launchpad?.supply ?? 0 }
}
