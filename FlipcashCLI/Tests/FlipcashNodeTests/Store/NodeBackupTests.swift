import FlipcashCore
import FlipcashTestKit
import Foundation
import GRDB
import Testing

@testable import FlipcashNode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A node's backup: database and key together")
struct NodeBackupTests {
    /// A node with money on an account, its folder, and a backup of both.
    private struct Saved {
        let folder: TemporaryFolder
        let place: NodeFolder
        let backup: NodeBackup
        let key: PublicKey
        let owner: PublicKey
    }

    private func saved() async throws -> Saved {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        let node = try await Node.start(.embedded(place), environment: .test())
        let owner = KeyPair.generate(using: RuntimeEnvironment.test(seed: 9).random).publicKey
        let backup = NodeBackup(folder.path + "/copy.sqlite")
        #expect(await node.perform(AdminRequest(.backup, path: backup.database)).ok)
        let key = node.publicKey
        await node.shutDown()
        return Saved(folder: folder, place: place, backup: backup, key: key, owner: owner)
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func publicKey(_ folder: NodeFolder) async throws -> String? {
        try await Node.perform(AdminRequest(.key), atRest: folder, environment: .test(seed: 5)).key
    }

    @Test("Both files have mode 0600, and a node restored from them has the same key")
    func restore_emptyFolder_bringsBackBoth() async throws {
        let saved = try await saved()
        #expect(mode(saved.backup.database) == 0o600 && mode(saved.backup.key) == 0o600)
        let place = NodeFolder(saved.folder.path + "/other")
        let plan = try saved.backup.check(against: place)
        #expect(plan.includesDatabase && plan.includesKey && access(place.path, F_OK) != 0)
        let restored = try saved.backup.restore(into: place)
        #expect(restored.node == saved.key && restored.includesDatabase && restored.includesKey)
        #expect(mode(place.key) == 0o600 && mode(place.database) == 0o600)
        #expect(try await publicKey(place) == saved.key.base58)
        let report = try await Node.perform(AdminRequest(.check), atRest: place, environment: .test())
        #expect(report.check?.violations == [])
    }

    @Test("A backup of an earlier version is upgraded, and no second copy of it is left in the folder")
    func restore_earlierVersion_leavesNoCopy() async throws {
        let folder = try TemporaryFolder()
        let backup = NodeBackup(folder.file("old.sqlite"))
        let fixture = ReleasedSchemaTests.fixture(NodeSchema.version - 1)
        try FileManager.default.copyItem(at: fixture, to: URL(filePath: backup.database))
        #expect(chmod(backup.database, 0o600) == 0)
        let key = try LedgerWorld().nodeKey
        #expect(try NodeKeyFile.create(backup.key, key: key))
        // The town of the example belongs to a key that is not known.
        try await DatabaseQueue(path: backup.database).write { database in
            try database.execute(
                sql: "UPDATE mints SET vm_authority = ? WHERE mint = ?",
                arguments: [Data(key.publicKey.bytes), Data(CoreMint.usdf.mint.bytes)])
        }
        let place = NodeFolder(folder.file("node"))
        #expect(try backup.restore(into: place).includesDatabase)
        let report = try await Node.perform(AdminRequest(.check), atRest: place, environment: .test())
        // The check reads the upgraded database. It also finds that the vaults do not follow from the changed key.
        #expect(report.ok && report.check?.intents == 13, "\(report)")
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(!names.contains { $0.contains("version") || $0.contains("restoring") }, "\(names)")
    }

    @Test("A backup never replaces a file, and leaves no file behind when it fails")
    func write_existingFile_refused() async throws {
        let saved = try await saved()
        let node = try await Node.start(.embedded(saved.place), environment: .test())
        for (present, other) in [(".key", ""), ("", ".key")] {
            let name = saved.folder.path + "/second" + (present.isEmpty ? "-database" : "-key")
            #expect(try PrivateFile.create(name + present, content: [1]))
            let answer = await node.perform(AdminRequest(.backup, path: name))
            #expect(!answer.ok && answer.error?.contains("choose another name") == true, "\(answer)")
            #expect(access(name + other, F_OK) != 0)
            #expect(try PrivateFile.size(name + present) == 1)
        }
        await node.shutDown()
    }

    @Test("A link that points to nothing takes the name of a backup's key, and no file is written")
    func write_linkAtKey_refused() throws {
        let folder = try TemporaryFolder()
        let backup = NodeBackup(folder.file("copy.sqlite"))
        let result = symlink(folder.file("none"), backup.key)
        try #require(result == 0)
        let (store, key) = (try NodeStore(), KeyPair.generate(using: RuntimeEnvironment.test(seed: 8).random))
        let refusal = NodeError.unusableBackup(
            path: backup.key, reason: "the file exists already; choose another name")
        #expect(throws: refusal) { try backup.write(store, key: key) }
        #expect(try SystemFiles.names(inFolder: folder.path) == ["copy.sqlite.key"])
    }

    @Test("A database without its key does not start, gets no wrong key, and can get its key back")
    func start_withoutKey_refusedUntilRestored() async throws {
        let saved = try await saved()
        unlink(saved.place.key)
        await #expect(throws: NodeError.missingKey(path: saved.place.key, owner: saved.key)) {
            try await Node.start(.embedded(saved.place), environment: .test(seed: 2))
        }
        #expect(access(saved.place.key, F_OK) != 0)
        let restored = try saved.backup.restore(into: saved.place)
        #expect(!restored.includesDatabase && restored.includesKey)
        #expect(try await publicKey(saved.place) == saved.key.base58)
    }

