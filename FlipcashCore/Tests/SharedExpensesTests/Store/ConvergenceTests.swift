import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures
import Testing

/// Devices that change things offline agree after they have synchronised.
@Suite struct ConvergenceTests {
    private let bo = TestID.member(7)

    @Test("three devices of one person and one of another converge", arguments: 1...6)
    func sync_randomOfflineEdits_converge(_ seed: UInt64) async throws {
        var numbers = SeededGenerator(seed: seed)
        let server = InMemorySharedExpenses(rates: .init(expenses: 1000, settlements: 1000, invitations: 1000))
        let devices = try (1...3).map { try Device($0, of: 1, at: server) } + [try Device(4, of: 2, at: server)]
        for device in devices { try await device.sync.run() }
        let (ann, other) = (try devices[0].me, try devices[3].me)
        try devices[0].enqueue(.putGroup(GroupPut(.sample(1, [ann, other, bo]))))
        try await devices[0].sync.run()
        for device in devices { try await device.sync.run() }
        for _ in 0..<6 {
            for device in devices {
                for _ in 0..<3 { try act(device, &numbers) }
                server.advance(seconds: 1)
                if Bool.random(using: &numbers) { try await device.sync.run() }
            }
        }
        for _ in 0..<2 { for device in devices { try await device.sync.run() } }
        let views = try devices.map { try $0.view() }
        for (device, view) in zip(devices, views) {
            #expect(try device.store.pending().isEmpty)
            #expect(view.waiting.isEmpty)
        }
        for view in views.prefix(3) {
            #expect(view.world.friends == views[0].world.friends)
            #expect(view.world.expenses == views[0].world.expenses)
            #expect(view.world.groups == views[0].world.groups)
            #expect(view.world.payments == views[0].world.payments)
        }
        #expect(views[3].world.expenses == views[0].world.expenses)
        // What devices hold is what the server holds, and everybody's nets are 0 in sum.
        #expect(server.world.expenses == views[0].world.expenses)
        for nets in try server.world.ledger(of: TestID.entity(1)).nets().values {
            #expect(nets.values.reduce(0, +) == 0)
        }
    }

    private func act(_ device: Device, _ numbers: inout SeededGenerator) throws {
        let view = try device.view()
        guard let group = view.world.groups[TestID.entity(1)] else { return }
        let people = group.members.map(\.id)
        let me = try device.me
        let expense = view.world.expenses.values.sorted { $0.id < $1.id }.randomElement(using: &numbers)
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0, 1:
            let id = Int.random(in: 1000..<1_000_000, using: &numbers)
            let units = Int64.random(in: 1...5000, using: &numbers)
            try device.enqueue(
                .putExpense(ExpensePut(try .sample(id, in: group.id, paidBy: me, among: people, units: units))))
        case 2:
            guard var expense else { return }
            expense.description = "Text \(Int.random(in: 0..<100, using: &numbers))"
            try device.enqueue(.putExpense(ExpensePut(expense, baseVersion: expense.version)))
        case 3:
            guard let expense, let number = Int(expense.id.text.suffix(12), radix: 16) else { return }
            let units = Int64.random(in: 1...5000, using: &numbers)
            let changed = try Expense.sample(number, in: group.id, paidBy: me, among: people, units: units)
            try device.enqueue(.putExpense(ExpensePut(changed, baseVersion: expense.version)))
        case 4:
            guard let expense else { return }
            let mark = SettlementMark(expense: expense.id, isSettled: Bool.random(using: &numbers))
            try device.enqueue(.setSettlement(mark))
        case 5:
            guard let expense else { return }
            try device.enqueue(.deleteExpense(expense.id))
        case 6:
            let name = "Name \(Int.random(in: 0..<100, using: &numbers))"
            try device.enqueue(device.friend(bo, name))
        default:
            let to = people.filter { $0 != me }.randomElement(using: &numbers) ?? bo
            let payment = SplitPayment(
                id: device.newID(), from: me, to: to,
                amount: ExpenseAmount(Int64.random(in: 1...500, using: &numbers), .usd), groupID: group.id,
                settles: expense.map { $0.splits.map(\.id) } ?? [], method: .cash, state: .completed)
            try device.enqueue(.putPayment(payment))
        }
    }

    @Test("a hundred resets and synchronisations at once leave a complete store")
    func reset_inParallel_serialized() async throws {
        let server = InMemorySharedExpenses()
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        try device.enqueue(device.friend(bo, "Bo"))
        await withTaskGroup(of: Void.self) { group in
            for step in 0..<100 {
                group.addTask {
                    if step.isMultiple(of: 2) { try? device.store.reset() } else { _ = try? await device.sync.run() }
                }
            }
        }
        try await device.sync.run()
        #expect(try device.view().world.friends.count == 1)
        #expect(server.world.friends.count == 1)
    }

    @Test("an empty answer before a session erases nothing")
    func replace_withoutSession_impossible() async throws {
        let server = InMemorySharedExpenses()
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        try device.enqueue(device.friend(bo, "Bo"))
        try await device.sync.run()
        server.setReachable(false)
        let again = device.sync
        await #expect(throws: SharedExpensesSync.Failure.self) { try await again.run() }
        #expect(try device.view().world.friends.count == 1)
        let other = OwnAccount(
            account: SplitAccount(id: TestID.account(9), memberID: TestID.member(9)), aliases: [], revision: 5)
        #expect(throws: SplitStoreFailure.otherOwner) { try device.store.adopt(other) }
    }
}
