import FlipcashCore
import Logging
import Synchronization

/// Collects units and has them written in groups: each unit has its own savepoint, and each group has one durable
/// transaction (payment specification §21.2).
///
/// No caller gets its unit's result before the transaction around it is durable. Whatever is ready when the writer
/// becomes free is the next group. The writer has a thread of its own, so that no thread that Swift's tasks share waits
/// for a disk; in a simulation its tasks run with all others. The units wait behind a lock, so that no
/// thread that serves connections stands between a commit and the writer.
final class GroupCommitter: Sendable {
    /// A waiting unit.
    fileprivate struct Unit: Sendable {
        /// When the unit arrived.
        let since: Uptime
        /// Writes the unit; returns false when that failed and its writes must be undone. Called again when the
        /// transaction is repeated.
        ///
        /// Throws `SQLFailure.conflict` when the whole transaction is lost.
        let run: @Sendable (StoreWriter) throws -> Bool
        /// Called after the transaction around the unit is durable.
        let effect: @Sendable () -> Void
        /// Answers the caller: nil if the transaction is durable, otherwise the reason why it was lost.
        let answer: @Sendable (StoreError?) -> Void
    }

    /// The units that are to be written.
    private struct Line {
        var waiting: [Unit] = []
        /// The task that writes the groups; nil while there is nothing to write.
        var writing: SpawnedTask?
    }

    /// The most units in one transaction.
    static let groupSizeMax = 256
    /// The name of the writer's thread.
    static let threadName = "flipcash.writer"
    /// How long a unit may wait for a slow disk before the node stops answering that something does not exist. Clients
    /// take that answer as final 16 seconds after their last message; most commits need milliseconds.
    static let patience = Duration.seconds(5)

    private let store: NodeStore
    private let writer: GroupWriter
    private let log: LogKeeper?
    private let tasks: any TaskSpawner
    private let clock: any WallClock
    private let metrics: NodeMetrics?
    private let line = Mutex(Line())

    /// - Parameters:
    ///   - clock: measures how long units wait.
    ///   - metrics: counts groups; nil while metrics are off.
    ///   - onSuspension: called once, when no further unit can be written until a restart.
    init(
        store: NodeStore, crashPoints: CrashPoints = CrashPoints(), tasks: any TaskSpawner = ConcurrentTaskSpawner(),
        clock: any WallClock = SystemClock(), metrics: NodeMetrics? = nil,
        onSuspension: @escaping @Sendable () -> Void = {}, logLimits: LogKeeper.Limits = .standard,
        logger: Logger? = nil
    ) {
        self.store = store
        log = store.needsLogCopies ? LogKeeper(store: store, limits: logLimits, tasks: tasks, logger: logger) : nil
        self.tasks = tasks.withOwnThread(named: Self.threadName)
        self.clock = clock
        self.metrics = metrics
        writer = GroupWriter(store: store, crashPoints: crashPoints, onSuspension: onSuspension)
    }

    /// Writes a unit of the ledger and returns when it is durable, refused or lost.
    ///
    /// - Parameter effect: tells others about the unit; called only after it is durable.
    func commit(_ unit: LedgerUnit, effect: (@Sendable (UnitReceipt) -> Void)? = nil) async -> UnitOutcome {
        do {
            return .committed(try await commit(record: { try $0.apply(unit) }, effect: effect))
        } catch {
            return UnitOutcome(path: store.path) { throw error }
        }
    }

    /// Runs `body` in a savepoint of its own and returns when its result is durable.
    ///
    /// Only for records that are not units of the ledger: messages, proofs, users and changes of currencies. `body`
    /// runs on another thread and must not keep its writer.
    ///
    /// - Parameter effect: tells others about the record; called only after it is durable. Effects leave in the order
    ///   of the commits, each before the caller gets its result.
    /// - Throws: what `body` throws, after undoing its writes; a `StoreError` when the transaction failed.
    @discardableResult
    func commit<Value: Sendable>(
        record body: @escaping @Sendable (StoreWriter) throws -> Value,
        effect: (@Sendable (Value) -> Void)? = nil
    ) async throws -> Value {
        let outcome = UnitResult<Value>()
        let failure = await write(
            { try outcome.run(body, $0) },
            effect: {
                if let effect, case .success(let value)? = outcome.latest { effect(value) }
            })
        if let failure { throw failure }
        guard let result = outcome.latest else { throw StoreError.writesSuspended }
        do {
            return try result.get()
        } catch let error as SQLFailure {
            throw StoreError(error, path: store.path)
        }
    }

