import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// Which intent of the ledger is the money of a payment between friends, one property at a time.
@Suite("Shared expenses: the money of a payment")
struct SplitPaymentCheckTests {
    /// What is known of an intent; all of it is right for the payment.
    private struct Sent {
        var type = IntentType.sendPublicPayment
        var mint = PublicKey.usdf
        var payer: PublicKey
        var payee: PublicKey?
        var amount: IntentAmount? = IntentAmount(
            quarks: 5_000_000, currency: "usd", rate: 1, native: 5, usdMicros: 5_000_000)
        var flags: IntentFlags = []
        var state = IntentState.confirmed
        /// Seconds after the payment was recorded.
        var delay: Int64 = 0

        func intent(at start: Instant) -> IntentRecord {
            IntentRecord(
                sequence: 1, id: IntentID(raw: PublicKey.usdf.raw), type: type, mint: mint, initiator: payer,
                destinationOwner: payee, destination: nil, source: nil, amount: amount, flags: flags, appMetadata: nil,
                state: state, createdAt: start.advanced(by: .seconds(delay)))
        }
    }

    private let ann: PublicKey
    private let bo: PublicKey
    private let cy: PublicKey
    private let start = SplitTime(seconds: 1_750_000_000)

    init() throws {
        ann = try Somebody("ann").key.publicKey
        bo = try Somebody("bo").key.publicKey
        cy = try Somebody("cy").key.publicKey
    }

    private func check(
        _ amount: ExpenseAmount? = nil, rate: PinnedRate? = nil, payee: PublicKey?, market: Double? = nil
    ) -> SplitPaymentCheck {
        let payment = SplitPayment(
            id: TestID.entity(1), from: TestID.member(1), to: TestID.member(2),
            amount: amount ?? ExpenseAmount(500, .usd), method: .direct, rate: rate, createdAt: start)
        return SplitPaymentCheck(payment: payment, payer: ann, payee: payee) { _, _ in market }
    }

    private func isDirect(_ change: (inout Sent) -> Void = { _ in }) throws -> Bool {
        var sent = Sent(payer: ann, payee: bo)
        change(&sent)
        return try check(payee: bo).isDirect(sent.intent(at: start.instant))
    }

    @Test("a direct payment is a committed one from the payer to the payee, not earlier and of the amount")
    func isDirect_oneWrongProperty_isNoPayment() throws {
        #expect(try isDirect())
        #expect(try isDirect { $0.state = .pending })
        for state in [IntentState.failed, .revoked] { #expect(try !isDirect { $0.state = state }) }
        for type in IntentType.allCases where type != .sendPublicPayment { #expect(try !isDirect { $0.type = type }) }
        #expect(try !isDirect { $0.payer = cy })
        #expect(try !isDirect { $0.payee = cy })
        #expect(try !isDirect { $0.payee = nil })
        for flag in [IntentFlags.withdrawal, .indirectSend, .swapFunding] {
            #expect(try !isDirect { $0.flags = flag })
        }
        #expect(try isDirect { $0.delay = -SplitPaymentCheck.clockTolerance })
        #expect(try !isDirect { $0.delay = -SplitPaymentCheck.clockTolerance - 1 })
        #expect(try !isDirect { $0.amount = nil })
        #expect(try !check(payee: nil).isDirect(Sent(payer: ann, payee: bo).intent(at: start.instant)))
    }

    private func isLink(
        by payer: PublicKey? = nil, claimedBy claimer: PublicKey?, for payee: PublicKey? = nil,
        _ change: (inout Sent) -> Void = { _ in }
    ) throws -> Bool {
        var sent = Sent(payer: payer ?? ann, payee: nil, flags: .indirectSend)
        change(&sent)
        return try check(payee: payee).isCashLink(sent.intent(at: start.instant), claimedBy: claimer)
    }

    @Test("a cash link is the payer's, and somebody else took it: the payee, if the payee has an account")
    func isCashLink_oneWrongProperty_isNoPayment() throws {
        #expect(try isLink(claimedBy: cy))
        #expect(try isLink(claimedBy: bo, for: bo))
        #expect(try !isLink(claimedBy: cy, for: bo))
        #expect(try !isLink(claimedBy: ann))
        #expect(try !isLink(claimedBy: nil))
        #expect(try !isLink(by: cy, claimedBy: bo))
        #expect(try !isLink(claimedBy: cy) { $0.flags = [] })
        #expect(try !isLink(claimedBy: cy) { $0.state = .revoked })
        #expect(try !isLink(claimedBy: cy) { $0.type = .receivePaymentsPublicly })
        #expect(try !isLink(claimedBy: cy) { $0.amount = nil })
    }

    private func isPaid(
        _ debt: ExpenseAmount, with amount: IntentAmount, mint: PublicKey = .usdf, rate: PinnedRate? = nil,
        market: Double? = nil
    ) throws -> Bool {
        let sent = Sent(mint: mint, payer: ann, payee: bo, amount: amount)
        return try check(debt, rate: rate, payee: bo, market: market).isDirect(sent.intent(at: start.instant))
    }

    private func native(_ value: Double, _ currency: String, quarks: UInt64 = 1) -> IntentAmount {
        IntentAmount(quarks: quarks, currency: currency, rate: 1, native: value, usdMicros: 1)
    }

    @Test("the amount is that of the debt to the last unit, in its currency, or in dollars of the chain")
    func isDirect_otherAmount_isNoPayment() throws {
        #expect(try isPaid(ExpenseAmount(500, .usd), with: native(5, "usd")))
        #expect(try !isPaid(ExpenseAmount(501, .usd), with: native(5, "usd")))
        #expect(try !isPaid(ExpenseAmount(500, .usd), with: native(5, "eur")))
        let chain = ExpenseAmount(5_000_000, try ExpenseCurrency("usdf"))
        #expect(try isPaid(chain, with: native(1, "eur", quarks: 5_000_000)))
        #expect(try !isPaid(chain, with: native(5, "usd", quarks: 4_999_999)))
        #expect(try !isPaid(chain, with: native(4, "usd", quarks: 5_000_000), mint: cy))
        #expect(try isPaid(chain, with: native(5, "usd"), mint: cy))
    }

    @Test("a debt that is paid in another currency is paid at a rate near the node's own")
    func isDirect_otherCurrency_needsNearRate() throws {
        let (eur, debt) = (try ExpenseCurrency("eur"), ExpenseAmount(500, .usd))
        func rate(_ value: String, from currency: ExpenseCurrency = .usd) -> PinnedRate {
            PinnedRate(currency: currency, base: eur, value: value, source: "test", at: start)
        }
        let paid = native(4, "eur")
        #expect(try isPaid(debt, with: paid, rate: rate("0.8"), market: 0.8))
        #expect(try isPaid(debt, with: paid, rate: rate("0.8"), market: 0.77))
        #expect(try !isPaid(debt, with: paid, rate: rate("0.8"), market: 0.75))
        #expect(try !isPaid(debt, with: paid, rate: rate("0.8"), market: 0.85))
        #expect(try !isPaid(debt, with: paid, rate: rate("0.8"), market: nil))
        #expect(try !isPaid(debt, with: native(4.01, "eur"), rate: rate("0.8"), market: 0.8))
        #expect(try !isPaid(debt, with: paid, rate: rate("0.8", from: try ExpenseCurrency("gbp")), market: 0.8))
        // A payment of nothing does not pay a debt, however small.
        #expect(try !isPaid(ExpenseAmount(1, .usd), with: native(0, "eur"), rate: rate("0.1"), market: 0.1))
    }
}
