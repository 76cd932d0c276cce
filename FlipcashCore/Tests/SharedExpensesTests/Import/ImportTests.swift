import FlipcashTestKit
import Foundation
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

/// Files of other products, and our own.
@Suite struct ImportTests {
    private let group = TestID.entity(1)
    private let names = ["Ann": TestID.member(1), "Bo": TestID.member(2), "Cy": TestID.member(3)]

    private func ids() -> () -> EntityID {
        var made = 5000
        return {
            made += 1
            return TestID.entity(made)
        }
    }

    @Test("a table of Splitwise gives the same nets, with one and with several payers")
    func groupTable_splitwise_givesTheNets() throws {
        let text = """
            Date,Description,Category,Cost,Currency,Ann,Bo,Cy

            2026-01-01,"Dinner, late",Dining out,30.00,USD,20.00,-10.00,-10.00
            2026-01-02,Taxi,Taxi,9.00,USD,3.00,2.00,-5.00
            2026-01-03,Bo paid Ann,Payment,10.00,USD,-10.00,10.00,0.00
            2026-01-04,Odd,General,9.00,USD,3.00,2.00,-4.99
            2026-01-05,Coin,General,9.00,BTC,3.00,2.00,-5.00
            soon,Bad,General,9.00,USD,9.00,-9.00,0
            2026-01-06,Words,General,nine,USD,9.00,-9.00,0

            2026-01-07,Total balance,,,USD,13.00,2.00,-15.00
            """
        let table = try GroupTable(text: text, currency: .usd)
        #expect(table.people == ["Ann", "Bo", "Cy"])
        #expect(table.rejected.map(\.reason) == [.unbalanced, .currency, .date, .amount])
        #expect(table.entries[1].paid == ["Ann": 540, "Bo": 360])
        let changes = try table.changes(group: group, members: names, makeID: ids())
        var (expenses, payments): ([Expense], [SplitPayment]) = ([], [])
        for change in changes {
            switch change {
            case .putExpense(let put): expenses.append(put.expense)
            case .putPayment(let payment): payments.append(payment)
            default: Issue.record("an import made \(change)")
            }
        }
        #expect(expenses.map(\.description) == ["Dinner, late", "Taxi"])
        #expect(payments.map(\.amount.units) == [1000])
        let nets = try DebtLedger(expenses: expenses, payments: payments) { $0 }.nets()
        #expect(nets[.usd] == [TestID.member(1): 1300, TestID.member(2): 200, TestID.member(3): -1500])
    }

