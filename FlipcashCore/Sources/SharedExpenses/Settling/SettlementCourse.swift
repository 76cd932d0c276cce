/// The course of one payment between wallets, from the note in the journal to the recorded end (expense specification
/// §9.5).
///
/// The course only decides: it returns the next ``Action`` and takes its answer. Each write is durable
/// before the next action. An answer to any other action than the next one is ignored, so an answer that arrives twice
/// does no harm.
public struct SettlementCourse: Hashable, Sendable {
    /// What to do next.
    public enum Action: Hashable, Sendable {
        /// Write ``SettlementCourse/note`` to the wallet's journal.
        case write(Writing)
        /// Queue the payment as proposed, and send it if the server can be reached.
        case propose
        /// Choose the id of the wallet's intent. Nothing is submitted yet.
        case chooseIntent
        /// Queue a step of the payment: ``SettlementCourse/advance(to:)``.
        case advance(SplitPayment.State)
        /// Pay, or make the link. The number counts the attempts, each with a fresh price and the same intent id.
        case pay(Int)
        /// Find out how the noted intent ended.
        case lookUp
    }

    /// Which note is written.
    public enum Writing: String, Hashable, Sendable {
        /// Before anything is proposed: the note has no intent.
        case planned
        /// Before anything is submitted: the note has the intent.
        case chosen
        /// At the end: nothing is left to do.
        case closed
    }

    /// The answer to an action.
    public enum Answer: Hashable, Sendable {
        /// The action's effect is durable.
        case done
        /// The proposal waits, because the server cannot be reached.
        case queued
        /// The server refuses the proposal; the text is the name of the rule.
        case refused(String)
        /// The id that was chosen, in hexadecimal digits.
        case chosen(String)
        /// Where the money is.
        case seen(PaymentSighting)
    }

    /// How the course ended.
    public enum Ending: Hashable, Sendable {
        /// The payee has the money, and the payment is recorded as completed.
        case completed
        /// A link waits to be claimed. The note stays open.
        case linkOpen
        /// Taken back from the link.
        case voided
        /// The link was not claimed in time. The debt is open again.
        case expired
        /// No money moved.
        case notPaid
        /// The server refused the proposal; no money moved.
        case refused(String)
        /// A direct payment needs the server, which could not be reached; no money moved.
        case notReached
        /// Whether money moved is not known yet. The note stays open.
        case unknown
        /// Money moved, but the stored payment cannot record it: the payment is missing, or it was voided elsewhere.
        case unrecorded
    }

    private enum Stage: Hashable, Sendable {
        case planning, proposing, choosing, noting, submitting
        case paying(Int)
        case lookingUp
        /// Writes the remaining steps of the payment.
        case advancing
        case closing
        case finished
    }

    /// The maximum number of attempts to pay when prices go stale.
    public static let attemptsMax = 3

    /// The note that the next write puts into the journal.
    public private(set) var note: SettlementNote
    /// How the course ended; nil while there is something to do.
    public var ending: Ending? { stage == .finished ? target : nil }

    private var stage: Stage
    private var target: Ending = .unknown
    private var steps: [SplitPayment.State] = []
    /// The stored state of the payment; nil when it is not stored.
    private var recorded: SplitPayment.State?
    private var sighting = PaymentSighting(.unknown)

    /// Begins a payment that is neither noted nor stored.
    public init(paying payment: EntityID, method: SplitPayment.Method) {
        note = SettlementNote(payment: payment, method: method)
        stage = .planning
    }

    /// Continues from what an earlier run wrote.
    ///
    /// Without an intent nothing was submitted, and the payment is withdrawn. With one, the wallet is asked first. A
    /// continued course never pays.
    ///
    /// - Parameter recorded: the stored state of the payment; nil when it is not stored.
    public init(resuming note: SettlementNote, recorded: SplitPayment.State?) {
        self.note = note
        self.recorded = recorded
        stage = .lookingUp
        if !note.isOpen {
            stage = .finished
            target = .notPaid
        } else if note.intent == nil {
            end(.notPaid)
        }
    }

