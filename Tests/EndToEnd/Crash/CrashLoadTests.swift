import FlipcashCore
import Foundation
import Testing

/// Kills the real node on the real disk while clients and wallets pay each other, and starts it again on the same
/// folder. `Scripts/crash.sh` asks for more kills.
@Suite("A node that is killed under load", .serialized)
struct CrashLoadTests {
    /// How often the node is killed, and how many of these kills hit between commit and answer.
    private static let kills = ProcessInfo.processInfo.environment["FLIPCASH_KILLS"].flatMap(Int.init) ?? 6

    @Test("What was answered is in the books once, and nothing else is")
    func load_nodeKilledAtRandom_booksAgreeWithWhatWasTold() async throws {
        let folder = try CrashFolder()
        var node = try #require(try NodeProcess(folder: folder))
        let load = try await CrashLoad.enrol(in: folder)
        var generator = SystemRandomNumberGenerator()
        var betweenCommitAndAnswer = 0
        for kill in 0..<Self.kills {
            // Every fourth kill hits when a group or an intent is durable and not answered yet.
            let isArmed = kill % 4 == 3
            if isArmed {
                node.kill()
                let point = kill % 8 == 3 ? "intentCommitted" : "groupCommitted"
                guard
                    let armed = try NodeProcess(
                        folder: folder, crash: "\(point):\(Int.random(in: 12...40, using: &generator))")
                else {
                    node = try #require(try NodeProcess(folder: folder))
                    continue
                }
                node = armed
            }
            let victim = node
            let count = isArmed ? 200 : Int.random(in: 1...25, using: &generator)
            try await load.run(untilAnswers: count) { victim.kill() }
            if !victim.hasEnded { victim.kill() }
            node = try #require(try NodeProcess(folder: folder))
            let unanswered = try await expectBooks(of: load, folder, after: kill)
            if isArmed, unanswered > 0 { betweenCommitAndAnswer += 1 }
        }
        node.kill()
        let told = load.ledger.current
        let answered = "\(told.payments) payments, \(told.links) links, \(told.ends) ends of links"
        print("\(Self.kills) kills, \(betweenCommitAndAnswer) between commit and answer; \(answered)")
        // Each fourth kill is between commit and answer, if the node starts in time.
        #expect(Self.kills < 8 || betweenCommitAndAnswer > 0)
        #expect(told.payments > 0 && told.links > 0)
    }

    /// Looks up what was not answered, and compares the node's books with all that is known then.
    ///
    /// - Returns: how many deeds took effect without an answer.
    private func expectBooks(of load: CrashLoad, _ folder: CrashFolder, after kill: Int) async throws -> Int {
        let connection = try CrashConnection(folder)
        let (told, unknown) = load.ledger.takeDeeds()
        for deed in told {
            #expect(try await isCommitted(deed, load, connection), "after kill \(kill): \(deed) is lost")
        }
        var unanswered = 0
        for deed in unknown {
            if try await isCommitted(deed, load, connection) {
                load.ledger.settle(deed)
                unanswered += 1
            } else if let link = deed.endedLink {
                load.ledger.putBack(link)
            }
        }
        for (person, cluster) in load.people.enumerated() {
            let quarks = try await connection.balance(of: cluster)
            #expect(Int64(quarks) == load.ledger.current.holdings[person], "after kill \(kill): person \(person)")
        }
        await connection.close()
        // Fails when a check finds something.
        _ = try folder.operatorCommand("check")
        return unanswered
    }

    private func isCommitted(_ deed: CrashDeed, _ load: CrashLoad, _ connection: CrashConnection) async throws -> Bool {
        switch deed {
        case .payment(let id, let person, _, _), .claim(let id, _, let person):
            try await isCommitted(id, load.people[person].authority, connection)
        case .link(let id, let link):
            try await isCommitted(id, load.people[link.maker].authority, connection)
        case .void(let link):
            try await CrashConnection.patiently {
                try await connection.client.fetchGiftCardInfo(
                    giftCard: link.card.cluster.authority, requestingOwner: load.people[link.maker].authority
                ).claimState != .notClaimed
            }
        }
    }

    private func isCommitted(_ id: IntentID, _ owner: KeyPair, _ connection: CrashConnection) async throws -> Bool {
        try await CrashConnection.patiently {
            do {
                _ = try await connection.client.fetchIntentMetadata(id, asker: .owner(owner))
                return true
            } catch IntentMetadataError.notFound {
                return false
            }
        }
    }
}

extension CrashDeed {
    /// The link that this would have ended.
    fileprivate var endedLink: CrashLink? {
        switch self {
        case .claim(_, let link, _), .void(let link): link
        case .payment, .link: nil
        }
    }
}
