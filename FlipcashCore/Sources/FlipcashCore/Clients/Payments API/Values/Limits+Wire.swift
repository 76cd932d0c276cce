import FlipcashAPI
import ProtobufCodec

extension Limits {
    /// Reads the limits in every currency that this program knows; skips others.
    init(wire: Ocp_Transaction_V1_GetLimitsResponse, since: Instant, fetched: Instant) {
        var limits: [CurrencyCode: SendLimit] = [:]
        for (code, limit) in wire.sendLimitsByCurrency {
            guard let currency = CurrencyCode(rawValue: code),
                let limit = try? SendLimit(
                    wireNext: limit.nextTransaction, maxPerTransaction: limit.maxPerTransaction,
                    maxPerDay: limit.maxPerDay, currency: currency)
            else { continue }
            limits[currency] = limit
        }
        self.init(
            sinceDate: since, fetchDate: fetched, sendLimits: limits,
            usdTransacted: try? FiatAmount(wireValue: wire.usdTransacted, currency: .usd))
    }
}