    /// What to do next; nil at the end.
    public var action: Action? {
        switch stage {
        case .planning: .write(.planned)
        case .proposing: .propose
        case .choosing: .chooseIntent
        case .noting: .write(.chosen)
        case .submitting: .advance(.submitted)
        case .paying(let attempt): .pay(attempt)
        case .lookingUp: .lookUp
        case .advancing: steps.first.map { .advance($0) }
        case .closing: .write(.closed)
        case .finished: nil
        }
    }

    /// The step of the payment that leads to a state, with what is known of the money.
    public func advance(to state: SplitPayment.State) -> PaymentAdvance {
        let isEvidence = state == .submitted || state == .completed
        return PaymentAdvance(
            payment: note.payment, state: state, intent: isEvidence ? note.intent : nil,
            giftCardVault: isEvidence ? sighting.vault : nil, paid: state == .completed ? sighting.paid : nil)
    }

    /// Learns the answer to `action`. Ignores it unless the action is the next one.
    public mutating func receive(_ answer: Answer, to action: Action) {
        guard action == self.action else { return }
        switch stage {
        case .planning: if answer == .done { stage = .proposing }
        case .proposing: receive(proposal: answer)
        case .choosing:
            guard case .chosen(let intent) = answer else { return }
            note.intent = intent
            stage = .noting
        case .noting: if answer == .done { stage = note.method == .direct ? .submitting : .paying(0) }
        case .submitting:
            guard answer == .done else { return }
            recorded = .submitted
            stage = .paying(0)
        case .paying(let attempt):
            guard case .seen(let sighting) = answer else { return }
            if sighting.outcome == .stale, attempt + 1 < Self.attemptsMax {
                stage = .paying(attempt + 1)
            } else {
                see(sighting)
            }
        case .lookingUp: if case .seen(let sighting) = answer { see(sighting) }
        case .advancing:
            guard answer == .done else { return }
            recorded = steps.removeFirst()
            if steps.isEmpty { finish() }
        case .closing: if answer == .done { stage = .finished }
        case .finished: return
        }
    }

    private mutating func receive(proposal answer: Answer) {
        switch answer {
        case .done, .queued: recorded = .proposed
        case .refused(let rule): return end(.refused(rule))
        case .chosen, .seen: return
        }
        // A link needs no payee at the server, so its payment can be sent later.
        if answer == .queued, note.method != .cashLink { return end(.notReached) }
        stage = .choosing
    }

    private mutating func see(_ sighting: PaymentSighting) {
        self.sighting = sighting
        switch sighting.outcome {
        case .paid, .claimed: end(.completed)
        case .open: end(.linkOpen)
        case .voided: end(.voided)
        case .expired: end(.expired)
        case .notPaid, .stale: end(.notPaid)
        case .unknown: end(.unknown)
        }
    }

    /// Sets what is left to write before the end.
    private mutating func end(_ ending: Ending) {
        target = ending
        switch ending {
        case .completed: steps = path(to: .completed)
        case .linkOpen: steps = path(to: .submitted)
        case .voided: steps = path(to: .voided)
        case .expired: steps = path(to: .expired)
        case .notPaid, .notReached: steps = path(to: recorded == .submitted ? .failed : .voided)
        case .refused, .unknown, .unrecorded: steps = []
        }
        if steps.isEmpty { finish() } else { stage = .advancing }
    }

    /// The states through which the stored payment gets to `state`. Empty when it is there, or can no longer get there.
    private mutating func path(to state: SplitPayment.State) -> [SplitPayment.State] {
        let isMoney = target == .completed || target == .linkOpen
        guard let recorded else {
            if isMoney { target = .unrecorded }
            return []
        }
        let steps = recorded.path(to: state, method: note.method)
        if steps.isEmpty, isMoney, recorded == .voided { target = .unrecorded }
        return steps
    }

    /// Closes the note, unless something is left to find out.
    private mutating func finish() {
        switch target {
        case .linkOpen, .unknown: stage = .finished
        case .completed, .voided, .expired, .notPaid, .refused, .notReached, .unrecorded:
            note.isOpen = false
            stage = .closing
        }
    }
}
