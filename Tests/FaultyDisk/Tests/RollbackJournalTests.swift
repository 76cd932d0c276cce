import FaultyDisk
import GRDB
import Testing

/// A rollback journal is removed at the end of a commit. If the removal is lost, SQLite undoes the commit. Only
/// `synchronous=EXTRA` syncs the folder (https://www.sqlite.org/pragma.html#pragma_synchronous).
@Suite("Names and power losses")
struct RollbackJournalTests {
    /// How many of 60 seeds lose the last of three commits.
    private func losses(synchronous: String) throws -> Int {
        try (1...60 as ClosedRange<UInt64>).count { seed in
            let disk = try FaultyDisk("journal-\(synchronous)-\(seed)", seed: seed)
            let queue = try DatabaseQueue(path: disk.uri("/journal.db"))
            try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = \(synchronous)") }
            try queue.write { try $0.execute(sql: "CREATE TABLE numbers (number INTEGER)") }
            for number in 1...3 {
                try queue.write { try $0.execute(sql: "INSERT INTO numbers VALUES (?)", arguments: [number]) }
            }
            disk.crash(seed: seed)
            try disk.reopen()
            let reopened = try DatabaseQueue(path: disk.uri("/journal.db"))
            return try reopened.read { database in
                #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
                return try Int.fetchOne(database, sql: "SELECT count(*) FROM numbers") != 3
            }
        }
    }

    @Test("The removal of a journal is durable with synchronous=EXTRA only")
    func commit_rollbackJournal_needsExtra() throws {
        #expect(try losses(synchronous: "EXTRA") == 0)
        #expect(try losses(synchronous: "FULL") > 0)
    }

    @Test("A renaming is lost or kept as a whole, and kept after a sync of the folder")
    func rename_powerLoss_oneNameIsLeft() throws {
        var outcomes: Set<[String]> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let disk = try FaultyDisk("rename-\(seed)", seed: seed)
            try disk.write([1, 2, 3], to: "/a/draft")
            try disk.rename("/a/draft", to: "/a/backup")
            #expect(disk.paths == ["/a/backup"])
            disk.crash(seed: seed)
            outcomes.insert(disk.paths)
            let path = try #require(disk.paths.first)
            #expect(disk.contents(of: path) == [1, 2, 3])
            try disk.rename(path, to: "/a/last")
            disk.syncFolder(of: "/a/last")
            disk.crash(seed: seed)
            #expect(disk.paths == ["/a/last"])
        }
        #expect(outcomes == [["/a/draft"], ["/a/backup"]])
    }
}