    @Test("A dry run and a refused start do not change the database")
    func check_database_onlyReadsIt() async throws {
        let saved = try await saved()
        unlink(saved.place.key)
        let before = try Self.content(saved.place.database)
        let plan = try saved.backup.check(against: saved.place)
        #expect(!plan.includesDatabase && plan.includesKey)
        await #expect(throws: NodeError.missingKey(path: saved.place.key, owner: saved.key)) {
            try await Node.start(.embedded(saved.place), environment: .test(seed: 2))
        }
        #expect(try Self.content(saved.place.database) == before)
    }

    /// The bytes of the database and of its write-ahead log. SQLite's index of the log changes with each reader.
    private static func content(_ path: String) throws -> [String: Data] {
        var content: [String: Data] = [:]
        for suffix in ["", "-wal"] {
            content[suffix] = FileManager.default.contents(atPath: path + suffix)
        }
        return content
    }

    @Test("A key with a missing or empty database does not start, and can get its database back")
    func start_withoutDatabase_refusedUntilRestored() async throws {
        let saved = try await saved()
        let missing = NodeError.missingDatabase(path: saved.place.database, key: saved.place.key)
        for content in [nil, [UInt8]()] {
            for suffix in ["", "-wal", "-shm"] { unlink(saved.place.database + suffix) }
            if let content { #expect(try PrivateFile.create(saved.place.database, content: content)) }
            await #expect(throws: missing) {
                try await Node.start(.embedded(saved.place), environment: .test(seed: 2))
            }
        }
        unlink(saved.place.database)
        try NodeStore(path: saved.place.database).close()
        await #expect(throws: missing) {
            try await Node.start(.embedded(saved.place), environment: .test(seed: 2))
        }
        let restored = try saved.backup.restore(into: saved.place)
        #expect(restored.includesDatabase && !restored.includesKey)
        #expect(try await publicKey(saved.place) == saved.key.base58)
    }

    @Test("A folder with a node, a running node, and parts that do not belong together are refused")
    func restore_unfit_refused() async throws {
        let saved = try await saved()
        func refusal(_ folder: NodeFolder) throws -> String {
            let error = #expect(throws: NodeError.self) { try saved.backup.restore(into: folder) }
            return try #require(error).description
        }
        #expect(try refusal(saved.place).contains("has a node already"))
        let running = try await Node.start(.embedded(saved.place), environment: .test())
        #expect(try refusal(saved.place).contains("another node is running"))
        await running.shutDown()

        let other = NodeFolder(saved.folder.path + "/other")
        let stranger = try await Node.start(.embedded(other), environment: .test(seed: 7))
        await stranger.shutDown()
        unlink(other.database)
        #expect(try refusal(other).contains("another key"))

        let fresh = NodeFolder(saved.folder.path + "/fresh")
        chmod(saved.backup.key, 0o644)
        #expect(try refusal(fresh).contains("can be read by others"))
        unlink(saved.backup.key)
        #expect(try refusal(fresh).contains("is missing"))
        #expect(
            try NodeKeyFile.create(
                saved.backup.key, key: KeyPair.generate(using: RuntimeEnvironment.test(seed: 8).random)))
        #expect(try refusal(fresh).contains("belongs to the node key"))
        #expect(access(fresh.database, F_OK) != 0 && access(fresh.key, F_OK) != 0)
    }

    @Test("The key of a backup is not put beside the database of another node")
    func restore_databaseOfOtherNode_refused() async throws {
        let saved = try await saved()
        let other = NodeFolder(saved.folder.path + "/other")
        let stranger = try await Node.start(.embedded(other), environment: .test(seed: 7))
        let owner = stranger.publicKey
        await stranger.shutDown()
        unlink(other.key)
        let refusal = NodeError.unusableBackup(
            path: other.database,
            reason: "it belongs to the node key \(owner.base58), the key of the backup is \(saved.key.base58); use the "
                + "files of one node")
        #expect(throws: refusal) { try saved.backup.check(against: other) }
        #expect(throws: refusal) { try saved.backup.restore(into: other) }
        #expect(access(other.key, F_OK) != 0)
    }

    @Test("After an interrupted first start, the next start uses the same key")
    func start_interruptedFirstStart_goesOn() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        try PrivateFile.makeDirectory(place.path)
        let drawn = KeyPair.generate(using: RuntimeEnvironment.test(seed: 3).random)
        #expect(try NodeKeyFile.create(place.keyDraft, key: drawn))
        for isRecorded in [false, true] {
            let node = try await Node.start(.embedded(place), environment: .test(seed: 4))
            #expect(node.publicKey == drawn.publicKey)
            await node.shutDown()
            #expect(access(place.keyDraft, F_OK) != 0)
            // Repeats the start from before the key was renamed.
            if !isRecorded { #expect(try PrivateFile.rename(place.key, to: place.keyDraft)) }
        }
    }
}
