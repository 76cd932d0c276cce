import ArgumentParser
import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

/// Settling with money, by commands with wallets on a node (expense specification §9.5, §17).
@Suite("flipcash split settle")
struct SettleCommandTests {
    private let group = TestID.entity(1)

    /// Adds an expense that `payer` paid and that `members` share equally.
    private func dinner(
        _ payer: SettlingWorld.Person, _ members: [MemberID], units: Int64, number: Int = 2,
        currency: ExpenseCurrency = .usd
    ) async throws {
        var expense = try Expense.sample(number, in: group, paidBy: payer.member, among: members, units: units)
        expense.total.currency = currency
        try await payer.apply(.putExpense(ExpensePut(expense)))
    }

    @Test("A debt to a linked friend is paid from wallet to wallet, and both see it")
    func pay_direct_isCompletedAndVerified() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = (try await world.person("ada", dollars: 20), try await world.person("ben", dollars: 1))
            try await dinner(ben, world.group([ada, ben]), units: 1000)
            #expect(try await ada.run("split", "sync").status == .done)
            let planned = try await ada.run("split", "settle", "ben", "--pay", "--dry-run", "--json")
            #expect(planned["state"] == "planned" && planned["value"] == "5.00", "\(planned.failure as Any)")
            #expect(world.server.world.payments.isEmpty)
            let unasked = try await ada.run("split", "settle", "ben", "--pay")
            #expect(unasked.status == .usage)
            let declined = try await ada.run("split", "settle", "ben", "--pay", answers: ["n"])
            #expect(declined.status == .declined && declined.errors.contains("Sent cash cannot be taken back"))
            #expect(declined.errors.contains("Dinner"), "what is cleared is shown: \(declined.errors)")
            #expect(world.server.world.payments.isEmpty)
            let paid = try await ada.run("split", "settle", "ben", "--pay", "--yes", "--json")
            #expect(paid.status == .done, "\(paid.failure as Any)")
            #expect(paid["schema"] == "flipcash.split_payment/1" && paid["state"] == "completed")
            #expect(paid["method"] == "direct" && paid["verified"] == "true" && paid["queued"] == "false")
            let stored = try #require(world.server.world.payments.values.first)
            #expect(stored.state == .completed && stored.amount == ExpenseAmount(500, .usd))
            #expect(stored.paid?.quarks == 5_000_000 && stored.intent != nil)
            #expect(try await ben.run("balance", "--json").output.contains("\"value\":\"6.00\""))
            #expect(try await ada.run("split", "balances").output.contains("settled"))
            let again = try await ada.run("split", "settle", "ben", "--pay", "--yes")
            #expect(again.status == .conflict && again.failure?.code == "nothing_owed")
            try await world.requireBalancedBooks()
        }
    }

    @Test("A debt in euros is paid in dollars, and stays a debt in euros")
    func pay_otherCurrency_debtIsUnchanged() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = (try await world.person("ada", dollars: 50), try await world.person("ben", dollars: 1))
            let eur = try ExpenseCurrency("eur")
            try await dinner(ben, world.group([ada, ben]), units: 2000, currency: eur)
            let part = try await ada.run("split", "settle", "ben", "4 eur", "--pay", "--yes", "--json")
            #expect(part.status == .done, "\(part.failure as Any)")
            let stored = try #require(world.server.world.payments.values.first)
            #expect(stored.amount == ExpenseAmount(400, eur) && stored.rate == nil)
            #expect(stored.paid?.currency == "eur" && stored.paid?.nativeAmount == 4)
            let balance = try await ada.run("split", "balances", "--json")
            #expect(balance["net"] == "-6.00", "\(balance.output)")
            // An amount in dollars for a debt in euros keeps the rate of the moment.
            let mixed = try await ada.run("split", "settle", "ben", "1 usd", "--pay", "--yes", "--json")
            #expect(mixed.status == .done, "\(mixed.failure as Any)")
            let second = try #require(world.server.world.payments.values.first { $0.id != stored.id })
            #expect(second.rate?.currency == .usd && second.rate?.base == eur && second.amount.currency == eur)
        }
    }

    @Test("Paying more than is owed asks first; then the other person owes")
    func pay_tooMuch_isConfirmed() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = (try await world.person("ada", dollars: 20), try await world.person("ben", dollars: 1))
            try await dinner(ben, world.group([ada, ben]), units: 1000)
            let declined = try await ada.run("split", "settle", "ben", "8", "--pay", answers: ["n"])
            #expect(declined.errors.contains("$3.00 more than you owe"), "\(declined.errors)")
            let record = try await ada.run("split", "settle", "ben", "8", "--cash")
            #expect(record.status == .usage, "recording too much asks, too")
            let done = try await ada.run("split", "settle", "ben", "8", "--cash", "--yes", "--json")
            #expect(done["state"] == "completed" && done["verified"] == "false", "\(done.failure as Any)")
            #expect(try await ada.run("split", "balances", "--json")["net"] == "3.00")
        }
    }

    @Test("A person without an account gets a link; its cash clears the debt when it is collected")
    func pay_link_followsTheLink() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = (try await world.person("ada", dollars: 20), try await world.person("ben", dollars: 1))
            let bo = TestID.member(77)
            try await world.group([ada, ben], guests: [bo])
            try await ada.apply(
                .putExpense(
                    ExpensePut(
                        try .sample(3, in: group, paidBy: bo, among: [ada.member, bo], units: 800))))
            let direct = try await ada.run("split", "settle", "bo", "--pay", "--yes")
            #expect(direct.status == .notFound && direct.failure?.code == "no_payee", "\(direct.failure as Any)")
            #expect(world.server.world.payments.isEmpty)
            let made = try await ada.run("split", "settle", "bo", "--link", "--json")
            #expect(made["state"] == "submitted" && made["method"] == "cash_link", "\(made.failure as Any)")
            let url = try #require(made.output.firstMatch(of: /"link":"([^"]+)"/)?.1)
            let stored = try #require(world.server.world.payments.values.first)
            #expect(stored.state == .submitted && stored.giftCardVault?.utf8.count == 64)
            #expect(try await ada.run("split", "balances", "--json").output.contains("\"net\":\"-4.00\""))
            // The link holds the money of the debt: it is not paid again without an amount.
            let twice = try await ada.run("split", "settle", "bo", "--link", "--yes")
            #expect(twice.status == .conflict && twice.failure?.code == "payment_under_way")
            let more = try await ada.run("split", "settle", "bo", "1", "--link")
            #expect(more.status == .usage, "more than is left to pay is asked about")
            #expect(world.server.world.payments.count == 1)
            #expect(try await ben.run("grab", String(url), "--yes").status == .done)
            // The next command with the wallet notices it.
            let noticed = try await ada.run("split", "settle", "bo", "--link")
            #expect(noticed.errors.contains("the link was collected"), "\(noticed.errors)")
            #expect(noticed.failure?.code == "nothing_owed")
            #expect(world.server.world.payments.values.first?.state == .completed)
            try await world.requireBalancedBooks()
        }
    }

    @Test("A link that is taken back opens the debt again")
    func pay_linkTakenBack_isVoided() async throws {
        try await SettlingWorld.visit { world in
            let ada = try await world.person("ada", dollars: 20)
            let bo = TestID.member(77)
            try await world.group([ada], guests: [bo])
            try await ada.apply(
                .putExpense(ExpensePut(try .sample(3, in: group, paidBy: bo, among: [ada.member, bo], units: 800))))
            let made = try await ada.run("split", "settle", "bo", "--link", "--json")
            #expect(made.status == .done, "\(made.failure as Any)")
            let url = String(try #require(made.output.firstMatch(of: /"link":"([^"]+)"/)?.1))
            #expect(try await ada.run("link", "cancel", url, "--yes").status == .done)
            let again = try await ada.run("split", "settle", "bo", "--link", "--json")
            #expect(again.errors.contains("the link was taken back"), "\(again.errors)")
            #expect(again.status == .done)
            let states = world.server.world.payments.values.map(\.state.rawValue).sorted()
            #expect(states == ["submitted", "voided"])
        }
    }

    @Test("Cash is recorded by either side, and marks need no payment")
    func record_andMark_changeTheDebt() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = (try await world.person("ada", dollars: 0), try await world.person("ben", dollars: 0))
            let members = try await world.group([ada, ben])
            try await dinner(ben, members, units: 1000)
            try await dinner(ben, members, units: 600, number: 3)
            // Ben records what Ada gave.
            let record = try await ben.run("split", "settle", "ada", "5", "--external", "--note", "bank", "--json")
            #expect(record["state"] == "completed" && record["method"] == "external", "\(record.failure as Any)")
            let stored = try #require(world.server.world.payments.values.first)
            #expect(stored.from == ada.member && stored.to == ben.member && stored.note == "bank")
            let mark = try await ada.run("split", "settle", "ben", "--mark", TestID.entity(3).text, "--json")
            #expect(mark["schema"] == "flipcash.split_marks/1" && mark.status == .done, "\(mark.failure as Any)")
            #expect(world.server.world.expenses[TestID.entity(3)]?.splits.contains { $0.isSettled } == true)
            #expect(try await ada.run("split", "balances").output.contains("settled"))
        }
    }

    @Test("A payment without an answer ends with exit 10 and names both ids")
    func unknown_payment_namesBothIDs() throws {
        let payment = SplitPayment(
            id: TestID.entity(9), from: TestID.member(1), to: TestID.member(2), amount: ExpenseAmount(500, .usd),
            method: .direct)
        let intent = try IntentID([UInt8](repeating: 7, count: 32))
        let settled = SettledPayment(payment: payment, link: nil, intent: intent.hexadecimal, isQueued: true)
        let failure = settled.unknown(reason: "No answer came.", MoneyText(locale: .enUS, isPlain: false))
        #expect(failure.status == .outcomeUnknown && failure.code == "pending" && failure.hasEffect)
        #expect(failure.message.contains(payment.id.text) && failure.message.contains(intent.base58))
        #expect(failure.details["payment"] == .string(payment.id.text))
        #expect(failure.details["id"] == .string(intent.base58))
        #expect(failure.pending?["schema"] == .string("flipcash.split_payment/1"))
        #expect(failure.pending?["state"] == .string("submitted"))
        #expect(IntentID(hexadecimal: intent.hexadecimal) == intent && IntentID(hexadecimal: "0g") == nil)
    }

    @Test("Each wrong combination of options is a usage error")
    func validate_badOptions_isUsage() async throws {
        for words in [
            ["split", "settle", "ben"], ["split", "settle", "ben", "--pay", "--cash"],
            ["split", "settle", "ben", "5", "--mark", "abcd"], ["split", "settle", "ben", "--cash", "--token", "usd"],
            ["split", "simplify", "trip", "--token", "usd"],
        ] {
            #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(words) }
        }
    }
}
