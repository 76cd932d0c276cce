import FlipcashCore

/// Carries out pending steps in their order and records how they ended (unit T4, payment specification §8 and §21.2).
struct SettlementWorker: Worker {
    let name = "settlement"
    let interval: Duration = .seconds(1)
    private static let batchSize = 64

    let store: NodeStore
    let committer: GroupCommitter
    let settlement: any Settlement

    /// How a step ended.
    private struct StepResult: Sendable {
        let step: FulfillmentRecord
        let action: ActionRecord
        let isConfirmed: Bool
    }

    func tick() async throws {
        var isProgressing = true
        while isProgressing {
            let ready = try store.read { try due($0) }
            var results: [StepResult] = []
            for (step, action) in ready {
                if let result = try await carryOut(step, action) { results.append(result) }
            }
            isProgressing = !results.isEmpty
            let batch = results
            if isProgressing { try await committer.commit { try record(batch, $0) } }
        }
    }

    /// The steps that can be carried out now.
    private func due(_ reader: StoreReader) throws -> [(FulfillmentRecord, ActionRecord)] {
        try reader.executableFulfillments(limit: Self.batchSize).compactMap { step in
            let actions = try reader.actions(of: step.intentID)
            guard let action = actions.first(where: { $0.actionID == step.actionID }),
                try isExecutable(step, action, reader)
            else { return nil }
            return (step, action)
        }
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

    /// What a confirmed step shows of a vault.
    private func observe(_ step: FulfillmentRecord, _ action: ActionRecord, _ writer: StoreWriter) throws {
        switch step.kind {
        case .initializeAccount: try writer.setVaultState(.locked, of: action.source)
        case .withdraw: try writer.setVaultState(.closed, of: action.source)
        case .transfer: break
        }
    }

    /// An intent is settled when all its actions are, apart from the way back of a cash link.
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
