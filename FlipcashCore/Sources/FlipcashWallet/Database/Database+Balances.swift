public import FlipcashCore
import GRDB
import Logging

private let logger = Logger(label: "flipcash.database")

extension Database {
    /// Stores a balance. Storing an unchanged balance announces no change (client specification §4.5, rule 1).
    public func insertBalance(
        quarks: UInt64, mint: PublicKey, costBasis: Double? = nil, date: Instant
    ) throws(DatabaseFailure) {
        try write { try Self.upsertBalance($0, quarks: quarks, mint: mint, costBasis: costBasis, date: date) }
    }

    /// Replaces all balances in one transaction. Deletes balances that the server no longer lists.
    public func replaceBalances(_ balances: [BalanceUpdate], date: Instant) throws(DatabaseFailure) {
        try write { database in
            for balance in balances {
                try Self.upsertBalance(
                    database, quarks: balance.quarks, mint: balance.mint, costBasis: balance.costBasis, date: date)
            }
            let kept = Set(balances.map(\.mint))
            for row in try Row.fetchAll(database, sql: "SELECT mint FROM balance") {
                guard let mint = PublicKey(column: row["mint"]), !kept.contains(mint) else { continue }
                try database.execute(sql: "DELETE FROM balance WHERE mint = ?", arguments: [mint.column])
            }
        }
    }

    /// Returns all balances that can be valued, by US-dollar value with the highest first, ties by name.
    ///
    /// Skips a row whose currency is missing or whose value cannot be computed (client specification §4.8).
    public func getBalances() throws(DatabaseFailure) -> [StoredBalance] {
        let balances = try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT b.mint, b.quarks, b.costBasis, b.updatedAt, m.name, m.symbol, m.decimals, m.imageURL,
                        m.supplyFromBonding, m.vmAuthority
                    FROM balance b LEFT JOIN mint m ON m.mint = b.mint
                    """
            )
            let balances = rows.compactMap(Self.balance)
            if balances.count < rows.count {
                logger.error(
                    "left out balances that cannot be valued", metadata: ["count": "\(rows.count - balances.count)"])
            }
            return balances
        }
        return balances.sorted { left, right in
            guard left.usdcValue.value == right.usdcValue.value else {
                return left.usdcValue.value > right.usdcValue.value
            }
            return Array(left.name.utf8).lexicographicallyPrecedes(Array(right.name.utf8))
        }
    }

    private static func upsertBalance(
        _ database: GRDB.Database, quarks: UInt64, mint: PublicKey, costBasis: Double?, date: Instant
    ) throws {
        // IS NOT also compares NULLs.
        try database.execute(
            sql: """
                INSERT INTO balance (mint, quarks, costBasis, updatedAt) VALUES (?, ?, ?, ?)
                ON CONFLICT(mint) DO UPDATE SET
                    quarks = excluded.quarks, costBasis = excluded.costBasis, updatedAt = excluded.updatedAt
                WHERE quarks IS NOT excluded.quarks OR costBasis IS NOT excluded.costBasis
                """,
            arguments: [mint.column, quarks.column, costBasis, date.column])
    }

    private static func balance(_ row: Row) -> StoredBalance? {
        guard let mint = PublicKey(column: row["mint"]), let quarks = UInt64(column: row["quarks"]),
            let updatedAt = Instant(column: row["updatedAt"]), let name: String = row["name"],
            let symbol: String = row["symbol"], let decimals: Int = row["decimals"]
        else { return nil }
        return try? StoredBalance(
            quarks: quarks, mint: mint, name: name, symbol: symbol, decimals: decimals, imageURL: row["imageURL"],
            supplyFromBonding: UInt64(column: row["supplyFromBonding"]),
            vmAuthority: PublicKey(column: row["vmAuthority"]), costBasis: row["costBasis"], updatedAt: updatedAt)
    }
}

/// A balance to store.
public struct BalanceUpdate: Hashable, Sendable {
    /// The mint of the tokens held.
    public let mint: PublicKey
    /// The tokens held, in quarks of `mint`.
    public let quarks: UInt64
    /// The price paid for them, in US dollars; nil if it is not known.
    public let costBasis: Double?

    /// Creates an update.
    public init(mint: PublicKey, quarks: UInt64, costBasis: Double?) {
        self.mint = mint
        self.quarks = quarks
        self.costBasis = costBasis
    }
}
