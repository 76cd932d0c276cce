import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

/// Payments that have not arrived yet: listed for both people, and confirmed by the payee.
@Suite("flipcash split payments")
struct PaymentsUnderWayTests {
    private let group = TestID.entity(1)

    /// Ada has begun to pay Ben 5 dollars. Returns Ada and Ben.
    private func payment(
        _ world: SettlingWorld, _ method: SplitPayment.Method, _ state: SplitPayment.State, vault: String? = nil
    ) async throws -> (SettlingWorld.Person, SettlingWorld.Person) {
        let (ada, ben) = (try await world.person("ada", dollars: 0), try await world.person("ben", dollars: 0))
        let members = try await world.group([ada, ben])
        let dinner = try Expense.sample(2, in: group, paidBy: ben.member, among: members, units: 1000)
        try await ben.apply(.putExpense(ExpensePut(dinner)))
        let payment = SplitPayment(
            id: TestID.entity(90), from: ada.member, to: ben.member, amount: ExpenseAmount(500, .usd), groupID: group,
            method: method, state: state, giftCardVault: vault)
        try await ada.apply(.putPayment(payment))
        // A dry run shows what was last fetched.
        for person in [ada, ben] { _ = try await person.run("split", "balances") }
        return (ada, ben)
    }

    private let vault = String(repeating: "ab", count: 32)
    private var id: String { TestID.entity(90).text }

    @Test("Both people see a payment under way with its id, its state and its method")
    func list_underWay_isShownToBoth() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = try await payment(world, .cashLink, .submitted, vault: vault)
            for person in [ada, ben] {
                for words in [["balances"], ["payments"], ["payments", "list"]] {
                    let human = try await person.run(["split"] + words)
                    #expect(human.output.contains(id) && human.output.contains("by a link"), "\(human.output)")
                }
                let balances = try await person.run("split", "balances", "--json").output
                #expect(balances.contains("\"payments\":[{") && balances.contains("\"id\":\"\(id)\""), "\(balances)")
            }
            let list = try await ada.run("split", "payments", "--json").output
            #expect(list.contains("\"schema\":\"flipcash.split_payments/1\""), "\(list)")
            #expect(list.contains("\"state\":\"submitted\""), "\(list)")
            let others = try await ada.run("split", "balances", "--currency", "eur", "--json").output
            #expect(others.contains("\"payments\":[]"), "\(others)")
        }
    }

    @Test("A payment that has ended is listed with --all only")
    func list_ended_needsAll() async throws {
        try await SettlingWorld.visit { world in
            let (ada, _) = try await payment(world, .cash, .completed)
            #expect(try await ada.run("split", "payments", "list").output.isEmpty)
            #expect(try await ada.run("split", "balances", "--json").output.contains("\"payments\":[]"))
            #expect(try await ada.run("split", "payments", "list", "--all").output.contains(id))
        }
    }

    @Test("The payee confirms a link that was collected, and its debt is cleared")
    func confirm_link_completesIt() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = try await payment(world, .cashLink, .submitted, vault: vault)
            let planned = try await ben.run("split", "payments", "confirm", id, "--dry-run", "--json")
            #expect(planned["state"] == "planned", "\(planned.failure as Any)")
            let declined = try await ben.run("split", "payments", "confirm", id, answers: ["n"])
            #expect(declined.status == .declined && declined.errors.contains("Did you receive $5.00 from"))
            let payer = try await ada.run("split", "payments", "confirm", id, "--yes")
            #expect(payer.status == .refused && payer.failure?.code == "not_payee")
            #expect(world.server.world.payments[TestID.entity(90)]?.state == .submitted)
            let done = try await ben.run("split", "payments", "confirm", id, "--yes", "--json")
            #expect(done["state"] == "completed" && done["verified"] == "true", "\(done.failure as Any)")
            #expect(world.server.world.payments[TestID.entity(90)]?.giftCardVault == vault)
            #expect(try await ada.run("split", "balances", "--json")["net"] == "0.00")
            let again = try await ben.run("split", "payments", "confirm", id, "--yes")
            #expect(again.status == .conflict && again.failure?.code == "payment_ended")
        }
    }

    @Test("A payment in cash that was not made is taken back once, by either person, and the debt is open again")
    func reverse_cash_opensTheDebt() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = try await payment(world, .cash, .completed)
            let plan = try await ben.run("split", "payments", "reverse", id, "--dry-run", "--json")
            #expect(plan.output.contains(#""state":"planned""#), "\(plan.failure as Any)")
            let declined = try await ben.run("split", "payments", "reverse", id, answers: ["n"])
            #expect(declined.status == .declined && world.server.world.payments.count == 1)
            let done = try await ben.run("split", "payments", "reverse", id, "--yes", "--json")
            #expect(done.output.contains("\"reverses\":\"\(id)\""), "\(done.failure as Any)")
            // Computed, so that the service refuses a second one by somebody who has not seen this one.
            #expect(try SplitAnswer(done.output)["id"] == EntityID("reversal", in: TestID.entity(90)).text)
            let again = try await ada.run("split", "payments", "reverse", id, "--yes")
            #expect(again.failure?.code == "payment_reversed", "\(again.output)")
            let balances = try SplitAnswer(try await ada.run("split", "balances", "--json").output)
            #expect(balances.list("rows").map { $0["net"] } == ["-5.00"])
            // The record that takes it back can itself be taken back: then the debt is not open.
            let reversal = try SplitAnswer(done.output)["id"]
            let asked = try await ada.run("split", "payments", "reverse", reversal, answers: ["n"])
            #expect(asked.errors.contains("counts again") && !asked.errors.contains("open again"), "\(asked.errors)")
        }
    }

    @Test("Money that has moved is not taken back by a record", arguments: [SplitPayment.Method.direct, .cashLink])
    func reverse_walletPayment_isRefused(_ method: SplitPayment.Method) async throws {
        try await SettlingWorld.visit { world in
            let (ada, _) = try await payment(world, method, .submitted, vault: vault)
            let refused = try await ada.run("split", "payments", "reverse", id, "--yes")
            #expect(refused.failure?.code == "not_recorded" && refused.status == .conflict)
        }
    }

    /// A payment that the payee cannot confirm.
    enum Unconfirmable: CaseIterable, Sendable {
        case direct, notReported

        var method: SplitPayment.Method { self == .direct ? .direct : .cashLink }
        var state: SplitPayment.State { self == .direct ? .submitted : .proposed }
        var code: String { self == .direct ? "not_a_link" : "link_unknown" }
    }

    @Test("Only a reported link is confirmed", arguments: Unconfirmable.allCases)
    func confirm_otherPayment_isRefused(_ other: Unconfirmable) async throws {
        try await SettlingWorld.visit { world in
            let (_, ben) = try await payment(world, other.method, other.state)
            let refused = try await ben.run("split", "payments", "confirm", id, "--yes")
            #expect(refused.status == .conflict && refused.failure?.code == other.code, "\(refused.failure as Any)")
            #expect(world.server.world.payments[TestID.entity(90)]?.state == other.state)
        }
    }
}
