import FaultyDisk
import Testing

@Suite("Commits and power losses")
struct DurabilityTests {
    @Test(
        "With synchronous=FULL, every acknowledged commit survives 500 stories of power losses",
        arguments: PowerLossStory.Disk.all)
    func commit_full500Stories_allAcknowledgedSurvive(disk: PowerLossStory.Disk) throws {
        var bad: [String] = []
        var losses: [FaultyDisk.PowerLoss: Int] = [:]
        for seed in 1...500 as ClosedRange<UInt64> {
            let story = try PowerLossStory(seed: seed, disk: disk)
            if let damage = story.damage { bad.append("seed \(seed): \(damage)") }
            for loss in story.losses { losses[loss, default: 0] += 1 }
        }
        #expect(bad.isEmpty, "\(bad.prefix(3))")

        // The power failed in commits, checkpoints and the creation, before and between their syncs.
        for (operation, role, least) in Self.expectedLosses {
            let count = losses[FaultyDisk.PowerLoss(operation: operation, role: role), default: 0]
            #expect(count >= least, "\(operation) of \(role): \(losses)")
        }
    }

    private static let expectedLosses: [(FaultyDisk.Operation, FaultyDisk.Roles, Int)] = [
        (.write, .log, 500), (.sync, .log, 50), (.write, .database, 100), (.sync, .database, 15),
        (.truncate, .database, 10), (.truncate, .log, 1), (.open, .log, 1), (.open, .database, 1), (.open, .journal, 1),
        (.write, .journal, 5), (.sync, .journal, 5), (.delete, .journal, 1),
    ]

    @Test("A disk that ignores syncs loses acknowledged commits")
    func commit_ignoredSyncs_someSeedLosesCommits() throws {
        #expect(try seedsWithDamage(PowerLossStory.Weakness(ignoresSyncs: true)) >= 20)
    }

    @Test("A lower level of synchronous loses acknowledged commits", arguments: ["OFF", "NORMAL"])
    func commit_lowerSynchronous_someSeedLosesCommits(level: String) throws {
        #expect(try seedsWithDamage(PowerLossStory.Weakness(synchronous: level)) >= 5)
    }

    /// How many of 40 seeds find the weakness.
    private func seedsWithDamage(_ weakness: PowerLossStory.Weakness) throws -> Int {
        let stories = try (1...40 as ClosedRange<UInt64>).map {
            try PowerLossStory(seed: $0, disk: PowerLossStory.Disk(), weakness: weakness)
        }
        return stories.count { $0.damage != nil }
    }

    @Test("The same seed tells the same story, another seed another one")
    func story_sameSeedTwice_isEqual() throws {
        let seeds = 1...20 as ClosedRange<UInt64>
        let stories = try seeds.map { try PowerLossStory(seed: $0, disk: PowerLossStory.Disk()) }
        let again = try seeds.map { try PowerLossStory(seed: $0, disk: PowerLossStory.Disk()) }
        #expect(stories == again)
        #expect(Set(stories.map(\.trace)).count == stories.count)
    }
}
