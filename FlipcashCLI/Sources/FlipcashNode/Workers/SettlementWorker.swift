import FlipcashCore
import Logging

/// Carries out pending actions in their order and records their results (unit T4, payment specification §8 and §21.2).
/// Needed only with a settlement that is not immediate.
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
    private let setbacks = Setbacks<ActionPlace>(first: .seconds(1))

    init(
        store: NodeStore, committer: GroupCommitter, settlement: any Settlement, clock: any WallClock, log: Logger
    ) {
        self.store = store
        self.committer = committer
        self.settlement = settlement
        self.clock = clock
        self.log = log
    }

    func tick() async throws {
        var tried: Set<ActionPlace> = []
        while try await pass(&tried) {}
    }

    /// Processes all unfinished steps once, except those already tried in this round.
    ///
    /// - Returns: whether a step was finished, so that steps that depend on it may be ready now.
    private func pass(_ tried: inout Set<ActionPlace>) async throws -> Bool {
        var hasProgressed = false
        var last: ActionPlace?
        while true {
            let after = last
            let places = try store.read { try $0.pendingActions(after: after, limit: Self.batchSize) }
            var results: [SettledStep] = []
            for place in places where !tried.contains(place) && setbacks.isDue(place, now: clock.uptime()) {
                do {
                    guard let action = try store.read({ try dueAction(at: place, $0) }) else { continue }
                    tried.insert(place)
                    if let isConfirmed = try await carryOut(action) {
                        results.append(SettledStep(action, at: place, isConfirmed: isConfirmed))
                    }
                } catch {
                    tried.insert(place)
                    try setBack(place, error)
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

    private func setBack(_ place: ActionPlace, _ error: any Error) throws {
        switch error {
        case is CancellationError, StoreError.writesSuspended: throw error
        default: break
        }
        let wait = setbacks.note(place, now: clock.uptime())
        log.error(
            "a step could not be settled",
            metadata: [
                "intent": "\(place.sequence)", "action": "\(place.actionID)", "error": "\(error)",
                "again in": "\(wait)",
            ])
    }

    /// The action at `place`, if it can be carried out now.
    private func dueAction(at place: ActionPlace, _ reader: StoreReader) throws -> ActionRecord? {
        guard let action = try reader.action(at: place), try isExecutable(action, place, reader) else { return nil }
        return action
    }

    private func isExecutable(_ action: ActionRecord, _ place: ActionPlace, _ reader: StoreReader) throws -> Bool {
        guard action.type != .openAccount else { return true }
        guard let source = try reader.vault(action.source), source.vaultState != .unobserved else { return false }
        if let destination = action.destination, let vault = try reader.vault(destination),
            vault.vaultState == .unobserved
        {
            return false
        }
        return try !reader.hasPendingAction(into: action.source, before: place)
    }

    /// Submits an action or asks for its state.
    ///
    /// - Returns: whether it was confirmed; nil while it is not decided.
    private func carryOut(_ action: ActionRecord) async throws -> Bool? {
        guard let signed = action.signed, let destination = action.destination else {
            switch try await settlement.ensureAccount(action.source) {
            case .pending: return nil
            case .done: return true
            case .failed: return false
            }
        }
        let isWithdrawal = action.type == .withdraw
        let ticket = try await settlement.submit(
            SettledMovement(
                kind: isWithdrawal ? .withdraw : .transfer, signed: signed, source: action.source,
                destination: destination, quantity: isWithdrawal ? nil : action.quantity, isCreateOnSend: false))
        switch try await settlement.status(ticket) {
        case .unknown, .pending: return nil
        case .finalized: return true
        case .failed: return false
        }
    }

    /// Records the results of steps in one unit; if one cannot be recorded, records each in its own unit.
    private func record(_ results: [SettledStep]) async throws {
        do {
            try await committer.commit(.settlement(results)).get()
            for result in results { setbacks.clear(result.place) }
        } catch {
            guard results.count > 1 else {
                guard let place = results.first?.place else { throw error }
                return try setBack(place, error)
            }
            for result in results { try await record([result]) }
        }
    }
}
