import FlipcashCore
import FlipcashWallet
import Foundation
import SharedExpenses
import SharedExpensesFixtures
import Synchronization
import Testing

@testable import FlipcashCommands

/// A command that is killed while it settles: the next one finds out how the payment ended, and never pays again.
@Suite("Interrupted settlements")
struct InterruptedSettlementTests {
    /// Where a run stops.
    enum Stop: CaseIterable, Sendable {
        case beforeProposal, beforeSubmitted, beforeCompleted, afterCompleted
    }

    struct Killed: Error {}

    /// A book whose process is killed.
    struct MortalBook: PaymentBook {
        let book: StoredPayments
        let stop: Stop

        func state(of payment: EntityID) async throws -> SplitPayment.State? { try await book.state(of: payment) }

        func propose(_ payment: SplitPayment) async throws -> SettlementCourse.Answer {
            if stop == .beforeProposal { throw Killed() }
            return try await book.propose(payment)
        }

        func advance(_ step: PaymentAdvance) async throws {
            if stop == .beforeSubmitted { throw Killed() }
            if stop == .beforeCompleted, step.state == .completed { throw Killed() }
            try await book.advance(step)
            if stop == .afterCompleted, step.state == .completed { throw Killed() }
        }
    }

    private func debt(_ world: SettlingWorld) async throws -> (SettlingWorld.Person, SettlingWorld.Person) {
        let (ada, ben) = (try await world.person("ada", dollars: 20), try await world.person("ben", dollars: 1))
        let members = try await world.group([ada, ben])
        let dinner = try Expense.sample(2, in: TestID.entity(1), paidBy: ben.member, among: members, units: 1000)
        try await ben.apply(.putExpense(ExpensePut(dinner)))
        _ = try await ada.run("split", "balances")
        return (ada, ben)
    }

    /// Pays Ben in a run that is killed.
    static func pay(
        _ ada: SettlingWorld.Person, method: SplitPayment.Method, stop: Stop
    ) async throws -> SettlementDriver.Interruption {
        try await ada.call().withSplit { desk in
            try await desk.withWallet { settling in
                let overview = try desk.overview()
                let ben = try overview.person("ben")
                let amount = ExpenseAmount(500, .usd)
                let order = try await settling.order(amount, to: method == .direct ? ben : nil, token: nil)
                let payer = WalletDebtPayer(
                    session: settling.wallet.session, random: desk.call.runtime.random, order: order)
                let driver = SettlementDriver(payer: payer, book: MortalBook(book: settling.book, stop: stop))
                let payment = SplitPayment(
                    id: desk.newID(), from: overview.me, to: ben.id, amount: amount, groupID: TestID.entity(1),
                    method: method)
                do {
                    _ = try await driver.settle(payment)
                } catch let interruption as SettlementDriver.Interruption {
                    return interruption
                }
                throw Killed()
            }
        }
    }

    @Test("A direct payment is found by the next command, and is made once", arguments: Stop.allCases)
    func settle_killed_isRecoveredOnce(_ stop: Stop) async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = try await debt(world)
            let interruption = try await Self.pay(ada, method: .direct, stop: stop)
            let wasPaid = stop == .beforeCompleted || stop == .afterCompleted
            #expect(interruption.mayHavePaid == wasPaid)
            let next = try await ada.run("split", "settle", "ben", "--pay", "--yes", "--json")
            if wasPaid {
                #expect(next.failure?.code == "nothing_owed", "\(next.failure as Any)")
                #expect(next.errors.contains("went through"), "\(next.errors)")
            } else {
                #expect(next.status == .done, "\(next.failure as Any)")
                #expect(next.errors.contains("was not made"), "\(next.errors)")
            }
            #expect(try await ben.run("balance", "--json").output.contains("\"value\":\"6.00\""), "paid once")
            let completed = world.server.world.payments.values.filter { $0.state == .completed }
            #expect(completed.count == 1 && completed.first?.isVerified == true)
            // Nothing is left to recover.
            let quiet = try await ada.run("split", "settle", "ben", "--pay", "--yes")
            #expect(quiet.failure?.code == "nothing_owed" && !quiet.errors.contains("earlier run"))
            try await world.requireBalancedBooks()
        }
    }

    @Test("A link whose maker was killed is found, and its payment follows it")
    func link_killed_isRecovered() async throws {
        try await SettlingWorld.visit { world in
            let (ada, _) = try await debt(world)
            let interruption = try await Self.pay(ada, method: .cashLink, stop: .beforeSubmitted)
            #expect(interruption.mayHavePaid && interruption.note.intent != nil)
            let next = try await ada.run("split", "settle", "ben", "1", "--link", "--yes", "--json")
            #expect(next.status == .done, "\(next.failure as Any)")
            let states = world.server.world.payments.values.map(\.state)
            #expect(states == [.submitted, .submitted])
            #expect(world.server.world.payments.values.allSatisfy { $0.giftCardVault != nil })
            let links = try await ada.run("link", "list", "--json").output
            #expect(links.components(separatedBy: "\"unclaimed\"").count - 1 == 2, "\(links)")
        }
    }
}
