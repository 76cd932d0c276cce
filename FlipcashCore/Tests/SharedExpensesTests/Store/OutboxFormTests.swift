import FoundationEssentials
import GRDB
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

/// Operations whose form no server accepts: they are not stored, and stored ones do not block the others.
@Suite struct OutboxFormTests {
    private let server = InMemorySharedExpenses()
    private let bo = TestID.member(7)

    /// A change with a field that breaks a rule of its message, and the path of the field.
    struct Malformed: CustomTestStringConvertible, Sendable {
        let field: String
        let change: @Sendable (MemberID) throws -> SplitChange

        var testDescription: String { field }

        static func expense(
            _ field: String, _ change: @escaping @Sendable (inout Expense) -> Void
        ) -> Malformed {
            Malformed(field: field) { me in
                var expense = try Expense.sample(
                    2, in: TestID.entity(1), paidBy: me, among: [me, TestID.member(7)], units: 1000)
                change(&expense)
                return .putExpense(ExpensePut(expense))
            }
        }

        static let all: [Malformed] = [
            expense("put_expense.expense.description") { $0.description = "" },
            expense("put_expense.expense.description") { $0.description = String(repeating: "x", count: 257) },
            expense("put_expense.expense.notes") { $0.notes = String(repeating: "x", count: 2001) },
            expense("put_expense.expense.category") { $0.category = String(repeating: "x", count: 33) },
            expense("put_expense.expense.input.items[0].members") {
                $0.input = SplitInput(mode: .itemized, items: [SplitInput.Item(label: "Tea", units: 1, members: [])])
            },
            expense("put_expense.expense.input.weights[0].value") { expense in
                expense.input = SplitInput(mode: .shares, values: [TestID.member(7): "two"])
            },
            // The rules of the message allow it, and the service cannot read it.
            expense("units") { $0.total.units = .max },
            Malformed(field: "put_group.group.name") { me in
                var group = SplitGroup.sample(1, [me])
                group.name = ""
                return .putGroup(GroupPut(group))
            },
            Malformed(field: "put_payment.payment.note") { me in
                .putPayment(
                    SplitPayment(
                        id: TestID.entity(3), from: me, to: TestID.member(7), amount: ExpenseAmount(1, .usd),
                        note: String(repeating: "x", count: 257)))
            },
            Malformed(field: "claim_invite.token") { _ in .claimInvite(InviteClaim(token: [1, 2, 3])) },
            Malformed(field: "create_invite.invite.token_hash.value") { me in
                .createInvite(InviteDraft(id: TestID.entity(4), tokenHash: [1], target: me))
            },
            Malformed(field: "advance_payment.intent_id.value") { _ in
                .advancePayment(PaymentAdvance(payment: TestID.entity(3), state: .completed, intent: "no digits"))
            },
        ]
    }

    @Test("a change whose form no server accepts is refused when it is written", arguments: Malformed.all)
    func enqueue_malformed_isRefused(_ malformed: Malformed) throws {
        let device = try Device(1, of: 1, at: server)
        let change = try malformed.change(device.me)
        #expect(throws: SplitStoreFailure.unsendable(malformed.field)) { try device.enqueue(change) }
        #expect(throws: SplitStoreFailure.unsendable(malformed.field)) { try device.store.requireSendable(change) }
        #expect(try device.store.pending().isEmpty)
        try device.enqueue(device.friend(bo, "Bo"))
        #expect(try device.store.pending().count == 1)
    }

