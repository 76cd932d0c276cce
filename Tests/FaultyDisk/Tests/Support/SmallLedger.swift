import FaultyDisk
import Foundation
import GRDB

/// A ledger of numbered commits on a faulty disk, opened as the node opens its database.
///
/// Commit number n adds an entry and 1 to 4 parts whose bytes follow from n, so that half a commit is noticed.
struct SmallLedger {
    static let path = "/node/ledger.db"
    static let logPath = path + "-wal"

    let pool: DatabasePool

    /// Opens the ledger, creating it when it is missing.
    ///
    /// - Parameter checkpointPages: How long the log grows before a commit checkpoints it.
    init(on disk: FaultyDisk, synchronous: String = "FULL", checkpointPages: Int = 16) throws {
        pool = try DatabasePool(path: disk.uri(Self.path), configuration: Self.configuration)
        try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpointPages)")
        }
        try pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS entries (number INTEGER PRIMARY KEY, parts INTEGER NOT NULL) STRICT;
                    CREATE TABLE IF NOT EXISTS parts (
                        entry INTEGER NOT NULL REFERENCES entries, part INTEGER NOT NULL, bytes BLOB NOT NULL,
                        PRIMARY KEY (entry, part)) STRICT, WITHOUT ROWID;
                    """)
        }
    }

    /// As the node's configuration.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(1)
        configuration.maximumReaderCount = 4
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    /// Adds the commit that follows the last one and returns its number.
    @discardableResult
    func commit() throws -> Int {
        try pool.write { database in
            let number = try Self.count(database) + 1
            let parts = Self.parts(of: number)
            try database.execute(sql: "INSERT INTO entries VALUES (?, ?)", arguments: [number, parts.count])
            for (part, bytes) in parts.enumerated() {
                try database.execute(sql: "INSERT INTO parts VALUES (?, ?, ?)", arguments: [number, part, bytes])
            }
            return number
        }
    }

    func checkpoint(_ mode: String = "PASSIVE") throws {
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(\(mode))") }
    }

    /// The number of commits that are there.
    func count() throws -> Int { try pool.read(Self.count) }

    /// Describes what is wrong with the content; nil if every commit up to the last one is there and whole.
    func damage() throws -> String? {
        try pool.read { database in
            let verdict = try String.fetchAll(database, sql: "PRAGMA integrity_check").joined(separator: "; ")
            guard verdict == "ok" else { return verdict }
            let count = try Self.count(database)
            let last = try Int.fetchOne(database, sql: "SELECT max(number) FROM entries") ?? 0
            guard last == count else { return "\(count) commits, the last is number \(last)" }
            for number in stride(from: 1, through: count, by: 1) {
                let sql = "SELECT bytes FROM parts WHERE entry = ? ORDER BY part"
                let found = try Data.fetchAll(database, sql: sql, arguments: [number])
                guard found == Self.parts(of: number) else { return "commit \(number) is not whole" }
            }
            return nil
        }
    }

    private static func count(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM entries") ?? 0
    }

    private static func parts(of number: Int) -> [Data] {
        (0..<1 + number % 4).map { part in
            Data(repeating: UInt8(truncatingIfNeeded: number * 4 + part), count: 40 + number * 397 % 1500)
        }
    }
}
