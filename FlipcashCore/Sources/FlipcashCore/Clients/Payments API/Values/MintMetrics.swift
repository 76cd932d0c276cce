import FlipcashAPI

/// How widely a currency is held, and what it is worth, as the lists of currencies show it (wire contract §7.3).
public struct MintMetrics: Hashable, Sendable {
    /// The number of accounts that hold it.
    public let holderCount: UInt64?
    /// The change of the number of holders over each range.
    public let holderChanges: [ChartRange: Int64]
    /// The market capitalisation in dollars. Doubles: it is only displayed.
    public let marketCap: Double?
    /// The change of the market capitalisation over each range, in dollars.
    public let marketCapChanges: [ChartRange: Double]

    /// Creates metrics.
    public init(
        holderCount: UInt64?, holderChanges: [ChartRange: Int64] = [:], marketCap: Double?,
        marketCapChanges: [ChartRange: Double] = [:]
    ) {
        self.holderCount = holderCount
        self.holderChanges = holderChanges
        self.marketCap = marketCap
        self.marketCapChanges = marketCapChanges
    }

    /// Reads the metrics of a currency; nil if the service sent none. Skips values that are not numbers and ranges that
    /// this program does not know.
    init?(wire: Ocp_Currency_V1_Mint) {
        guard wire.hasHolderMetrics || wire.hasMarketCapMetrics else { return nil }
        var holderChanges: [ChartRange: Int64] = [:]
        for change in wire.holderMetrics.holderDeltas {
            if let range = ChartRange(wire: change.range) { holderChanges[range] = change.delta }
        }
        var marketCapChanges: [ChartRange: Double] = [:]
        for change in wire.marketCapMetrics.marketCapDeltas where change.delta.isFinite {
            if let range = ChartRange(wire: change.range) { marketCapChanges[range] = change.delta }
        }
        let marketCap = wire.marketCapMetrics.currentMarketCap
        self.init(
            holderCount: wire.hasHolderMetrics ? wire.holderMetrics.currentHolders : nil,
            holderChanges: holderChanges, marketCap: wire.hasMarketCapMetrics && marketCap.isFinite ? marketCap : nil,
            marketCapChanges: marketCapChanges)
    }
}

extension ChartRange {
    init?(wire: Ocp_Currency_V1_PredefinedRange) { self.init(rawValue: wire.rawValue) }

    var wire: Ocp_Currency_V1_PredefinedRange {
        switch self {
        case .allTime: .allTime
        case .lastDay: .lastDay
        case .lastWeek: .lastWeek
        case .lastMonth: .lastMonth
        case .lastYear: .lastYear
        }
    }
}
