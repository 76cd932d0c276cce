import FlipcashCore
import FlipcashWallet
import SharedExpenses
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Pays debts with a wallet (expense specification §9.5).
///
/// The secrets of links stay in the wallet's journal. A payer without an order only looks up the outcome of payments.
final class WalletDebtPayer: DebtPayer {
    /// What to pay.
    struct Order: Sendable {
        /// The amount of the debt. It does not depend on the price of the token.
        let amount: FiatAmount
        /// The first price, which the person agreed to.
        let cash: PreparedCash
        /// Who is paid directly; nil for a link.
        let person: PaymentDestination?
    }

    private struct State {
        var payload: CashCode.Payload?
        var link: CashLink?
    }

    private let session: Session
    private let random: any RandomSource
    private let order: Order?
    private let state = Mutex(State())

    init(session: Session, random: any RandomSource, order: Order? = nil) {
        self.session = session
        self.random = random
        self.order = order
    }

    /// The link that was made; nil before.
    var link: CashLink? { state.withLock { $0.link } }

    func write(_ note: SettlementNote) async throws {
        let known = try session.settlements().first { $0.payment == note.payment.text }
        var record = known ?? session.settlement(of: note.payment.text, by: note.isLink ? .link : .direct)
        record.intent = note.intent.flatMap(IntentID.init(hexadecimal:))
        record.isOpen = note.isOpen
        try session.note(record)
    }

    func chooseIntent(for note: SettlementNote) async throws -> String {
        guard let order, note.isLink else { return IntentID.generate(using: random).hexadecimal }
        let payload = try session.makePayload(for: order.amount)
        state.withLock { $0.payload = payload }
        return IntentID(rendezvous: payload.rendezvous.publicKey).hexadecimal
    }

    func pay(_ note: SettlementNote, attempt: Int) async -> PaymentAttempt {
        do {
            guard let order, let intent = note.intent.flatMap(IntentID.init(hexadecimal:)) else {
                return PaymentAttempt(PaymentSighting(.notPaid))
            }
            let cash = try await price(order, attempt: attempt)
            let paid = SplitPayment.Paid(cash)
            guard !note.isLink else {
                let link = try await makeLink(cash, for: note)
                return PaymentAttempt(PaymentSighting(.open, vault: link.vault.hexadecimal, paid: paid))
            }
            guard let person = order.person else { return PaymentAttempt(PaymentSighting(.notPaid)) }
            _ = try await session.send(
                exchangedFiat: cash, to: person, id: intent, splitPayment: note.payment.text, refreshes: false)
            return PaymentAttempt(PaymentSighting(.paid, paid: paid))
        } catch {
            return PaymentAttempt(PaymentSighting(Self.outcome(of: error)), cause: error)
        }
    }

    /// The first price, or a fresh one for a later attempt. The amount in the currency of the debt is the same.
    private func price(_ order: Order, attempt: Int) async throws -> PinnedExchangeData {
        guard attempt > 0 else { return order.cash.pinned }
        let cash = try await session.prepareSubmission(amount: order.amount, mint: order.cash.token.mint)
        try cash.requireWhole(order.amount)
        return cash
    }

    private func makeLink(_ cash: PinnedExchangeData, for note: SettlementNote) async throws -> CashLink {
        // The id of the payload is the one that was noted.
        guard let payload = state.withLock({ $0.payload }) else { throw CancellationError() }
        let link = try await session.createCashLink(
            payload: payload, exchangedFiat: cash, splitPayment: note.payment.text, refreshes: false)
        state.withLock { $0.link = link }
        return link
    }

    /// Whether money may have moved.
    private static func outcome(of error: any Error) -> PaymentSighting.Outcome {
        switch error {
        case SessionError.verifiedStateStale, PaymentFailure.session(.verifiedStateStale),
            CashLinkFailure.session(.verifiedStateStale):
            return .stale
        case let failure as PaymentFailure:
            guard case .submission(let submission) = failure else { return .notPaid }
            return outcome(of: submission)
        case let failure as CashLinkFailure:
            if case .submission(let submission) = failure { return outcome(of: submission) }
            return failure.leavesMoney ? .unknown : .notPaid
        default: return .notPaid
        }
    }

    private static func outcome(of failure: SubmissionFailure) -> PaymentSighting.Outcome {
        switch failure {
        case .outcomeUnknown: .unknown
        case .refused(let error): error.isRateProblem ? .stale : .notPaid
        case .notSubmitted, .takenByAnother: .notPaid
        }
    }

    func look(for note: SettlementNote) async -> PaymentSighting {
        guard let record = try? session.settlements().first(where: { $0.payment == note.payment.text }),
            let fate = try? await session.fate(of: record)
        else { return PaymentSighting(.unknown) }
        switch fate {
        case .paid(let payment): return PaymentSighting(.paid, paid: SplitPayment.Paid(payment))
        case .link(let link):
            return PaymentSighting(link.outcome, vault: link.vault.hexadecimal, paid: SplitPayment.Paid(link))
        case .notPaid: return PaymentSighting(.notPaid)
        case .unknown: return PaymentSighting(.unknown)
        }
    }
}

extension SettlementNote {
    /// Whether the money moves by a link.
    var isLink: Bool { method == .cashLink }

    /// The note of a record in the journal.
    init(_ record: SettlementRecord) {
        self.init(
            payment: EntityID(record.payment), method: record.method == .link ? .cashLink : .direct,
            intent: record.intent?.hexadecimal, isOpen: record.isOpen)
    }
}

extension LinkRecord {
    /// Where the money of the link is.
    fileprivate var outcome: PaymentSighting.Outcome {
        switch state {
        case .submitting: .unknown
        case .open: .open
        case .claimed: .claimed
        case .cancelled: .voided
        case .returned: .expired
        case .failed: .notPaid
        }
    }
}

extension PinnedExchangeData {
    /// Checks that the whole amount is sent. A balance that is short by less than it shows would send less.
    ///
    /// - Throws: `SessionError.insufficientBalance`.
    func requireWhole(_ amount: FiatAmount) throws {
        guard self.amount.nativeAmount == amount else { throw SessionError.insufficientBalance(shortfall: nil) }
    }
}

extension SplitPayment.Paid {
    init(_ cash: PinnedExchangeData) {
        let native = cash.amount.nativeAmount
        self.init(
            currency: native.currency.rawValue, nativeAmount: native.wireValue, quarks: cash.amount.quarks,
            mint: cash.amount.mint.bytes)
    }

    fileprivate init(_ payment: PaymentRecord) {
        self.init(native: payment.native, quarks: payment.quarks, mint: payment.mint)
    }

    fileprivate init(_ link: LinkRecord) { self.init(native: link.native, quarks: link.quarks, mint: link.mint) }

    private init(native: JournalAmount, quarks: UInt64, mint: PublicKey) {
        let value = Decimal(string: native.value) ?? 0
        let wire = CurrencyCode(rawValue: native.currency).map { FiatAmount(value: value, currency: $0).wireValue }
        self.init(currency: native.currency, nativeAmount: wire ?? 0, quarks: quarks, mint: mint.bytes)
    }
}

extension FixedBytes32 {
    /// The bytes in hexadecimal digits, as shared expenses write ids.
    var hexadecimal: String { Hexadecimal.encode(bytes) }

    /// Reads 64 hexadecimal digits.
    init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.decode(text) else { return nil }
        self.init(exactly: bytes)
    }
}
