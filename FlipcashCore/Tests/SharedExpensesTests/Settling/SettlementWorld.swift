import SharedExpenses
import Synchronization

/// A wallet, a book and a node that survive crashes, and a run of a program that does not.
///
/// Every action is one step. A run can be killed before or after any step, and its answers can arrive twice.
final class SettlementWorld: Sendable {
    /// How the node answers a submission.
    enum Weather: CaseIterable, Sendable {
        case fine
        /// Refused for certain.
        case refused
        /// The price is stale once, then the payment goes through.
        case staleOnce
        /// The price is always stale.
        case alwaysStale
        /// Committed, and the answer is lost.
        case lostAnswer
        /// Not committed, and the answer is lost. Later the node knows that nothing came.
        case lostRequest
    }

    /// What happens to a link afterwards.
    enum LinkEnd: CaseIterable, Sendable {
        case claimed, voided, expired
    }

    struct Crash: Error {}

    struct Disk {
        var notes: [EntityID: SettlementNote] = [:]
        var payments: [EntityID: SplitPayment.State] = [:]
        /// Advances that were accepted, in their order.
        var advances: [PaymentAdvance] = []
        /// Intents that moved money, each time they did.
        var committed: [String] = []
        /// Intents that were submitted.
        var submitted: [String] = []
        var journaled: Set<String> = []
        var linkEnd: LinkEnd?
        var lookUps = 0
        /// How many ids were chosen.
        var chosen = 0
    }

    struct Killing {
        /// The step to be killed at; nil for none.
        var step: Int?
        /// Whether the step is carried out before the crash.
        var isAfter = false
    }

    private struct State {
        var disk = Disk()
        var step = 0
        var killing = Killing()
        var isDead = false
    }

    let weather: Weather
    let proposal: SettlementCourse.Answer
    private let state = Mutex(State())

    init(weather: Weather, proposal: SettlementCourse.Answer = .done) {
        self.weather = weather
        self.proposal = proposal
    }

    var disk: Disk { state.withLock { $0.disk } }
    var steps: Int { state.withLock { $0.step } }

    func begin(_ killing: Killing) {
        state.withLock {
            $0.step = 0
            $0.killing = killing
            $0.isDead = false
        }
    }

    func end(links: LinkEnd) { state.withLock { $0.disk.linkEnd = links } }

    /// Carries one step out, unless the run is killed.
    func step<Value>(_ body: (inout Disk) throws -> Value) throws -> Value {
        try state.withLock { state in
            guard !state.isDead else { throw Crash() }
            state.step += 1
            let isLast = state.step == state.killing.step
            state.isDead = isLast
            if isLast, !state.killing.isAfter { throw Crash() }
            let value = try body(&state.disk)
            if isLast { throw Crash() }
            return value
        }
    }

    func submit(_ note: SettlementNote, attempt: Int, _ disk: inout Disk) -> PaymentSighting {
        guard let intent = note.intent else { return PaymentSighting(.notPaid) }
        disk.journaled.insert(intent)
        disk.submitted.append(intent)
        // The node takes an id once.
        func commit() { if !disk.committed.contains(intent) { disk.committed.append(intent) } }
        switch weather {
        case .fine: commit()
        case .refused: return PaymentSighting(.notPaid)
        case .alwaysStale: return PaymentSighting(.stale)
        case .staleOnce:
            guard attempt > 0 else { return PaymentSighting(.stale) }
            commit()
        case .lostAnswer:
            commit()
            return PaymentSighting(.unknown)
        case .lostRequest: return PaymentSighting(.unknown)
        }
        return Self.success(note)
    }

    static func success(_ note: SettlementNote) -> PaymentSighting {
        note.method == .direct ? PaymentSighting(.paid) : PaymentSighting(.open, vault: "vault")
    }

    func look(for note: SettlementNote, _ disk: inout Disk) -> PaymentSighting {
        disk.lookUps += 1
        guard let intent = note.intent, disk.journaled.contains(intent) else { return PaymentSighting(.notPaid) }
        guard disk.committed.contains(intent) else {
            // At first the submission may still be on its way.
            return PaymentSighting(disk.lookUps < 2 ? .unknown : .notPaid)
        }
        guard note.method == .cashLink, let end = disk.linkEnd else { return Self.success(note) }
        switch end {
        case .claimed: return PaymentSighting(.claimed, vault: "vault")
        case .voided: return PaymentSighting(.voided, vault: "vault")
        case .expired: return PaymentSighting(.expired, vault: "vault")
        }
    }
}

/// The wallet of the world.
struct SimulatedPayer: DebtPayer {
    let world: SettlementWorld

    func write(_ note: SettlementNote) async throws { try world.step { $0.notes[note.payment] = note } }

    func chooseIntent(for note: SettlementNote) async throws -> String {
        try world.step { disk in
            disk.chosen += 1
            return "intent-\(disk.chosen)"
        }
    }

    func pay(_ note: SettlementNote, attempt: Int) async -> PaymentAttempt {
        do {
            return PaymentAttempt(try world.step { world.submit(note, attempt: attempt, &$0) })
        } catch {
            return PaymentAttempt(PaymentSighting(.unknown), cause: error)
        }
    }

    func look(for note: SettlementNote) async -> PaymentSighting {
        (try? world.step { world.look(for: note, &$0) }) ?? PaymentSighting(.unknown)
    }
}

/// The book of the world. It refuses steps as the rules do.
struct SimulatedBook: PaymentBook {
    let world: SettlementWorld

    func state(of payment: EntityID) async throws -> SplitPayment.State? { world.disk.payments[payment] }

    func propose(_ payment: SplitPayment) async throws -> SettlementCourse.Answer {
        try world.step { disk in
            if case .refused = world.proposal { return world.proposal }
            if disk.payments[payment.id] == nil { disk.payments[payment.id] = .proposed }
            return world.proposal
        }
    }

    func advance(_ step: PaymentAdvance) async throws {
        try world.step { disk in
            guard let state = disk.payments[step.payment], state != step.state else { return }
            guard state.event(to: step.state, method: step.giftCardVault == nil ? .direct : .cashLink) != nil else {
                throw SplitFailure(.paymentState)
            }
            disk.payments[step.payment] = step.state
            disk.advances.append(step)
        }
    }
}
