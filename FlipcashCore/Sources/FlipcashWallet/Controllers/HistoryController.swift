public import FlipcashCore
import Logging
import Synchronization

private let logger = Logger(label: "flipcash.history-controller")

/// Syncs the stored history with the service (client specification §5.6).
public final class HistoryController: Sendable {
    /// Whether the history has been synced.
    public enum SyncState: Hashable, Sendable {
        /// Not tried yet.
        case unknown
        /// The store holds the history as of the last sync.
        case synced
        /// All attempts have failed so far.
        case unavailable
    }

    /// The history of one currency.
    public enum Slice: Hashable, Sendable {
        /// The store is being read, or no currency is active.
        case loading
        /// The currency's entries as stored, newest first, at most 1,024.
        case loaded([Activity])
    }

    private struct State {
        var syncState = SyncState.unknown
        var activeMint: PublicKey?
        var slice = Slice.loading
        var skippedCount = 0
    }

    private let client: FlipClient
    private let owner: KeyPair
    private let database: Database
    private let environment: RuntimeEnvironment
    private let lock = AsyncLock()
    private let state = Mutex(State())

    /// Creates a controller that keeps the history of `owner` in `database`. Fetches nothing before ``sync()``.
    public init(client: FlipClient, owner: KeyPair, database: Database, environment: RuntimeEnvironment) {
        self.client = client
        self.owner = owner
        self.database = database
        self.environment = environment
    }

    /// Whether the history has been synced; tells an empty history from one that is not fetched yet.
    public var syncState: SyncState { state.withLock { $0.syncState } }

    /// The history of the active currency.
    public var slice: Slice { state.withLock { $0.slice } }

    /// How many invalid entries the last ``sync()`` skipped. They do not prevent other entries from being stored.
    public var skippedCount: Int { state.withLock { $0.skippedCount } }

    /// Fetches new entries, then updates pending ones.
    ///
    /// - Throws: `HistoryFailure`; the stored entries stay.
    public func sync() async throws {
        try await environment.tasks.performBlocking { try await storeNews() }
    }

    private func storeNews() async throws {
        do {
            let skipped = try await lock.withLock { try await self.syncDelta() + self.syncPending() }
            state.withLock { state in
                state.syncState = .synced
                state.skippedCount = skipped
            }
        } catch {
            state.withLock { state in
                // A failure after a success does not change the state.
                if state.syncState == .unknown { state.syncState = .unavailable }
            }
            throw HistoryFailure(error)
        }
        try reloadSlice()
    }

    /// Sets the currency whose history ``slice`` holds; results for an earlier one are ignored.
    ///
    /// - Throws: `DatabaseFailure`; the slice stays `loading` then.
    public func setActiveMint(_ mint: PublicKey?) throws(DatabaseFailure) {
        state.withLock { state in
            state.activeMint = mint
            state.slice = .loading
        }
        try reloadSlice()
    }

    /// Returns stored entries, newest first.
    ///
    /// - Throws: `DatabaseFailure`.
    public func activities(mint: PublicKey? = nil, limit: Int = 1_024) throws(DatabaseFailure) -> [Activity] {
        try database.getActivities(mint: mint, limit: limit)
    }

    private func reloadSlice() throws(DatabaseFailure) {
        let mint = state.withLock { $0.activeMint }
        guard let mint else { return }
        let activities = try database.getActivities(mint: mint)
        state.withLock { state in
            if state.activeMint == mint { state.slice = .loaded(activities) }
        }
    }

    /// The result of one fetch.
    private struct Fetched {
        var activities: [Activity] = []
        /// The number of invalid entries.
        var skippedCount = 0

        mutating func add(_ page: ActivityPage) {
            activities += page.activities
            skippedCount += page.skippedCount
        }
    }

    /// - Returns: the number of skipped invalid entries.
    private func syncDelta() async throws -> Int {
        guard let cursor = try database.latestCompletedActivityID() else {
            return try store(try await fetchAll(after: nil))
        }
        do {
            return try store(try await fetchAll(after: cursor))
        } catch let error as ActivityError where error.mayBeDeadCursor {
            // The server may no longer have the entry of the cursor.
            return try store(try await fetchAll(after: nil))
        }
    }

    /// - Returns: the number of skipped entries: invalid ones, and those that the store refuses.
    private func store(_ fetched: Fetched) throws -> Int {
        let refused = try database.insert(activities: fetched.activities)
        if refused > 0 {
            logger.warning("the store refused history entries", metadata: ["count": "\(refused)"])
        }
        return fetched.skippedCount + refused
    }

    /// The maximum number of pages per sync; the next sync continues from there.
    static let pageCountMax = 1_024

    /// Fetches pages until one is empty, because a short page may not be the last. Also stops if the server repeats a
    /// cursor, or at the maximum number of pages.
    private func fetchAll(after first: IntentID?) async throws -> Fetched {
        var cursor = first
        var cursors: Set<IntentID> = first.map { [$0] } ?? []
        var fetched = Fetched()
        for _ in 0..<Self.pageCountMax {
            let page = try await client.fetchActivities(owner: owner, after: cursor)
            fetched.add(page)
            guard let next = page.cursor, cursors.insert(next).inserted else { break }
            cursor = next
            try Task.checkCancellation()
        }
        return fetched
    }

    /// - Returns: the number of skipped invalid entries.
    private func syncPending() async throws -> Int {
        var ids = try database.pendingActivityIDs()
        var skipped = 0
        while !ids.isEmpty {
            let batch = Array(ids.prefix(Int(FlipClient.activityPageSize)))
            ids.removeFirst(batch.count)
            skipped += try store(try await fetch(batch))
        }
        return skipped
    }

    /// Fetches a batch. If the service refuses it because of one unknown id, fetches each entry separately.
    private func fetch(_ ids: [IntentID]) async throws -> Fetched {
        var fetched = Fetched()
        do {
            fetched.add(try await client.fetchActivities(owner: owner, ids: ids))
        } catch ActivityError.notFound where ids.count > 1 {
            for id in ids {
                let one = try await fetch([id])
                fetched.activities += one.activities
                fetched.skippedCount += one.skippedCount
            }
        } catch ActivityError.notFound {
            return fetched
        }
        return fetched
    }
}

/// Why the history was not synced.
public enum HistoryFailure: WalletFailure, Equatable {
    /// The service did not answer, or refused.
    case service(ActivityError)
    /// The store could not be read or written.
    case store(DatabaseFailure)
    /// Anything else, with its description.
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as ActivityError: self = .service(error)
        case let error as DatabaseFailure: self = .store(error)
        case is CancellationError: self = .service(.rpc(.cancelled))
        default: self = .other(String(describing: error))
        }
    }

    /// The cached history stays usable. Network errors are retryable; a refusal asks to try again later.
    public var report: FailureReport {
        switch self {
        case .service(.rpc(let failure)): failure.walletReport(doing: "fetch the history")
        case .service(.denied), .service(.notFound), .service(.malformed):
            FailureReport(.refused, .refused, "The service did not return the history. Try again later.")
        case .store(let failure): failure.report
        case .other(let reason):
            FailureReport(.generic, .unexpected, "The history could not be brought up to date: \(reason). Try again.")
        }
    }
}
