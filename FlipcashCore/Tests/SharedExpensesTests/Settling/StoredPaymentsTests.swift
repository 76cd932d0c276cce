import SharedExpenses
import SharedExpensesFixtures
import Testing

/// Payments of a store with a server in memory (expense specification §9.5).
@Suite struct StoredPaymentsTests {
    private let server = InMemorySharedExpenses()

    private func book(_ device: Device) -> StoredPayments {
        let server = server
        return StoredPayments(
            store: device.store,
            synchronize: { () async throws(SharedExpensesSync.Failure) in _ = try await device.sync.run() },
            newID: { device.newID() }, now: { server.now })
    }

    /// Two people in one group.
    private func people() async throws -> (Device, Device) {
        let (first, second) = (try Device(1, of: 1, at: server), try Device(2, of: 2, at: server))
        try await first.sync.run()
        try await second.sync.run()
        try first.enqueue(.putGroup(GroupPut(.sample(1, [try first.me, try second.me]))))
        try await first.sync.run()
        return (first, second)
    }

    private func payment(_ from: Device, _ to: Device, method: SplitPayment.Method = .direct) throws -> SplitPayment {
        SplitPayment(
            id: TestID.entity(77), from: try from.me, to: try to.me, amount: ExpenseAmount(500, .usd),
            groupID: TestID.entity(1), method: method)
    }

    @Test("a proposal reaches the server, and a second one changes nothing")
    func propose_twice_isOnePayment() async throws {
        let (first, second) = try await people()
        let payment = try payment(first, second)
        #expect(try await book(first).propose(payment) == .done)
        #expect(try await book(first).propose(payment) == .done)
        #expect(server.world.payments.count == 1)
        #expect(try await book(first).state(of: payment.id) == .proposed)
    }

    @Test("without the server a proposal waits, also when it is repeated")
    func propose_unreachable_isQueued() async throws {
        let (first, second) = try await people()
        server.setReachable(false)
        let payment = try payment(first, second)
        #expect(try await book(first).propose(payment) == .queued)
        #expect(try await book(first).propose(payment) == .queued)
        #expect(try first.store.pending().count == 1)
    }

    @Test("a proposal that the rules refuse names the rule")
    func propose_refused_namesRule() async throws {
        let (first, second) = try await people()
        var payment = try payment(first, second)
        payment.groupID = TestID.entity(999)
        #expect(try await book(first).propose(payment) == .refused("group_not_found"))
    }

    @Test("a completed payment is shown at once, and as verified only when the server says so")
    func advance_completed_isShownBeforeTheServerKnows() async throws {
        let (first, second) = try await people()
        let (payment, book) = (try payment(first, second), book(first))
        #expect(try await book.propose(payment) == .done)
        server.setReachable(false)
        try await book.advance(PaymentAdvance(payment: payment.id, state: .submitted, intent: nil))
        try await book.advance(PaymentAdvance(payment: payment.id, state: .completed))
        try await book.advance(PaymentAdvance(payment: payment.id, state: .completed))
        #expect(try first.store.pending().count == 2)
        let shown = try #require(try first.view().world.payments[payment.id])
        #expect(shown.state == .completed && !shown.isVerified)
        server.setReachable(true)
        server.prove(payment.id)
        try await first.sync.run()
        let sent = try #require(try first.view().world.payments[payment.id])
        #expect(sent.state == .completed && sent.isVerified)
    }
}
