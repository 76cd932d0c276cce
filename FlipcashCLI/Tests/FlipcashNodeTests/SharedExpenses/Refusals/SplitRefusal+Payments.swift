import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures

extension SplitRefusal {
    /// A new payment from Bo to Ann in a group, changed.
    private static func new(
        _ code: SplitFailure.Code, _ story: String, by person: Int = 1,
        _ change: @escaping @Sendable (inout SplitPayment, SplitStage) -> Void
    ) -> SplitRefusal {
        SplitRefusal(code, story) { stage in
            try stage.group(1, [stage.ann, stage.bo, stage.cy])
            var payment = stage.payment()
            change(&payment, stage)
            return Attempt(.putPayment(payment), by: person)
        }
    }

    /// A step of a payment from Bo to Ann that Bo proposed.
    private static func step(
        _ code: SplitFailure.Code, _ story: String, to state: SplitPayment.State, by person: Int,
        _ method: SplitPayment.Method = .direct, in group: Int? = 1
    ) -> SplitRefusal {
        SplitRefusal(code, story) { stage in
            try stage.group()
            var payment = stage.payment(group: group)
            payment.method = method
            try stage.does(.putPayment(payment), by: 1)
            return Attempt(.advancePayment(PaymentAdvance(payment: payment.id, state: state)), by: person)
        }
    }

