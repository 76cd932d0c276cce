import FlipcashCore
import SharedExpenses

/// Whether an intent of the ledger is the money of a payment between friends (expense specification §9.5).
struct SplitPaymentCheck {
    /// How far a rate that a payment pins may be from the node's own rate.
    static let rateTolerance = 0.05

    /// How many seconds the ledger's time may be behind the clock.
    static let clockTolerance: Int64 = 300

    let payment: SplitPayment
    /// The keys of the accounts of both people; nil for people without an account.
    let payer: PublicKey?
    let payee: PublicKey?
    /// The units of the second currency for one of the first, as the node has observed them; nil for unknown ones.
    let marketRate: (ExpenseCurrency, ExpenseCurrency) throws -> Double?

    /// Whether a committed payment went from the payer's account to the payee's, with the amount of the debt.
    func isDirect(_ intent: IntentRecord) throws -> Bool {
        guard intent.type == .sendPublicPayment, Self.isCommitted(intent), intent.initiator == payer, let payee,
            intent.destinationOwner == payee,
            intent.flags.isDisjoint(with: [.withdrawal, .indirectSend, .swapFunding]),
            // An older transfer was for something else: a direct payment is announced before its money moves.
            intent.createdAt.seconds + Self.clockTolerance >= payment.createdAt.seconds,
            let amount = intent.amount
        else { return false }
        return try isAmount(amount, of: intent.mint)
    }

    /// Whether a cash link was made by the payer for the amount of the debt, and taken by somebody else.
    ///
    /// - Parameters:
    ///   - issue: the intent that has funded the link.
    ///   - claimer: who has collected it; nil for an open link, and when it went back.
    func isCashLink(_ issue: IntentRecord, claimedBy claimer: PublicKey?) throws -> Bool {
        guard issue.type == .sendPublicPayment, Self.isCommitted(issue), issue.flags.contains(.indirectSend),
            issue.initiator == payer, let claimer, claimer != payer, payee == nil || payee == claimer,
            let amount = issue.amount
        else { return false }
        return try isAmount(amount, of: issue.mint)
    }

    private static func isCommitted(_ intent: IntentRecord) -> Bool {
        switch intent.state {
        case .pending, .confirmed: true
        case .failed, .revoked: false
        }
    }

    private func isAmount(_ amount: IntentAmount, of mint: PublicKey) throws -> Bool {
        let debt = payment.amount
        if debt.currency.code == "usdf", mint == CoreMint.usdf.mint {
            return Int64(exactly: amount.quarks) == debt.units
        }
        if Self.isEqual(amount, debt) { return true }
        guard let rate = payment.rate, rate.currency == debt.currency,
            let units = try? rate.baseUnits(of: debt.units), units > 0,
            Self.isEqual(amount, ExpenseAmount(units, rate.base)),
            let value = Double(rate.value), let market = try marketRate(rate.currency, rate.base)
        else { return false }
        return abs(value / market - 1) <= Self.rateTolerance
    }

    /// Whether the amounts are equal. The `Double` of an intent is the one closest to the decimal amount.
    private static func isEqual(_ amount: IntentAmount, _ debt: ExpenseAmount) -> Bool {
        let scale = (0..<debt.currency.digits).reduce(1.0) { power, _ in power * 10 }
        return amount.currency == currency(debt.currency) && amount.native == Double(debt.units) / scale
    }

    /// The code of a currency in intents. Intents use `usd` for dollars of the chain.
    static func currency(_ currency: ExpenseCurrency) -> String {
        ["usdf", "usdc", "usdt"].contains(currency.code) ? "usd" : currency.code
    }
}
