public import FlipcashCore
import GRDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Tables with one row, whose value is JSON.
extension Database {
    /// Stores the service's limits.
    public func insert(limits: Limits) throws(DatabaseFailure) {
        try writeSingleton("limits", StoredLimits(limits))
    }

    /// Returns the stored limits.
    public func getLimits() throws(DatabaseFailure) -> Limits? {
        try readSingleton("limits", StoredLimits.self)?.value
    }

    /// Stores the user's flags.
    public func insert(userFlags: UserFlags) throws(DatabaseFailure) {
        try writeSingleton("userFlags", userFlags)
    }

    /// Returns the stored flags.
    public func getUserFlags() throws(DatabaseFailure) -> UserFlags? {
        try readSingleton("userFlags", UserFlags.self)
    }

    private func writeSingleton(_ table: String, _ value: some Encodable) throws(DatabaseFailure) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO \(table) (id, data) VALUES (1, ?)
                    ON CONFLICT(id) DO UPDATE SET data = excluded.data WHERE data IS NOT excluded.data
                    """,
                arguments: [Data(try JSONFile.encode(value))])
        }
    }

    private func readSingleton<Value: Decodable>(
        _ table: String, _ type: Value.Type
    ) throws(DatabaseFailure) -> Value? {
        try read { database in
            try Data.fetchOne(database, sql: "SELECT data FROM \(table) WHERE id = 1")
                .flatMap { try? JSONFile.decode(type, from: Array($0)) }
        }
    }
}

/// The stored form of limits: amounts as plain decimal text.
private struct StoredLimits: Codable {
    struct Limit: Codable {
        let next: String
        let transaction: String
        let day: String
    }

    let since: Int64
    let fetched: Int64
    let limits: [String: Limit]
    /// Missing in stores of older programs.
    let usdTransacted: String?

    init(_ limits: Limits) {
        since = limits.sinceDate.nanosecondsSinceEpoch
        fetched = limits.fetchDate.nanosecondsSinceEpoch
        usdTransacted = limits.usdTransacted?.value.plainText
        self.limits = Dictionary(
            uniqueKeysWithValues: limits.sendLimits.map { currency, limit in
                (
                    currency.rawValue,
                    Limit(
                        next: limit.nextTransaction.value.plainText,
                        transaction: limit.maxPerTransaction.value.plainText, day: limit.maxPerDay.value.plainText)
                )
            })
    }

    var sendLimits: [CurrencyCode: SendLimit] {
        var result: [CurrencyCode: SendLimit] = [:]
        for (code, limit) in limits {
            guard let currency = CurrencyCode(rawValue: code), let next = Decimal(plainText: limit.next),
                let transaction = Decimal(plainText: limit.transaction), let day = Decimal(plainText: limit.day)
            else { continue }
            result[currency] = SendLimit(
                nextTransaction: FiatAmount(value: next, currency: currency),
                maxPerTransaction: FiatAmount(value: transaction, currency: currency),
                maxPerDay: FiatAmount(value: day, currency: currency))
        }
        return result
    }
}

extension StoredLimits {
    fileprivate var value: Limits {
        Limits(
            sinceDate: Instant(nanosecondsSinceEpoch: since), fetchDate: Instant(nanosecondsSinceEpoch: fetched),
            sendLimits: sendLimits,
            usdTransacted: usdTransacted.flatMap { Decimal(plainText: $0) }.map {
                FiatAmount(value: $0, currency: .usd)
            })
    }
}
