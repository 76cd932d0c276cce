import FaultyDisk
import GRDB
import Testing

/// After a failed sync, Linux shows frames of the log that are not on the disk, and no later sync writes them. A
/// program that starts again on this log appends its commits to frames that the next power loss removes.
@Suite("A restart without a power loss")
struct RestartTests {
    /// What a program does before it acknowledges commits.
    private enum Start {
        case plain
        /// Moves the log into the database.
        case checkpoint
        /// Writes the log's own bytes over it and syncs it, before SQLite opens it.
        case rewrite
    }

    private struct Outcome {
        var lost = 0
        var damaged = 0
    }

    private func open(_ disk: FaultyDisk, _ start: Start) throws -> SmallLedger {
        if start == .rewrite, let log = disk.contents(of: SmallLedger.logPath) {
            try disk.write(log, to: SmallLedger.logPath)
        }
        let ledger = try SmallLedger(on: disk, checkpointPages: 1000)
        if start == .checkpoint { try ledger.checkpoint("TRUNCATE") }
        return ledger
    }

    /// Lets a sync fail, starts again, commits three times and loses power: at the end or, if `soon`, somewhere before.
    private func restart(_ start: Start, soon: Bool) throws -> Outcome {
        var outcome = Outcome()
        for seed in 1...200 as ClosedRange<UInt64> {
            let disk = try FaultyDisk("restart-\(start)-\(soon)-\(seed)", seed: seed, isPowersafe: true)
            var ledger = try open(disk, start)
            for _ in 0..<seed % 7 { try ledger.commit() }
            var acknowledged = try ledger.count()
            disk.fail(.sync, of: .log)
            #expect(throws: DatabaseError.self) { try ledger.commit() }
            disk.kill()
            try disk.reopen()
            if soon { disk.losePower(after: Int(seed % 29)) }
            do {
                ledger = try open(disk, start)
                for _ in 0..<3 { acknowledged = try ledger.commit() }
            } catch let error as DatabaseError {
                #expect(soon && error.resultCode == .SQLITE_IOERR)
            }
            disk.crash(seed: seed)
            try disk.reopen()
            do {
                ledger = try open(disk, start)
                if try ledger.damage() != nil { outcome.damaged += 1 }
                if try ledger.count() < acknowledged { outcome.lost += 1 }
            } catch {
                outcome.damaged += 1
            }
        }
        return outcome
    }

    @Test("A log that is written again and synced before it is opened loses nothing", arguments: [false, true])
    func open_rewrittenLog_keepsAcknowledgedCommits(soon: Bool) throws {
        let outcome = try restart(.rewrite, soon: soon)
        #expect(outcome.lost == 0)
        #expect(outcome.damaged == 0)
    }

    @Test("A log that is opened as it is loses acknowledged commits")
    func open_plainLog_someSeedLosesCommits() throws {
        #expect(try restart(.plain, soon: false).lost > 0)
    }

    @Test("A checkpoint instead leaves a damaged database if the power fails before the log is reset")
    func open_checkpoint_someSeedDamagesDatabase() throws {
        #expect(try restart(.checkpoint, soon: false).lost == 0)
        #expect(try restart(.checkpoint, soon: true).damaged > 0)
    }

    /// How many of 60 seeds lose a commit that a killed program had written but not synced, and that its successor saw.
    private func lossesOfSeenCommits(_ start: Start) throws -> Int {
        try (1...60 as ClosedRange<UInt64>).count { seed in
            let disk = try FaultyDisk("seen-\(start)-\(seed)", seed: seed, isPowersafe: true)
            var ledger = try open(disk, start)
            try ledger.commit()
            // As if the kill came between the commit's last write and its sync.
            disk.ignoreSyncs(true)
            try ledger.commit()
            disk.kill()
            disk.ignoreSyncs(false)
            try disk.reopen()
            ledger = try open(disk, start)
            let seen = try ledger.count()
            disk.crash(seed: seed)
            try disk.reopen()
            return try open(disk, start).count() < seen
        }
    }

    @Test("A commit that a killed program had not synced is seen, and durable only after a sync at the start")
    func open_killedBeforeSync_seenCommitNeedsSync() throws {
        #expect(try lossesOfSeenCommits(.rewrite) == 0)
        #expect(try lossesOfSeenCommits(.plain) > 0)
    }
}
