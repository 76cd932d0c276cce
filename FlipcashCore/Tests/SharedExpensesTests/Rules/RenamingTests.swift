import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

@Suite("Names of linked friends belong to them")
struct RenamingTests {
    private let now = SplitTime(seconds: 50)

    private func world(name: String = "Bo", original: String = "", nickname: String = "") -> SplitWorld {
        var world = SplitWorld()
        for number in 1...2 {
            world.insert(SplitAccount(id: TestID.account(number), memberID: TestID.member(number)))
        }
        var row = Friend(
            owner: TestID.account(1), memberID: TestID.member(2), name: name, nickname: nickname, status: .friend)
        (row.linkState, row.linkedAccount, row.linkedMemberID) = (.linked, TestID.account(2), TestID.member(2))
        row.originalName = original
        let other = Friend(owner: TestID.account(1), memberID: TestID.member(3), name: "Bo", status: .friend)
        for friend in [row, other] {
            world.friends[FriendKey(owner: friend.owner, memberID: friend.memberID)] = friend
        }
        return world
    }

    private func row(_ world: SplitWorld, _ member: Int = 2) throws -> Friend {
        try #require(world.friends.values.first { $0.memberID == TestID.member(member) })
    }

    @Test("A new name replaces the name of linked rows, and keeps the first name that their owner gave")
    func rename_linkedRow_keepsOriginalName() throws {
        var world = world()
        world.rename(TestID.account(2), to: " Boris ", at: now)
        var renamed = try row(world)
        #expect(renamed.name == "Boris" && renamed.originalName == "Bo" && renamed.updatedAt == now)
        #expect(renamed.version == 0 && renamed.isLinked)
        #expect(try row(world, 3).name == "Bo")
        world.rename(TestID.account(2), to: "Bob", at: now)
        renamed = try row(world)
        #expect(renamed.name == "Bob" && renamed.originalName == "Bo")
        #expect(world.accounts[TestID.account(2)]?.displayName == "Bob")
    }

    @Test("The same name, and a name that says nothing, change nothing", arguments: ["Bo", "", " ", "unknown"])
    func rename_nothingNew_changesNothing(name: String) throws {
        var world = world()
        let before = world.friends
        world.rename(TestID.account(2), to: name, at: now)
        #expect(world.friends == before)
    }

    @Test("A nickname that equals the new name is no longer needed")
    func rename_toNickname_dropsNickname() throws {
        var world = world(nickname: "Boris")
        world.rename(TestID.account(2), to: "boris", at: now)
        #expect(try row(world).nickname.isEmpty)
    }
}