    static let payments = [
        new(.notParty, "a payment between two others", by: 2) { _, _ in },
        new(.notParty, "the payee reports money of a wallet", by: 0) { payment, _ in payment.method = .direct },
        new(.notParty, "the payee reports a cash link", by: 0) { payment, _ in payment.method = .cashLink },
        new(.samePerson, "a payment to oneself") { payment, stage in payment.to = stage.bo },
        new(.amountSign, "a payment of nothing") { payment, _ in payment.amount.units = 0 },
        new(.amountOutOfRange, "a payment above 10¹⁵ units") { payment, _ in
            payment.amount.units = ExpenseAmount.unitsLimit + 1
        },
        new(.limitExceeded, "a payment for 513 splits") { payment, _ in
            payment.settles = (0..<513).map { TestID.entity(10_000 + $0) }
        },
        new(.groupNotFound, "a payment in a group that does not exist") { payment, _ in
            payment.groupID = TestID.entity(99)
        },
        new(.unknownMember, "a payment to somebody outside the group") { payment, stage in payment.to = stage.friend },
        new(.notFound, "a payment to a stranger outside groups") { payment, stage in
            payment.groupID = nil
            payment.to = stage.friend
        },
        new(.notFound, "a payment takes back one that does not exist") { payment, _ in
            payment.reverses = TestID.entity(98)
        },
        new(.paymentState, "a new payment that has failed") { payment, _ in payment.state = .failed },
        new(.paymentState, "new cash that is on its way") { payment, _ in payment.state = .submitted },
        new(.paymentState, "new money of a wallet that has arrived") { payment, _ in
            payment.method = .direct
            payment.state = .completed
        },
        SplitRefusal(.groupNotFound, "a former member pays in the group") { stage in
            try stage.group(1, [stage.ann, stage.bo, stage.cy])
            try stage.does(.leaveGroup(TestID.entity(1)), by: 1)
            return Attempt(.putPayment(stage.payment()), by: 1)
        },
        SplitRefusal(.notParty, "a payment in the same direction takes one back") { stage in
            try stage.group()
            try stage.does(.putPayment(stage.payment()), by: 1)
            var second = stage.payment(4)
            second.reverses = TestID.entity(3)
            return Attempt(.putPayment(second), by: 1)
        },
        SplitRefusal(.notParty, "the payee takes a payment back by paying somebody else") { stage in
            try stage.group(1, [stage.ann, stage.bo, stage.cy])
            try stage.does(.putPayment(stage.payment()), by: 1)
            var second = stage.payment(4)
            (second.from, second.to, second.reverses) = (stage.ann, stage.cy, TestID.entity(3))
            return Attempt(.putPayment(second), by: 0)
        },
        SplitRefusal(.notParty, "somebody else takes a payment back by paying the payer") { stage in
            try stage.group(1, [stage.ann, stage.bo, stage.cy])
            try stage.does(.putPayment(stage.payment()), by: 1)
            var second = stage.payment(4)
            (second.from, second.to, second.reverses) = (stage.cy, stage.bo, TestID.entity(3))
            return Attempt(.putPayment(second), by: 2)
        },
        SplitRefusal(.notFound, "a payment takes back one that its payer does not see") { stage in
            try stage.group()
            try stage.does(.putPayment(stage.payment()), by: 1)
            try stage.group(8, [stage.ann, stage.cy])
            var second = stage.payment(4, group: 8)
            (second.from, second.reverses) = (stage.cy, TestID.entity(3))
            return Attempt(.putPayment(second), by: 2)
        },
        SplitRefusal(.notFound, "a payment with the id of one that went with its group") { stage in
            let group = try stage.group()
            try stage.does(.putPayment(stage.payment()), by: 1)
            try stage.does(.deleteGroup(group.id))
            try stage.group(8)
            return Attempt(.putPayment(stage.payment(group: 8)), by: 1)
        },
        SplitRefusal(.conflict, "another payment with the same id") { stage in
            try stage.group()
            try stage.does(.putPayment(stage.payment()), by: 1)
            return Attempt(.putPayment(stage.payment(units: 501)), by: 1)
        },
        SplitRefusal(.conflict, "the payee sends the payer's payment again") { stage in
            try stage.group()
            try stage.does(.putPayment(stage.payment()), by: 1)
            return Attempt(.putPayment(stage.payment()), by: 0)
        },
        step(.notFound, "a stranger completes a payment", to: .completed, by: 2, .cash),
        step(.notParty, "the payee completes cash that the payer proposed", to: .completed, by: 0, .cash),
        step(.notParty, "the payee completes a payment of the payer's wallet", to: .completed, by: 0),
        step(.paymentState, "the payee confirms a link that is not reported", to: .completed, by: 0, .cashLink),
        step(.notParty, "the payee voids a link of the payer", to: .voided, by: 0, .cashLink),
        SplitRefusal(.paymentState, "the payee confirms a link without the money") { stage in
            try stage.group()
            var payment = stage.payment()
            (payment.method, payment.state) = (.cashLink, .submitted)
            payment.giftCardVault = String(repeating: "ab", count: 32)
            try stage.does(.putPayment(payment), by: 1)
            return Attempt(.advancePayment(PaymentAdvance(payment: payment.id, state: .completed)), by: 0)
        },
        step(.paymentState, "a proposal fails", to: .failed, by: 1),
        step(.paymentState, "a proposal of a wallet is completed at once", to: .completed, by: 1),
        SplitRefusal(.paymentState, "a payment of a wallet is completed without the money") { stage in
            try stage.group()
            var payment = stage.payment()
            payment.method = .direct
            payment.state = .submitted
            try stage.does(.putPayment(payment), by: 1)
            let done = PaymentAdvance(
                payment: payment.id, state: .completed, intent: String(repeating: "ab", count: 32))
            return Attempt(.advancePayment(done), by: 1)
        },
        SplitRefusal(.groupNotFound, "a stranger closes the group") { stage in
            try stage.group()
            return Attempt(stage.closing(), by: 2)
        },
        SplitRefusal(.forbidden, "a member closes the group") { stage in
            try stage.group()
            return Attempt(stage.closing(), by: 1)
        },
        SplitRefusal(.notClosable, "a group with debts is closed") { stage in
            try stage.group()
            try stage.expense()
            return Attempt(stage.closing(), by: 0)
        },
        SplitRefusal(.conflict, "a closing with the id of another group's") { stage in
            try stage.group()
            try stage.does(stage.closing())
            try stage.group(8)
            return Attempt(stage.closing(group: 8), by: 0)
        },
    ]
}
