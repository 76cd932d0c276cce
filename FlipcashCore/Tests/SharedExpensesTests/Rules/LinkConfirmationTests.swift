import SharedExpenses
import SharedExpensesFixtures
import Testing

/// The payee's word that the money of a cash link has arrived.
@Suite struct LinkConfirmationTests {
    private let vault = String(repeating: "ab", count: 32)

    /// Person 2 pays person 1 by a link that is reported.
    private func payment(_ server: InMemorySharedExpenses) async throws -> (payee: Device, payer: Device) {
        let (payee, payer) = (try Device(1, of: 1, at: server), try Device(2, of: 2, at: server))
        try await payee.sync.run()
        try await payer.sync.run()
        try payee.enqueue(.putGroup(GroupPut(.sample(1, [payee.me, payer.me]))))
        try await payee.sync.run()
        try payer.enqueue(
            .putPayment(
                SplitPayment(
                    id: TestID.entity(5), from: payer.me, to: payee.me, amount: ExpenseAmount(500, .usd),
                    groupID: TestID.entity(1), method: .cashLink, state: .submitted, giftCardVault: vault)))
        try await payer.sync.run()
        return (payee, payer)
    }

    private func stored(_ server: InMemorySharedExpenses) -> SplitPayment? {
        server.world.payments[TestID.entity(5)]
    }

    @Test("The payee completes a link whose money the server has seen, and names no money of their own")
    func advance_byPayee_completesAndNamesNothing() async throws {
        let server = InMemorySharedExpenses()
        let (payee, _) = try await payment(server)
        let step = PaymentAdvance(
            payment: TestID.entity(5), state: .completed, intent: String(repeating: "cd", count: 32),
            giftCardVault: String(repeating: "ef", count: 32))
        try payee.enqueue(.advancePayment(step))
        #expect(try await payee.sync.run().refused == 1, "the server has not seen the money")
        #expect(stored(server)?.state == .submitted)
        server.prove(TestID.entity(5))
        try payee.enqueue(.advancePayment(step))
        #expect(try await payee.sync.run().refused == 0)
        let done = try #require(stored(server))
        #expect(done.state == .completed && done.isVerified && done.completedAt != nil)
        #expect(done.giftCardVault == vault && done.intent == nil)
    }

    @Test("The payee does nothing else to a link of the payer", arguments: SplitPayment.State.allCases)
    func advance_byPayee_onlyCompletes(_ state: SplitPayment.State) async throws {
        guard state != .completed else { return }
        let server = InMemorySharedExpenses()
        server.proveEverything()
        let (payee, _) = try await payment(server)
        try payee.enqueue(.advancePayment(PaymentAdvance(payment: TestID.entity(5), state: state)))
        #expect(try await payee.sync.run().refused == 1)
        #expect(try payee.store.refusals().map(\.detail) == ["not_party"])
        #expect(stored(server)?.state == .submitted && stored(server)?.version == 1)
    }

    @Test("A step that was refused is forgotten when somebody else has recorded what it says, and not before")
    func refusedCompletion_confirmedByPayee_isForgotten() async throws {
        let server = InMemorySharedExpenses()
        let (payee, payer) = try await payment(server)
        let step = PaymentAdvance(payment: TestID.entity(5), state: .completed)
        try payer.enqueue(.advancePayment(step))
        #expect(try await payer.sync.run().refused == 1)
        try await payer.sync.run()
        #expect(try payer.store.refusals().map(\.detail) == ["payment_state"])
        server.prove(TestID.entity(5))
        try payee.enqueue(.advancePayment(step))
        try await payee.sync.run()
        try await payer.sync.run()
        #expect(try payer.store.refusals().isEmpty)
    }

    @Test("A refused completion of a payment that was ended otherwise stays, because money may have moved")
    func refusedCompletion_voided_isKept() async throws {
        let server = InMemorySharedExpenses()
        let (_, payer) = try await payment(server)
        try payer.enqueue(.advancePayment(PaymentAdvance(payment: TestID.entity(5), state: .voided)))
        try payer.enqueue(.advancePayment(PaymentAdvance(payment: TestID.entity(5), state: .completed)))
        #expect(try await payer.sync.run().refused == 1)
        try await payer.sync.run()
        #expect(stored(server)?.state == .voided)
        #expect(try payer.store.refusals().map(\.detail) == ["payment_state"])
    }
}
