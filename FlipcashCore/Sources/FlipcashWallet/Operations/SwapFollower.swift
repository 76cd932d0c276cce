import FlipcashCore

/// Follows a paid swap to its end (payment specification §16.1).
struct SwapFollower: Sendable {
    /// How long to wait between two questions.
    static let interval: Duration = .seconds(1)
    /// How often to ask about a trade.
    static let tradeAttempts = 90
    /// How often to ask about the first purchase of a currency.
    static let launchAttempts = 120

    let context: OperationContext
    let record: SwapRecord
    let attempts: Int
    let report: @Sendable (SwapProgress) -> Void

    /// Asks until the swap has ended or the attempts are used up, and records the end.
    ///
    /// Returns the last known state when the attempts end first: a wait may be left without losing the swap.
    ///
    /// - Throws: `SwapFailure.lookUp` if the service never answered and its last answer cannot change;
    ///   `CancellationError`.
    func run() async throws -> SwapOutcome {
        var last: SwapState?
        _ = try await context.environment.clock.poll(
            attempts: attempts, every: Self.interval
        ) { () async throws -> SwapState? in
            do throws(SwapLookUpError) {
                let swap = try await context.client.fetchSwap(record.swap, owner: context.owner)
                if last?.canBecome(swap.state) ?? true { last = swap.state }
            } catch {
                try Task.checkCancellation()
                guard error.isRetryable || last != nil else { throw SwapFailure.lookUp(error) }
            }
            guard let state = last else { return nil }
            report(.waiting(state))
            return state.isFinal ? state : nil
        }
        let ended = record.with(last.map(record.state(after:)) ?? record.state)
        if ended != record {
            try? await context.environment.tasks.performBlocking { try context.journal.append(.swap(ended)) }
        }
        return SwapOutcome(record: ended, state: last)
    }
}

extension SwapRecord {
    /// The journal's state of a swap that was paid, when the service reports `state`.
    func state(after state: SwapState) -> State {
        switch state {
        case .finalized: .done
        case .cancelled: .returned
        case .failed: .stuck
        case .created: self.state
        case .funding, .funded, .submitting, .cancelling: .running
        }
    }
}
