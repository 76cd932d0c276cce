import Dispatch
import FlipcashCore
import FlipcashTestKit
import Foundation
import GRDB
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import FlipcashNode

@Suite(.serialized) struct GroupCommitterTests {
    struct Refused: Error, Hashable { let number: Int }

    /// Records, in one list, the committer's steps and its callers' results.
    final class Trace: Sendable {
        private let list = Mutex<[String]>([])

        var events: [String] { list.withLock { $0 } }

        func note(_ event: String) { list.withLock { $0.append(event) } }
    }

    private static let groupCommitted = String(describing: CrashPoint.groupCommitted)
    private static let unitReleased = String(describing: CrashPoint.unitReleased)

    private let folder: TemporaryFolder
    private let store: NodeStore
    private let trace = Trace()
    private let committer: GroupCommitter

    init() throws {
        folder = try TemporaryFolder()
        store = try TestDatabase.isPostgreSQL ? TestDatabase.store() : NodeStore(path: folder.file("node.sqlite"))
        let trace = self.trace
        committer = GroupCommitter(
            store: store, crashPoints: CrashPoints { trace.note(String(describing: $0)) })
    }

    private static func insert(_ number: Int, _ writer: StoreWriter) throws {
        try writer.execute("INSERT INTO facts (name, value) VALUES (?, ?)", ["unit \(number)", number])
    }

    private func stored() throws -> [Int64] {
        try store.read { try $0.rows("SELECT value FROM facts ORDER BY value").map { try $0.integer("value") } }
    }

