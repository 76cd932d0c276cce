import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

/// The failures of the founding product that must not come back (expense specification §18), each by its number.
///
/// Where the conformance suite has the whole story, the test here pins the rule that prevents it.
@Suite struct FailureSignatureTests {
    private let ann = TestID.member(1)
    private let bo = TestID.member(2)
    private let cy = TestID.member(3)
    private let owner = TestID.account(1)

    private func friend(_ id: MemberID, _ name: String = "Bo") -> Friend {
        Friend(owner: owner, memberID: id, name: name)
    }

    @Test("1: nothing owed with open items is even, not settled")
    func signature01_openItems_areEven() throws {
        let expenses = [
            try Expense.sample(1, in: nil, paidBy: ann, among: [ann, bo], units: 200),
            try Expense.sample(2, in: nil, paidBy: bo, among: [ann, bo], units: 200),
        ]
        let balance = try #require(try DebtLedger(expenses: expenses, payments: []) { $0 }.balances(of: ann).first)
        #expect(balance.net == 0 && balance.state == .even && balance.openCount == 2)
    }

    @Test("2: a linked and an unlinked row of one person are one card, also the second time")
    func signature02_doubleRows_becomeOne() {
        var linked = friend(bo)
        (linked.linkedAccount, linked.linkedMemberID, linked.linkState) = (TestID.account(2), cy, .linked)
        let once = Friend.deduplicated([friend(cy, "Old"), linked])
        #expect(once.map(\.memberID) == [bo])
        #expect(Friend.deduplicated(once) == once)
    }

    @Test("3: another person's login sends and shows nothing of the first one")
    func signature03_accountSwitch_keepsOutboxesApart() async throws {
        let server = InMemorySharedExpenses()
        let first = try Device(1, of: 1, at: server)
        try first.enqueue(first.friend(bo, "Bo"))
        let second = try Device(2, of: 2, at: server)
        try await second.sync.run()
        #expect(server.world.friends.isEmpty)
        try await first.sync.run()
        try await first.sync.run()
        #expect(server.world.friends.values.map(\.owner) == [owner])
    }

    @Test("4: a friend is confirmed by every id of the linked account")
    func signature04_aliasOfLinkedAccount_isConfirmed() throws {
        var world = SplitWorld()
        world.insert(SplitAccount(id: owner, memberID: ann))
        world.insert(SplitAccount(id: TestID.account(2), memberID: bo))
        try world.aliases.insert(cy, canonical: bo)
        var row = friend(TestID.member(9))
        (row.linkedAccount, row.linkedMemberID, row.linkState) = (TestID.account(2), bo, .linked)
        world.friends[FriendKey(owner: owner, memberID: row.memberID)] = row
        let caller = SplitCaller(account: owner, ids: [ann])
        try world.checkAdHocExpense(
            by: caller, involved: [ann, cy], participants: [ann, cy], splits: [ann, cy], payers: [ann])
    }

    @Test("5: the other person of a direct expense sees it")
    func signature05_directExpense_isSeenByBoth() throws {
        var world = SplitWorld()
        world.insert(SplitAccount(id: owner, memberID: ann))
        world.insert(SplitAccount(id: TestID.account(2), memberID: bo))
        world.groups[TestID.entity(1)] = .sample(1, [ann, bo], isDirect: true)
        var expense = try Expense.sample(
            2, in: TestID.entity(1), paidBy: ann, among: [ann, bo], units: 5, context: .direct)
        expense.owner = owner
        #expect(world.viewers(of: expense) == [owner, TestID.account(2)])
    }

