import FlipcashCore
import FlipcashWallet
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

/// Payments whose device is lost: another device of the account voids them, or records that they arrived (expense
/// specification §9.5).
@Suite("flipcash split payments void")
struct LostDeviceTests {
    /// Ada has two devices and owes Ben 5 dollars.
    private struct Debt {
        let phone: SettlingWorld.Person
        let laptop: SettlingWorld.Person
        let ben: SettlingWorld.Person
    }

    private func debt(_ world: SettlingWorld) async throws -> Debt {
        let (phone, ben) = (try await world.person("ada", dollars: 20), try await world.person("ben", dollars: 1))
        let members = try await world.group([phone, ben])
        let dinner = try Expense.sample(2, in: TestID.entity(1), paidBy: ben.member, among: members, units: 1000)
        try await ben.apply(.putExpense(ExpensePut(dinner)))
        let laptop = try phone.otherDevice()
        _ = try await phone.run("split", "balances")
        return Debt(phone: phone, laptop: laptop, ben: ben)
    }

    /// Dates what follows 200 s back: longer ago than a submission takes, and recent enough for the service to accept.
    private func makeOld(_ world: SettlingWorld) { world.server.advance(seconds: -200) }

    /// The phone begins to pay Ben and is lost. Returns the payment.
    private func lose(
        _ debt: Debt, _ world: SettlingWorld, method: SplitPayment.Method, _ stop: InterruptedSettlementTests.Stop
    ) async throws -> SplitPayment {
        _ = try await InterruptedSettlementTests.pay(debt.phone, method: method, stop: stop)
        let payment = try #require(world.server.world.payments.values.first)
        #expect(payment.state == .proposed && payment.intent == nil && payment.giftCardVault == nil)
        return payment
    }

    private func stored(_ payment: SplitPayment, _ world: SettlingWorld) -> SplitPayment? {
        world.server.world.payments[payment.id]
    }

