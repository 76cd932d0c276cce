import FlipcashCore
import FlipcashWallet
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

/// Two commands or devices that settle the same debt at the same time (expense specification §9.5).
@Suite("Settling the same debt twice at once")
struct SettlingAtOnceTests {
    private let group = TestID.entity(1)

    /// What another device of the payer does meanwhile.
    enum Other: CaseIterable, Sendable {
        /// It records cash.
        case recordsCash
        /// It has proposed a payment, and its wallet may be paying now.
        case isPaying
        /// It is making a link.
        case makesLink

        var method: SplitPayment.Method {
            switch self {
            case .recordsCash: .cash
            case .isPaying: .direct
            case .makesLink: .cashLink
            }
        }

        var state: SplitPayment.State {
            switch self {
            case .recordsCash: .completed
            case .isPaying: .proposed
            case .makesLink: .submitted
            }
        }
    }

    /// Ada owes Ben 5 dollars.
    private func debt(_ world: SettlingWorld) async throws -> (SettlingWorld.Person, SettlingWorld.Person) {
        let (ada, ben) = (try await world.person("ada", dollars: 20), try await world.person("ben", dollars: 1))
        let members = try await world.group([ada, ben])
        let dinner = try Expense.sample(2, in: group, paidBy: ben.member, among: members, units: 1000)
        try await ben.apply(.putExpense(ExpensePut(dinner)))
        _ = try await ada.run("split", "balances")
        return (ada, ben)
    }

    private func payment(_ other: Other, _ id: Int, from: MemberID, to: MemberID) -> SplitPayment {
        SplitPayment(
            id: TestID.entity(id), from: from, to: to, amount: ExpenseAmount(500, .usd), groupID: group,
            method: other.method, state: other.state)
    }

    @Test("A debt that changes after the person has agreed is not paid", arguments: Other.allCases)
    func settle_debtChanges_paysNothing(_ other: Other) async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = try await debt(world)
            let first = payment(other, 90, from: ada.member, to: ben.member)
            ada.meanwhile { try await ada.apply(.putPayment(first)) }
            let late = try await ada.run("split", "settle", "ben", "--pay", "--yes", "--json")
            #expect(late.status == .conflict && late.failure?.code == "debt_changed", "\(late.failure as Any)")
            #expect(late.failure?.isRetryable == true && late.failure?.hasEffect != true)
            #expect(Set(world.server.world.payments.keys) == [first.id], "the other payment only")
            #expect(try await ben.run("balance", "--json").output.contains("\"value\":\"1.00\""))
            let again = try await ada.run("split", "settle", "ben", "--pay", "--yes")
            #expect(again.failure?.code == (other == .recordsCash ? "nothing_owed" : "payment_under_way"))
        }
    }

    @Test("A debt that grows meanwhile is not paid in part", arguments: ["--pay", "--link"])
    func settle_debtGrows_paysNothing(_ way: String) async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = try await debt(world)
            let lunch = try Expense.sample(
                3, in: group, paidBy: ben.member, among: [ada.member, ben.member], units: 300)
            ada.meanwhile { try await ben.apply(.putExpense(ExpensePut(lunch))) }
            let late = try await ada.run("split", "settle", "ben", way, "--yes")
            #expect(late.failure?.code == "debt_changed", "\(late.failure as Any)")
            #expect(world.server.world.payments.isEmpty)
            let paid = try await ada.run("split", "settle", "ben", way, "--yes", "--json")
            #expect(paid.status == .done && paid["value"] == "6.50", "\(paid.failure as Any)")
        }
    }

    @Test("Transfers of a group that change after the person has agreed are not made", arguments: Other.allCases)
    func simplify_debtChanges_paysNothing(_ other: Other) async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = try await debt(world)
            let first = payment(other, 90, from: ada.member, to: ben.member)
            ada.meanwhile { try await ada.apply(.putPayment(first)) }
            let late = try await ada.run("split", "simplify", "Trip", "--pay", "--yes")
            let code = other == .recordsCash ? "debt_changed" : "payment_under_way"
            #expect(late.status == .conflict && late.failure?.code == code, "\(late.failure as Any)")
            #expect(Set(world.server.world.payments.keys) == [first.id])
            #expect(try await ben.run("balance", "--json").output.contains("\"value\":\"1.00\""))
        }
    }

    @Test("Only one command of an account settles at a time")
    func settle_whileAnotherHoldsTheLock_isRefused() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = try await debt(world)
            let call = try ada.call()
            let held = try await call.withSplit { desk in
                try call.files.tryLock(call.layout.profile(call.settings()).settlingLock(desk.owner))
            }
            let lock = try #require(held)
            let second = try await ada.run("split", "settle", "ben", "--pay", "--yes")
            #expect(second.status == .conflict && second.failure?.code == "settling", "\(second.failure as Any)")
            #expect(world.server.world.payments.isEmpty)
            #expect(try await ben.run("balance", "--json").output.contains("\"value\":\"1.00\""))
            withExtendedLifetime(lock) {}
        }
    }
}
