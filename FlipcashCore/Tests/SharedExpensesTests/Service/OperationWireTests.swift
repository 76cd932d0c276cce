import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

/// Operations as messages.
@Suite struct OperationWireTests {
    private static let id = EntityID("01010101-0101-0101-0101-010101010101")
    private static let group = EntityID("02020202-0202-0202-0202-020202020202")
    private static let stamp = ClockStamp(milliseconds: 1, counter: 0, actor: "3132333435363738")

    @Test("deleting and leaving a group have different bytes, as the contract gives them")
    func serialized_deleteAndLeave_matchContract() throws {
        let prefix = "0a120a10" + String(repeating: "01", count: 16) + "120c08011a083132333435363738"
        let tail = "140a120a10" + String(repeating: "02", count: 16)
        for (change, tag) in [(SplitChange.deleteGroup(Self.group), "5a"), (.leaveGroup(Self.group), "62")] {
            let message = try SplitOperation(id: Self.id, stamp: Self.stamp, change: change).wire()
            #expect(Hexadecimal.encode(try message.serializedBytes() as [UInt8]) == prefix + tag + tail)
        }
    }

    @Test("every kind of operation survives the way through a message")
    func wire_everyChange_roundTrips() throws {
        let (ann, bo, caller) = (TestID.member(1), TestID.member(2), TestID.account(1))
        var expense = try Expense.sample(3, in: Self.group, paidBy: ann, among: [ann, bo], units: 1001)
        expense.notes = "n"
        expense.category = "food"
        expense.input = SplitInput(
            mode: .adjusted, base: .shares, values: [ann: "2"], adjustments: [bo: -5],
            items: [SplitInput.Item(label: "x", units: 4, members: [bo])], normalizes: true)
        expense.rate = PinnedRate(
            currency: .usd, base: try ExpenseCurrency("eur"), value: "1.08", source: "wallet", at: SplitTime(seconds: 5)
        )
        let day = try #require(CalendarDate("2026-01-31"))
        expense.recurrence = Recurrence(
            series: TestID.entity(8), frequency: .monthly, interval: 2, first: day, index: 3)
        var payment = SplitPayment(
            id: TestID.entity(4), from: ann, to: bo, amount: ExpenseAmount(5, .usd), groupID: Self.group,
            settles: [TestID.entity(5)], method: .cashLink, state: .submitted,
            intent: String(repeating: "0a", count: 32), giftCardVault: String(repeating: "0b", count: 32),
            paid: SplitPayment.Paid(currency: "usd", nativeAmount: 5, quarks: 7, mint: [UInt8](repeating: 1, count: 32))
        )
        payment.reverses = TestID.entity(6)
        payment.rate = expense.rate
        let changes: [SplitChange] = [
            .putGroup(GroupPut(.sample(1, [ann, bo]), baseVersion: 3)), .deleteGroup(Self.group),
            .leaveGroup(Self.group), .removeMember(MemberRemoval(group: Self.group, member: bo, force: true)),
            .putExpense(ExpensePut(expense, baseVersion: 2, keepsNotes: true)), .deleteExpense(expense.id),
            .setSettlement(SettlementMark(expense: expense.id, members: [bo], isSettled: true)),
            .putFriend(FriendPut(Friend(owner: caller, memberID: bo, name: "Bo", nickname: "B", status: .friend))),
            .deleteFriend(bo), .mergeFriends(FriendMerge(source: ann, target: bo)), .putPayment(payment),
            .advancePayment(
                PaymentAdvance(payment: payment.id, state: .completed, intent: payment.intent, paid: payment.paid)),
            .putClosing(GroupClosing(id: Self.id, groupID: Self.group, asOfRevision: 9, at: SplitTime(seconds: 1))),
            .createInvite(InviteDraft(id: Self.id, tokenHash: [UInt8](repeating: 3, count: 32), target: bo)),
            .revokeInvite(Self.id), .claimInvite(InviteClaim(token: [UInt8](repeating: 4, count: 16), merging: bo)),
            .createRequest(RequestDraft(id: Self.id, recipient: TestID.account(2), target: bo)),
            .respondRequest(RequestResponse(id: Self.id, isAccepted: true, merging: bo)), .cancelRequest(Self.id),
            .clearAll(SplitTime(milliseconds: 1234)), .deleteAccount(ann),
        ]
        for change in changes {
            let operation = SplitOperation(id: Self.id, stamp: Self.stamp, change: change)
            let bytes: [UInt8] = try operation.wire().serializedBytes()
            let message = try Flipcash_Split_V1_Op(serializedBytes: bytes)
            #expect(throws: Never.self, "the node would refuse it") { try message.validate() }
            #expect(try SplitOperation(wire: message, caller: caller) == operation)
        }
    }

    @Test("ids that are not UUIDs cannot be sent, and other lengths cannot be read")
    func wire_badIDs_refused() throws {
        #expect(throws: WireMismatch(place: "member")) { try MemberID("ann").wire() }
        #expect(throws: WireMismatch(place: "x")) {
            try MemberID(wire: .with { $0.value = [1, 2, 3] }, "x")
        }
        #expect(AccountID(userID: []) == nil)
        let odd = try #require(AccountID(userID: [1, 2, 3]))
        #expect(odd.userID == [1, 2, 3])
        #expect(throws: WireMismatch(place: "op.kind")) {
            var message = try SplitOperation(id: Self.id, stamp: Self.stamp, change: .deleteGroup(Self.group)).wire()
            message.kind = nil
            _ = try SplitOperation(wire: message, caller: TestID.account(1))
        }
    }
}

extension OperationWireTests {
    @Test("amounts that could overflow in a sum are not read from messages, and moments survive")
    func wire_hugeUnits_refused() throws {
        let expense = try Expense.sample(3, in: nil, paidBy: TestID.member(1), among: [TestID.member(1)], units: 10)
        for change in [
            { (message: inout Flipcash_Split_V1_Expense) in message.total.units = .max },
            { (message: inout Flipcash_Split_V1_Expense) in message.splits[0].units = .min },
            { (message: inout Flipcash_Split_V1_Expense) in message.payers[0].units = .max },
        ] {
            var message = try expense.wire()
            change(&message)
            #expect(throws: WireMismatch(place: "units")) { try Expense(wire: message) }
        }
        for milliseconds in [0, 1, -1, -999, -1000, -1001, 1_750_000_000_123] as [Int64] {
            #expect(SplitTime(wire: SplitTime(milliseconds: milliseconds).wire).milliseconds == milliseconds)
        }
        _ = SplitTime(milliseconds: .min).wire
        _ = SplitTime(wire: SplitTime(milliseconds: .max).wire)
    }
}
