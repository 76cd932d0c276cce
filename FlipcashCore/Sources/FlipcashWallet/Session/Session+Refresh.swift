public import FlipcashCore
import Synchronization

extension Session {
    /// Fetches accounts and unknown currencies, and stores the currencies before the balances (client specification
    /// §2.5).
    ///
    /// - Throws: `SessionError`, `PinFailure`, `NodeGateFailure`.
    public func fetchBalance() async throws {
        try await nodeGate.verify()
        let infos: [AccountInfo]
        do throws(AccountInfoError) {
            infos = try await client.fetchAccountInfos(owner: owner)
        } catch {
            guard error == .notFound else { throw SessionError.accounts(error) }
            // A registered owner without an account has no balances.
            infos = []
        }
        let primaries = infos.filter { $0.kind == .primary }
        noteManagement(of: primaries)
        try await storeMints(of: primaries)
        let now = environment.clock.now()
        let updates = primaries.compactMap { info in
            info.mint.map { BalanceUpdate(mint: $0, quarks: info.quarks, costBasis: info.usdCostBasis) }
        }
        do throws(DatabaseFailure) {
            try await environment.tasks.performBlocking { () async throws(DatabaseFailure) in
                try database.replaceBalances(updates, date: now)
                try reloadBalances()
            }
        } catch {
            throw SessionError.store(error)
        }
        await rates.updateHeldMints(Set(updates.filter { $0.quarks > 0 }.map(\.mint)))
    }

    /// Reads the balances from the store again, and repairs the stored choice of currency.
    ///
    /// - Throws: `DatabaseFailure`.
    public func reloadBalances() throws(DatabaseFailure) {
        let balances = try database.getBalances()
        change(\.balances, \.balances, to: balances)
        if let stored = preferences.storedTokenMint, !balances.contains(where: { $0.mint == stored }) {
            preferences.storedTokenMint = balances.first?.mint
        }
    }

    /// Fetches the limits, counted from the start of the user's day.
    ///
    /// - Throws: `SessionError.limits`, `PinFailure`, `NodeGateFailure`.
    @discardableResult
    public func fetchLimits() async throws -> Limits {
        try await nodeGate.verify()
        let since = options.startOfDay(environment.clock.now())
        let limits: Limits
        do throws(RPCFailure) {
            limits = try await client.fetchLimits(owner: owner, consumedSince: since)
        } catch {
            throw SessionError.limits(error)
        }
        // Best effort: the limits will be fetched again.
        try? await environment.tasks.performBlocking { try database.insert(limits: limits) }
        change(\.limits, \.limits, to: limits)
        return limits
    }

    /// Fetches the limits if none are known or they are older than 15 minutes.
    ///
    /// - Throws: as `fetchLimits`.
    @discardableResult
    public func fetchLimitsIfStale() async throws -> Limits {
        if let limits, !limits.isStale(at: environment.clock.now()) { return limits }
        return try await fetchLimits()
    }

    /// Fetches the user's flags, in up to three attempts half a second apart if the error is retryable.
    ///
    /// - Throws: `UserFlagsError`, `CancellationError`.
    @discardableResult
    public func fetchUserFlags() async throws -> UserFlags {
        let flags = try await retry(
            maxAttempts: 3, delay: .milliseconds(500), clock: environment.clock,
            shouldRetry: { ($0 as? any ServerError)?.isRetryable ?? false }
        ) { try await self.flipClient.fetchUserFlags(userID: self.userID, owner: self.owner) }
        await keep(flags)
        return flags
    }

    func keep(_ flags: UserFlags) async {
        noteMinimumBuild(of: flags)
        values.withLock { $0.gates.hasFlags = true }
        // Best effort: the flags will be fetched again.
        try? await environment.tasks.performBlocking { try database.insert(userFlags: flags) }
        change(\.userFlags, \.userFlags, to: flags)
    }

    /// Refreshes balances, limits and history after a transaction (client specification §2.5). The three are
    /// independent, and a failure here does not mean that the transaction failed.
    ///
    /// - Returns: whether all three were refreshed.
    @discardableResult
    public func updatePostTransaction() async -> Bool {
        var isComplete = true
        do { try await fetchBalance() } catch { isComplete = false }
        do { try await fetchLimits() } catch { isComplete = false }
        do { try await syncHistory() } catch { isComplete = false }
        return isComplete
    }

    /// Syncs the history, and records how finished links ended.
    ///
    /// - Throws: `PinFailure`, `NodeGateFailure`, `HistoryFailure`.
    public func syncHistory() async throws {
        try await nodeGate.verify()
        try await history.sync()
        // Best effort: the journal keeps secrets longer and is written at the next sync.
        try? await environment.tasks.performBlocking { try await noteFinishedLinks() }
    }

    /// Returns the description of `mint`, from the store or else from the service.
    ///
    /// - Throws: `SessionError.mintNotFound` when the service does not know it, `.mints`, `.store`.
    public func mintMetadata(_ mint: PublicKey) async throws -> MintMetadata {
        do throws(DatabaseFailure) {
            let stored = try await environment.tasks.performBlocking { () async throws(DatabaseFailure) in
                try database.getMintMetadata(mint: mint)
            }
            if let stored { return stored.metadata }
        } catch {
            throw SessionError.store(error)
        }
        do throws(MintsError) {
            let metadata = try await client.fetchMint(mint)
            await rememberMint(metadata)
            return metadata
        } catch {
            guard error == .notFound else { throw SessionError.mints(error) }
            throw SessionError.mintNotFound(mint)
        }
    }

    func rememberMint(_ mint: MintMetadata) async {
        // Best effort: the description will be fetched again.
        try? await environment.tasks.performBlocking {
            try database.insert(mints: [mint], date: environment.clock.now())
        }
    }

    private func storeMints(of infos: [AccountInfo]) async throws {
        var mints: [MintMetadata] = []
        var missing: [PublicKey] = []
        for info in infos {
            guard let mint = info.mint else { continue }
            if let metadata = info.mintMetadata, metadata.address == mint {
                mints.append(metadata)
            } else {
                missing.append(mint)
            }
        }
        do throws(MintsError) {
            mints += try await client.fetchKnownMints(missing.sorted()).values.sorted { $0.address < $1.address }
        } catch {
            throw SessionError.mints(error)
        }
        for core in mints where core.address == node.coreMint {
            guard let authority = core.vm?.authority else { throw PinFailure.noAuthority }
            try node.verify(coreMint: core.address, coreVMAuthority: authority)
        }
        do throws(DatabaseFailure) {
            try await environment.tasks.performBlocking { () async throws(DatabaseFailure) in
                try database.insert(mints: mints, date: environment.clock.now())
            }
        } catch {
            throw SessionError.store(error)
        }
    }
}
