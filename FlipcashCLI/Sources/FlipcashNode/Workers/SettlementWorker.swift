import FlipcashCore
import Logging

/// Carries out pending steps in their order and records their results (unit T4, payment specification §8 and §21.2).
///
/// A step that fails blocks only the steps that depend on it: it is logged and retried in a later round.
struct SettlementWorker: Worker {
    let name = "settlement"
    let interval: Duration = .seconds(1)
    private static let batchSize = 64

    let store: NodeStore
    let committer: GroupCommitter
    let settlement: any Settlement
    let clock: any WallClock
    let log: Logger
    private let setbacks = Setbacks<Int64>(first: .seconds(1))

    init(
        store: NodeStore, committer: GroupCommitter, settlement: any Settlement, clock: any WallClock, log: Logger
    ) {
        self.store = store
        self.committer = committer
        self.settlement = settlement
        self.clock = clock
        self.log = log
    }

    /// The result of a step.
    private struct StepResult: Sendable {
        let step: FulfillmentRecord
        let action: ActionRecord
        let isConfirmed: Bool
    }

    func tick() async throws {
        var tried: Set<Int64> = []
        while try await pass(&tried) {}
    }

    /// Processes all unfinished steps once, except those already tried in this round.
    ///
    /// - Returns: whether a step was finished, so that steps that depend on it may be ready now.
    private func pass(_ tried: inout Set<Int64>) async throws -> Bool {
        var hasProgressed = false
        var last: FulfillmentPlace?
        while true {
            let after = last
            let places = try store.read { try $0.unfinishedFulfillments(after: after, limit: Self.batchSize) }
            var results: [StepResult] = []
            for place in places where !tried.contains(place.id) && setbacks.isDue(place.id, now: clock.uptime()) {
                do {
                    guard let due = try store.read({ try due(place.id, $0) }) else { continue }
                    tried.insert(place.id)
                    if let result = try await carryOut(due.step, due.action) { results.append(result) }
                } catch {
                    tried.insert(place.id)
                    try setBack(place.id, error)
                }
            }
            if !results.isEmpty {
                try await record(results)
                hasProgressed = true
            }
            guard places.count == Self.batchSize else { return hasProgressed }
            last = places.last
        }
    }

    private func setBack(_ id: Int64, _ error: any Error) throws {
        switch error {
        case is CancellationError, StoreError.writesSuspended: throw error
        default: break
        }
        let wait = setbacks.note(id, now: clock.uptime())
        log.error(
            "a step could not be settled", metadata: ["step": "\(id)", "error": "\(error)", "again in": "\(wait)"])
    }

    /// A step that can be carried out now.
    private struct DueStep {
        let step: FulfillmentRecord
        let action: ActionRecord
    }

    /// The step and its action, if the step can be carried out now.
    private func due(_ id: Int64, _ reader: StoreReader) throws -> DueStep? {
        guard let step = try reader.fulfillment(id),
            let action = try reader.actions(of: step.intentID).first(where: { $0.actionID == step.actionID }),
            try isExecutable(step, action, reader)
        else { return nil }
        return DueStep(step: step, action: action)
    }

    private func isExecutable(_ step: FulfillmentRecord, _ action: ActionRecord, _ reader: StoreReader) throws -> Bool {
        guard step.kind != .initializeAccount else { return true }
        guard let source = try reader.vault(action.source), source.timelock.vaultState != .unobserved else {
            return false
        }
        if let destination = action.destination, let vault = try reader.vault(destination),
            vault.timelock.vaultState == .unobserved
        {
            return false
        }
        return try !reader.hasUnfinishedFulfillment(into: action.source, before: step.order)
    }

    private func carryOut(_ step: FulfillmentRecord, _ action: ActionRecord) async throws -> StepResult? {
        guard let signed = step.signed, let destination = action.destination else {
            switch try await settlement.ensureAccount(action.source) {
            case .pending: return nil
            case .done: return StepResult(step: step, action: action, isConfirmed: true)
            case .failed: return StepResult(step: step, action: action, isConfirmed: false)
            }
        }
        let ticket = try await settlement.submit(
            SettledMovement(
                kind: step.kind, signed: signed, source: action.source, destination: destination,
                quantity: step.kind == .withdraw ? nil : action.quantity, isCreateOnSend: false))
        switch try await settlement.status(ticket) {
        case .unknown, .pending: return nil
        case .finalized: return StepResult(step: step, action: action, isConfirmed: true)
        case .failed: return StepResult(step: step, action: action, isConfirmed: false)
        }
    }

    /// Records the results of steps in one unit; if one cannot be recorded, records each in its own unit.
    private func record(_ results: [StepResult]) async throws {
        do {
            try await committer.commit { try record(results, $0) }
            for result in results { if let id = result.step.id { setbacks.clear(id) } }
        } catch {
            guard results.count > 1 else {
                guard let id = results.first?.step.id else { throw error }
                return try setBack(id, error)
            }
            for result in results { try await record([result]) }
        }
    }

    private func record(_ results: [StepResult], _ writer: StoreWriter) throws {
        for result in results {
            let state: ActionState = result.isConfirmed ? .confirmed : .failed
            let action = result.action
            guard try writer.setState(state, of: action.intentID, action: action.actionID, from: .pending) else {
                continue
            }
            var step = result.step
            step.state = state
            step.isActive = false
            try writer.update(step)
            if let signed = step.signed { _ = try writer.releaseNonce(signed.nonce, blockhash: signed.blockhash) }
            if result.isConfirmed { try observe(step, action, writer) }
            try settleIntent(action.intentID, writer)
        }
    }

    /// Records what a confirmed step shows about a vault.
    private func observe(_ step: FulfillmentRecord, _ action: ActionRecord, _ writer: StoreWriter) throws {
        switch step.kind {
        case .initializeAccount: try writer.setVaultState(.locked, of: action.source)
        case .withdraw: try writer.setVaultState(.closed, of: action.source)
        case .transfer: break
        }
    }

    /// Settles an intent when all its actions are settled, apart from the return of a cash link.
    private func settleIntent(_ id: IntentID, _ writer: StoreWriter) throws {
        guard let intent = try writer.intent(id), intent.state == .pending else { return }
        let actions = try writer.actions(of: id).filter { !$0.isAutoReturn }
        if actions.contains(where: { $0.state == .failed }) {
            try writer.setState(.failed, of: id)
        } else if actions.allSatisfy({ $0.state == .confirmed }) {
            try writer.setState(.confirmed, of: id)
        }
    }
}
