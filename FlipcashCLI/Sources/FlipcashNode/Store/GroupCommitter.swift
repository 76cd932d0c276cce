import FlipcashCore
import GRDB

/// Runs units of the ledger, and groups units that are ready together into one durable transaction (payment
/// specification §21.2).
///
/// A unit is a savepoint: when it fails, only its own writes are undone. No caller gets a unit's result before the
/// transaction around it is durable. This includes refusals, which may depend on writes of another unit. Units run in
/// the order in which they arrive.
///
/// There is no thread or task for this. The first caller that finds the committer idle waits for other ready callers to
/// join, runs all units, and returns when none are left. Meanwhile, later callers queue for the next group.
actor GroupCommitter {
    /// A waiting unit and its result.
    private final class Unit {
        let run: (StoreWriter) throws -> Void
        /// Why the transaction around the unit was lost; replaces the unit's own result.
        var groupFailure: StoreError?
        var continuation: CheckedContinuation<Void, Never>?

        init(_ run: @escaping (StoreWriter) throws -> Void) { self.run = run }
    }

    private final class Outcome<Value> {
        var result: Result<Value, any Error>?
    }

    /// The most units in one transaction.
    static let groupSizeMax = 256
    private static let beginAttempts = 3

    private let store: NodeStore
    private let crashPoints: CrashPoints
    private var waiting: [Unit] = []
    private var isWorking = false
    private var isSuspended = false

    init(store: NodeStore, crashPoints: CrashPoints = CrashPoints()) {
        self.store = store
        self.crashPoints = crashPoints
    }

    /// Runs `body` as one unit and returns when its result is durable.
    ///
    /// `body` may run on any thread, must not block, and must not keep its writer.
    ///
    /// - Throws: what `body` throws, after undoing its writes; a `StoreError` when the transaction failed.
    @discardableResult
    func commit<Value: Sendable>(_ body: @escaping @Sendable (StoreWriter) throws -> Value) async throws -> Value {
        let outcome = Outcome<Value>()
        let unit = Unit { writer in
            do {
                outcome.result = .success(try body(writer))
            } catch {
                outcome.result = .failure(error)
                throw error
            }
        }
        waiting.append(unit)
        if isWorking {
            await withCheckedContinuation { unit.continuation = $0 }
        } else {
            isWorking = true
            await Task.yield()
            drain()
            isWorking = false
        }
        if let failure = unit.groupFailure { throw failure }
        guard let result = outcome.result else { throw StoreError.writesSuspended }
        do {
            return try result.get()
        } catch let error as DatabaseError {
            throw StoreError(error, path: store.path)
        }
    }

    private func drain() {
        while !waiting.isEmpty {
            let group = Array(waiting.prefix(Self.groupSizeMax))
            waiting.removeFirst(group.count)
            let failure = run(group)
            for unit in group {
                unit.groupFailure = failure
                unit.continuation?.resume()
            }
        }
    }

    /// Runs a group in one transaction; nil when it is durable.
    private func run(_ group: [Unit]) -> StoreError? {
        guard !isSuspended else { return .writesSuspended }
        return store.withWritingConnection { database in
            do {
                try begin(database)
                for unit in group { try run(unit, in: database) }
                try commit(database)
            } catch {
                undo(database)
                return StoreError(error, path: store.path)
            }
            crashPoints.pass(.groupCommitted)
            return nil
        }
    }

    private func begin(_ database: Database) throws {
        for attempt in 1...Self.beginAttempts {
            do {
                return try database.beginTransaction(.immediate)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && attempt < Self.beginAttempts {
                continue
            }
        }
    }

    /// Rolls back a failed transaction. If that fails too, refuses all further writes.
    private func undo(_ database: Database) {
        guard database.isInsideTransaction else { return }
        try? database.rollback()
        if database.isInsideTransaction { isSuspended = true }
    }

    /// Runs one unit. Throws only when the transaction around it is lost or the unit's writes are uncertain: a written
    /// unit counts as done, so the whole group fails if its savepoint cannot be released.
    private func run(_ unit: Unit, in database: Database) throws {
        var isWritten = false
        do {
            try database.inSavepoint {
                try unit.run(StoreWriter(database: database))
                isWritten = true
                crashPoints.pass(.unitWritten)
                return .commit
            }
            crashPoints.pass(.unitReleased)
        } catch {
            guard database.isInsideTransaction, !isWritten else { throw error }
        }
    }

    /// Commits the transaction. If the disk fails during the commit, its content is unknown: refuses all further writes
    /// until a restart has read the database again.
    private func commit(_ database: Database) throws {
        do {
            try database.commit()
        } catch let error as DatabaseError {
            if error.resultCode == .SQLITE_IOERR { isSuspended = true }
            throw error
        }
    }
}
