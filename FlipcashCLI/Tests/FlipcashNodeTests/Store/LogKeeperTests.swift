import Dispatch
import FlipcashCore
import FlipcashTestKit
import Foundation
import Logging
import Synchronization
import Testing

@testable import FlipcashNode

/// Tests that the write-ahead log stays bounded, and that its growth is reported when it cannot.
@Suite(.serialized) struct LogKeeperTests {
    private let folder: TemporaryFolder
    private let store: NodeStore

    init() throws {
        folder = try TemporaryFolder()
        store = try NodeStore(path: folder.file("node.sqlite"))
    }

    /// The size of the log's file, which is the longest that the log has been since it was cut.
    private func logBytes() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: store.path + "-wal")[.size] as? Int ?? 0
    }

    /// Writes units of 64 KiB, many of them at once.
    private func write(_ units: Int, first: Int = 0, through committer: GroupCommitter) async throws {
        let text = String(repeating: "x", count: 64 << 10)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in stride(from: first + worker, to: first + units, by: 8) {
                        try await committer.commit { writer in
                            try writer.execute(
                                "INSERT INTO facts (name, value) VALUES (?, ?)", ["\(number) \(text)", number])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("under load without a pause, the log stays near its bound while four times as much is written")
    func commit_steadyLoad_boundsTheLog() async throws {
        var limits = LogKeeper.Limits()
        (limits.unitsBetweenCopies, limits.restartBytes) = (16, 4 << 20)
        let committer = GroupCommitter(store: store, logLimits: limits)
        try await write(1024, through: committer)
        #expect(try logBytes() < 16 << 20)
        #expect(try store.read { try $0.integer("SELECT count(*) FROM facts") } == 1024)
    }

    @Test("a node's own limits copy the log long before it reaches its bound")
    func limits_standard_leaveRoom() {
        let limits = LogKeeper.Limits.standard
        #expect(limits.bytesMax == 256 << 20)
        #expect(limits.restartBytes * 4 <= limits.bytesMax)
    }

    @Test("a reader of an old state keeps the log from beginning anew; that is reported once, with the sizes")
    func commit_longRead_isReported() async throws {
        let recorder = LogRecorder()
        var limits = LogKeeper.Limits()
        (limits.unitsBetweenCopies, limits.restartBytes, limits.bytesMax) = (8, 1 << 20, 2 << 20)
        let committer = GroupCommitter(store: store, logLimits: limits, logger: recorder.logger)
        try await write(1, first: 10_000, through: committer)
        let mayEnd = DispatchSemaphore(value: 0)
        let (store, isReading, ended) = (store, Latch(), Latch())
        Thread {
            try? store.read { reader in
                _ = try reader.integer("SELECT count(*) FROM facts")
                isReading.open()
                mayEnd.wait()
            }
            ended.open()
        }.start()
        await isReading.wait()
        var written = 0
        while recorder.messages(.warning).isEmpty, written < 100 {
            try await write(16, first: written * 16, through: committer)
            written += 1
        }
        try await write(64, first: 50_000, through: committer)
        mayEnd.signal()
        await ended.wait()
        let warnings = recorder.messages(.warning)
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("\"bound\": \(2 << 20)") == true, "\(warnings)")
        #expect(recorder.messages(.error) == [])
    }

    @Test("the audit's connection sees every commit, and a store in memory has one too")
    func readAside_afterCommit_seesIt() async throws {
        for store in [store, try NodeStore()] {
            let committer = GroupCommitter(store: store)
            try await committer.commit { try $0.execute("INSERT INTO facts (name, value) VALUES ('a', 1)", []) }
            #expect(try store.readAside { try $0.integer("SELECT value FROM facts WHERE name = 'a'") } == 1)
        }
    }

    // MARK: With a scripted log

    /// A database whose log has the sizes that a test gives it.
    private final class ScriptedDatabase: SQLDatabase {
        private let database: SQLiteDatabase
        private let state = Mutex((size: 0, calls: [String]()))

        init() throws { database = try SQLiteDatabase() }

        /// What was asked for until now.
        var calls: [String] { state.withLock { $0.calls } }

        func grow(to bytes: Int) { state.withLock { $0.size = bytes } }

        var needsLogCopies: Bool { true }

        func copyLog() throws -> LogState? { answer("copy") }

        func restartLog() throws -> LogState? { answer("restart") }

        private func answer(_ call: String) -> LogState {
            state.withLock { state in
                state.calls.append(call)
                return LogState(bytes: state.size, copiedBytes: state.size / 2)
            }
        }

        func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result { try database.read(body) }

        func withWriter<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
            try database.withWriter(body)
        }

        func copy(toFile path: String) throws { try database.copy(toFile: path) }

        func close(keepingLog: Bool) throws { try database.close(keepingLog: keepingLog) }
    }

    /// Keeps what is started until the test runs it.
    private final class HeldTasks: TaskSpawner {
        private let operations = Mutex<[@Sendable () async -> Void]>([])

        func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
            operations.withLock { $0.append(operation) }
            return SpawnedTask(Task {})
        }

        /// Runs what was started, and returns how much that was.
        func run() async -> Int {
            let started = operations.withLock { operations in
                defer { operations = [] }
                return operations
            }
            for operation in started { await operation() }
            return started.count
        }
    }

    @Test("the log is copied at the first commit, then every so many units, one copy at a time")
    func noteCommit_units_startCopiesWhenDue() async throws {
        let (database, tasks) = (try ScriptedDatabase(), HeldTasks())
        var limits = LogKeeper.Limits()
        limits.unitsBetweenCopies = 10
        let keeper = LogKeeper(
            store: try NodeStore(database: database, path: ":memory:"), limits: limits, tasks: tasks, logger: nil)
        keeper.noteCommit(of: 1)
        keeper.noteCommit(of: 10)
        #expect(await tasks.run() == 1)
        keeper.noteCommit(of: 9)
        #expect(await tasks.run() == 1)
        keeper.noteCommit(of: 9)
        #expect(await tasks.run() == 0)
        keeper.noteCommit(of: 1)
        #expect(await tasks.run() == 1)
        #expect(database.calls == ["copy", "copy", "copy"])
    }

    @Test("the writer copies the rest of a long log once, and of a short one never")
    func restartIfDue_longLog_restartsOnce() async throws {
        let (database, tasks) = (try ScriptedDatabase(), HeldTasks())
        var limits = LogKeeper.Limits()
        (limits.unitsBetweenCopies, limits.restartBytes) = (1, 1000)
        let keeper = LogKeeper(
            store: try NodeStore(database: database, path: ":memory:"), limits: limits, tasks: tasks, logger: nil)
        database.grow(to: 999)
        keeper.noteCommit(of: 1)
        _ = await tasks.run()
        keeper.restartIfDue()
        #expect(database.calls == ["copy"])
        database.grow(to: 1000)
        keeper.noteCommit(of: 1)
        _ = await tasks.run()
        keeper.noteCommit(of: 1)
        #expect(await tasks.run() == 0, "a copy is started although the writer is to copy")
        keeper.restartIfDue()
        keeper.restartIfDue()
        #expect(database.calls == ["copy", "copy", "restart"])
    }
}
