import FlipcashCore
import FlipcashTestKit
import Foundation
import GRDB
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

/// The store of a client with its outbox.
@Suite struct StoreTests {
    private let server = InMemorySharedExpenses()
    private let bo = TestID.member(7)

    @Test("changes without a server are shown at once, survive a restart and are uploaded later")
    func enqueue_offline_uploadedLater() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.sqlite")
        server.setReachable(false)
        let expense: Expense
        do {
            let device = try Device(1, of: 1, at: server, path: path)
            let local = try device.me
            try device.enqueue(device.friend(bo, "Bo"))
            let group = SplitGroup.sample(1, [local, bo])
            try device.enqueue(.putGroup(GroupPut(group)))
            expense = try Expense.sample(2, in: group.id, paidBy: local, among: [local, bo], units: 1000)
            try device.enqueue(.putExpense(ExpensePut(expense)))
            #expect(try device.view().balances().map(\.net) == [500])
            await #expect(throws: SharedExpensesSync.Failure.service(.unreachable("the test has cut the connection"))) {
                try await device.sync.run()
            }
            #expect(device.waited.seconds == [1, 2])
            try device.store.queue.close()
        }
        let device = try Device(1, of: 1, at: server, path: path)
        #expect(try device.store.pending().count == 3)
        #expect(try device.view().balances().map(\.net) == [500])
        server.setReachable(true)
        let report = try await device.sync.run()
        #expect(report == SharedExpensesSync.Report(sent: 3, refused: 0, waiting: 0))
        #expect(try device.store.unreflected().isEmpty)
        // The server gave the account another id than the local one.
        let stored = try #require(server.world.expenses[expense.id])
        #expect(try stored.payers.map(\.member) == [device.me])
        #expect(stored.total == expense.total)
        #expect(try device.view().balances().map(\.net) == [500])
        #expect(try device.view().world.expenses.keys.sorted() == [expense.id])
    }

    @Test("a waiting change that the rules would refuse is doubtful, and those around it are shown")
    func view_doubtfulChange_showsTheOthers() throws {
        let device = try Device(1, of: 1, at: server)
        let me = try device.me
        try device.enqueue(.putGroup(GroupPut(.sample(1, [me, bo]))))
        func expense(_ id: Int, with other: MemberID) throws -> SplitChange {
            .putExpense(
                ExpensePut(try .sample(id, in: TestID.entity(1), paidBy: me, among: [me, other], units: 100)))
        }
        try device.enqueue(expense(2, with: bo))
        let doubtful = try device.enqueue(expense(3, with: TestID.member(99)))
        try device.enqueue(expense(4, with: bo))
        let view = try device.view()
        #expect(view.doubtful.mapValues(\.code) == [doubtful.id: .unknownMember])
        #expect(view.world.expenses.keys.sorted() == [TestID.entity(2), TestID.entity(4)])
        #expect(try view.balances().map(\.net) == [100])
        #expect(view.waiting.count == 4)
    }

    @Test("a refused change leaves the ledger and is kept for correction")
    func sync_refusedExpense_keptForCorrection() async throws {
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let me = try device.me
        let stranger = try Device(2, of: 2, at: server)
        try await stranger.sync.run()
        let expense = try Expense.sample(2, in: nil, paidBy: me, among: [me, try stranger.me], units: 1000)
        let operation = try device.enqueue(.putExpense(ExpensePut(expense)))
        #expect(try await device.sync.run().refused == 1)
        #expect(try device.view().world.expenses.isEmpty)
        let refusal = try #require(try device.store.refusals().first)
        #expect(
            refusal == RefusedOperation(operation: operation, code: .notConfirmedFriend, detail: "not_confirmed_friend")
        )
        try device.store.resolve(operation.id, .takeTheirs, newID: device.newID(), at: server.now)
        #expect(try device.store.refusals().isEmpty)
    }

    @Test("a conflict of money is shown, and one's own change can be put on top")
    func resolve_conflict_keepsMine() async throws {
        let (phone, laptop) = (try Device(1, of: 1, at: server), try Device(2, of: 1, at: server))
        try await phone.sync.run()
        let me = try phone.me
        try phone.enqueue(.putGroup(GroupPut(.sample(1, [me, bo]))))
        let expense = try Expense.sample(2, in: TestID.entity(1), paidBy: me, among: [me, bo], units: 1000)
        try phone.enqueue(.putExpense(ExpensePut(expense)))
        try await phone.sync.run()
        try await laptop.sync.run()
        func total(_ units: Int64) throws -> SplitChange {
            .putExpense(
                ExpensePut(
                    try Expense.sample(2, in: TestID.entity(1), paidBy: me, among: [me, bo], units: units),
                    baseVersion: 1))
        }
        try phone.enqueue(total(1200))
        let late = try laptop.enqueue(total(800))
        try await phone.sync.run()
        #expect(try await laptop.sync.run().refused == 1)
        #expect(try laptop.store.refusals().map(\.code) == [.conflict])
        #expect(try laptop.view().world.expenses[expense.id]?.total.units == 1200)
        try laptop.store.resolve(late.id, .keepMine, newID: laptop.newID(), at: server.now)
        try await laptop.sync.run()
        try await phone.sync.run()
        #expect(try phone.view().world.expenses[expense.id]?.total.units == 800)
    }

    @Test("too many expenses wait for the next minute, and later ones are not lost")
    func sync_rateLimited_sendsTheRestLater() async throws {
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let me = try device.me
        try device.enqueue(.putGroup(GroupPut(.sample(1, [me, bo]))))
        for step in 0..<13 {
            let expense = try Expense.sample(
                10 + step, in: TestID.entity(1), paidBy: me, among: [me, bo], units: 100)
            try device.enqueue(.putExpense(ExpensePut(expense)))
            server.advance(seconds: 1)
        }
        let report = try await device.sync.run()
        #expect(report.sent == 11 && report.waiting == 3)
        #expect(report.retryAfterSeconds == 60)
        #expect(try device.view().world.expenses.count == 13)
        server.advance(seconds: 60)
        #expect(try await device.sync.run().waiting == 0)
        #expect(server.world.expenses.count == 13)
    }

    @Test("what follows a change that has to wait stays in the outbox, in its order, and is shown")
    func sync_rateLimited_keepsWhatFollows() async throws {
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let me = try device.me
        try device.enqueue(.putGroup(GroupPut(.sample(1, [me, bo]))))
        for step in 0..<11 {
            let expense = try Expense.sample(
                10 + step, in: TestID.entity(1), paidBy: me, among: [me, bo], units: 100)
            try device.enqueue(.putExpense(ExpensePut(expense)))
            server.advance(seconds: 1)
        }
        // Deletes the last expense. If it were sent before the expense, it would delete nothing.
        let deletion = try device.enqueue(.deleteExpense(TestID.entity(20)))
        let friend = try device.enqueue(device.friend(bo, "Bo"))
        let report = try await device.sync.run()
        #expect(report.sent == 11 && report.waiting == 3 && report.refused == 0)
        #expect(try device.store.pending().dropFirst().map(\.id) == [deletion.id, friend.id])
        #expect(server.world.friends.isEmpty)
        #expect(try device.view().world.friends.count == 1)
        #expect(try device.view().world.expenses.count == 10)
        server.advance(seconds: 60)
        #expect(try await device.sync.run().waiting == 0)
        #expect(server.world.friends.count == 1)
        #expect(server.world.expenses.count == 10 && server.world.expenses[TestID.entity(20)] == nil)
    }

    @Test("the owner of a group cannot make one person of two in the ledgers of its members")
    func view_foreignFriendRows_areIgnored() async throws {
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let (me, account) = (try device.me, TestID.account(1))
        let (first, second, row) = (TestID.member(21), TestID.member(22), TestID.member(23))
        func store(ownedBy owner: AccountID?) async throws {
            let service = server.service(for: account, name: "Person 1")
            let session = try device.store.adopt(try await service.account())
            var group = SplitGroup.sample(1, [me, first, second])
            group.owner = owner
            for index in [1, 2] { group.members[index].accountFriendMemberID = row }
            try device.store.replace(with: [.group(group)], revision: 1, in: session)
        }
        try await store(ownedBy: TestID.account(2))
        #expect(try !device.view().people.areSamePerson(first, second))
        try await store(ownedBy: account)
        #expect(try device.view().people.areSamePerson(first, second), "the caller's own rows count")
    }

    @Test("nothing is uploaded or applied while a clearing waits")
    func enqueue_whileClearing_refused() async throws {
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        try device.enqueue(device.friend(bo, "Bo"))
        try await device.sync.run()
        server.setReachable(false)
        try device.enqueue(.clearAll(server.now))
        #expect(throws: SplitStoreFailure.clearing) { try device.enqueue(device.friend(bo, "Bo")) }
        #expect(try device.view().world.friends.isEmpty)
        server.setReachable(true)
        try await device.sync.run()
        #expect(try !device.store.isClearing())
        #expect(server.world.friends.isEmpty)
    }

    @Test("a file belongs to one account and environment")
    func init_otherOwner_refused() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.sqlite")
        let owner = SharedExpensesStore.Owner(account: TestID.account(1), environment: .development)
        func open(_ owner: SharedExpensesStore.Owner) throws -> SharedExpensesStore {
            try SharedExpensesStore(path: path, owner: owner, device: "0000000000000001", member: TestID.member(1))
        }
        try open(owner).queue.close()
        #expect(throws: SplitStoreFailure.otherOwner) {
            try open(.init(account: TestID.account(2), environment: .development))
        }
        #expect(throws: SplitStoreFailure.otherOwner) {
            try open(.init(account: TestID.account(1), environment: .production))
        }
        #expect(owner.fileName == "split-development-\(TestID.account(1)).sqlite")
        try open(owner).queue.close()
    }

    @Test("a file with older tables is copied before they change, and a newer one is left alone")
    func migrate_olderFile_copiedFirst() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.sqlite")
        let queue = try DatabaseQueue(path: path)
        try SplitSchema.migrate(queue, path: path)
        try queue.write { try $0.execute(sql: "INSERT INTO state (key, value) VALUES ('word', 'kept')") }
        var newer = SplitSchema.migrator
        newer.registerMigration("2") { try $0.execute(sql: "DELETE FROM state") }
        try SplitSchema.migrate(queue, path: path, with: newer)
        let copy = try DatabaseQueue(path: path + ".before-2")
        #expect(try copy.read { try SharedExpensesStore.value("word", in: $0) } == "kept")
        #expect(try queue.read { try SharedExpensesStore.value("word", in: $0) } == nil)
        #expect(throws: SplitStoreFailure.newerVersion) { try SplitSchema.migrate(queue, path: path) }
        try queue.close()
        try copy.close()
    }

    @Test("a file that is not a database is not touched")
    func init_damagedFile_refused() throws {
        let folder = try TemporaryFolder()
        let file = URL(filePath: folder.file("a.sqlite"))
        try Data("this is not a database, and it is long enough to be read as one by mistake".utf8).write(to: file)
        let before = try Data(contentsOf: file)
        #expect(throws: SplitStoreFailure.self) {
            try SharedExpensesStore(
                path: file.path, owner: .init(account: TestID.account(1), environment: .production),
                device: "0000000000000001", member: TestID.member(1))
        }
        #expect(try Data(contentsOf: file) == before)
    }

    @Test("ids that cannot be sent are refused when they are written")
    func enqueue_badID_refused() throws {
        let device = try Device(1, of: 1, at: server)
        #expect(throws: SplitStoreFailure.unsendable("id")) { try device.enqueue(.deleteGroup(EntityID("trip"))) }
        #expect(try device.store.pending().isEmpty)
    }
}
