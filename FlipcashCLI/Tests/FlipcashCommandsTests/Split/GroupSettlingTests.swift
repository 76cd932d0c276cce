import FlipcashCore
import Foundation
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

@Suite("flipcash split simplify, close, remind and stats")
struct GroupSettlingTests {
    private let group = TestID.entity(1)

    @Test("Own transfers are paid after one question, then the group is closed")
    func simplify_pay_thenClose() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = (try await world.person("ada", dollars: 50), try await world.person("ben", dollars: 1))
            let cleo = try await world.person("cleo", dollars: 1)
            let members = try await world.group([ada, ben, cleo])
            for (number, payer, units) in [(2, ben, Int64(900)), (3, cleo, Int64(600))] {
                try await payer.apply(
                    .putExpense(
                        ExpensePut(
                            try .sample(number, in: group, paidBy: payer.member, among: members, units: units))))
            }
            let shown = try await ben.run("split", "simplify", "Trip", "--json")
            #expect(shown["schema"] == "flipcash.split_transfers/1", "\(shown.failure as Any)")
            #expect(shown.output.components(separatedBy: "\"from\":").count - 1 == 2)
            let open = try await ada.run("split", "close", "Trip")
            #expect(open.status == .conflict && open.failure?.code == "not_closable")
            let declined = try await ada.run("split", "simplify", "Trip", "--pay", answers: ["n"])
            #expect(declined.status == .declined && declined.errors.contains("your 2 transfers"))
            let paid = try await ada.run("split", "simplify", "Trip", "--pay", "--yes", "--json")
            #expect(paid.status == .done, "\(paid.failure as Any)")
            #expect(paid.output.components(separatedBy: "split_payment/1").count - 1 == 2)
            #expect(world.server.world.payments.values.allSatisfy { $0.state == .completed && $0.groupID == group })
            #expect(try world.server.world.ledger(of: group).isClosable())
            let foreign = try await ben.run("split", "close", "Trip", "--yes")
            #expect(foreign.status == .refused, "\(foreign.failure as Any)")
            let planned = try await ada.run("split", "close", "Trip", "--dry-run", "--json")
            #expect(planned["state"] == "planned" && world.server.world.closings.isEmpty)
            let closed = try await ada.run("split", "close", "Trip", "--yes", "--json")
            #expect(closed["state"] == "closed", "\(closed.failure as Any)")
            #expect(world.server.world.closings.count == 1)
            try await world.requireBalancedBooks()
        }
    }

    @Test("A reminder names the amount, the items and how to pay, and a calendar file repeats every week")
    func remind_debtor_hasText() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = (try await world.person("ada", dollars: 0), try await world.person("ben", dollars: 0))
            let members = try await world.group([ada, ben])
            try await ada.apply(
                .putExpense(ExpensePut(try .sample(2, in: group, paidBy: ada.member, among: members, units: 1000))))
            let reminder = try await ada.run("split", "remind", "ben", "--ics", "/dev/stdout")
            #expect(reminder.output.contains("you owe me $5.00"), "\(reminder.failure as Any)")
            #expect(reminder.output.contains("Dinner: $5.00") && reminder.output.contains("flipcash split settle"))
            let nothing = try await ben.run("split", "remind", "ada")
            #expect(nothing.status == .conflict && nothing.failure?.code == "nothing_owed")
        }
    }

    @Test("Statistics add up what was spent, with bars")
    func stats_byPerson_hasBars() async throws {
        try await SettlingWorld.visit { world in
            let (ada, ben) = (try await world.person("ada", dollars: 0), try await world.person("ben", dollars: 0))
            let members = try await world.group([ada, ben])
            for (number, payer, units) in [(2, ada, Int64(1000)), (3, ben, Int64(500))] {
                try await payer.apply(
                    .putExpense(
                        ExpensePut(
                            try .sample(number, in: group, paidBy: payer.member, among: members, units: units))))
            }
            let people = try await ada.run("split", "stats", "--by", "person")
            #expect(people.output.contains("$10.00") && people.output.contains(String(repeating: "█", count: 24)))
            #expect(people.output.contains(String(repeating: "█", count: 12) + "\n"), "\(people.output)")
            let months = try await ada.run("split", "stats", "--by", "month", "--group", "Trip", "--json")
            #expect(months["key"] == "2025-06" && months["value"] == "15.00", "\(months.output)")
            #expect(try await ada.run("split", "stats").output.contains("no category"))
        }
    }
}