    /// Whether a read may answer that something does not exist: no earlier commit can still add it.
    ///
    /// False in three cases: after a commit has failed, until the node restarts; after the connection was lost during a
    /// commit, until the next transaction begins; and while a unit has waited for longer than ``patience``.
    var isCertain: Bool { writer.isCertain(at: clock.uptime()) }

    /// Waits until all units so far are durable or lost, whether or not their callers still wait.
    func finish() async { await line.withLock { $0.writing }?.wait() }

    /// Returns when the unit's group is durable or lost; nil when it is durable.
    private func write(
        _ run: @escaping @Sendable (StoreWriter) throws -> Bool, effect: @escaping @Sendable () -> Void
    ) async -> StoreError? {
        metrics?.add(1, to: .unitsWaiting)
        defer { metrics?.add(-1, to: .unitsWaiting) }
        return await withCheckedContinuation { answer in
            line.withLock { line in
                // Read inside the lock, so that the first unit is the oldest.
                let since = clock.uptime()
                line.waiting.append(
                    Unit(since: since, run: run, effect: effect) { answer.resume(returning: $0) })
                guard line.writing == nil else { return }
                writer.note(oldest: since)
                line.writing = tasks.spawn { self.writeAll() }
            }
        }
    }

    private func writeAll() {
        while let group = nextGroup() {
            log?.restartIfDue()
            let start = metrics?.now()
            let failure = writer.run(group)
            if let metrics, let start { metrics.groupEnded(group.count, since: start, isLost: failure != nil) }
            if failure == nil { log?.noteCommit(of: group.count) }
            for unit in group {
                if failure == nil { unit.effect() }
                unit.answer(failure)
            }
        }
    }

    /// The units that are waiting now; nil when there are none, which ends the writer.
    private func nextGroup() -> [Unit]? {
        line.withLock { line in
            guard !line.waiting.isEmpty else {
                line.writing = nil
                writer.note(oldest: nil)
                return nil
            }
            let group = Array(line.waiting.prefix(Self.groupSizeMax))
            writer.note(oldest: group.first?.since)
            line.waiting.removeFirst(group.count)
            return group
        }
    }
}

/// Writes one group after the other. Its calls wait for the disk.
private final class GroupWriter: Sendable {
    private static let beginAttempts = 3
    /// How many times a transaction is tried if it conflicts with another writer.
    private static let conflictAttempts = 5

    private let store: NodeStore
    private let crashPoints: CrashPoints
    private let onSuspension: @Sendable () -> Void
    /// Set when what is on the disk is unknown.
    private let suspended = Latch()
    /// Whether the connection was lost during the last commit, which the server may still carry out.
    private let isCommitOpen = Mutex(false)
    /// When the oldest unanswered unit arrived; nil when all are answered.
    private let oldest = Mutex<Uptime?>(nil)

    init(store: NodeStore, crashPoints: CrashPoints, onSuspension: @escaping @Sendable () -> Void) {
        self.store = store
        self.crashPoints = crashPoints
        self.onSuspension = onSuspension
    }

    /// Records when the oldest unanswered unit arrived.
    func note(oldest time: Uptime?) { oldest.withLock { $0 = time } }

    func isCertain(at now: Uptime) -> Bool {
        guard !suspended.isOpen, !isCommitOpen.withLock({ $0 }) else { return false }
        return oldest.withLock { $0 }.map { now - $0 <= GroupCommitter.patience } ?? true
    }

    private func suspend() {
        guard !suspended.isOpen else { return }
        suspended.open()
        store.keepLog()
        onSuspension()
    }

    /// Runs a group in one transaction; nil when it is durable.
    func run(_ group: [GroupCommitter.Unit]) -> StoreError? {
        guard !suspended.isOpen else { return .writesSuspended }
        do {
            try store.withWriter { try write(group, in: $0) }
        } catch {
            if case .superseded? = error as? SQLFailure { suspend() }
            return StoreError(error, path: store.path)
        }
        crashPoints.pass(.groupCommitted)
        return nil
    }

