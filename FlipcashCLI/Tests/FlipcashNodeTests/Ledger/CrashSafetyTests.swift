import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashNode

/// The node dies at the points of payment specification §21.8 and restarts: acknowledged work is kept, other work can
/// be repeated, and nothing happens twice.
@Suite(.serialized, .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
struct CrashSafetyTests {
    /// A fixed series of payments between two users and a gift card, the same in every process.
    struct Story {
        let world: LedgerWorld
        let a: Payer
        let b: Payer
        let card: Payer
        let voided: Payer

        /// - Parameter life: how many times the node has been started; each life draws different random numbers.
        init(path: String, crashPoints: CrashPoints, life: UInt64) throws {
            world = try LedgerWorld(store: NodeStore(path: path), crashPoints: crashPoints, seed: life)
            a = try Payer(entropy: Array(0x00...0x0f))
            b = try Payer(entropy: Array(0x10...0x1f))
            card = try Payer(entropy: Array(0x20...0x2f))
            voided = try Payer(entropy: Array(0x30...0x3f))
        }

        /// Runs the story from the start, skipping steps that are done. Calls `acknowledge` after every step that
        /// succeeds.
        func play(acknowledge: (String) throws -> Void) async throws {
            let (usdf, jeffy) = (world.usdf, world.jeffy)
            try await submit("open-a", a.open(usdf, id: id("open-a")), [], acknowledge)
            try await submit("open-b", b.open(usdf, id: id("open-b")), [], acknowledge)
            try await world.ledger.deposits.deposit(25_000_000, mint: usdf.mint, to: a.owner, reference: "story")
            try acknowledge("deposit")
            try await submit(
                "pay", a.pay(world.dollars(1_000_000), to: b.vault(usdf), usdf, id: id("pay")), [a], acknowledge)
            try await submit(
                "link", a.link(world.dollars(2_000_000), card: card, usdf, id: id("link")), [a, card], acknowledge)
            try await submit(
                "claim", b.claim(card, quarks: 2_000_000, usdf, id: id("claim")), [card], acknowledge)
            try await submit(
                "link-2", a.link(world.dollars(3_000_000), card: voided, usdf, id: id("link-2")), [a, voided],
                acknowledge)
            _ = try await GiftCardVoid(ledger: world.ledger).void(voided.vault(usdf), by: a.owner)
            try acknowledge("void")
            try await submit("open-jeffy", b.open(jeffy, id: id("open-jeffy")), [], acknowledge)
            for _ in 0..<2 { for worker in world.ledger.workers() { try await worker.tick() } }
        }

        private func submit(
            _ name: String, _ request: LedgerWorld.Request.SubmitActions, _ signers: [Payer],
            _ acknowledge: (String) throws -> Void
        ) async throws {
            let outcome = try await world.submit(request, signers: signers)
            let done: Set<LedgerWorld.Outcome> = [
                .success, .stale("intent already exists"), .stale("actions[0]: account is already opened"),
            ]
            guard done.contains(outcome) else { throw LedgerWorld.Unexpected(outcome) }
            try acknowledge(name)
        }

        func id(_ name: String) -> IntentID { IntentID(raw: Hash(sha256: "story/\(name)".utf8).raw) }
    }

    private static let pathVariable = "FLIPCASH_TEST_STORY_STORE"
    private static let pointVariable = "FLIPCASH_TEST_STORY_POINT"

    @Test(
        "A node killed at any point keeps acknowledged work and repeats none of it",
        arguments: [
            "unitWritten:1", "unitWritten:5", "unitWritten:9", "unitReleased:3", "unitReleased:8",
            "unitReleased:12", "groupCommitted:2", "groupCommitted:7", "groupCommitted:11", "parametersSent:1",
            "parametersSent:3", "signaturesVerified:2", "signaturesVerified:4", "intentCommitted:3",
            "intentCommitted:6", "answerSent:4",
        ])
    func kill_anywhere_isHarmless(point: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("node.sqlite")
        setenv(Self.pathVariable, path, 1)
        setenv(Self.pointVariable, point, 1)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let environment = ProcessInfo.processInfo.environment
            let path = try #require(environment[Self.pathVariable])
            let points = try #require(CrashPoints(killingAt: environment[Self.pointVariable] ?? ""))
            let story = try Story(path: path, crashPoints: points, life: 1)
            let log = open(path + ".acknowledged", O_CREAT | O_APPEND | O_WRONLY, 0o600)
            try await story.play { name in
                let line = Array((name + "\n").utf8)
                #expect(write(log, line, line.count) == line.count)
            }
        }
        let acknowledged = (try? String(contentsOfFile: path + ".acknowledged", encoding: .utf8)) ?? ""
        let story = try Story(path: path, crashPoints: CrashPoints(), life: 2)
        #expect(try story.world.findings().map(\.description) == [])
        try expectStored(acknowledged.split(separator: "\n").map(String.init), story)
        // The dead process's claims on nonces expire.
        story.world.clock.advance(by: .seconds(21))
        try await story.play { _ in }
        #expect(try story.world.balance(story.a) == 22_000_000)
        #expect(try story.world.balance(story.b) == 3_000_000)
        #expect(try story.world.balance(story.card) == 0)
        #expect(try story.world.balance(story.voided) == 0)
        #expect(try story.world.store.read { try $0.integer("SELECT count(*) FROM intents") } == 9)
        #expect(try story.world.store.read { try $0.integer("SELECT count(*) FROM deposits") } == 1)
        #expect(try story.world.findings().map(\.description) == [])
    }

    private func expectStored(_ acknowledged: [String], _ story: Story) throws {
        for name in acknowledged {
            let isStored = try story.world.store.read { reader in
                switch name {
                case "deposit":
                    try reader.deposit(reference: "story", into: story.a.vault(story.world.usdf)) != nil
                case "void":
                    try reader.intent(.autoReturn(of: story.id("link-2"))) != nil
                default:
                    try reader.intent(story.id(name)) != nil
                }
            }
            #expect(isStored, "\(name) was acknowledged")
        }
    }
}
