import FlipcashCore

/// Sends the changes that wait, and fetches what is new (expense specification §13.1).
///
/// One synchronisation runs at a time; a second call waits for the first.
public final class SharedExpensesSync: Sendable {
    /// What a synchronisation did.
    public struct Report: Hashable, Sendable {
        /// How many changes the server accepted.
        public var sent = 0
        /// How many changes the server refused in this run.
        public var refused = 0
        /// How many changes still wait.
        public var waiting = 0
        /// Seconds to wait before the rest can be sent, if the server said so.
        public var retryAfterSeconds: Int64?
    }

    /// Errors of a synchronisation. The steps before the error keep their effect.
    public enum Failure: Error, Hashable, Sendable {
        /// A call failed, after several attempts if the server was not reached.
        case service(ServiceFailure)
        /// The local store could not be read or written.
        case store(SplitStoreFailure)
        /// The server's pages do not form one snapshot.
        case snapshot(SplitFailure.Code)
    }

    /// The maximum number of attempts of a call if the server cannot be reached.
    public static let attempts = 3

    private let store: SharedExpensesStore
    private let service: any SharedExpensesService
    private let lock = AsyncLock()
    private let now: @Sendable () -> SplitTime
    /// Waits between two attempts, for a number of seconds.
    private let wait: @Sendable (Int64) async -> Void

    /// Creates a synchronisation.
    ///
    /// - Parameters:
    ///   - now: the time of calls.
    ///   - wait: waits a number of seconds between two attempts.
    public init(
        store: SharedExpensesStore, service: any SharedExpensesService, now: @escaping @Sendable () -> SplitTime,
        wait: @escaping @Sendable (Int64) async -> Void
    ) {
        self.store = store
        self.service = service
        self.now = now
        self.wait = wait
    }

    /// Synchronises once.
    ///
    /// - Throws: ``Failure``.
    @discardableResult
    public func run() async throws(Failure) -> Report {
        do {
            return try await lock.withLock { try await synchronise() }
        } catch let failure as Failure {
            throw failure
        } catch {
            // The task was cancelled while it waited for another synchronisation.
            throw .service(.unreachable("the call was cancelled"))
        }
    }

    private func synchronise() async throws(Failure) -> Report {
        let (service, store) = (service, store)
        let account = try await call { () async throws(ServiceFailure) in try await service.account() }
        let session = try keep { () throws(SplitStoreFailure) in try store.adopt(account) }
        var report = try await push()
        if try keep({ () throws(SplitStoreFailure) in try store.isClearing() }) == false { try await pull(session) }
        report.waiting = try keep { () throws(SplitStoreFailure) in try store.pending().count }
        return report
    }

    /// Sends what waits, in order, until a result says that the rest has to wait.
    ///
    /// A server refuses a whole call when it does not accept the form of one operation. Smaller calls then find it, and
    /// it is set aside. The order never changes.
    private func push() async throws(Failure) -> Report {
        let (service, store) = (service, store)
        var report = Report()
        var limit = SharedExpensesLimits.operations
        while true {
            let size = limit
            let batch = try keep { () throws(SplitStoreFailure) in try store.pending(limit: size) }
            guard let head = batch.first else { return report }
            let time = now()
            let applied: AppliedOperations
            do {
                applied = try await call { () async throws(ServiceFailure) in
                    try await service.apply(batch, at: time)
                }
            } catch {
                guard case .service(.invalidRequest) = error else { throw error }
                limit = batch.count / 2
                if limit == 0 {
                    try keep { () throws(SplitStoreFailure) in try store.setAside(head.id) }
                    report.refused += 1
                    limit = SharedExpensesLimits.operations
                }
                continue
            }
            try keep { () throws(SplitStoreFailure) in try store.record(applied) }
            report.sent += applied.results.filter(\.isAccepted).count
            report.refused += applied.results.filter { !$0.isAccepted && !$0.isRetryable }.count
            if let late = applied.results.first(where: \.isRetryable) {
                report.retryAfterSeconds = late.retryAfterSeconds
                return report
            }
            guard !applied.results.isEmpty else { throw .service(.malformed("Apply.results")) }
        }
    }

    private func pull(_ session: SharedExpensesStore.Session) async throws(Failure) {
        let (service, store) = (service, store)
        var revision = try keep { () throws(SplitStoreFailure) in try store.revision() }
        if revision == 0 { return try await snapshot(session) }
        while true {
            let since = revision
            let page: ChangePage
            do {
                page = try await call { () async throws(ServiceFailure) in try await service.changes(since: since) }
            } catch {
                guard error == .service(.resync) else { throw error }
                return try await snapshot(session)
            }
            try keep { () throws(SplitStoreFailure) in try store.apply(page, in: session) }
            guard page.hasMore else { return }
            guard page.revision > revision else { throw .service(.malformed("GetChanges.revision")) }
            revision = page.revision
        }
    }

    /// Fetches everything. The store changes only after the last page.
    private func snapshot(_ session: SharedExpensesStore.Session) async throws(Failure) {
        let (service, store) = (service, store)
        var pager = SnapshotPager<SplitEntity> { "\($0.key.kind.rawValue) \($0.key.id)" }
        var cursor: String?
        while true {
            let position = cursor
            let page = try await call { () async throws(ServiceFailure) in try await service.snapshot(cursor: position)
            }
            let step: SnapshotPager<SplitEntity>.Step
            do throws(SplitFailure) {
                step = try pager.receive(revision: page.revision, items: page.entities, next: page.next)
            } catch {
                throw .snapshot(error.code)
            }
            switch step {
            case .fetch(let next): cursor = next
            case .done:
                let (items, revision) = (pager.items, pager.revision ?? 0)
                return try keep { () throws(SplitStoreFailure) in
                    try store.replace(with: items, revision: revision, in: session)
                }
            }
        }
    }

    /// Calls the service, again after 1 and 2 seconds when it is not reached. A refusal is never repeated.
    private func call<Value: Sendable>(
        _ body: @Sendable () async throws(ServiceFailure) -> Value
    ) async throws(Failure) -> Value {
        var pause: Int64 = 1
        var attempt = 1
        while true {
            do throws(ServiceFailure) {
                return try await body()
            } catch {
                guard error.isRetryable, attempt < Self.attempts else { throw .service(error) }
            }
            await wait(pause)
            pause = min(10, pause * 2)
            attempt += 1
        }
    }

    private func keep<Value>(
        _ body: () throws(SplitStoreFailure) -> Value
    ) throws(Failure) -> Value {
        do { return try body() } catch { throw .store(error) }
    }
}
