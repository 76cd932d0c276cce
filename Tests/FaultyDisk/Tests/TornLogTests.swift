import FaultyDisk
import GRDB
import Testing

/// On a powersafe disk the log ends with the last frame of the commit, so every byte of it matters.
@Suite("Torn frames in the write-ahead log")
struct TornLogTests {
    /// The log with one commit of several pages before its sync, the log after the power loss, and the commits found.
    private func loseUnsyncedCommit(seed: UInt64) throws -> (written: [UInt8], left: [UInt8], found: Int) {
        let disk = try FaultyDisk("torn-\(seed)", seed: seed, isPowersafe: true)
        let ledger = try SmallLedger(on: disk, checkpointPages: 1000)
        try ledger.commit()
        try ledger.checkpoint("TRUNCATE")
        disk.losePower(after: try changesBeforeSync())
        #expect(throws: DatabaseError.self) { try ledger.commit() }
        #expect(disk.powerLoss == FaultyDisk.PowerLoss(operation: .sync, role: .log))
        let written = try #require(disk.contents(of: SmallLedger.logPath))
        disk.crash(seed: seed)
        let left = try #require(disk.contents(of: SmallLedger.logPath))
        try disk.reopen()
        let reopened = try SmallLedger(on: disk)
        #expect(try reopened.damage() == nil)
        return (written, left, try reopened.count())
    }

    /// How many changes the second commit makes before it syncs the log.
    private func changesBeforeSync() throws -> Int {
        let disk = try FaultyDisk("whole", seed: 0, isPowersafe: true)
        let ledger = try SmallLedger(on: disk, checkpointPages: 1000)
        try ledger.commit()
        try ledger.checkpoint("TRUNCATE")
        let earlier = disk.changes
        try ledger.commit()
        return disk.changes - earlier - 1
    }

    @Test("A commit that was never synced is there only if every byte of its frames is")
    func open_tornFrames_commitIsAllOrNothing() throws {
        var (torn, whole) = (0, 0)
        for seed in 1...100 as ClosedRange<UInt64> {
            let (written, left, found) = try loseUnsyncedCommit(seed: seed)
            #expect((left == written) == (found == 2), "seed \(seed)")
            if left == written { whole += 1 } else if left.count == written.count { torn += 1 }
        }
        #expect(torn >= 20)
        #expect(whole >= 5)
    }

    @Test("One wrong bit in a frame hides its commit and the later ones")
    func open_wrongBitInFrame_commitsFromThereAreIgnored() throws {
        let disk = try FaultyDisk("bit", seed: 1)
        var ledger = try SmallLedger(on: disk, checkpointPages: 1000)
        for _ in 1...3 { try ledger.commit() }
        try ledger.checkpoint("TRUNCATE")
        try ledger.commit()
        let place = try #require(disk.contents(of: SmallLedger.logPath)?.count)
        try ledger.commit()
        try ledger.commit()
        disk.kill()
        var log = try #require(disk.contents(of: SmallLedger.logPath))
        log[place + 1000] ^= 4
        try disk.write(log, to: SmallLedger.logPath)
        try disk.reopen()
        ledger = try SmallLedger(on: disk)
        #expect(try ledger.count() == 4)
        #expect(try ledger.damage() == nil)
    }
}