    @Test("A payment whose money the service does not know is voided with --force only, and can then be made again")
    func void_neverPaid_needsForce() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            makeOld(world)
            let payment = try await lose(debt, world, method: .direct, .beforeSubmitted)
            let id = payment.id.text
            let blocked = try await debt.laptop.run("split", "settle", "ben", "--pay", "--yes")
            #expect(blocked.failure?.code == "payment_under_way")
            #expect(blocked.failure?.message.contains("flipcash split payments") == true)
            let refused = try await debt.laptop.run("split", "payments", "void", id, "--yes")
            #expect(refused.status == .conflict && refused.failure?.code == "payment_undecided")
            #expect(refused.failure?.message.contains("--force: if it pays after all, you pay twice") == true)
            let planned = try await debt.laptop.run("split", "payments", "void", id, "--force", "--dry-run", "--json")
            #expect(planned["state"] == "planned", "\(planned.failure as Any)")
            let declined = try await debt.laptop.run("split", "payments", "void", id, "--force", answers: ["n"])
            #expect(declined.status == .declined && declined.errors.contains("you pay twice"), "\(declined.errors)")
            #expect(stored(payment, world)?.state == .proposed)
            let voided = try await debt.laptop.run("split", "payments", "void", id, "--force", "--yes", "--json")
            #expect(voided.status == .done && voided["state"] == "voided", "\(voided.failure as Any)")
            #expect(voided["queued"] == "false" && stored(payment, world)?.state == .voided)
            let again = try await debt.laptop.run("split", "payments", "void", id, "--force", "--yes")
            #expect(again.status == .conflict && again.failure?.code == "payment_ended")
            let paid = try await debt.laptop.run("split", "settle", "ben", "--pay", "--yes", "--json")
            #expect(paid["state"] == "completed", "\(paid.failure as Any)")
            // The phone comes back, and finds out that it never paid.
            let back = try await debt.phone.run("split", "sync")
            #expect(back.status == .done && back.errors.contains("was not made"), "\(back.errors)")
            #expect(stored(payment, world)?.state == .voided)
            #expect(try await debt.ben.run("balance", "--json").output.contains("\"value\":\"6.00\""), "paid once")
            try await world.requireBalancedBooks()
        }
    }

    @Test("A payment that the lost device made is recorded as completed, although the service calls it proposed")
    func void_alreadyPaid_recordsIt() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            let payment = try await lose(debt, world, method: .direct, .beforeCompleted)
            let id = payment.id.text
            let unasked = try await debt.laptop.run("split", "payments", "void", id, "--force")
            #expect(unasked.status == .usage, "the command only guesses that the money is this payment's")
            let planned = try await debt.laptop.run("split", "payments", "void", id, "--dry-run")
            #expect(planned.output.contains("Would record the payment of $5.00 to ben as completed."))
            #expect(stored(payment, world)?.state == .proposed)
            let done = try await debt.laptop.run("split", "payments", "void", id, "--yes", "--json")
            #expect(done["state"] == "completed" && done["verified"] == "true", "\(done.failure as Any)")
            let completed = try #require(stored(payment, world))
            #expect(completed.state == .completed && completed.intent?.utf8.count == 64)
            #expect(completed.paid?.quarks == 5_000_000)
            let again = try await debt.laptop.run("split", "settle", "ben", "--pay", "--yes")
            #expect(again.failure?.code == "nothing_owed", "\(again.failure as Any)")
            #expect(try await debt.ben.run("balance", "--json").output.contains("\"value\":\"6.00\""), "paid once")
            // The phone comes back, and has nothing to add.
            let back = try await debt.phone.run("split", "sync")
            #expect(back.errors.contains("went through"), "\(back.errors)")
            #expect(stored(payment, world)?.intent == completed.intent)
        }
    }

    @Test("Money of the same amount that another payment names is not taken for this payment's")
    func void_moneyOfAnother_isNotCounted() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            makeOld(world)
            let payment = try await lose(debt, world, method: .direct, .beforeSubmitted)
            let other = try await debt.laptop.run("split", "settle", "ben", "5", "--pay", "--yes", "--json")
            #expect(other["state"] == "completed", "\(other.failure as Any)")
            let refused = try await debt.laptop.run("split", "payments", "void", payment.id.text, "--yes")
            #expect(refused.failure?.code == "payment_undecided", "\(refused.failure as Any)")
        }
    }

    @Test("An announced payment whose intent the service does not know is voided with --force only")
    func void_unknownIntent_needsForce() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            makeOld(world)
            let payment = SplitPayment(
                id: TestID.entity(90), from: debt.phone.member, to: debt.ben.member, amount: ExpenseAmount(500, .usd),
                groupID: TestID.entity(1), method: .direct, state: .submitted,
                intent: String(repeating: "ab", count: 32))
            try await debt.phone.apply(.putPayment(payment))
            // The same amount is sent under another id, so it is for something else.
            let address = try await debt.ben.run("account", "address", "--json")
            let owner = try #require(address["owner"])
            #expect(try await debt.laptop.run("send", "5", owner, "--yes").status == .done)
            let refused = try await debt.laptop.run("split", "payments", "void", payment.id.text, "--yes")
            #expect(refused.failure?.code == "payment_undecided", "\(refused.failure as Any)")
            let forced = try await debt.laptop.run("split", "payments", "void", payment.id.text, "--force", "--json")
            #expect(forced["state"] == "voided", "\(forced.failure as Any)")
            #expect(stored(payment, world)?.state == .voided)
        }
    }

    @Test("A payment that was begun a moment ago is not voided, also not with --force")
    func void_justBegun_isInFlight() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            // The service's clock is ahead, so that the payment counts as new however slow the test is.
            world.server.advance(seconds: 200)
            let payment = try await lose(debt, world, method: .direct, .beforeSubmitted)
            let refused = try await debt.laptop.run("split", "payments", "void", payment.id.text, "--force", "--yes")
            #expect(refused.status == .conflict && refused.failure?.code == "payment_in_flight")
            #expect(refused.failure?.isRetryable == true)
            #expect(stored(payment, world)?.state == .proposed)
        }
    }

    @Test("A link that only the lost device knew is taken back before its payment is voided")
    func void_openLink_isTakenBackFirst() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            makeOld(world)
            let payment = try await lose(debt, world, method: .cashLink, .beforeSubmitted)
            let id = payment.id.text
            let open = try await debt.laptop.run("split", "payments", "void", id, "--force", "--yes")
            #expect(open.status == .conflict && open.failure?.code == "link_open", "\(open.failure as Any)")
            let message = try #require(open.failure?.message)
            let vault = String(try #require(message.firstMatch(of: /flipcash link cancel (\w+)/)?.1))
            #expect(try await debt.laptop.run("link", "cancel", vault, "--yes").status == .done)
            let undecided = try await debt.laptop.run("split", "payments", "void", id, "--yes")
            #expect(undecided.failure?.code == "payment_undecided", "the link may have been for something else")
            let voided = try await debt.laptop.run("split", "payments", "void", id, "--force", "--yes", "--json")
            #expect(voided["state"] == "voided", "\(voided.failure as Any)")
            #expect(try await debt.laptop.run("balance", "--json").output.contains("\"value\":\"20.00\""))
            try await world.requireBalancedBooks()
        }
    }

    @Test("A link of the lost device that was collected completes its payment")
    func void_collectedLink_recordsIt() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            let payment = try await lose(debt, world, method: .cashLink, .beforeSubmitted)
            let links = try await debt.phone.run("link", "list", "--json").output
            let url = String(try #require(links.firstMatch(of: /"url":"([^"]+)"/)?.1))
            #expect(try await debt.ben.run("grab", url, "--yes").status == .done)
            let done = try await debt.laptop.run("split", "payments", "void", payment.id.text, "--yes", "--json")
            #expect(done["state"] == "completed" && done["method"] == "cash_link", "\(done.failure as Any)")
            #expect(stored(payment, world)?.giftCardVault?.utf8.count == 64)
            #expect(try await debt.laptop.run("split", "balances", "--json")["net"] == "0.00")
        }
    }

    @Test("A payment whose record names its link is not voided while the link is open, but once it is taken back")
    func void_namedLink_followsIt() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            let made = try await debt.phone.run("split", "settle", "ben", "--link", "--yes", "--json")
            let id = try #require(made["id"])
            let stored = try #require(world.server.world.payments.values.first)
            let vault = try #require(stored.giftCardVault.flatMap(PublicKey.init(hexadecimal:))).base58
            for person in [debt.phone, debt.laptop] {
                let open = try await person.run("split", "payments", "void", id, "--force", "--yes")
                #expect(open.failure?.code == "link_open", "\(open.failure as Any)")
                #expect(open.failure?.message.contains("flipcash link cancel \(vault)") == true)
            }
            #expect(try await debt.laptop.run("link", "cancel", vault, "--yes").status == .done)
            let voided = try await debt.laptop.run("split", "payments", "void", id, "--json")
            #expect(voided["state"] == "voided", "\(voided.failure as Any)")
            #expect(world.server.world.payments[stored.id]?.state == .voided)
        }
    }

    @Test("If another device voids the payment meanwhile, all refused steps are forgotten")
    func void_severalStepsRefused_leavesNoConflict() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            let payment = try await lose(debt, world, method: .direct, .beforeCompleted)
            let phone = debt.phone
            // The third synchronisation sends the steps: `submitted` and `completed`.
            debt.laptop.meanwhile(skipping: 2) {
                try await phone.apply(.advancePayment(PaymentAdvance(payment: payment.id, state: .voided)))
            }
            let refused = try await debt.laptop.run("split", "payments", "void", payment.id.text, "--yes")
            #expect(refused.failure?.code == "payment_state", "\(refused.failure as Any)")
            #expect(stored(payment, world)?.state == .voided)
            let conflicts = try await debt.laptop.run("split", "conflicts")
            #expect(conflicts.output == "No conflicts.\n", "\(conflicts.failure as Any)")
        }
    }

    @Test("The payee cannot void a payment, and an unknown id is not found")
    func void_wrongPayment_isRefused() async throws {
        try await SettlingWorld.visit { world in
            let debt = try await debt(world)
            let payment = try await lose(debt, world, method: .direct, .beforeSubmitted)
            let payee = try await debt.ben.run("split", "payments", "void", payment.id.text, "--force", "--yes")
            #expect(payee.status == .refused && payee.failure?.code == "not_payer")
            let missing = try await debt.laptop.run("split", "payments", "void", "zzzz", "--yes")
            #expect(missing.status == .notFound && missing.failure?.code == "payment_not_found")
            #expect(stored(payment, world)?.state == .proposed)
        }
    }
}
