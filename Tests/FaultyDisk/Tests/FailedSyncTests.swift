import FaultyDisk
import GRDB
import Testing

@Suite("Failed syncs")
struct FailedSyncTests {
    private func expectSyncError(_ body: () throws -> Void) {
        let error = #expect(throws: DatabaseError.self, performing: body)
        #expect(error?.extendedResultCode == .SQLITE_IOERR_FSYNC)
    }

    @Test("A commit whose sync fails is an error, and a power loss leaves the acknowledged commits")
    func commit_failedSync_isErrorAndDatabaseOpens() throws {
        var reappeared = 0
        for seed in 1...100 as ClosedRange<UInt64> {
            let disk = try FaultyDisk("failed-\(seed)", seed: seed)
            var ledger = try SmallLedger(on: disk)
            for _ in 0..<seed % 7 { try ledger.commit() }
            let acknowledged = try ledger.count()
            disk.fail(.sync, of: .log)
            expectSyncError { try ledger.commit() }
            disk.crash(seed: seed)
            try disk.reopen()
            ledger = try SmallLedger(on: disk)
            let found = try ledger.count()
            #expect(try ledger.damage() == nil, "seed \(seed)")
            // The outcome of the failed commit is unknown: its bytes may have reached the disk.
            #expect(acknowledged...acknowledged + 1 ~= found, "seed \(seed)")
            reappeared += found - acknowledged
        }
        #expect(5...95 ~= reappeared)
    }

    @Test("A checkpoint whose sync fails is an error and loses nothing", arguments: [false, true])
    func checkpoint_failedSync_isErrorAndNothingIsLost(isPowersafe: Bool) throws {
        for seed in 1...100 as ClosedRange<UInt64> {
            let disk = try FaultyDisk("checkpoint-\(isPowersafe)-\(seed)", seed: seed, isPowersafe: isPowersafe)
            var ledger = try SmallLedger(on: disk, checkpointPages: 1000)
            for _ in 0..<6 { try ledger.commit() }
            disk.fail(.sync, of: .database)
            expectSyncError { try ledger.checkpoint() }
            if seed.isMultiple(of: 2) { try ledger.checkpoint() }
            try ledger.commit()
            disk.crash(seed: seed)
            try disk.reopen()
            ledger = try SmallLedger(on: disk)
            #expect(try ledger.damage() == nil, "seed \(seed)")
            #expect(try ledger.count() == 7, "seed \(seed)")
        }
    }

    @Test("While every sync fails no commit succeeds; after a repair the database works")
    func commit_everySyncFails_isErrorUntilRepair() throws {
        let disk = try FaultyDisk("always", seed: 1)
        var ledger = try SmallLedger(on: disk)
        try ledger.commit()
        disk.fail(.sync, .always)
        for _ in 0..<5 { expectSyncError { try ledger.commit() } }
        disk.crash(seed: 1)
        disk.repair()
        try disk.reopen()
        ledger = try SmallLedger(on: disk)
        #expect(try ledger.damage() == nil)
        #expect(try ledger.commit() >= 2)
    }
}
