import FaultyDisk
import Foundation
import GRDB
import Testing

@Suite("A faulty disk")
struct FaultyDiskTests {
    @Test("A name that cannot stand in a URI, and a name in use, are refused")
    func init_wrongName_isRefused() throws {
        for name in ["", "a b", "a?b", "ä", String(repeating: "a", count: 65)] {
            #expect(throws: FaultyDiskFailure.self) { try FaultyDisk(name, seed: 1) }
        }
        let disk = try FaultyDisk("twice", seed: 1)
        #expect(throws: FaultyDiskFailure.self) { try FaultyDisk("twice", seed: 1) }
        #expect(disk.isOn)
    }

    @Test("A path with the special characters of a URI is one file")
    func uri_specialCharacters_areEscaped() throws {
        let disk = try FaultyDisk("escaped", seed: 1)
        let path = "/a%41b?c#d é.db"
        let queue = try DatabaseQueue(path: disk.uri(path))
        try queue.write { try $0.execute(sql: "CREATE TABLE t (x)") }
        #expect(disk.paths == [path])
    }

    @Test("Several connections read their own snapshots while one writes")
    func pool_readersAndWriter_seeWholeCommits() throws {
        let disk = try FaultyDisk("shared", seed: 1)
        let ledger = try SmallLedger(on: disk, checkpointPages: 8)
        let readers = DispatchGroup()
        for _ in 0..<3 {
            readers.enter()
            Thread.detachNewThread {
                defer { readers.leave() }
                #expect(throws: Never.self) {
                    var last = 0
                    while last < 60 {
                        let count = try ledger.count()
                        #expect(count >= last)
                        #expect(try ledger.damage() == nil)
                        last = count
                    }
                }
            }
        }
        for _ in 0..<60 { try ledger.commit() }
        readers.wait()
        try ledger.pool.close()
        #expect(disk.paths == [SmallLedger.path])
    }

    @Test("A second pool of the same process is kept out of a running transaction")
    func write_lockedByOther_isBusy() throws {
        let disk = try FaultyDisk("locked", seed: 1)
        let ledger = try SmallLedger(on: disk)
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        let other = try DatabaseQueue(path: disk.uri(SmallLedger.path), configuration: configuration)
        try ledger.pool.write { _ in
            let error = #expect(throws: DatabaseError.self) {
                try other.write { try $0.execute(sql: "DELETE FROM parts") }
            }
            #expect(error?.resultCode == .SQLITE_BUSY)
        }
        try other.write { try $0.execute(sql: "DELETE FROM parts") }
    }

    @Test("After a power loss or a kill, old handles fail with SQLITE_IOERR and close", arguments: [false, true])
    func crash_openHandles_failAndClose(isKill: Bool) throws {
        let disk = try FaultyDisk("handles-\(isKill)", seed: 1)
        let ledger = try SmallLedger(on: disk)
        try ledger.commit()
        _ = try ledger.count()
        if isKill { disk.kill() } else { disk.crash(seed: 1) }
        #expect(!disk.isOn)
        for _ in 0..<2 {
            let writing = #expect(throws: DatabaseError.self) { try ledger.commit() }
            #expect(writing?.resultCode == .SQLITE_IOERR)
            let reading = #expect(throws: DatabaseError.self) { try ledger.count() }
            #expect(reading?.resultCode == .SQLITE_IOERR)
            try disk.reopen()
        }
        let changes = disk.changes
        try ledger.pool.close()
        #expect(disk.changes == changes)
        #expect(try SmallLedger(on: disk).count() == 1)
    }

    @Test("A connection of a stopped program cannot open files of its successor")
    func open_oldName_isRefused() throws {
        let disk = try FaultyDisk("successor", seed: 1)
        let uri = disk.uri("/x.db")
        disk.kill()
        try disk.reopen()
        #expect(disk.uri("/x.db") != uri)
        #expect(throws: DatabaseError.self) { try DatabaseQueue(path: uri) }
    }

    @Test("A kill keeps what was written without a sync")
    func kill_unsyncedCommits_stay() throws {
        let disk = try FaultyDisk("killed", seed: 1)
        var ledger = try SmallLedger(on: disk, synchronous: "OFF")
        for _ in 0..<5 { try ledger.commit() }
        disk.kill()
        try disk.reopen()
        ledger = try SmallLedger(on: disk)
        #expect(try ledger.count() == 5)
        #expect(try ledger.damage() == nil)
    }

    @Test("The n-th operation fails, the others do not", arguments: [FaultyDisk.Operation.read, .write])
    func fail_nthOperation_isErrorOnce(operation: FaultyDisk.Operation) throws {
        for place in 0..<12 {
            let disk = try FaultyDisk("nth-\(operation)-\(place)", seed: UInt64(place))
            let first = try SmallLedger(on: disk)
            for _ in 0..<10 { try first.commit() }
            disk.kill()
            try disk.reopen()
            disk.fail(operation, after: place)
            var failures = 0
            do {
                let ledger = try SmallLedger(on: disk)
                for _ in 0..<3 { try ledger.commit() }
                _ = try ledger.damage()
            } catch let error as DatabaseError {
                #expect(error.resultCode == .SQLITE_IOERR)
                failures += 1
            }
            #expect(failures == 1, "after \(place)")
            disk.crash(seed: 1)
            try disk.reopen()
            let ledger = try SmallLedger(on: disk)
            #expect(try ledger.damage() == nil)
            #expect(10...13 ~= (try ledger.count()))
        }
    }

    @Test("A read-only connection reads what is in the log")
    func open_readingAlone_readsLog() throws {
        let disk = try FaultyDisk("reading", seed: 1)
        let ledger = try SmallLedger(on: disk, checkpointPages: 1000)
        for _ in 0..<5 { try ledger.commit() }
        disk.kill()
        try disk.reopen()
        var configuration = Configuration()
        configuration.readonly = true
        let reader = try DatabaseQueue(path: disk.uri(SmallLedger.path), configuration: configuration)
        #expect(try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entries") } == 5)
        #expect(throws: DatabaseError.self) { try reader.write { try $0.execute(sql: "DELETE FROM entries") } }
    }

    @Test("VACUUM INTO a path writes the copy to the same disk")
    func vacuumInto_path_writesCopyToSameDisk() throws {
        let disk = try FaultyDisk("copy", seed: 1)
        let ledger = try SmallLedger(on: disk)
        for _ in 0..<5 { try ledger.commit() }
        try ledger.pool.writeWithoutTransaction { database in
            try database.execute(sql: "VACUUM INTO ?", arguments: ["/node/copy.db"])
        }
        let copy = try DatabaseQueue(path: disk.uri("/node/copy.db"))
        #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entries") } == 5)
    }

    @Test("A large temporary table uses temporary files, which a power loss removes")
    func temporaryFiles_powerLoss_areGone() throws {
        let disk = try FaultyDisk("temporary", seed: 1)
        let ledger = try SmallLedger(on: disk)
        try ledger.pool.write { database in
            try database.execute(
                sql: """
                    CREATE TEMP TABLE big AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9000)
                        SELECT i, randomblob(500) AS bytes FROM n;
                    """)
        }
        #expect(disk.counts(of: .temporary).writes > 0)
        disk.crash(seed: 1)
        #expect(Set(disk.paths).isSubset(of: [SmallLedger.path, SmallLedger.logPath]))
    }
}
