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

    /// Returns the stored rates by currency. They do not expire and are never used for payments.
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

    /// Stores signed rates without announcing a change; ``insert(rates:)`` announces the displayed rates.
    public func insert(verifiedRates: [VerifiedRate]) throws(DatabaseFailure) {
        try write(isSilent: true) { database in
            for rate in verifiedRates {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO verified_rate (currency, rateProto) VALUES (?, ?)",
                    arguments: [rate.rate.currency.rawValue, Data(try rate.proto.serializedBytes() as [UInt8])])
            }
        }
    }

    /// Stores signed supplies without announcing a change.
    public func insert(verifiedReserves: [VerifiedReserve]) throws(DatabaseFailure) {
        try write(isSilent: true) { database in
            for reserve in verifiedReserves {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO verified_reserve (mint, reserveProto) VALUES (?, ?)",
                    arguments: [reserve.mint.base58, Data(try reserve.proto.serializedBytes() as [UInt8])])
            }
        }
    }

    /// Returns the stored signed rates as received. The caller must verify them.
    func getVerifiedRates() throws(DatabaseFailure) -> [Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate] {
        try read { database in
            try Data.fetchAll(database, sql: "SELECT rateProto FROM verified_rate ORDER BY currency")
                .compactMap { try? Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate(serializedBytes: Array($0)) }
        }
    }

    /// Returns the stored signed supplies as received. The caller must verify them.
    func getVerifiedReserves() throws(DatabaseFailure) -> [Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState] {
        try read { database in
            try Data.fetchAll(database, sql: "SELECT reserveProto FROM verified_reserve ORDER BY mint")
                .compactMap { try? Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState(serializedBytes: Array($0)) }
        }
    }
}
