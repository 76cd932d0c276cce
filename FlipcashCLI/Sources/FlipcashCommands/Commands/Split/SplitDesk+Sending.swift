import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// Whether saved changes were sent.
enum SplitDelivery: Sendable, Equatable {
    /// The service accepted them.
    case sent
    /// They are saved on this device and wait; the text says why.
    case queued(String)

    var isQueued: Bool { self != .sent }
}

extension SplitDesk {
    /// Runs `body` with the service of this call.
    func withService<Value: Sendable>(
        _ body: @Sendable (any SharedExpensesService) async throws -> Value
    ) async throws -> Value {
        if let service = call.sharedExpenses?(account) { return try await body(service) }
        return try await call.withContainer(call.settings()) { container in
            // The changes are private, so they are sent only to the node that the profile trusts.
            try await container.nodeGate.verify()
            let key = try container.accountManager.keyAccount(for: owner).ownerKey
            return try await body(SharedExpensesClient(container.flipClient, owner: key, user: account))
        }
    }

    /// Sets the name under which others see the account.
    func setName(_ name: String) async throws {
        try await call.withContainer(call.settings()) { container in
            try await container.nodeGate.verify()
            let key = try container.accountManager.keyAccount(for: owner).ownerKey
            try await container.flipClient.setDisplayName(name, owner: key)
        }
    }

    /// Says how to set a name, for people who have none.
    func mentionMissingName() {
        call.printer.hint("Set the name that others see with: flipcash split account name NAME")
    }

    /// Sends what waits and fetches what is new.
    ///
    /// - Throws: `CommandFailure`, exit 8, when the service is not reached.
    @discardableResult
    func synchronise() async throws -> SharedExpensesSync.Report {
        let clock = call.runtime.clock
        let store = store
        return try await withService { service in
            let sync = SharedExpensesSync(
                store: store, service: service, now: { SplitTime(clock.now()) },
                wait: { try? await clock.sleep(for: .seconds($0)) })
            return try await sync.run()
        }
    }

    /// Fetches what is new before something is shown. Best effort: what is stored is shown without the service.
    func refresh() async throws {
        try await addDueOccurrences()
        guard !call.options.isOffline, !call.options.isDryRun else { return }
        do {
            try await synchronise()
        } catch {
            let failure = CommandFailure(describing: error)
            guard failure.status != .declined else { throw failure }
            call.printer.hint("Shown as it was last synchronised. \(failure.message)")
        }
    }

    /// Checks changes with the rules of the service, on what this device knows. Asks the service for news before it
    /// refuses.
    ///
    /// - Returns: what would be seen after the changes.
    /// - Throws: `CommandFailure` with the first rule that is broken.
    @discardableResult
    func rehearse(_ changes: [SplitChange]) async throws -> SplitOverview {
        let known = try overview()
        do throws(SplitFailure) {
            return try known.after(changes, at: now)
        } catch {
            guard !call.options.isOffline, !call.options.isDryRun, (try? await synchronise()) != nil else {
                throw CommandFailure(split: error, in: known)
            }
        }
        let fresh = try overview()
        do throws(SplitFailure) {
            return try fresh.after(changes, at: now)
        } catch {
            throw CommandFailure(split: error, in: fresh)
        }
    }

    /// Checks changes, saves them and sends them. With `--dry-run` it only checks.
    ///
    /// - Throws: `CommandFailure` when a rule of this device or of the service refuses one. A refused change is no longer
    ///   shown, but kept for `flipcash split conflicts`. `SplitStoreFailure` for a form that cannot be sent.
    func submit(_ changes: [SplitChange], isChecked: Bool = false) async throws -> SplitDelivery {
        // Before anything is saved: a change that could never be sent would block those after it.
        for change in changes { try store.requireSendable(change) }
        if !isChecked { try await rehearse(changes) }
        guard !call.options.isDryRun else { return .sent }
        var ids: Set<EntityID> = []
        // One moment for all: the service counts them as one request.
        let moment = now
        for change in changes { ids.insert(try store.enqueue(change, id: newID(), at: moment).id) }
        return try await deliver(ids)
    }

    /// Sends saved changes, and says whether they arrived.
    private func deliver(_ ids: Set<EntityID>) async throws -> SplitDelivery {
        guard !call.options.isOffline else { return .queued("This call is offline.") }
        var reason = "The service takes no more for now."
        do {
            let report = try await synchronise()
            if let wait = report.retryAfterSeconds { reason += " Try again in \(wait) s." }
        } catch {
            // The changes are saved: a failure to send them must not look like a failure to save them.
            reason = CommandFailure(describing: error).message
        }
        if let refused = try refusal(of: ids) { throw refused }
        return try store.pending().contains { ids.contains($0.id) } ? .queued(reason) : .sent
    }

    /// The failure for the first of these changes that the service has refused; nil if it has refused none.
    ///
    /// All refused steps of payments are forgotten: the failure explains them, and the command can be run again.
    func refusal(of ids: Set<EntityID>) throws -> CommandFailure? {
        let refusals = try store.refusals().filter { ids.contains($0.operation.id) }
        guard let first = refusals.first else { return nil }
        let failure = CommandFailure(refused: first, in: try overview())
        for refused in refusals {
            guard case .advancePayment = refused.operation.change else { continue }
            try store.resolve(refused.operation.id, .takeTheirs, newID: newID(), at: now)
        }
        return failure
    }

    /// Prints a note that changes wait to be sent.
    func mention(_ delivery: SplitDelivery) {
        guard case .queued(let reason) = delivery else { return }
        call.printer.note("Saved on this device, not yet sent. \(reason) Send it with: flipcash split sync")
    }
}
