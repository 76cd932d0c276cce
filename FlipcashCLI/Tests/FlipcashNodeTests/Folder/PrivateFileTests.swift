import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("The node's files")
struct PrivateFileTests {
    @Test("A file is created complete, with mode 0600, and never replaces another")
    func create_file_privateAndExclusive() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/secret"
        #expect(try PrivateFile.create(path, content: Array("first".utf8)))
        #expect(try !PrivateFile.create(path, content: Array("second".utf8)))
        #expect(try PrivateFile.read(path, requiringPrivacy: true) == Array("first".utf8))
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test("A secret that others can read is refused, with the advice to restrict it")
    func read_openFile_refused() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/secret"
        #expect(try PrivateFile.create(path, content: [1]))
        chmod(path, 0o640)
        do {
            _ = try PrivateFile.read(path, requiringPrivacy: true)
            Issue.record("accepted")
        } catch {
            #expect(error == .insecureFile(path: path, mode: 0o640))
            #expect(error.advice == .restrictFile(path))
        }
        #expect(try PrivateFile.read(path, requiringPrivacy: false) == [1])
    }

    @Test("Folders are created with their parents, with mode 0700")
    func makeDirectory_nested_private() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a/b/c"
        try PrivateFile.makeDirectory(path)
        try PrivateFile.makeDirectory(path)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        #expect(try PrivateFile.create(folder.path + "/file", content: []))
        #expect(throws: NodeError.self) { try PrivateFile.makeDirectory(folder.path + "/file") }
    }

    @Test("A folder is locked for one node at a time, also within one process")
    func acquire_twice_refused() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/node.lock"
        do {
            let lock = try NodeLock.acquire(path, folder: folder.path)
            #expect(throws: NodeError.folderInUse(path: folder.path)) {
                try NodeLock.acquire(path, folder: folder.path)
            }
            withExtendedLifetime(lock) {}
        }
        _ = try NodeLock.acquire(path, folder: folder.path)
    }

    @Test("Different files are different builds, the same file is the same build")
    func init_file_identity() throws {
        let folder = try TemporaryFolder()
        #expect(try PrivateFile.create(folder.path + "/a", content: [1]))
        #expect(try PrivateFile.create(folder.path + "/b", content: [1, 2]))
        let first = BuildIdentity(ofFileAt: folder.path + "/a")
        #expect(first == BuildIdentity(ofFileAt: folder.path + "/a"))
        #expect(first != BuildIdentity(ofFileAt: folder.path + "/b"))
        #expect(first.description.utf8.count == 16)
        #expect(BuildIdentity.current == BuildIdentity.current)
    }
}
