/// The payments of a store. What is queued counts as stored, and is sent with the next synchronisation.
public struct StoredPayments: PaymentBook {
    private let store: SharedExpensesStore
    private let synchronize: @Sendable () async throws(SharedExpensesSync.Failure) -> Void
    private let newID: @Sendable () -> EntityID
    private let now: @Sendable () -> SplitTime

    /// - Parameters:
    ///   - synchronize: sends what waits, and fetches what is new.
    ///   - newID: makes an unused id for an operation.
    public init(
        store: SharedExpensesStore,
        synchronize: @escaping @Sendable () async throws(SharedExpensesSync.Failure) -> Void,
        newID: @escaping @Sendable () -> EntityID, now: @escaping @Sendable () -> SplitTime
    ) {
        self.store = store
        self.synchronize = synchronize
        self.newID = newID
        self.now = now
    }

    /// The state in the store, with the queued changes applied; nil when there is no such payment.
    ///
    /// - Throws: `SplitStoreFailure`.
    public func state(of payment: EntityID) async throws -> SplitPayment.State? {
        try store.view(at: now()).world.payments[payment]?.state
    }

    /// Queues the payment once, and synchronises. An unreachable server is not an error: the payment then stays queued.
    ///
    /// - Throws: `SplitStoreFailure`.
    public func propose(_ payment: SplitPayment) async throws -> SettlementCourse.Answer {
        let id: EntityID
        let view = try store.view(at: now())
        if let waiting = view.waiting.first(where: { $0.change.proposes(payment.id) }) {
            id = waiting.id
        } else if view.world.payments[payment.id] != nil {
            return .done
        } else {
            id = newID()
            try store.enqueue(.putPayment(payment), id: id, at: now())
        }
        do throws(SharedExpensesSync.Failure) {
            try await synchronize()
        } catch {
            // What the server refused before the failure counts.
            if case .store(let failure) = error { throw failure }
        }
        if let refused = try store.refusals().first(where: { $0.operation.id == id }) {
            return .refused(refused.detail)
        }
        return try store.pending().contains { $0.id == id } ? .queued : .done
    }

    /// Queues the step, which the next synchronisation sends. Does nothing if the payment has this state.
    ///
    /// - Throws: `SplitStoreFailure`.
    public func advance(_ step: PaymentAdvance) async throws {
        guard try await state(of: step.payment) != step.state else { return }
        try store.enqueue(.advancePayment(step), id: newID(), at: now())
    }
}

extension SplitChange {
    /// Whether the change proposes a payment.
    fileprivate func proposes(_ payment: EntityID) -> Bool {
        if case .putPayment(let put) = self { put.id == payment } else { false }
    }
}