    /// Writes a group in one transaction. Repeats it after a conflict with another writer of the database.
    private func write(
        _ group: [GroupCommitter.Unit], in connection: any SQLConnection, attempts: Int = conflictAttempts
    ) throws {
        do {
            try begin(connection)
            // A new connection writes only after the server has ended the lost one. Its last commit is decided then.
            isCommitOpen.withLock { $0 = false }
            for unit in group { try run(unit, in: connection) }
            try commit(connection)
        } catch {
            undo(connection)
            guard attempts > 1, SQLFailure.isConflict(error) else { throw error }
            try write(group, in: connection, attempts: attempts - 1)
        }
    }

    private func begin(_ connection: any SQLConnection, attempts: Int = beginAttempts) throws(SQLFailure) {
        do {
            try connection.execute(connection.dialect.begin, [])
        } catch {
            guard case .busy = error, attempts > 1 else { throw error }
            try begin(connection, attempts: attempts - 1)
        }
    }

    /// Rolls back a failed transaction. If that fails too, refuses all further writes.
    private func undo(_ connection: any SQLConnection) {
        guard connection.isInTransaction else { return }
        _ = try? connection.execute("ROLLBACK", [])
        if connection.isInTransaction { suspend() }
    }

    /// Runs one unit in a savepoint, and undoes its writes if it failed.
    ///
    /// - Throws: when the whole group has to fail: the transaction is lost, or a savepoint could not be released or
    ///   undone, so that the unit's writes are uncertain.
    private func run(_ unit: GroupCommitter.Unit, in connection: any SQLConnection) throws {
        try connection.execute("SAVEPOINT unit", [])
        guard try unit.run(StoreWriter(connection: connection)) else {
            try connection.execute("ROLLBACK TO SAVEPOINT unit", [])
            try connection.execute("RELEASE SAVEPOINT unit", [])
            return
        }
        crashPoints.pass(.unitWritten)
        try connection.execute("RELEASE SAVEPOINT unit", [])
        crashPoints.pass(.unitReleased)
    }

    /// Commits the transaction. If the disk fails during the commit, its content is unknown: refuses all further writes
    /// until a restart has read the database again. If the connection is lost, the next transaction settles it.
    private func commit(_ connection: any SQLConnection) throws {
        do {
            try connection.execute("COMMIT", [])
        } catch {
            if case SQLFailure.disk = error { suspend() }
            if case SQLFailure.lost = error { isCommitOpen.withLock { $0 = true } }
            throw error
        }
    }
}

extension NodeMetrics {
    fileprivate func groupEnded(_ units: Int, since start: Uptime, isLost: Bool) {
        time(.groupSeconds, since: start)
        record(.groupUnits, units)
        if isLost { count(.groupsLost) }
    }
}

/// What a unit returned or threw in its last run.
private final class UnitResult<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    var latest: Result<Value, any Error>? { result.withLock { $0 } }

    /// Runs `body`; false when it failed.
    ///
    /// - Throws: `SQLFailure.conflict`.
    func run(_ body: (StoreWriter) throws -> Value, _ writer: StoreWriter) throws -> Bool {
        do {
            let value = try body(writer)
            result.withLock { $0 = .success(value) }
            return true
        } catch {
            result.withLock { $0 = .failure(error) }
            if SQLFailure.isConflict(error) { throw error }
            return false
        }
    }
}

extension SQLFailure {
    fileprivate static func isConflict(_ error: any Error) -> Bool {
        guard case .conflict? = error as? SQLFailure else { return false }
        return true
    }
}

extension UnitOutcome {
    /// The outcome of a unit that returned or threw.
    fileprivate init(path: String, _ body: () throws -> UnitReceipt) {
        do {
            self = .committed(try body())
        } catch let refusal as IntentRefusal {
            self = .refused(refusal)
        } catch let failure as PostingFailure {
            self = .unavailable(.books(failure))
        } catch {
            self = .unavailable(.store(StoreError(error, path: path)))
        }
    }
}
