public import FlipcashCore
import Synchronization

/// Keeps the stored history in step with the service's (client specification §5.6).
public final class HistoryController: Sendable {
    /// Whether the service has been asked.
    public enum SyncState: Hashable, Sendable {
        /// Not yet.
        case unknown
        /// The store holds what the service knew.
        case synced
        /// Never successfully.
        case unavailable
    }

    /// One currency's slice of history.
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
    }

    private let client: FlipClient
    private let owner: KeyPair
    private let database: Database
    private let lock = AsyncLock()
    private let state = Mutex(State())

    /// Keeps the history of `owner` in `database`; nothing is fetched before the first ``sync()``.
    public init(client: FlipClient, owner: KeyPair, database: Database) {
        self.client = client
        self.owner = owner
        self.database = database
    }

    /// Whether "nothing happened here" can be told from "not looked yet".
    public var syncState: SyncState { state.withLock { $0.syncState } }

    /// The slice of the active currency.
    public var slice: Slice { state.withLock { $0.slice } }

    /// Fetches what is new, then what was pending.
    ///
    /// - Throws: `HistoryFailure`; the store keeps what it had.
    public func sync() async throws {
        do {
            try await lock.withLock {
                try await self.syncDelta()
                try await self.syncPending()
            }
            state.withLock { $0.syncState = .synced }
        } catch {
            state.withLock { state in
                // A failure after a success changes nothing.
                if state.syncState == .unknown { state.syncState = .unavailable }
            }
            throw HistoryFailure(error)
        }
        try reloadSlice()
    }

    /// Makes `mint` the currency whose slice is kept; results for another one are dropped.
    ///
    /// - Throws: `DatabaseFailure`; the slice stays `loading` then.
    public func setActiveMint(_ mint: PublicKey?) throws(DatabaseFailure) {
        state.withLock { state in
            state.activeMint = mint
            state.slice = .loading
        }
        try reloadSlice()
    }

    /// Entries from the store, newest first.
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

    private func syncDelta() async throws {
        guard let cursor = try database.latestCompletedActivityID() else {
            try database.insert(activities: try await fetchAll(after: nil))
            return
        }
        do {
            try database.insert(activities: try await fetchAll(after: cursor))
        } catch let error as ActivityError where error.mayBeDeadCursor {
            // The server may have dropped the entry that the cursor names.
            try database.insert(activities: try await fetchAll(after: nil))
        }
    }

    /// How many pages one sync reads at most; the next one goes on from there.
    static let pageCountMax = 1_024

    /// Pages until an empty one: a short page proves nothing. A server that sends the same cursor again, or pages
    /// without end, ends the reading too.
    private func fetchAll(after first: IntentID?) async throws -> [Activity] {
        var cursor = first
        var cursors: Set<IntentID> = first.map { [$0] } ?? []
        var activities: [Activity] = []
        for _ in 0..<Self.pageCountMax {
            let page = try await client.fetchActivities(owner: owner, after: cursor)
            activities += page.activities
            guard let next = page.cursor, cursors.insert(next).inserted else { break }
            cursor = next
            try Task.checkCancellation()
        }
        return activities
    }

    private func syncPending() async throws {
        var ids = try database.pendingActivityIDs()
        while !ids.isEmpty {
            let batch = Array(ids.prefix(Int(FlipClient.activityPageSize)))
            ids.removeFirst(batch.count)
            try database.insert(activities: try await fetch(batch))
        }
    }

    /// A batch with one unknown id is refused as a whole: then each is asked for by itself.
    private func fetch(_ ids: [IntentID]) async throws -> [Activity] {
        do {
            return try await client.fetchActivities(owner: owner, ids: ids)
        } catch ActivityError.notFound where ids.count > 1 {
            var activities: [Activity] = []
            for id in ids { activities += try await fetch([id]) }
            return activities
        } catch ActivityError.notFound {
            return []
        }
    }
}

/// Why history was not brought up to date.
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

    public var report: FailureReport {
        switch self {
        case .service(.rpc(let failure)): failure.walletReport(doing: "fetch the history")
        case .service(.denied), .service(.notFound), .service(.malformed):
            FailureReport(.refused, .refused, "The service did not hand out the history.")
        case .store(let failure): failure.report
        case .other(let reason):
            FailureReport(.generic, .unexpected, "The history could not be brought up to date: \(reason).")
        }
    }
}
