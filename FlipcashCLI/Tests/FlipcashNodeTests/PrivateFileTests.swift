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
    @Test("A file is created whole, for its owner alone, and never over another")
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

    @Test("A secret that others can read is refused with the advice to restrict it")
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

    @Test("Folders are made with their parents, for their owner alone")
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

    @Test("A folder is locked for one node at a time, within one process too")
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

    @Test("Another file is another build, the same file the same build")
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
