import FlipcashAPI
import ProtobufCodec
public import FlipcashCore
import GRDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Database {
    private struct StoredRate: Codable {
        let fx: String
        let currency: String
    }

    /// Stores rates for display.
    public func insert(rates: [Rate]) throws(DatabaseFailure) {
        try write { database in
            for rate in rates {
                let data = try JSONFile.encode(StoredRate(fx: rate.fx.plainText, currency: rate.currency.rawValue))
                try database.execute(
                    sql: """
                        INSERT INTO rate (currency, data) VALUES (?, ?)
                        ON CONFLICT(currency) DO UPDATE SET data = excluded.data WHERE data IS NOT excluded.data
                        """,
                    arguments: [rate.currency.rawValue, Data(data)])
            }
        }
    }

    /// The stored rates by currency. They have no validity window and never price a payment.
    public func getRates() throws(DatabaseFailure) -> [CurrencyCode: Rate] {
        try read { database in
            var rates: [CurrencyCode: Rate] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT data FROM rate") {
                guard let data: Data = row["data"],
                    let stored = try? JSONFile.decode(StoredRate.self, from: Array(data)),
                    let currency = CurrencyCode(rawValue: stored.currency), let fx = Decimal(plainText: stored.fx),
                    fx > 0
                else { continue }
                rates[currency] = Rate(fx: fx, currency: currency)
            }
            return rates
        }
    }

    /// Stores signed rates, silently: what people see of them is announced through ``insert(rates:)``.
    public func insert(verifiedRates: [VerifiedRate]) throws(DatabaseFailure) {
        try write(isSilent: true) { database in
            for rate in verifiedRates {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO verified_rate (currency, rateProto) VALUES (?, ?)",
                    arguments: [rate.rate.currency.rawValue, Data(try rate.proto.serializedBytes() as [UInt8])])
            }
        }
    }

    /// Stores signed supplies, silently.
    public func insert(verifiedReserves: [VerifiedReserve]) throws(DatabaseFailure) {
        try write(isSilent: true) { database in
            for reserve in verifiedReserves {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO verified_reserve (mint, reserveProto) VALUES (?, ?)",
                    arguments: [reserve.mint.base58, Data(try reserve.proto.serializedBytes() as [UInt8])])
            }
        }
    }

    /// The stored signed rates as they were received; whoever uses one verifies it.
    func getVerifiedRates() throws(DatabaseFailure) -> [Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate] {
        try read { database in
            try Data.fetchAll(database, sql: "SELECT rateProto FROM verified_rate ORDER BY currency")
                .compactMap { try? Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate(serializedBytes: Array($0)) }
        }
    }

    /// The stored signed supplies as they were received; whoever uses one verifies it.
    func getVerifiedReserves() throws(DatabaseFailure) -> [Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState] {
        try read { database in
            try Data.fetchAll(database, sql: "SELECT reserveProto FROM verified_reserve ORDER BY mint")
                .compactMap { try? Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState(serializedBytes: Array($0)) }
        }
    }
}