    @Test("a malformed change at the head is set aside, and what does not need it is sent")
    func sync_malformedHead_isSetAside() async throws {
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let me = try device.me
        var group = SplitGroup.sample(1, [me, bo])
        group.name = ""
        let malformed = try device.plant(.putGroup(GroupPut(group)))
        let dependent = try device.enqueue(
            .putExpense(
                ExpensePut(try Expense.sample(2, in: group.id, paidBy: me, among: [me, bo], units: 1000))))
        try device.enqueue(device.friend(bo, "Bo"))
        try device.enqueue(.putGroup(GroupPut(.sample(3, [me, bo]))))
        let report = try await device.sync.run()
        #expect(report == SharedExpensesSync.Report(sent: 2, refused: 2, waiting: 0))
        #expect(
            try device.store.refusals() == [
                RefusedOperation(operation: malformed, code: .invalid, detail: "malformed"),
                RefusedOperation(operation: dependent, code: .notFound, detail: "group_not_found"),
            ])
        #expect(server.world.groups.keys.sorted() == [TestID.entity(3)])
        #expect(server.world.friends.count == 1 && server.world.expenses.isEmpty)
        let world = try device.view().world
        #expect(world.groups.keys.sorted() == [TestID.entity(3)] && world.expenses.isEmpty)
        // It cannot be sent again, and it can be forgotten.
        let field = SplitStoreFailure.unsendable("put_group.group.name")
        #expect(throws: field) {
            try device.store.resolve(malformed.id, .keepMine, newID: device.newID(), at: server.now)
        }
        #expect(try device.store.refusals().count == 2 && device.store.pending().isEmpty)
        try device.store.resolve(malformed.id, .takeTheirs, newID: device.newID(), at: server.now)
        #expect(try device.store.refusals().map(\.operation.id) == [dependent.id])
        #expect(try await device.sync.run() == SharedExpensesSync.Report())
    }

    @Test("malformed changes anywhere are found, and the others arrive once and in their order", arguments: 0..<4)
    func sync_manyMalformed_othersKeepTheirOrder(_ shift: Int) async throws {
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        var (good, bad): ([MemberID], [EntityID]) = ([], [])
        for step in 0..<150 {
            let member = TestID.member(100 + step)
            if [0, 1, 63, 64, 65, 149].contains(step + shift) {
                bad.append(try device.plant(device.friend(member, "")).id)
            } else {
                good.append(member)
                try device.enqueue(device.friend(member, "Friend \(step)"))
            }
        }
        let report = try await device.sync.run()
        #expect(report == SharedExpensesSync.Report(sent: good.count, refused: bad.count, waiting: 0))
        #expect(try device.store.refusals().map(\.operation.id) == bad)
        #expect(Set(server.world.friends.values.map(\.memberID)) == Set(good))
        #expect(server.world.friends.values.allSatisfy { $0.version == 1 })
    }

    @Test("a malformed change behind one that has to wait does not jump the queue")
    func sync_malformedBehindRateLimit_waits() async throws {
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
        let malformed = try device.plant(device.friend(bo, ""))
        try device.enqueue(device.friend(TestID.member(8), "Cy"))
        let first = try await device.sync.run()
        #expect(first.sent == 11 && first.refused == 0 && first.waiting == 3)
        server.advance(seconds: 60)
        let second = try await device.sync.run()
        #expect(second.sent == 2 && second.refused == 1 && second.waiting == 0)
        #expect(try device.store.refusals().map(\.operation.id) == [malformed.id])
    }

    @Test("an unreadable answer sets nothing aside")
    func sync_otherFailures_keepTheOutbox() async throws {
        for failure in [ServiceFailure.malformed("Apply.results"), .denied, .clearing, .unreachable("test")] {
            let device = try Device(1, of: 1, at: server)
            try device.enqueue(device.friend(bo, "Bo"))
            let service = RefusingService(
                base: server.service(for: TestID.account(1), name: "Person 1"), failure: failure)
            let now = server.now
            let sync = SharedExpensesSync(store: device.store, service: service, now: { now }, wait: { _ in })
            await #expect(throws: SharedExpensesSync.Failure.service(failure)) { try await sync.run() }
            #expect(try device.store.pending().count == 1 && device.store.refusals().isEmpty)
        }
    }
}

extension Device {
    /// Stores an operation as an earlier release could, without a check of its form.
    func plant(_ change: SplitChange) throws -> SplitOperation {
        let operation = SplitOperation(
            id: newID(), stamp: ClockStamp(milliseconds: 1, counter: 0, actor: "0000000000000001"), change: change)
        let data = try SharedExpensesStore.data(operation)
        try store.queue.write { database in
            try database.execute(
                sql: "INSERT INTO outbox (operation, data) VALUES (?, ?)", arguments: [operation.id.text, data])
        }
        return operation
    }
}

/// A service that fails whenever operations are sent.
private struct RefusingService: SharedExpensesService {
    let base: any SharedExpensesService
    let failure: ServiceFailure

    func account() async throws(ServiceFailure) -> OwnAccount { try await base.account() }
    func apply(
        _ operations: [SplitOperation], at time: SplitTime
    ) async throws(ServiceFailure) -> AppliedOperations { throw failure }
    func snapshot(cursor: String?) async throws(ServiceFailure) -> SnapshotPage {
        try await base.snapshot(cursor: cursor)
    }
    func changes(since revision: UInt64) async throws(ServiceFailure) -> ChangePage {
        try await base.changes(since: revision)
    }
    func resolve(_ ids: [MemberID]) async throws(ServiceFailure) -> [ResolvedMember] { try await base.resolve(ids) }
    func preview(token: [UInt8]) async throws(ServiceFailure) -> InvitePreview {
        try await base.preview(token: token)
    }
    func payee(_ member: MemberID) async throws(ServiceFailure) -> Payee { try await base.payee(member) }
}
