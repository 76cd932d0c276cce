import SharedExpenses
import SharedExpensesFixtures
import Testing

/// What can be recorded about a payment whose device is gone (expense specification §9.5).
@Suite struct PaymentReviewTests {
    private let vault = String(repeating: "ab", count: 32)
    private let intent = String(repeating: "cd", count: 32)
    private let paid = SplitPayment.Paid(currency: "usd", nativeAmount: 5, quarks: 5_000_000, mint: [1])
    private let start = SplitTime(seconds: 1_750_000_000)

    private func review(
        _ state: SplitPayment.State, _ outcome: PaymentSighting.Outcome, method: SplitPayment.Method = .cashLink,
        after seconds: Int64 = 1000
    ) -> PaymentReview {
        let payment = SplitPayment(
            id: TestID.entity(1), from: TestID.member(1), to: TestID.member(2), amount: ExpenseAmount(500, .usd),
            method: method, state: state, createdAt: start)
        return PaymentReview(
            of: payment, PaymentSighting(outcome, vault: vault, paid: paid), intent: intent, submissionTime: 100,
            at: start.adding(seconds: seconds))
    }

    /// The states of the steps that a review names; nil for one without steps.
    private func states(_ review: PaymentReview) -> [SplitPayment.State]? {
        switch review {
        case .ended(let steps), .undecided(let steps): steps.map(\.state)
        case .linkOpen, .inFlight: nil
        }
    }

    static let open: [SplitPayment.State] = [.proposed, .submitted]

    @Test("Money that has arrived completes the payment, with its evidence", arguments: open)
    func init_arrived_completes(_ state: SplitPayment.State) {
        for outcome in [PaymentSighting.Outcome.paid, .claimed] {
            let submitted = PaymentAdvance(
                payment: TestID.entity(1), state: .submitted, intent: intent, giftCardVault: vault)
            var completed = submitted
            (completed.state, completed.paid) = (.completed, paid)
            let steps = state == .proposed ? [submitted, completed] : [completed]
            #expect(review(state, outcome) == .ended(steps), "\(outcome)")
        }
    }

    @Test("A link that went back ends the payment, with steps that the states allow")
    func init_linkWentBack_ends() {
        #expect(states(review(.proposed, .voided)) == [.voided])
        #expect(states(review(.submitted, .voided)) == [.voided])
        #expect(states(review(.proposed, .expired)) == [.submitted, .expired])
        #expect(states(review(.submitted, .expired)) == [.expired])
        for state in Self.open {
            for outcome in [PaymentSighting.Outcome.voided, .expired] {
                guard case .ended(let steps) = review(state, outcome) else {
                    Issue.record("\(state) \(outcome) has not ended")
                    continue
                }
                #expect(steps.last?.intent == nil && steps.last?.paid == nil)
            }
        }
    }

    @Test("An open link is never voided, however old the payment is", arguments: open)
    func init_openLink_staysOpen(_ state: SplitPayment.State) {
        #expect(review(state, .open) == .linkOpen)
        #expect(review(state, .open, after: 0) == .linkOpen)
    }

    @Test("Without money, a payment may be in flight at first, and is never certain later", arguments: open)
    func init_noMoney_isUndecided(_ state: SplitPayment.State) {
        let voided = PaymentReview.undecided([PaymentAdvance(payment: TestID.entity(1), state: .voided)])
        for method in [SplitPayment.Method.direct, .cashLink] {
            for outcome in [PaymentSighting.Outcome.notPaid, .stale, .unknown] {
                #expect(review(state, outcome, method: method, after: 0) == .inFlight(seconds: 100))
                #expect(review(state, outcome, method: method, after: 99) == .inFlight(seconds: 1))
                #expect(review(state, outcome, method: method, after: 100) == voided)
            }
        }
    }

    @Test("A payment that has ended has no steps, and is not under way")
    func init_ended_hasNoSteps() {
        for state in [SplitPayment.State.completed, .voided] {
            for outcome in [PaymentSighting.Outcome.paid, .voided, .expired, .notPaid] {
                #expect(states(review(state, outcome)) == [], "\(state) \(outcome)")
            }
        }
        let payment = { (method: SplitPayment.Method, state: SplitPayment.State) in
            SplitPayment(
                id: TestID.entity(1), from: TestID.member(1), to: TestID.member(2), amount: ExpenseAmount(5, .usd),
                method: method, state: state)
        }
        for state in SplitPayment.State.allCases {
            for method in [SplitPayment.Method.direct, .cashLink, .cash, .external] {
                let isByWallet = method == .direct || method == .cashLink
                let expected = state == .submitted || (state == .proposed && isByWallet)
                #expect(payment(method, state).isUnderWay == expected, "\(method) \(state)")
            }
        }
    }
}