    @Test("a mapping names the columns, and missing columns are an error")
    func groupTable_mapping_namesColumns() throws {
        let text = "when;x\n"
        #expect(throws: SplitFailure(.notAnExport)) { try GroupTable(text: text, currency: .usd) }
        let columns = try JSONDecoder().decode(
            GroupTable.Columns.self,
            from: Data(#"{"date":"Wann","description":"Was","cost":"Kosten","people":["Ann","Bo"]}"#.utf8))
        let table = try GroupTable(
            text: "Wann,Was,Kosten,Ort,Ann,Bo\n2026-02-01,Brot,4,Wien,2,-2\n", columns: columns,
            currency: ExpenseCurrency("eur"))
        #expect(table.entries.map(\.total.units) == [400])
        #expect(table.entries.map(\.shares) == [["Ann": 200, "Bo": 200]])
        #expect(throws: SplitFailure(.unknownMember, ["member": .text("Bo")])) {
            try table.changes(group: group, members: ["Ann": TestID.member(1)], makeID: ids())
        }
    }

    @Test("a second import of a PayBack file changes nothing")
    func payBackImport_twice_isEmpty() async throws {
        let server = InMemorySharedExpenses()
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let me = try device.me
        func plan() throws -> PayBackImport {
            let file = try PayBackFile(text: FailureSignatureTests.export, currency: .usd)
            let world = try device.view().world
            let friends = Array(world.friends.values)
            let resolutions = Dictionary(
                file.friends.compactMap { person in
                    friends.first { $0.name == person.name }.map {
                        (person.id, ImportMapping.Resolution.existing($0.memberID))
                    }
                }
            ) { first, _ in first }
            let mapping = try ImportMapping(
                of: file, own: (MemberID("me"), me),
                existing: .init(friends: friends, groups: Array(world.groups.values)), resolutions: resolutions
            ) { device.newID().text }
            return PayBackImport(
                file: file, mapping: mapping, currency: .usd, existing: Array(world.expenses.values),
                owner: device.store.owner.account
            ) { device.newID() }
        }
        for change in try plan().changes { try device.enqueue(change) }
        #expect(try await device.sync.run().refused == 0)
        let world = server.world
        let again = try plan()
        #expect(again.duplicates.count == 1)
        for change in again.changes { try device.enqueue(change) }
        #expect(try await device.sync.run().refused == 0)
        #expect(server.world.friends.count == 1 && server.world.groups.count == 1)
        #expect(server.world.expenses == world.expenses)
    }

    @Test("an expense of a PayBack file without a group is for the people that it names")
    func payBackImport_noGroup_isAdHoc() async throws {
        let server = InMemorySharedExpenses()
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let (me, bo) = (try device.me, TestID.member(7))
        try device.enqueue(device.friend(bo, "Bo"))
        try device.enqueue(.putExpense(ExpensePut(try .sample(2, in: nil, paidBy: bo, among: [me, bo], units: 500))))
        #expect(try await device.sync.run().refused == 0)
        let text = PayBackFile.text(SplitExport(try device.view(), at: server.now), name: "Ann")
        let file = try PayBackFile(text: text, currency: .usd)
        let empty = try Device(2, of: 2, at: InMemorySharedExpenses())
        try await empty.sync.run()
        let mapping = try ImportMapping(of: file, own: (me, try empty.me), existing: .init()) { empty.newID().text }
        let plan = PayBackImport(
            file: file, mapping: mapping, currency: .usd, existing: [], owner: empty.store.owner.account
        ) { empty.newID() }
        #expect(plan.unreadable.isEmpty)
        for change in plan.changes { try empty.enqueue(change) }
        #expect(try await empty.sync.run().refused == 0)
        let expense = try #require(try empty.view().world.expenses.values.first)
        #expect(expense.context == .adHoc && expense.total.units == 500)
        #expect(try empty.view().balances().map(\.net) == [-250])
    }

    @Test("a person who has no share of an expense without a group gets one of zero, so that it can be imported")
    func payBackImport_noGroupAndNoShare_isAccepted() async throws {
        let text = """
            ===PAYBACK_EXPORT===
            [FRIENDS]
            a1,Bo,,false,,
            a2,Cy,,false,,
            [EXPENSES]
            e1,,Taxi,2026-01-01T12:00:00Z,10.00,a1,false,false
            [EXPENSE_INVOLVED_MEMBERS]
            e1,me
            e1,a2
            [EXPENSE_SPLITS]
            e1,s1,me,10.00,false
            ===END_PAYBACK_EXPORT===

            """
        let file = try PayBackFile(text: text, currency: .usd)
        let device = try Device(1, of: 1, at: InMemorySharedExpenses())
        try await device.sync.run()
        let mapping = try ImportMapping(of: file, own: (MemberID("me"), try device.me), existing: .init()) {
            device.newID().text
        }
        let plan = PayBackImport(
            file: file, mapping: mapping, currency: .usd, existing: [], owner: device.store.owner.account
        ) { device.newID() }
        for change in plan.changes { try device.enqueue(change) }
        #expect(try await device.sync.run().refused == 0)
        let expense = try #require(try device.view().world.expenses.values.first)
        #expect(expense.splits.map(\.units).sorted() == [0, 0, 1000] && expense.involved.count == 3)
        #expect(try device.view().balances().filter { $0.net != 0 }.map(\.net) == [-1000])
    }

    @Test("an export is read without loss, and reproduces the balances in an empty ledger")
    func export_intoEmptyLedger_sameBalances() async throws {
        let server = InMemorySharedExpenses()
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let (me, bo) = (try device.me, TestID.member(7))
        try device.enqueue(device.friend(bo, "Bo"))
        try device.enqueue(.putGroup(GroupPut(.sample(1, [me, bo]))))
        var expense = try Expense.sample(2, in: group, paidBy: me, among: [me, bo], units: 1001)
        expense.payers = [Expense.Payer(me, 501), Expense.Payer(bo, 500)]
        expense.notes = "line\n\"quoted\""
        try device.enqueue(.putExpense(ExpensePut(expense)))
        try device.enqueue(.putExpense(ExpensePut(try .sample(3, in: group, paidBy: bo, among: [me, bo], units: 77))))
        try device.enqueue(
            .putPayment(
                SplitPayment(
                    id: TestID.entity(9), from: bo, to: me, amount: ExpenseAmount(30, .usd), groupID: group,
                    method: .cash, state: .completed)))
        #expect(try await device.sync.run().refused == 0)
        let view = try device.view()
        let export = SplitExport(view, at: server.now)
        let read = try JSONDecoder().decode(SplitExport.self, from: JSONEncoder().encode(export))
        #expect(read == export)

        let empty = try Device(2, of: 1, at: InMemorySharedExpenses())
        try await empty.sync.run()
        for change in read.changes(as: try empty.me) { try empty.enqueue(change) }
        #expect(try await empty.sync.run().refused == 0)
        #expect(try empty.view().balances() == view.balances())

        let file = try PayBackFile(text: PayBackFile.text(export, name: "Ann"), currency: .usd)
        #expect(file.expenses.map(\.total) == [1001, 77])
        #expect(file.warnings.isEmpty)
        #expect(file.friends.map(\.name) == ["Bo"])
    }

    @Test("payments that a closing ended, and those between other people, are not needed for the same balances")
    func export_closedGroup_sameBalances() async throws {
        let server = InMemorySharedExpenses(rates: .init(expenses: 9999, settlements: 9999, invitations: 9999))
        let (device, other) = (try Device(1, of: 1, at: server), try Device(2, of: 2, at: server))
        try await device.sync.run()
        try await other.sync.run()
        let (me, bo, cy) = (try device.me, try other.me, TestID.member(8))
        try device.enqueue(.putGroup(GroupPut(.sample(1, [me, bo, cy]))))
        let dinner = try Expense.sample(2, in: group, paidBy: bo, among: [me, bo], units: 1000)
        try device.enqueue(.putExpense(ExpensePut(dinner)))
        try device.enqueue(.putPayment(cash(20, from: me, to: bo, 500)))
        try device.enqueue(
            .putClosing(GroupClosing(id: TestID.entity(30), groupID: group, asOfRevision: 0, at: server.now)))
        #expect(try await device.sync.run().refused == 0)
        server.advance(seconds: 1)
        for (number, payer, units) in [(3, bo, 800), (4, me, 600)] as [(Int, MemberID, Int64)] {
            let expense = try Expense.sample(number, in: group, paidBy: payer, among: [payer, cy], units: units)
            try device.enqueue(.putExpense(ExpensePut(expense)))
        }
        #expect(try await device.sync.run().refused == 0)
        try await other.sync.run()
        var between = cash(21, from: cy, to: bo, 400)
        between.settles = [TestID.entity(3001)]
        try other.enqueue(.putPayment(between))
        #expect(try await other.sync.run().refused == 0)
        try await device.sync.run()
        let view = try device.view()
        #expect(try view.balances().filter { $0.net != 0 }.map(\.net) == [300])
        try await expectSameBalances(view, at: server.now)
    }

    @Test(
        "a split that is owed to several people stays open for the person when another one is paid",
        arguments: [false, true])
    func export_severalPayers_keepsTheOwnDebt(isPaidToo: Bool) async throws {
        let server = InMemorySharedExpenses()
        let (device, other) = (try Device(1, of: 1, at: server), try Device(2, of: 2, at: server))
        try await device.sync.run()
        try await other.sync.run()
        let (me, bo, cy) = (try device.me, try other.me, TestID.member(8))
        try device.enqueue(.putGroup(GroupPut(.sample(1, [me, bo, cy]))))
        var expense = try Expense.sample(2, in: group, paidBy: me, among: [cy], units: 1000)
        expense.payers = [Expense.Payer(me, 600), Expense.Payer(bo, 400)]
        try device.enqueue(.putExpense(ExpensePut(expense)))
        if isPaidToo {
            var own = cash(20, from: cy, to: me, 600)
            own.settles = expense.splits.map(\.id)
            try device.enqueue(.putPayment(own))
        }
        #expect(try await device.sync.run().refused == 0)
        try await other.sync.run()
        var between = cash(21, from: cy, to: bo, 400)
        between.settles = expense.splits.map(\.id)
        try other.enqueue(.putPayment(between))
        #expect(try await other.sync.run().refused == 0)
        try await device.sync.run()
        let view = try device.view()
        #expect(try view.balances().map(\.net).filter { $0 != 0 } == (isPaidToo ? [] : [600]))
        try await expectSameBalances(view, at: server.now)
    }

    @Test("the payment of a linked friend is imported under the friend's row")
    func export_linkedFriend_sameBalances() async throws {
        let server = InMemorySharedExpenses()
        let (device, other) = (try Device(1, of: 1, at: server), try Device(2, of: 2, at: server))
        try await device.sync.run()
        try await other.sync.run()
        let row = TestID.member(7)
        try device.enqueue(device.friend(row, "Bo"))
        let draft = RequestDraft(id: TestID.entity(40), recipient: TestID.account(2), target: row)
        try device.enqueue(.createRequest(draft))
        try await device.sync.run()
        try other.enqueue(.respondRequest(RequestResponse(id: draft.id, isAccepted: true)))
        try await other.sync.run()
        try await device.sync.run()
        let (me, bo) = (try device.me, try other.me)
        try device.enqueue(.putExpense(ExpensePut(try .sample(2, in: nil, paidBy: me, among: [me, bo], units: 1000))))
        #expect(try await device.sync.run().refused == 0)
        let view = try device.view()
        #expect(try view.balances().map(\.net) == [500])
        try await expectSameBalances(view, at: server.now)
    }

    @Test("the balances of random ledgers are the same after an export and an import", arguments: 1...12)
    func export_randomLedger_sameBalances(_ seed: UInt64) async throws {
        var numbers = SeededGenerator(seed: seed)
        let server = InMemorySharedExpenses(rates: .init(expenses: 9999, settlements: 9999, invitations: 9999))
        let device = try Device(1, of: 1, at: server)
        try await device.sync.run()
        let (me, others) = (try device.me, (7...9).map { TestID.member($0) })
        for (number, id) in others.enumerated() { try device.enqueue(device.friend(id, "F\(number)")) }
        for number in 1...2 { try device.enqueue(.putGroup(GroupPut(.sample(number, [me] + others)))) }
        for step in 0..<40 {
            let place = [nil, TestID.entity(1), TestID.entity(2)].randomElement(using: &numbers) ?? nil
            let other = try #require(others.randomElement(using: &numbers))
            let splits = try device.view().world.expenses.values.flatMap(\.splits).map(\.id).sorted()
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0..<4:
                let people = [me, other] + others.filter { $0 != other && Bool.random(using: &numbers) }
                let payer = try #require(people.randomElement(using: &numbers))
                let sign: Int64 = Int.random(in: 0..<5, using: &numbers) == 0 ? -1 : 1
                let units = sign * Int64.random(in: 1...9999, using: &numbers)
                let expense = try Expense.sample(10 + step, in: place, paidBy: payer, among: people, units: units)
                try device.enqueue(.putExpense(ExpensePut(expense)))
            case 4, 5:
                var payment = cash(500 + step, from: me, to: other, Int64.random(in: 1...5000, using: &numbers))
                if Bool.random(using: &numbers) { (payment.from, payment.to) = (payment.to, payment.from) }
                payment.groupID = place
                payment.settles = splits.filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 }
                try device.enqueue(.putPayment(payment))
            case 6:
                guard let expense = try device.view().world.expenses.keys.sorted().randomElement(using: &numbers) else {
                    continue
                }
                let mark = SettlementMark(expense: expense, isSettled: Bool.random(using: &numbers))
                try device.enqueue(.setSettlement(mark))
            default:
                guard let place else { continue }
                // Everybody pays the caller or is paid, so that the group can be closed.
                for (currency, nets) in try device.view().world.ledger(of: place).nets() {
                    for (person, net) in nets.sorted(by: { $0.key < $1.key }) where person != me && net != 0 {
                        var payment = cash(0, from: net < 0 ? person : me, to: net < 0 ? me : person, 1)
                        payment.id = device.newID()
                        payment.amount = ExpenseAmount(abs(net), currency)
                        payment.groupID = place
                        try device.enqueue(.putPayment(payment))
                    }
                }
                try device.enqueue(
                    .putClosing(
                        GroupClosing(id: device.newID(), groupID: place, asOfRevision: 0, at: server.now)))
            }
            try await device.sync.run()
            server.advance(seconds: 1)
        }
        try await expectSameBalances(try device.view(), at: server.now)
    }

    private func cash(_ id: Int, from payer: MemberID, to payee: MemberID, _ units: Int64) -> SplitPayment {
        SplitPayment(
            id: TestID.entity(id), from: payer, to: payee, amount: ExpenseAmount(units, .usd), groupID: group,
            method: .cash, state: .completed)
    }

    /// Imports what a person sees into an empty ledger, and compares the balances that are not settled by person and
    /// currency. People without a friend row keep their ids.
    private func expectSameBalances(_ view: SplitView, at now: SplitTime) async throws {
        let server = InMemorySharedExpenses(rates: .init(expenses: 9999, settlements: 9999, invitations: 9999))
        let empty = try Device(2, of: 5, at: server)
        try await empty.sync.run()
        for change in SplitExport(view, at: now).changes(as: try empty.me) { try empty.enqueue(change) }
        #expect(try await empty.sync.run().refused == 0)
        #expect(try empty.store.refusals().map(\.detail) == [])
        func rows(_ view: SplitView) throws -> [String] {
            let rows = try view.balances().filter { $0.net != 0 || $0.openCount != 0 }
            let people = Dictionary(
                view.world.friends.values.flatMap { row in row.identityIDs.map { ($0, row.memberID) } }
            ) { first, _ in first }
            return rows.map { "\(people[$0.person] ?? $0.person) \($0.currency) \($0.net) \($0.openCount)" }.sorted()
        }
        #expect(try rows(empty.view()) == rows(view))
    }

    @Test(
        "dates and amounts survive their texts",
        arguments: [
            "1970-01-01T00:00:00Z", "2026-02-28T23:59:59Z", "2024-02-29T12:00:01Z", "1969-12-31T23:59:59Z",
            "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2000-03-01T00:00:00Z",
        ])
    func iso8601_dates_roundTrip(_ text: String) throws {
        #expect(try #require(SplitTime(iso8601: text)).iso8601 == text)
        for bad in [
            "", "2026", "2026-13-01", "2026-01-01T", "2026-01-01TZ", "2026-01-01T25:00:00Z", "2026-01-01T1:2", "T",
        ] {
            #expect(SplitTime(iso8601: bad) == nil || bad == "2026-01-01T")
        }
        _ = SplitTime(milliseconds: .min).iso8601
        _ = SplitTime(milliseconds: .max).iso8601
        #expect(ExpenseAmount(-305, .usd).decimalText == "-3.05")
        #expect(ExpenseAmount(7, try ExpenseCurrency("usdf")).decimalText == "0.000007")
        #expect(ExpenseAmount(-5, try ExpenseCurrency("jpy")).decimalText == "-5")
    }
}
