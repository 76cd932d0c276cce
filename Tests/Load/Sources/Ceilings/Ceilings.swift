import CodeCurves
import FlipcashCore
import FlipcashNode
import Foundation
import GRDB

/// What the parts of a payment could do at best, each alone in this process.
enum Ceilings {
    /// Strict signature checks a second on one core.
    static func signatureChecks(for time: Duration = .seconds(2)) -> Double {
        let key = KeyPair.generate(using: SystemRandomSource())
        let data = [UInt8](repeating: 7, count: 300)
        let signature = key.sign(data)
        return rate(for: time) { precondition(key.publicKey.verify(signature: signature, data: data)) }
    }

    /// Syncs a second of a file to which 4 KiB were added; and how long each took.
    static func syncs(folder: String, for time: Duration = .seconds(2)) throws -> (perSecond: Double, times: Latencies)
    {
        let file = try SyncedFile(folder + "/sync")
        var times = Latencies()
        let perSecond = try rate(for: time) { times.add(try file.append(4096)) }
        return (perSecond, times)
    }

    /// Rows a second of the smallest table in durable transactions of 64 rows.
    static func smallestRows(folder: String, for time: Duration = .seconds(2)) throws -> Double {
        let pool = try DatabasePool(path: folder + "/rows.sqlite")
        try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(sql: "CREATE TABLE rows (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)")
        }
        let statement = "INSERT INTO rows (value) VALUES (?)"
        return try 64
            * rate(for: time) {
                try pool.write { database in
                    let statement = try database.cachedStatement(sql: statement)
                    for value in 0..<64 { try statement.execute(arguments: [value]) }
                }
            }
    }

    private static func rate(for time: Duration, _ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        var count = 0
        while ContinuousClock.now - start < time {
            try body()
            count += 1
        }
        return Double(count) / (ContinuousClock.now - start).inSeconds
    }
}

/// A file that is synced after each addition.
final class SyncedFile {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw LoadFailure("\(path) cannot be written") }
    }

    deinit { close(descriptor) }

    /// Adds bytes and syncs; returns how long that took.
    func append(_ count: Int) throws -> Duration {
        let bytes = [UInt8](repeating: 1, count: count)
        let start = ContinuousClock.now
        #if canImport(Glibc)
            let isDone = write(descriptor, bytes, count) == count && fdatasync(descriptor) == 0
        #else
            let isDone = write(descriptor, bytes, count) == count && fsync(descriptor) == 0
        #endif
        guard isDone else { throw LoadFailure("a sync failed") }
        return .now - start
    }
}