    @Test("6: imported ids are the same here and at the server")
    func signature06_imported_idsAreTheSame() async throws {
        let file = try PayBackFile(text: Self.export, currency: .usd)
        var made = 0
        let mapping = try ImportMapping(of: file, own: (MemberID("me"), ann), existing: .init()) {
            made += 1
            return TestID.member(100 + made).text
        }
        let server = InMemorySharedExpenses()
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let mine = try device.me
        var own = mapping
        own = try ImportMapping(of: file, own: (MemberID("me"), mine), existing: .init()) {
            made += 1
            return TestID.member(100 + made).text
        }
        let plan = PayBackImport(file: file, mapping: own, currency: .usd, existing: [], owner: owner) {
            device.newID()
        }
        for change in plan.changes { try device.enqueue(change) }
        let before = try device.view().world
        try await device.sync.run()
        let after = try device.view().world
        #expect(Set(before.groups.keys) == Set(server.world.groups.keys))
        #expect(Set(before.expenses.keys) == Set(after.expenses.keys))
        #expect(
            Set(after.expenses.values.flatMap { $0.namedMembers })
                == Set(before.expenses.values.flatMap { $0.namedMembers }))
        #expect(after.expenses.count == 1)
    }

    @Test("7: a member is looked up by the friend it was made of")
    func signature07_importedMember_findsItsFriend() {
        let member = GroupMember(id: cy, name: "Bo", accountFriendMemberID: bo)
        #expect(member.friendID == bo)
        #expect(PersonIdentity(friends: [friend(bo)], members: [member]).areSamePerson(cy, bo))
    }

    @Test("8: an old row cannot unlink a friend")
    func signature08_staleRow_keepsTheLink() {
        var stored = friend(bo)
        (stored.linkedAccount, stored.linkedMemberID, stored.linkState) = (TestID.account(2), bo, .linked)
        let row = Friend.upserted(stored: stored, incoming: friend(bo, "Other"))
        #expect(row.linkedAccount == TestID.account(2) && row.linkState == .linked && row.name == "Bo")
    }

    @Test("9: data that was there stays when the server is not reached")
    func signature09_noSession_erasesNothing() async throws {
        let server = InMemorySharedExpenses()
        let device = try Device(1, of: 1, at: server)
        try device.enqueue(device.friend(bo, "Bo"))
        try await device.sync.run()
        server.setReachable(false)
        _ = try? await device.sync.run()
        #expect(try device.view().world.friends.count == 1)
    }

    @Test("10: the label and the payer come from one resolution")
    func signature10_defaultPayer_isMe() {
        let own = OwnIdentity(memberID: ann, equivalentMemberIDs: [cy])
        let members = [GroupMember(id: bo, name: "Bo"), GroupMember(id: cy, name: "Me")]
        let payer = DefaultPayer.choose(among: members, isMe: own.isMe)
        #expect(payer == cy)
        #expect(SplitLabel.text(mode: .equal, selected: [cy], memberCount: 2, isMe: own.isMe) { _ in "?" } == "Only me")
    }

    @Test("11: friends of friends are not in the list")
    func signature11_groupMembers_areNoFriends() throws {
        var world = SplitWorld()
        world.insert(SplitAccount(id: owner, memberID: ann))
        world.groups[TestID.entity(1)] = .sample(1, [ann, bo])
        #expect(world.visible(to: owner).keys.filter { $0.kind == .friend }.isEmpty)
    }

    @Test("12: the aliases of the account's message are equivalent ids")
    func signature12_accountMessage_aliasesAreMine() throws {
        let account = OwnAccount(
            account: SplitAccount(id: owner, memberID: ann, displayName: "Ann"), aliases: [cy], revision: 3)
        var response = Flipcash_Split_V1_GetAccountResponse()
        response.account = try account.wire()
        response.revision = 3
        let read = try OwnAccount(wire: response)
        #expect(read == account)
        #expect(read.identity.isMe(cy) && read.identity.isMe(ann) && !read.identity.isMe(bo))
    }

    @Test("13: clearing removes the caller from what others own")
    func signature13_clearAll_leavesSharedGroups() throws {
        var world = SplitWorld()
        world.insert(SplitAccount(id: owner, memberID: ann))
        world.insert(SplitAccount(id: TestID.account(2), memberID: bo))
        var group = SplitGroup.sample(1, [ann, bo])
        group.owner = TestID.account(2)
        world.groups[group.id] = group
        world.clearAll(of: owner)
        #expect(world.groups[group.id]?.members.map(\.id) == [bo])
        #expect(world.visible(to: owner).isEmpty)
    }

    @Test(
        "14 to 16: only the owner changes a group, and an account's id stays",
        arguments: [
            "a group is put by its owner only, and twice is once",
            "deleting a group takes its expenses from everybody",
            "an account is created once, with an id of its own",
        ])
    func signature14To16_stories_hold(_ name: String) async throws {
        let check = try #require(ConformanceCheck.all.first { $0.name == name })
        try await check.run(on: InMemorySubject())
    }

    @Test("17: ids of strangers are not resolved, and at most 65 are asked for")
    func signature17_strangers_areNotResolved() throws {
        var world = SplitWorld()
        world.insert(SplitAccount(id: owner, memberID: ann))
        world.insert(SplitAccount(id: TestID.account(2), memberID: bo))
        #expect(try world.resolveMembers([ann, bo], for: owner).keys.sorted() == [ann])
        #expect(throws: SplitFailure(.tooManyIDs)) {
            try world.resolveMembers((0..<66).map { TestID.member($0) }, for: owner)
        }
    }

    @Test("18: the service has no calls for repairs")
    func signature18_service_hasSevenCalls() {
        let names = Flipcash_Split_V1_SharedExpenses.Method.descriptors.map(\.method)
        #expect(
            Set(names) == [
                "GetAccount", "Apply", "GetSnapshot", "GetChanges", "ResolveMembers", "PreviewInvite", "GetPayee",
            ])
    }

    @Test("19: a friend with the caller's name is another person")
    func signature19_namesake_staysAFriend() {
        let own = OwnIdentity(memberID: ann)
        #expect(!own.isMe(bo))
        #expect(Friend.deduplicated([friend(bo, "Ann"), friend(cy, "Ann")]).count == 2)
    }

    @Test("20: an internal build writes to development, and an unknown word never means production in a debug build")
    func signature20_environments_doNotMix() {
        #expect(SplitEnvironment(setting: "development", isDebugBuild: false) == .development)
        #expect(SplitEnvironment(setting: "$(ENV)", isDebugBuild: true) == .development)
        let names = SplitEnvironment.allCases.map {
            SharedExpensesStore.Owner(account: owner, environment: $0).fileName
        }
        #expect(Set(names).count == 2)
    }

    @Test("21: everything that is missing is named at once")
    func signature21_saveGuard_namesEverything() {
        let missing = SaveGuard.missing(description: " ", total: nil, participantCount: 0, splitCount: 0)
        #expect(SaveGuard.message(missing) == "Cannot save, missing: description, amount, participants, split")
    }

    @Test("22: a refused expense leaves the ledger")
    func signature22_refusedCreate_isTakenBack() async throws {
        let server = InMemorySharedExpenses()
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let me = try device.me
        try device.enqueue(
            .putExpense(ExpensePut(try .sample(5, in: TestID.entity(9), paidBy: me, among: [me, bo], units: 10))))
        #expect(try await device.sync.run().refused == 1)
        #expect(try device.view().world.expenses.isEmpty)
        #expect(try device.store.refusals().count == 1)
    }

    @Test("23: a deleted person keeps the name that the viewer knows")
    func signature23_ghost_keepsItsName() {
        var row = friend(bo, "Deleted User").asGhost
        row.originalName = "Bo"
        #expect(row.displayName() == "Bo")
        #expect(friend(bo, "Unknown").asGhost.displayName() == "Deleted user")
    }

    @Test("24: rows about a hard-deleted account are removed from every list")
    func signature24_hardDelete_removesRowsByAccountAndMember() throws {
        var world = SplitWorld()
        world.insert(SplitAccount(id: owner, memberID: ann))
        world.insert(SplitAccount(id: TestID.account(2), memberID: bo))
        var first = friend(TestID.member(8))
        first.linkedAccount = TestID.account(2)
        var second = friend(TestID.member(9))
        second.linkedMemberID = bo
        for row in [first, second] { world.friends[FriendKey(owner: owner, memberID: row.memberID)] = row }
        try world.deleteAccount(TestID.account(2), .hard)
        #expect(world.friends.isEmpty)
    }

    @Test("25 and 26: the linked account is a user id, and the actor is the one who signed")
    func signature25And26_storedIDs_areUserIDs() async throws {
        let check = try #require(ConformanceCheck.all.first { $0.name.hasPrefix("a claim links both people") })
        try await check.run(on: InMemorySubject())
        let server = InMemorySharedExpenses()
        let (ann, bo) = (server.service(for: owner, name: "A"), server.service(for: TestID.account(2), name: "B"))
        let mine = try await ann.account()
        _ = try await bo.account()
        // Bo puts a row that claims to be Ann's.
        let stamp = ClockStamp(milliseconds: 1, counter: 0, actor: "0000000000000001")
        let row = Friend(owner: mine.account.id, memberID: cy, name: "Cy")
        _ = try await bo.apply(
            [SplitOperation(id: TestID.entity(1), stamp: stamp, change: .putFriend(FriendPut(row)))], at: server.now)
        #expect(server.world.friends.values.map(\.owner) == [TestID.account(2)])
    }

    @Test("27: merging and deleting friends have the names of the contract")
    func signature27_messages_haveOneNaming() {
        #expect(Flipcash_Split_V1_MergeFriends.schema.fields.map(\.name) == ["source_id", "target_canonical_id"])
        #expect(Flipcash_Split_V1_DeleteFriend.schema.fields.map(\.name) == ["friend_member_id"])
    }

    @Test("28: resets at once are serialized")
    func signature28_parallelResets_areSerialized() async throws {
        let device = try Device(1, of: 1, at: InMemorySharedExpenses())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try? device.store.reset() } }
        }
        #expect(try device.store.revision() == 0)
    }

    static let export = """
        ===PAYBACK_EXPORT===
        CURRENT_USER_ID: me
        [FRIENDS]
        a1,Bo,,false,,
        [GROUPS]
        g1,Trip,false,false,2026-01-01T00:00:00Z,2
        [GROUP_MEMBERS]
        g1,me,Me
        g1,a1,Bo
        [EXPENSES]
        e1,g1,Dinner,2026-01-01T12:00:00Z,10.00,me,false,false
        [EXPENSE_INVOLVED_MEMBERS]
        e1,me
        e1,a1
        [EXPENSE_SPLITS]
        e1,s1,me,5.00,false
        e1,s2,a1,5.00,false
        ===END_PAYBACK_EXPORT===

        """
}
