import FlipcashCore
import FlipcashTestKit
import Foundation
import GRDB
import Testing

@testable import FlipcashNode

@Suite struct NodeStoreTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("node.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test("a file store is in WAL mode with full synchronisation on the writing connection")
    func open_newFile_isDurable() throws {
        let store = try NodeStore(path: path)
        let (mode, level) = try store.withWriter { connection in
            (
                try connection.rows("PRAGMA journal_mode", []).first?.text("journal_mode"),
                try connection.rows("PRAGMA synchronous", []).first?.integer("synchronous")
            )
        }
        #expect(mode == "wal")
        #expect(level == 2)
    }

    @Test("every table of a new database is strict, so that a column holds values of its own type alone")
    func open_newFile_hasStrictTables() throws {
        let store = try NodeStore(path: path)
        let tables = try store.read { reader in
            try reader.rows(
                """
                SELECT name, strict FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name
                """
            ).map { (name: try $0.text("name"), isStrict: try $0.flag("strict")) }
        }
        #expect(tables.count > 30)
        let lax = tables.filter { !$0.isStrict }.map { $0.name }
        #expect(lax == [])
    }

    @Test("the file, its log and its index have mode 0600, also those of an earlier release")
    func open_files_arePrivate() throws {
        for isOld in [false, true] {
            if isOld { for name in ["", "-wal", "-shm"] { chmod(path + name, 0o644) } }
            let store = try NodeStore(path: path)
            try store.write { try $0.noteTime(.init(seconds: 7)) }
            for name in ["", "-wal", "-shm"] {
                #expect(try mode(of: path + name) == 0o600, "\(name), old: \(isOld)")
            }
            // The log stays behind, as after a crash.
            if isOld { try store.close() }
        }
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("settling the log of a database changes none of its bytes, and a missing log is nothing to settle")
    func settleLog_afterKill_changesNothing() throws {
        try DatabaseFile.settleLog(ofDatabaseAt: path)
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        let store = try NodeStore(path: path)
        try store.write { writer in
            let text = String(repeating: "x", count: 3 << 20)
            try writer.execute("INSERT INTO facts (name, value) VALUES (?, 3)", [text])
        }
        // As after a kill: the log is there, and no process has it open.
        let copy = folder.file("copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: copy + "-wal"))
        #expect(before.count > 3 << 20)
        try DatabaseFile.settleLog(ofDatabaseAt: copy)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")) == before)
        #expect(try NodeStore(path: copy).read { try $0.integer("SELECT count(*) FROM facts WHERE value = 3") } == 1)
    }

    @Test("a backup appears complete or not at all, and leaves no other file behind")
    func backUp_toFolder_leavesOneFile() throws {
        let store = try NodeStore(path: path)
        let place = folder.file("backups")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try store.backUp(to: place + "/copy.sqlite")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["copy.sqlite"])
        #expect(try mode(of: place + "/copy.sqlite") == 0o600)
        #expect(throws: StoreError.self) { try store.backUp(to: place + "/copy.sqlite") }
        #expect(throws: StoreError.self) { try store.backUp(to: place + "/none/copy.sqlite") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["copy.sqlite"])
    }

    @Test("opening again keeps version and content")
    func open_again_keepsContent() throws {
        let store = try NodeStore(path: path)
        try store.write { try $0.noteTime(.init(seconds: 7)) }
        try store.close()
        let again = try NodeStore(path: path)
        #expect(try again.read { try $0.latestTimeSeen() } == .init(seconds: 7))
        #expect(try again.read { try $0.integer("PRAGMA user_version") } == Int64(NodeSchema.version))
    }

    @Test("a file that is not a database is refused and not changed")
    func open_otherFile_throwsNotADatabase() throws {
        let content = Data("these are my holiday notes, not a ledger".utf8)
        try content.write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.notADatabase(path: path)) { try NodeStore(path: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["node.sqlite"])
    }

    @Test("a folder in the database's place is refused and keeps its mode")
    func open_folder_throwsUnavailable() throws {
        try SystemFiles.makeFolder(path)
        #expect(throws: StoreError.unavailable(path: path, reason: "Is a directory")) { try NodeStore(path: path) }
        #expect(try mode(of: path) == 0o700)
    }

    @Test("another program's database is refused")
    func open_foreignDatabase_throws() throws {
        let other = try DatabaseQueue(path: path)
        try other.write { try $0.execute(sql: "CREATE TABLE recipes (title TEXT)") }
        try other.close()
        #expect(throws: StoreError.foreignDatabase(path: path)) { try NodeStore(path: path) }
    }

    @Test("an upgrade keeps the copy that an earlier attempt has made")
    func open_earlierVersionWithCopy_keepsTheCopy() throws {
        let version = NodeSchema.version - 1
        try FileManager.default.copyItem(at: ReleasedSchemaTests.fixture(version), to: URL(filePath: path))
        let copy = "\(path).version-\(version)"
        #expect(try PrivateFile.create(copy, content: [7]))
        let store = try NodeStore(path: path)
        #expect(try store.read { try $0.integer("PRAGMA user_version") } == Int64(NodeSchema.version))
        #expect(try Data(contentsOf: URL(filePath: copy)) == Data([7]))
    }

    @Test("a database of a later release is refused")
    func open_newerVersion_throws() throws {
        let store = try NodeStore(path: path)
        try store.withWriter { try $0.script("PRAGMA user_version = 999") }
        try store.close()
        #expect(throws: StoreError.newerSchema(path: path, found: 999, supported: NodeSchema.version)) {
            try NodeStore(path: path)
        }
    }

    @Test("a database of a release before the first public one is refused")
    func open_obsoleteVersion_throws() throws {
        let store = try NodeStore(path: path)
        try store.withWriter { try $0.script("PRAGMA user_version = 3") }
        try store.close()
        #expect(throws: StoreError.obsoleteSchema(path: path, found: 3, oldest: 4)) { try NodeStore(path: path) }
        #expect(throws: StoreError.obsoleteSchema(path: path, found: 3, oldest: 4)) {
            try NodeStore.owner(ofDatabaseAt: path)
        }
    }

    @Test("a database with a version below zero is refused as damaged")
    func open_negativeVersion_throws() throws {
        let store = try NodeStore(path: path)
        try store.withWriter { try $0.script("PRAGMA user_version = -1") }
        try store.close()
        #expect(throws: StoreError.corrupted(path: path, detail: "version -1")) { try NodeStore(path: path) }
    }

    @Test(
        "a database without tables belongs to no node and becomes a new one, whatever its head says",
        arguments: [(0, 7), (NodeSchema.applicationID, 0)] as [(Int64, Int)])
    func open_noTables_makesANewNode(application: Int64, version: Int) throws {
        let empty = try DatabaseQueue(path: path)
        try empty.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
        }
        try empty.close()
        #expect(try NodeStore.owner(ofDatabaseAt: path) == nil)
        let store = try NodeStore(path: path)
        #expect(try store.read { try $0.integer("PRAGMA user_version") } == Int64(NodeSchema.version))
        try store.write { try $0.noteTime(.init(seconds: 7)) }
        #expect(try store.read { try $0.latestTimeSeen() } == .init(seconds: 7))
        try store.close()
        #expect(try NodeStore.owner(ofDatabaseAt: path) == nil)
    }

    @Test("a database damaged in the middle is refused as damaged", arguments: [0, 1, 2, 3])
    func open_damagedPages_throwsCorrupted(seed: Int) throws {
        let store = try NodeStore(path: path)
        try store.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: UInt64(4096 * (1 + seed)))
        try file.write(contentsOf: Data(repeating: UInt8(0xA5 ^ seed), count: Int(size) - 4096 * (1 + seed)))
        try file.close()
        do {
            _ = try NodeStore(path: path)
            Issue.record("a damaged file was opened")
        } catch {
            guard case .corrupted(path, _) = error else {
                Issue.record("unexpected \(error)")
                return
            }
            #expect(error.description.contains("restore it from a backup"))
        }
    }

    /// Writes a database with damage that nothing reads when the database is opened.
    ///
    /// - Parameter size: the size of the file; SQLite ignores what follows its last page.
    private func writeDamagedRows(size: UInt64? = nil) throws {
        let store = try NodeStore(path: path)
        try store.write { writer in
            for number in 0..<500 {
                let name = "\(number) " + String(repeating: "x", count: 500)
                try writer.execute("INSERT INTO facts (name, value) VALUES (?, ?)", [name, number])
            }
        }
        try store.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: file.seekToEnd() - 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        if let size { try file.truncate(atOffset: size) }
        try file.close()
    }

    @Test("a file above 64 MiB is opened without a look at every page, which would take long")
    func open_largeDamagedFile_looksAtNoRows() throws {
        try writeDamagedRows(size: (64 << 20) + 4096)
        let store = try NodeStore(path: path)
        #expect(try store.read { try $0.integer("PRAGMA user_version") } == Int64(NodeSchema.version))
        try store.close()
    }

    @Test("damage that nothing reads when the database is opened is found by a look at every page")
    func open_damagedRows_throwsCorrupted() throws {
        try writeDamagedRows()
        let error = #expect(throws: StoreError.self) { try NodeStore(path: path) }
        guard case .corrupted? = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
    }

    @Test("a backup is a complete store and never overwrites a file")
    func backUp_toNewFile_opensAndDoesNotOverwrite() throws {
        let store = try NodeStore(path: path)
        try store.write { try $0.noteTime(.init(seconds: 11)) }
        let copy = folder.file("copy.sqlite")
        try store.backUp(to: copy)
        let opened = try NodeStore(path: copy)
        #expect(try opened.read { try $0.latestTimeSeen() } == .init(seconds: 11))
        #expect(throws: StoreError.self) { try store.backUp(to: copy) }
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    /// The files of the store and what is in them.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.hasSuffix("-shm") {
            files[name] = try Data(contentsOf: URL(filePath: folder.file(name)))
        }
        return files
    }

    @Test("after keepLog nothing copies the log, not even the last connection that is closed")
    func keepLog_thenClose_leavesFileAndLog() throws {
        let store = try NodeStore(path: path)
        try store.write { try $0.noteTime(.init(seconds: 11)) }
        _ = try store.copyLog()
        try store.write { try $0.noteTime(.init(seconds: 12)) }
        _ = try store.read { try $0.latestTimeSeen() }
        store.keepLog()
        let before = try files()
        #expect(before.values.count { !$0.isEmpty } == 2)
        #expect(try store.copyLog() == nil)
        #expect(try store.restartLog() == nil)
        try store.close()
        #expect(try files() == before)
        #expect(try NodeStore(path: path).read { try $0.latestTimeSeen() } == .init(seconds: 12))
    }

    @Test("a store that is closed has everything in one file")
    func close_usual_copiesTheLog() throws {
        let store = try NodeStore(path: path)
        try store.write { try $0.noteTime(.init(seconds: 11)) }
        try store.close()
        #expect(try files().values.count { !$0.isEmpty } == 1)
    }

    /// A query that ends only when it is interrupted.
    static let endless = """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
        """

    @Test("a check reads until its task is cancelled, and no second one runs meanwhile")
    func perform_checkCancelled_endsItsReads() async throws {
        let store = try NodeStore(path: path)
        let tasks = ConcurrentTaskSpawner()
        let begun = AsyncStream<Void>.makeStream()
        let check = Task {
            try await tasks.performBlocking {
                try await store.perform(check: {
                    begun.continuation.yield()
                    return try store.readAside { try $0.integer(Self.endless) }
                })
            }
        }
        var checks = begun.stream.makeAsyncIterator()
        await checks.next()
        #expect(store.isBeingChecked)
        await #expect(throws: NodeError.refused(reason: "another check is running; wait until it has ended")) {
            try await store.perform(check: {})
        }
        check.cancel()
        await #expect(throws: StoreError.self) { try await check.value }
        try await store.perform(check: {})
    }

    @Test("a read aside ends when it is interrupted, and the next one does not")
    func interruptReadsAside_running_fails() async throws {
        let database = try SQLiteDatabase(path: path)
        let tasks = ConcurrentTaskSpawner()
        let ended = Shared(false)
        let read = Task {
            defer { ended.change { $0 = true } }
            return try await tasks.performBlocking {
                try database.readAside { try $0.rows(Self.endless, []).count }
            }
        }
        while !ended.value {
            database.interruptReadsAside()
            await Task.yield()
        }
        await #expect(throws: SQLFailure.self) { try await read.value }
        #expect(try database.readAside { try $0.rows("SELECT 1", []).count } == 1)
        try database.close()
    }

    @Test("a backup that is cancelled leaves no file")
    func backUp_cancelled_leavesNoFile() async throws {
        let store = try NodeStore(path: path)
        try store.write { writer in
            for number in 0..<5_000 {
                try writer.execute("INSERT INTO facts (name, value) VALUES (?, ?)", ["\(number)", number])
            }
        }
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).count
        let copy = folder.file("copy.sqlite")
        let backup = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try store.backUp(to: copy)
        }
        await #expect(throws: StoreError.self) { try await backup.value }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == before)
    }

    @Test("a backup waits for no writer: it is whole before an open transaction ends, and has none of its writes")
    func backUp_duringATransaction_usesAnotherConnection() throws {
        let store = try NodeStore(path: path)
        try store.write { try $0.noteTime(.init(seconds: 11)) }
        let copy = folder.file("copy.sqlite")
        try store.write { writer in
            try writer.noteTime(.init(seconds: 12))
            // On the writing connection this fails: SQLite copies nothing within a transaction.
            try store.backUp(to: copy)
            try writer.noteTime(.init(seconds: 13))
        }
        #expect(try NodeStore(path: copy).read { try $0.latestTimeSeen() } == .init(seconds: 11))
        #expect(try store.read { try $0.latestTimeSeen() } == .init(seconds: 13))
    }

    @Test(
        "a change of the tables that breaks a reference fails, and nothing of it is kept",
        arguments: [
            "DELETE FROM mints",
            "DROP TABLE mints",
            "CREATE TABLE other AS SELECT * FROM mints; DROP TABLE mints; ALTER TABLE other RENAME TO mints",
            "PRAGMA foreign_keys = OFF; DELETE FROM mints",
            "PRAGMA defer_foreign_keys = ON; DELETE FROM mints",
        ])
    func write_brokenReference_isUndone(_ script: String) async throws {
        let world = try LedgerWorld(store: NodeStore(path: path))
        _ = try await world.user(5)
        let count = try world.store.read { try $0.integer("SELECT count(*) FROM mints") }
        let error = #expect(throws: StoreError.self) {
            try world.store.write { try $0.connection.script(script) }
        }
        guard case .refusedRecord? = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(try world.store.read { try $0.integer("SELECT count(*) FROM mints") } == count)
        #expect(try world.store.read { try $0.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'other'") } == 0)
    }

    @Test("journal entries can be neither changed nor removed")
    func journal_updateOrDelete_fails() async throws {
        let world = try LedgerWorld()
        _ = try await world.user(5)
        for sql in ["UPDATE journal SET quarks = 6", "DELETE FROM journal"] {
            #expect(throws: StoreError.self) { try world.store.write { try $0.execute(sql, []) } }
        }
        #expect(try world.store.read { try $0.integer("SELECT count(*) FROM journal WHERE quarks = 5") } == 1)
    }

    @Test("the database itself refuses a negative balance, where the ledger forbids it")
    func balances_negativeAmount_isRefusedByTheDatabase() throws {
        let world = try LedgerWorld()
        let mint = world.usdf.mint
        var owing = Balance.opened
        owing.quarks = -1
        for account in [LedgerAccount.external(address: mint, mint: mint), .feeCollector(mint: mint)] {
            #expect(throws: StoreError.self) { try world.store.write { try $0.insert(owing, of: account, mint: mint) } }
        }
        try world.store.write { try $0.insert(owing, of: .mintAuthority(mint: mint), mint: mint) }
    }
}
