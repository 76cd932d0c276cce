import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashNode

@Suite("Looking at a node that does not run")
struct RestingNodeTests {
    /// The files of a folder with their contents.
    private func files(_ folder: NodeFolder) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try SystemFiles.names(inFolder: folder.path) {
            files[name] = try OpenFile.with("\(folder.path)/\(name)", .read) { file throws(SystemFailure) in
                try file.contents(upTo: 64 << 20)
            }
        }
        return files
    }

    private static let looking: [AdminRequest.Command] = [.check, .key, .settings, .clock]

    @Test("Check, key, settings and clock change no file of a stopped node's folder except SQLite's index of the log")
    func perform_stoppedNode_changesNothing() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.file("n"))
        try await WireTown.run(.folder(place)) { _ in }
        let before = try files(place)
        for command in Self.looking {
            let answer = try await Node.perform(AdminRequest(command), atRest: place, environment: .test())
            #expect(answer.ok)
            if command == .check { #expect(answer.check?.isBalanced == true && answer.check?.accounts == 2) }
        }
        let after = try files(place)
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] && !$0.hasSuffix("-shm") }
        #expect(changed.isEmpty, "\(changed.sorted())")
    }

    @Test("A node that was killed is checked with what its log holds, and keeps its files as they are")
    func check_killedNode_readsLog() async throws {
        let folder = try TemporaryFolder()
        let (place, killed) = (NodeFolder(folder.file("n")), NodeFolder(folder.file("k")))
        try PrivateFile.makeDirectory(killed.path)
        try await WireTown.run(.folder(place)) { _ in
            for name in ["node.sqlite", "node.sqlite-wal", "node.key"] {
                try PrivateFile.copy("\(place.path)/\(name)", to: "\(killed.path)/\(name)")
            }
        }
        let before = try files(killed)
        #expect(before["node.sqlite-wal"]?.isEmpty == false)
        let answer = try await Node.perform(AdminRequest(.check), atRest: killed, environment: .test())
        #expect(answer.check?.accounts == 2 && answer.check?.isBalanced == true)
        var after = try files(killed)
        after["node.lock"] = nil
        #expect(after == before)
    }

    @Test("A database that a start would upgrade or fill is not checked")
    func checkIsCurrent_olderOrEmpty_refused() async throws {
        let error = #expect(throws: NodeError.self) {
            try NodeStore.checkIsCurrent(NodeSchema.version - 1, path: "/n")
        }
        #expect("\(try #require(error))".contains("start the node once"))
        #expect(throws: NodeError.self) { try NodeStore.checkIsCurrent(nil, path: "/n") }
        #expect(throws: Never.self) { try NodeStore.checkIsCurrent(NodeSchema.version, path: "/n") }
    }

    @Test(
        "A database of an earlier release is neither checked nor upgraded, and its folder stays as it is",
        arguments: NodeSchema.oldestVersion..<NodeSchema.version)
    func check_earlierSchema_refusedAndUnchanged(version: Int) async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.file("n"))
        try PrivateFile.makeDirectory(place.path)
        try PrivateFile.copy(ReleasedSchemaTests.fixture(version).path, to: place.database)
        let key = KeyPair.generate(using: RuntimeEnvironment.test(seed: 9).random)
        #expect(try NodeKeyFile.create(place.key, key: key))
        let before = try files(place)
        let error = await #expect(throws: NodeError.self) {
            try await Node.perform(AdminRequest(.check), atRest: place, environment: .test())
        }
        #expect("\(try #require(error))".contains("has version \(version), and this program writes version"))
        var after = try files(place)
        after["node.lock"] = nil
        #expect(after == before)
    }

    @Test("A missing key, another node's key and a missing database are reported, and nothing is created")
    func check_missingPart_reported() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.file("n"))
        let key = try await withNode(.embedded(place)) { $0.publicKey }
        func failure() async -> NodeError? {
            await #expect(throws: NodeError.self) {
                try await Node.perform(AdminRequest(.check), atRest: place, environment: .test())
            }
        }
        try SystemFiles.move(place.key, over: folder.file("kept"))
        #expect(await failure() == .missingKey(path: place.key, owner: key))
        let other = KeyPair.generate(using: RuntimeEnvironment.test(seed: 9).random)
        #expect(try NodeKeyFile.create(place.key, key: other))
        #expect("\(try #require(await failure()))".contains("belongs to node key \(key.base58)"))
        try SystemFiles.remove(place.database)
        #expect(await failure() == .missingDatabase(path: place.database, key: place.key))
        #expect(!SystemFiles.exists(place.database))
    }

    @Test("While the node runs, its folder is locked")
    func check_runningNode_inUse() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.file("n"))
        try await withNode(.embedded(place)) { _ in
            await #expect(throws: NodeError.folderInUse(path: place.path)) {
                try await Node.perform(AdminRequest(.check), atRest: place, environment: .test())
            }
        }
    }
}
