import FlipcashCore
import FlipcashTestKit
import Foundation
import Synchronization
import Testing

@testable import FlipcashWallet

@Suite struct POSIXFileSystemTests {
    private let temporary: TemporaryFolder
    private let files = POSIXFileSystem()
    private var folder: String { temporary.path + "/profile" }

    init() throws { temporary = try TemporaryFolder() }

    @Test("Concurrent replacements of a file leave one of the contents, complete")
    func replace_concurrently_isNeverAMixture() async throws {
        try files.makeFolder(folder)
        let path = folder + "/shared"
        let texts = (0..<24).map { [UInt8](repeating: UInt8($0), count: 1 + $0 * 997) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for text in texts {
                group.addTask { [files] in try files.replace(path, with: text) }
            }
            try await group.waitForAll()
        }
        #expect(texts.contains(try #require(try files.read(path))))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shared"])
    }

    @Test("A replaced secret file is complete and private; a lock is exclusive")
    func posixFiles_replaceAndLock() throws {
        try files.makeFolder(folder)
        let path = folder + "/x"
        try files.replace(path, with: [1, 2, 3])
        #expect(try files.readSecret(path) == [1, 2, 3])
        try files.append([4], to: path)
        #expect(try files.readSecret(path) == [1, 2, 3, 4])
        chmod(path, 0o640)
        #expect(throws: FileFailure.readableByOthers(path)) { try files.readSecret(path) }
        #expect(try files.read(folder + "/none") == nil)
        let lock = try files.tryLock(folder + "/lock")
        #expect(lock != nil)
        #expect(try files.tryLock(folder + "/lock") == nil)
        withExtendedLifetime(lock) {}
    }

    @Test("A lock that another holder has is waited for up to the limit, and taken when it is free")
    func awaitLock_held_waitsUntilLimit() async throws {
        let memory = MemoryFileSystem()
        let held = Mutex(try memory.tryLock("lock"))
        let clock = TestClock.hasty()
        #expect(try await memory.awaitLock("lock", within: .zero, clock: clock) == nil)
        #expect(clock.waits.isEmpty)
        #expect(try await memory.awaitLock("lock", within: .milliseconds(60), clock: clock) == nil)
        #expect(clock.waits == [.milliseconds(20), .milliseconds(20), .milliseconds(20)])
        let releasing = TestClock.hasty { _ in held.withLock { $0 = nil } }
        let lock = try await memory.awaitLock("lock", every: .milliseconds(50), clock: releasing)
        #expect(releasing.waits == [.milliseconds(50)])
        #expect(try memory.tryLock("lock") == nil)
        withExtendedLifetime(lock) {}
    }
}
