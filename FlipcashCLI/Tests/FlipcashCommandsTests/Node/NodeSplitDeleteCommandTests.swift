import FlipcashNode
import Testing

@testable import FlipcashCommands

@Suite("flipcash node split-delete")
struct NodeSplitDeleteCommandTests {
    /// A person whose shared expenses are on the node of this world, and the person's user id.
    private func visit(_ story: (PlayMoneyWorld, String) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit { world in
            _ = try await world.run("balance")
            #expect(try await world.run("split", "friends", "add", "Ann").status == .done)
            #expect(try await world.run("split", "groups", "add", "Flat", "Ann").status == .done)
            #expect(try await world.run("split", "add", "10", "Tea", "--group", "Flat").status == .done)
            let shown = try await world.run("split", "account", "show", "--json")
            let user = try #require(shown.output.firstMatch(of: /"user":"([^"]+)"/)?.1)
            try await story(world, String(user))
        }
    }

    private func plan(_ world: PlayMoneyWorld, _ user: String) async -> SplitDeletionReport? {
        await world.perform(AdminRequest(.splitDelete, user: user)).splitDeletion
    }

    /// A copy of the node with its shared expenses, which does not run.
    private func copy(_ world: PlayMoneyWorld) async throws -> String {
        #expect(await world.perform(AdminRequest(.backup, path: world.path("copy"))).ok)
        let folder = world.path("rest")
        #expect(try await world.run("node", "restore", world.path("copy"), "--data", folder).status == .done)
        return folder
    }

    @Test("It counts, asks, and deletes everything; the wallet stays")
    func splitDelete_confirmed_deletes() async throws {
        try await visit { world, user in
            let folder = try await copy(world)
            func run(_ words: String..., answers: [String]? = nil) async throws -> PlayMoneyWorld.Result {
                try await world.run(["node", "split-delete", user, "--data", folder] + words, answers: answers)
            }
            let planned = try await run("--dry-run", "--json")
            #expect(planned.output.contains(#""schema":"flipcash.node_split_deletion/1""#), "\(planned.errors)")
            #expect(planned.output.contains(#""state":"planned""#) && planned.output.contains(#""user":"\#(user)""#))
            for count in [#""friends":1"#, #""groups":1"#, #""expenses":1"#, #""invitations":0"#] {
                #expect(planned.output.contains(count), "\(planned.output)")
            }
            #expect(try await run().status == .usage)
            let declined = try await run(answers: ["n"])
            #expect(declined.status == .declined && declined.errors.contains("1 group, 1 expense"))
            #expect(try await run("--dry-run").output.hasPrefix("Would delete the account"))
            let done = try await run(answers: ["y"])
            #expect(done.status == .done && done.output.hasPrefix("Deleted the account"), "\(done.errors)")
            let again = try await run("--yes")
            #expect(again.status == .notFound && again.failure?.code == "account_not_found")
            #expect(try await world.run("node", "check", "--data", folder).status == .done)
            // The running node of this world has its own database, which still has the account.
            #expect(await plan(world, user)?.groups == 1)
        }
    }

    @Test("On the running node the person's own commands see that it is gone, and may begin afresh")
    func splitDelete_runningNode_isSeen() async throws {
        try await visit { world, user in
            let done = await world.perform(AdminRequest(.splitDelete, accept: true, user: user))
            #expect(done.splitDeletion?.deleted == true, "\(done.error ?? "")")
            #expect(await plan(world, user)?.exists == false)
            let balance = try await world.run("balance")
            #expect(balance.status == .done)
        }
    }

    @Test("Another text than a user id is refused before the node is asked")
    func splitDelete_badUser_isRefused() async throws {
        try await PlayMoneyWorld.visit { world in
            let refused = try await world.run("node", "split-delete", "some body", "--yes")
            #expect(refused.status == .badInput && refused.failure?.code == "bad_user")
        }
    }
}
