import FaultyDisk
import GRDB
import Testing

@Suite("Counted syncs")
struct SyncCountTests {
    private func warmLedger(_ name: String, isPowersafe: Bool) throws -> (FaultyDisk, SmallLedger) {
        let disk = try FaultyDisk(name, seed: 1, isPowersafe: isPowersafe)
        let ledger = try SmallLedger(on: disk, checkpointPages: 100_000)
        try ledger.commit()
        return (disk, ledger)
    }

    @Test("With synchronous=FULL, one commit in the log costs exactly one sync", arguments: [false, true])
    func commit_full_costsOneSync(isPowersafe: Bool) throws {
        let (disk, ledger) = try warmLedger("counts-\(isPowersafe)", isPowersafe: isPowersafe)
        for _ in 0..<20 {
            let earlier = disk.counts()
            try ledger.commit()
            let cost = disk.counts() - earlier
            #expect(cost.syncs == 1)
            #expect(cost.folderSyncs == 0)
        }
        let earlier = disk.counts()
        for _ in 0..<20 { _ = try ledger.count() }
        let cost = disk.counts() - earlier
        #expect(cost.syncs == 0 && cost.writes == 0)
    }

    @Test("A commit of many statements costs one sync too")
    func commit_manyStatements_costsOneSync() throws {
        let (disk, ledger) = try warmLedger("group", isPowersafe: true)
        let earlier = disk.counts()
        try ledger.pool.write { database in
            for number in 2..<258 {
                try database.execute(sql: "INSERT INTO entries VALUES (?, 0)", arguments: [number])
            }
        }
        #expect((disk.counts() - earlier).syncs == 1)
    }

    @Test("A checkpoint costs a sync of the log and one of the database; the next commit one more for the log's header")
    func checkpoint_wholeLog_costsTwoSyncs() throws {
        let (disk, ledger) = try warmLedger("checkpoint", isPowersafe: true)
        let (log, database) = (disk.counts(of: .log), disk.counts(of: .database))
        try ledger.checkpoint()
        #expect((disk.counts(of: .log) - log).syncs == 1)
        #expect((disk.counts(of: .database) - database).syncs == 1)
        let earlier = disk.counts(of: .log)
        try ledger.commit()
        #expect((disk.counts(of: .log) - earlier).syncs == 2)
    }

    @Test("Without the powersafe promise, SQLite repeats the last page of each commit")
    func commit_notPowersafe_writesOneFrameMore() throws {
        var bytes: [UInt64] = []
        for isPowersafe in [true, false] {
            let (disk, ledger) = try warmLedger("frames-\(isPowersafe)", isPowersafe: isPowersafe)
            let earlier = disk.counts()
            try ledger.commit()
            bytes.append((disk.counts() - earlier).bytesWritten)
        }
        // A frame is a header of 24 bytes and a page.
        #expect(bytes[1] - bytes[0] == 24 + 4096)
    }
}