    /// Runs units that are all ready at the same time.
    private func runTogether(_ count: Int, _ body: @escaping @Sendable (Int, StoreWriter) throws -> Void) async
        -> [Int: Refused?]
    {
        await withTaskGroup(of: (Int, Refused?).self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        try await committer.commit { try body(number, $0) }
                        trace.note("answered")
                        return (number, nil)
                    } catch {
                        trace.note("answered")
                        return (number, error as? Refused)
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    @Test("a unit that fails undoes only its own writes")
    func commit_failingUnits_leaveNeighbours() async throws {
        let results = await runTogether(200) { number, writer in
            try Self.insert(number, writer)
            if number % 3 == 0 { throw Refused(number: number) }
        }
        #expect(try stored() == (0..<200).filter { $0 % 3 != 0 }.map(Int64.init))
        for (number, refusal) in results { #expect(refusal == (number % 3 == 0 ? Refused(number: number) : nil)) }
    }

    @Test("a thread of connections that is busy delays no commit of another one", .timeLimit(.minutes(1)))
    func commit_busyServingThread_othersAreAnswered() async throws {
        let threads = ServingThreads(count: 2)
        let (free, busy) = (threads.group.next(), threads.group.next())
        func commit(_ number: Int, on loop: any EventLoop, _ body: @escaping @Sendable () -> Void) async throws
            -> SpawnedTask
        {
            try await loop.submit { [committer] in
                // As a call is pinned to the thread of its connection.
                let pinned = try #require(threads.present)
                return ConcurrentTaskSpawner().withExecutor(pinned).spawn {
                    await #expect(throws: Never.self) {
                        try await committer.commit {
                            body()
                            try Self.insert(number, $0)
                        }
                    }
                }
            }.get()
        }
        let (hasBegun, mayEnd, mayGoOn) = (Latch(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let first = try await commit(1, on: busy) {
            hasBegun.open()
            mayEnd.wait()
        }
        await hasBegun.wait()
        busy.execute { mayGoOn.wait() }
        mayEnd.signal()
        await (try await commit(2, on: free) {}).wait()
        #expect(try stored() == [1, 2])
        mayGoOn.signal()
        await first.wait()
    }

    @Test("units that are ready together share one transaction")
    func commit_manyReadyUnits_shareTransactions() async throws {
        _ = await runTogether(300) { try Self.insert($0, $1) }
        let groups = trace.events.count { $0 == Self.groupCommitted }
        #expect(groups < 150)
        #expect(try stored().count == 300)
    }

    @Test("no caller gets a result, not even a refusal, before the transaction is durable")
    func commit_answers_comeAfterTheOuterCommit() async throws {
        let trace = trace
        _ = await runTogether(100) { number, writer in
            try Self.insert(number, writer)
            trace.note("ended")
            if number % 2 == 0 { throw Refused(number: number) }
        }
        // At no time are more units answered than precede the last durable transaction.
        var (written, durable, answered) = (0, 0, 0)
        for event in trace.events {
            switch event {
            case "ended": written += 1
            case Self.groupCommitted: durable = written
            case "answered": answered += 1
            default: continue
            }
            #expect(answered <= durable)
        }
        #expect(answered == 100)
    }

    @Test("all units, and their effects, run on the writer's own thread")
    func commit_units_runOnTheWritersThread() async throws {
        let trace = trace
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try? await committer.commit(
                        record: { writer in
                            try Self.insert(number, writer)
                            trace.note("on " + (Thread.current.name ?? ""))
                        },
                        effect: { trace.note("on " + (Thread.current.name ?? "")) })
                }
            }
        }
        let threads = trace.events.filter { $0.hasPrefix("on ") }
        #expect(threads.count == 100)
        #expect(Set(threads) == ["on \(GroupCommitter.threadName)"])
    }

    @Test("the effects of records leave after their transaction, in the order of the commits, and before the answers")
    func commit_effects_followTheOuterCommit() async throws {
        let trace = trace
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    _ = try? await committer.commit(
                        record: { writer in
                            try Self.insert(number, writer)
                            if number % 4 == 0 { throw Refused(number: number) }
                            trace.note("ended")
                            return try writer.integer("SELECT count(*) FROM facts")
                        },
                        effect: { (count: Int64) in trace.note("effect \(count)") })
                    trace.note("answered")
                }
            }
        }
        var (written, durable, answered) = (0, 0, 0)
        var effects: [String] = []
        for event in trace.events {
            switch event {
            case "ended": written += 1
            case Self.groupCommitted: durable = written
            case "answered": answered += 1
            case _ where event.hasPrefix("effect"): effects.append(event)
            default: continue
            }
            #expect(effects.count <= durable)
        }
        #expect(effects == (1...30).map { "effect \($0)" })
        #expect(answered == 40)
    }

    @Test("a violated constraint fails only its own unit")
    func commit_constraintViolation_failsOnlyThatUnit() async throws {
        try await committer.commit { try Self.insert(1, $0) }
        await #expect(throws: StoreError.self) { try await committer.commit { try Self.insert(1, $0) } }
        try await committer.commit { try Self.insert(2, $0) }
        #expect(try stored() == [1, 2])
    }

    @Test("when the transaction is lost, every unit in it fails and none is stored")
    func commit_lostTransaction_failsTheWholeGroup() async throws {
        let results = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        try await committer.commit { writer in
                            try Self.insert(number, writer)
                            if number == 13 { try writer.connection.script("ROLLBACK") }
                        }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(try stored().count == results.count { $0 })
        #expect(results.contains(false))
        #expect(try stored().contains(13) == false)
    }

    @Test("When the writes of a failed unit cannot be undone, its group is lost, and the next one is written")
    func commit_unitThatCannotBeUndone_losesTheGroup() async throws {
        let database = FailingDatabase(try SQLiteDatabase(), ["ROLLBACK TO SAVEPOINT unit"])
        let store = try NodeStore(database: database, path: ":memory:")
        let committer = GroupCommitter(store: store)
        // Not the unit's own error: the transaction around it is lost.
        await #expect(throws: StoreError.unavailable(path: ":memory:", reason: "the test's disk failed")) {
            try await committer.commit { writer in
                try Self.insert(1, writer)
                throw Refused(number: 1)
            }
        }
        #expect(try store.read { try $0.integer("SELECT count(*) FROM facts") } == 0)
        database.failing.change { $0 = [] }
        try await committer.commit { try Self.insert(2, $0) }
        #expect(try store.read { try $0.integer("SELECT sum(value) FROM facts") } == 2)
    }

    @Test("After the disk has failed during a commit, the log is left as it is for a restart")
    func commit_failingDisk_keepsTheLog() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("node.sqlite")
        let database = FailingDatabase(try SQLiteDatabase(path: path), [])
        let store = try NodeStore(database: database, path: path)
        let committer = GroupCommitter(store: store)
        try await committer.commit { try Self.insert(1, $0) }
        database.failing.change { $0 = ["COMMIT"] }
        await #expect(throws: StoreError.self) { try await committer.commit { try Self.insert(2, $0) } }
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        #expect(!log.isEmpty)
        try store.close()
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log)
        #expect(try NodeStore(path: path).read { try $0.integer("SELECT sum(value) FROM facts") } == 1)
    }

    /// A database on which another writer is in the way of the first statements that are named.
    private final class ContestedDatabase: SQLDatabase {
        private let database: any SQLDatabase
        private let conflicts: Mutex<[String]>

        init(_ conflicts: [String]) throws {
            database = try SQLiteDatabase()
            self.conflicts = Mutex(conflicts)
        }

        private struct Connection: SQLConnection {
            let connection: any SQLConnection
            let owner: ContestedDatabase

            var dialect: SQLDialect { connection.dialect }
            var isInTransaction: Bool { connection.isInTransaction }

            func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow] {
                try connection.rows(sql, arguments)
            }

            func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int {
                let isContested = owner.conflicts.withLock { conflicts in
                    guard let next = conflicts.first, sql.hasPrefix(next) else { return false }
                    conflicts.removeFirst()
                    return true
                }
                if isContested { throw .conflict("another writer") }
                return try connection.execute(sql, arguments)
            }

            func script(_ sql: String) throws(SQLFailure) { try connection.script(sql) }
        }

        func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result { try database.read(body) }

        func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
            try database.withWriter { try body(Connection(connection: $0, owner: self)) }
        }

        func copy(toFile path: String) throws { try database.copy(toFile: path) }

        func close(keepingLog: Bool) throws { try database.close(keepingLog: keepingLog) }
    }

    @Test("a transaction that loses against another writer is written again, with all its units, and answered once")
    func commit_conflicts_repeatTheTransaction() async throws {
        let database = try ContestedDatabase(["INSERT INTO facts", "COMMIT", "INSERT INTO facts", "COMMIT"])
        let store = try NodeStore(database: database, path: ":memory:")
        let committer = GroupCommitter(store: store)
        let seen = try await committer.commit { writer in
            try Self.insert(1, writer)
            return try writer.integer("SELECT count(*) FROM facts")
        }
        #expect(seen == 1)
        #expect(try store.read { try $0.integer("SELECT count(*) FROM facts") } == 1)
    }

    @Test("a unit that loses against another writer is written again")
    func commit_conflictInAUnit_repeatsTheTransaction() async throws {
        let store = try NodeStore(database: ContestedDatabase(["INSERT INTO facts"]), path: ":memory:")
        try await GroupCommitter(store: store).commit { try Self.insert(1, $0) }
        #expect(try store.read { try $0.integer("SELECT count(*) FROM facts WHERE value = 1") } == 1)
    }

    @Test("a writer that always loses gives up, writes nothing, and can write later")
    func commit_endlessConflicts_areUnavailable() async throws {
        let database = try ContestedDatabase(Array(repeating: "COMMIT", count: 5))
        let store = try NodeStore(database: database, path: ":memory:")
        let committer = GroupCommitter(store: store)
        await #expect(throws: StoreError.unavailable(path: ":memory:", reason: "another writer")) {
            try await committer.commit { try Self.insert(1, $0) }
        }
        try await committer.commit { try Self.insert(2, $0) }
        #expect(try store.read { try $0.integer("SELECT sum(value) FROM facts") } == 2)
    }

    @Test(
        "on a full disk only units that do not fit fail",
        .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
    func commit_fullDisk_keepsWhatFits() async throws {
        try await committer.commit { try Self.insert(1, $0) }
        try store.withWriter { connection in
            let pages = try StoreReader(connection: connection).integer("PRAGMA page_count")
            try connection.script("PRAGMA max_page_count = \(pages + 1)")
        }
        await #expect(throws: StoreError.self) {
            try await committer.commit { writer in
                try Self.insert(2, writer)
                try writer.execute(
                    "INSERT INTO facts (name, value) VALUES (?, 3)", [String(repeating: "x", count: 1 << 20)])
            }
        }
        try await committer.commit { try Self.insert(4, $0) }
        #expect(try stored() == [1, 4])
    }

    @Test(
        "a locked database is waited for, then refused, and tried again later",
        .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite))
    func commit_busyDatabase_isUnavailable() async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.path, configuration: configuration)
        try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        await #expect(throws: StoreError.self) { try await committer.commit { try Self.insert(1, $0) } }
        try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try await committer.commit { try Self.insert(2, $0) }
        #expect(try stored() == [2])
    }

    @Test("a unit sees what the units before it wrote")
    func commit_laterUnit_seesEarlierWrites() async throws {
        for number in 0..<5 { try await committer.commit { try Self.insert(number, $0) } }
        let seen = try await committer.commit { try $0.integer("SELECT count(*) FROM facts") }
        #expect(seen == 5)
    }

    @Test("a killing crash point is read from POINT:N and nothing else")
    func killingCrashPoints_text_isParsedStrictly() {
        #expect(CrashPoints(killingAt: "unitReleased:3") != nil)
        for text in ["", "unitReleased", "unitReleased:0", "unitReleased:x", "nowhere:1", "unitReleased:1:2"] {
            #expect(CrashPoints(killingAt: text) == nil)
        }
    }

    @Test(
        "a kill before the commit loses the unit; a kill after the commit keeps it",
        .disabled(if: TestDatabase.isPostgreSQL, TestDatabase.onlySQLite),
        arguments: [(CrashPoint.unitWritten, 0), (.unitReleased, 0), (.groupCommitted, 1)])
    func commit_killedProcess_isAllOrNothing(point: CrashPoint, kept: Int) async throws {
        let path = folder.file("killed-\(point).sqlite")
        setenv("FLIPCASH_TEST_STORE", path, 1)
        setenv("FLIPCASH_TEST_POINT", "\(point):1", 1)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let environment = ProcessInfo.processInfo.environment
            let store = try NodeStore(path: environment["FLIPCASH_TEST_STORE"] ?? "")
            let points = try #require(CrashPoints(killingAt: environment["FLIPCASH_TEST_POINT"] ?? ""))
            let committer = GroupCommitter(store: store, crashPoints: points)
            try await committer.commit { writer in
                try writer.execute("INSERT INTO facts (name, value) VALUES ('unit', 1)", [])
            }
        }
        let survivor = try NodeStore(path: path)
        #expect(try survivor.read { try $0.integer("SELECT count(*) FROM facts") } == Int64(kept))
    }

    @Test("The end waits for units whose callers no longer wait")
    func finish_unitsUnderWay_areDurable() async throws {
        let (isRunning, mayEnd) = (Latch(), DispatchSemaphore(value: 0))
        let caller = Task {
            try await committer.commit { writer in
                isRunning.open()
                mayEnd.wait()
                try Self.insert(1, writer)
            }
        }
        await isRunning.wait()
        caller.cancel()
        let end = Task {
            await committer.finish()
            trace.note("finished")
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(!trace.events.contains("finished"))
        mayEnd.signal()
        await end.value
        #expect(try stored() == [1])
        // Nothing is under way now.
        await committer.finish()
    }

    /// Counts the writers that are started.
    private final class WriterCount: TaskSpawner {
        private let tasks: any TaskSpawner
        private let state = Mutex(0)

        init(_ tasks: any TaskSpawner) { self.tasks = tasks }

        var count: Int { state.withLock { $0 } }

        func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
            state.withLock { $0 += 1 }
            return tasks.spawn(operation)
        }
    }

    @Test("Units that come while others are written start no writer of their own")
    func commit_unitsWhileOthersAreWritten_shareTheWriter() throws {
        let world = SimulatedWorld(seed: 1)
        let (writers, store) = (WriterCount(world.environment.tasks), self.store)
        try world.run {
            let committer = GroupCommitter(store: store, tasks: writers)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 { group.addTask { try await committer.commit { try Self.insert(number, $0) } } }
                try await group.waitForAll()
            }
        }
        #expect(writers.count < 20)
        #expect(try stored() == Array(0..<20))
    }

    /// Starts tasks that do nothing before they are released.
    private struct HeldTasks: TaskSpawner {
        let tasks: any TaskSpawner
        let release = Latch()

        func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
            tasks.spawn {
                await release.wait()
                await operation()
            }
        }
    }

    @Test("A transaction has at most 256 units; the others that are ready follow in the next ones")
    func commit_moreReadyUnitsThanAGroupHolds_areSplit() throws {
        let world = SimulatedWorld(seed: 1)
        let (writers, store, trace) = (HeldTasks(tasks: world.environment.tasks), self.store, self.trace)
        try world.run {
            let committer = GroupCommitter(
                store: store, crashPoints: CrashPoints { trace.note(String(describing: $0)) }, tasks: writers)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<600 { group.addTask { try await committer.commit { try Self.insert(number, $0) } } }
                // Time passes only when no task can run: all units wait for the writer now.
                try await world.clock.sleep(for: .seconds(1))
                writers.release.open()
                try await group.waitForAll()
            }
        }
        let groups = trace.events.split(separator: Self.groupCommitted)
        let sizes = groups.map { events in events.count { $0 == Self.unitReleased } }
        #expect(sizes == [256, 256, 88])
        #expect(try stored() == Array(0..<600))
    }

    @Test("What is absent is uncertain while a unit has waited for more than five seconds, and until it has an outcome")
    func commit_unitThatWaitsLong_isUncertainMeanwhile() throws {
        let world = SimulatedWorld(seed: 1)
        let (writers, store) = (HeldTasks(tasks: world.environment.tasks), self.store)
        try world.run {
            let committer = GroupCommitter(store: store, tasks: writers, clock: world.environment.clock)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await committer.commit { try Self.insert(1, $0) } }
                try await world.clock.sleep(for: GroupCommitter.patience)
                #expect(committer.isCertain)
                try await world.clock.sleep(for: .seconds(1))
                // A later unit does not make the earlier one younger.
                group.addTask { try await committer.commit { try Self.insert(2, $0) } }
                try await world.clock.sleep(for: .seconds(1))
                #expect(!committer.isCertain)
                writers.release.open()
                try await group.waitForAll()
            }
            await committer.finish()
            #expect(committer.isCertain)
        }
        #expect(try stored() == [1, 2])
    }

    @Test("A disk that fails during COMMIT is reported once; nothing is written after it")
    func commit_failingDisk_suspendsOnce() async throws {
        let reports = Trace()
        let registry = PrometheusRegistry(shapes: NodeMetric.shapes)
        let committer = GroupCommitter(
            store: try NodeStore(database: FailingDatabase(try SQLiteDatabase(), ["COMMIT"]), path: ":memory:"),
            metrics: NodeMetrics(factory: registry, clock: TestClock()), onSuspension: { reports.note("suspended") })
        for _ in 0..<3 {
            await #expect(throws: StoreError.self) { try await committer.commit { try Self.insert(1, $0) } }
        }
        #expect(reports.events == ["suspended"])
        let lines = registry.text.split(separator: "\n")
        #expect(lines.contains("flipcash_node_groups_lost_total 3"))
        #expect(lines.contains("flipcash_node_group_units_count 3"))
        #expect(lines.contains("flipcash_node_units_waiting 0"))
    }

    @Test(
        "After a disk failed during COMMIT nothing is written, though the disk works again",
        arguments: [["COMMIT"], ["COMMIT", "ROLLBACK"]])
    func commit_diskThatRecovers_staysSuspended(failing: Set<String>) async throws {
        let (database, reports) = (FailingDatabase(try SQLiteDatabase(), failing), Trace())
        let store = try NodeStore(database: database, path: ":memory:")
        let committer = GroupCommitter(store: store, onSuspension: { reports.note("suspended") })
        await #expect(throws: StoreError.self) { try await committer.commit { try Self.insert(1, $0) } }
        #expect(reports.events == ["suspended"])
        database.failing.change { $0 = [] }
        await #expect(throws: StoreError.self) { try await committer.commit { try Self.insert(2, $0) } }
        #expect(reports.events == ["suspended"])
        #expect(try store.read { try $0.integer("SELECT count(*) FROM facts WHERE value = 2") } == 0)
        #expect(!committer.isCertain)
    }

    @Test("The outcome of a commit whose connection was lost is open until the next transaction begins")
    func commit_lostConnection_isUncertainUntilTheNext() async throws {
        let database = FailingDatabase(try SQLiteDatabase(), ["COMMIT"], with: .lost("the test's connection was lost"))
        let committer = GroupCommitter(store: try NodeStore(database: database, path: ":memory:"))
        #expect(committer.isCertain)
        await #expect(throws: StoreError.self) { try await committer.commit { try Self.insert(1, $0) } }
        #expect(!committer.isCertain)
        database.failing.change { $0 = ["BEGIN IMMEDIATE"] }
        await #expect(throws: StoreError.self) { try await committer.commit { try Self.insert(2, $0) } }
        #expect(!committer.isCertain, "no transaction has begun")
        database.failing.change { $0 = [] }
        try await committer.commit { try Self.insert(3, $0) }
        #expect(committer.isCertain)
    }
}
