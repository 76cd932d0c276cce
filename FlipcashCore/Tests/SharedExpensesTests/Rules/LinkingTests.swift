import FlipcashCore
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

@Suite("Shared expenses: links of friend rows to accounts")
struct LinkingTests {
    private let ann = TestID.account(1)
    private let bo = TestID.account(2)
    private let annsID = TestID.member(1)
    private let bosID = TestID.member(2)
    private let token = Hash(sha256: [1])
    private let now = SplitTime(seconds: 1_750_000_000)

    /// Ann has made an invitation for a friend row.
    private func world() throws -> SplitWorld {
        var world = SplitWorld()
        world.insert(SplitAccount(id: ann, memberID: annsID, displayName: "Ann"))
        world.insert(SplitAccount(id: bo, memberID: bosID, displayName: "Bo"))
        let row = Friend(owner: ann, memberID: TestID.member(10), name: "B", status: .friend)
        world.friends[FriendKey(owner: ann, memberID: row.memberID)] = row
        let invite = SplitInvite(
            id: TestID.entity(3), creator: ann, target: row.memberID, tokenHash: token, createdAt: now)
        _ = try world.createInvite(invite)
        return world
    }

    @Test(
        "an account that is being deleted or was deleted cannot be linked",
        arguments: [SplitAccount.State.deleting, .deleted])
    func claimInvite_inactiveAccount_isRefused(_ state: SplitAccount.State) throws {
        var world = try world()
        world.accounts[bo]?.state = state
        #expect(throws: SplitFailure(.accountNotFound)) { try world.claimInvite(token, by: bo, at: now) }
    }

    @Test("an account gets at most 256 other ids")
    func claimInvite_tooManyAliases_isLimited() throws {
        var world = try world()
        func setAliases(_ count: Int) {
            let rows = Dictionary(uniqueKeysWithValues: (0..<count).map { (TestID.member(1000 + $0), bosID) })
            world.aliases = AliasTable(rows: rows, accounts: world.aliases.accounts)
        }
        setAliases(SplitLimits.aliases)
        #expect(throws: SplitFailure(.limitExceeded)) { try world.claimInvite(token, by: bo, at: now) }
        setAliases(SplitLimits.aliases - 1)
        let contract = try world.claimInvite(token, by: bo, at: now)
        #expect(contract.aliases.count == SplitLimits.aliases)
    }

    @Test("a claim keeps the row that the claimer has about the other person")
    func claimInvite_knownCreator_keepsRow() throws {
        var world = try world()
        let row = Friend(owner: bo, memberID: annsID, name: "Ann", nickname: "A", status: .friend)
        let key = FriendKey(owner: bo, memberID: annsID)
        world.friends[key] = row
        _ = try world.claimInvite(token, by: bo, at: now)
        #expect(world.friends[key] == row)
    }
}
