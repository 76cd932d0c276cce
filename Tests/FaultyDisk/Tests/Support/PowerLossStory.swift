import FaultyDisk
import GRDB

/// What one seed does to a ledger: four lives, each of which ends with a power loss or a kill at some change.
struct PowerLossStory: Equatable {
    /// The kind of disk.
    struct Disk: Sendable, CustomStringConvertible {
        var sectorSize = FaultyDisk.SectorSize.bytes4096
        var isPowersafe = false

        static let all = [
            Self(sectorSize: .bytes512), Self(sectorSize: .bytes4096), Self(sectorSize: .bytes4096, isPowersafe: true),
        ]

        var description: String { "sectors of \(sectorSize.rawValue) bytes\(isPowersafe ? ", powersafe" : "")" }
    }

    /// What differs from a node on an honest disk.
    struct Weakness: Sendable, CustomStringConvertible {
        var synchronous = "FULL"
        var ignoresSyncs = false

        var description: String { ignoresSyncs ? "ignoring" : synchronous }
    }

    private(set) var acknowledged = 0
    private(set) var attempted = 0
    private(set) var survived = 0
    /// Whether the last life ended with a kill.
    private var isKilled = false
    /// What was wrong first: damaged content, or an acknowledged commit that was lost.
    private(set) var damage: String?
    /// The changes during which the power failed.
    private(set) var losses: [FaultyDisk.PowerLoss] = []
    private(set) var trace: UInt64 = 0
    private(set) var counts: FaultyDisk.Counts

    init(seed: UInt64, disk kind: Disk, weakness: Weakness = Weakness()) throws {
        var random = SeededGenerator(seed: seed)
        let disk = try FaultyDisk(
            "story-\(kind.sectorSize.rawValue)-\(kind.isPowersafe)-\(weakness)-\(seed)", seed: seed,
            sectorSize: kind.sectorSize, isPowersafe: kind.isPowersafe)
        counts = disk.counts()
        disk.ignoreSyncs(weakness.ignoresSyncs)
        for life in 0..<4 {
            // The creation takes the first 30 changes. A third of the stories end their first life there.
            let isEarly = life == 0 && seed % 3 == 0
            disk.losePower(after: Int.random(in: 0..<(isEarly ? 30 : 220), using: &random))
            live(on: disk, synchronous: weakness.synchronous, using: &random)
            if let loss = disk.powerLoss { losses.append(loss) }
            isKilled = Int.random(in: 0..<4, using: &random) == 0
            if isKilled { disk.kill() } else { disk.crash(seed: random.next()) }
            try disk.reopen()
        }
        do {
            try check(SmallLedger(on: disk))
        } catch {
            damage = damage ?? "\(error)"
        }
        counts = disk.counts()
        trace = disk.trace
    }

    /// Compares what the last life has left with what was acknowledged before.
    private mutating func check(_ ledger: SmallLedger) throws {
        survived = try ledger.count()
        let found = try ledger.damage()
        let isExpected = acknowledged...attempted ~= survived
        let loss = isExpected ? nil : "\(acknowledged) of \(attempted) commits acknowledged, \(survived) found"
        damage = damage ?? found ?? loss
        attempted = survived
        // What a power loss has left is on the disk and stays there. What a kill has left need not be.
        if !isKilled { acknowledged = survived }
    }

    /// Commits and checkpoints until the power fails, at most 12 times.
    private mutating func live(on disk: FaultyDisk, synchronous: String, using random: inout SeededGenerator) {
        do {
            let ledger = try SmallLedger(on: disk, synchronous: synchronous)
            try check(ledger)
            for _ in 0..<12 {
                attempted += 1
                acknowledged = try ledger.commit()
                switch UInt8.random(in: 0..<12, using: &random) {
                case 0: try ledger.checkpoint("PASSIVE")
                case 1: try ledger.checkpoint("TRUNCATE")
                case 2: try ledger.checkpoint("RESTART")
                default: break
                }
            }
        } catch {
            // The power has failed, or the program was killed.
        }
    }
}
