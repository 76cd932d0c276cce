import FaultyDisk
import GRDB
import Testing

@Suite("A full disk")
struct FullDiskTests {
    /// Commits until SQLite refuses; nil if it never does. Returns the acknowledged commits.
    private func fill(_ ledger: SmallLedger) throws -> (acknowledged: Int, error: DatabaseError?) {
        var acknowledged = try ledger.count()
        do {
            for _ in 0..<60 { acknowledged = try ledger.commit() }
            return (acknowledged, nil)
        } catch let error as DatabaseError {
            return (acknowledged, error)
        }
    }

    @Test("A commit on a full disk fails with SQLITE_FULL and loses nothing", arguments: [4, 1000])
    func commit_fullDisk_isRefusedAndNothingIsLost(checkpointPages: Int) throws {
        for space in stride(from: 0, through: 120_000, by: 1500) {
            let disk = try FaultyDisk("full-\(checkpointPages)-\(space)", seed: UInt64(space))
            var ledger = try SmallLedger(on: disk, checkpointPages: checkpointPages)
            try ledger.commit()
            disk.limitSpace(to: space)
            let (acknowledged, error) = try fill(ledger)
            #expect(error?.resultCode == .SQLITE_FULL, "\(space) bytes")
            #expect(try ledger.count() == acknowledged)

            disk.limitSpace(to: nil)
            #expect(try ledger.commit() == acknowledged + 1)
            disk.crash(seed: UInt64(space))
            try disk.reopen()
            ledger = try SmallLedger(on: disk)
            #expect(try ledger.count() == acknowledged + 1)
            #expect(try ledger.damage() == nil, "\(space) bytes")
        }
    }

    @Test("After a power loss on a full disk, every acknowledged commit is there")
    func open_powerLossOnFullDisk_keepsAcknowledgedCommits() throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            let disk = try FaultyDisk("full-\(seed)", seed: seed)
            var ledger = try SmallLedger(on: disk, checkpointPages: 8)
            disk.limitSpace(to: Int(seed) * 1000)
            let (acknowledged, error) = try fill(ledger)
            #expect(error?.resultCode == .SQLITE_FULL)
            disk.crash(seed: seed)
            disk.repair()
            try disk.reopen()
            ledger = try SmallLedger(on: disk)
            #expect(try ledger.damage() == nil)
            #expect(acknowledged...acknowledged + 1 ~= (try ledger.count()), "seed \(seed)")
        }
    }
}
