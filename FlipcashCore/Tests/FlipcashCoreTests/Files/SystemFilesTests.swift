import FlipcashCore
import FlipcashTestKit
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Files of the operating system")
struct SystemFilesTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try SystemFiles.makeFolder(folder.file("a/b"))
        try body(folder.file("a/b"))
    }

    @Test("A file is written, read in parts, and known with its mode and size")
    func openFile_writtenAndRead() throws {
        try withFolder { folder in
            let path = folder + "/file"
            try OpenFile.with(path, .write, .createNew) { file throws(SystemFailure) in
                try file.writeAll([1, 2, 3])
                try file.sync()
            }
            let parts = try OpenFile.with(path, .read) { file throws(SystemFailure) -> [[UInt8]] in
                [try file.contents(upTo: 2), try file.contents(), try file.contents(), try file.bytes(at: 1, count: 9)]
            }
            #expect(parts == [[1, 2], [3], [], [2, 3]])
            let status = try #require(try SystemFiles.status(path))
            #expect(status.kind == .file && status.permissions == 0o600 && status.size == 3)
            #expect(try SystemFiles.status(folder)?.permissions == 0o700)
            #expect(try SystemFiles.names(inFolder: folder) == ["file"])
        }
    }

    @Test("A new file, a second name and a folder never replace a file that is there")
    func existingFile_isKept() throws {
        try withFolder { folder in
            let (first, second) = (folder + "/first", folder + "/second")
            for path in [first, second] { try OpenFile.with(path, .write, .createNew) { _ in } }
            let failure = #expect(throws: SystemFailure.self) { try OpenFile.with(first, .write, .createNew) { _ in } }
            #expect(failure?.isExisting == true && failure?.path == first)
            #expect(try !SystemFiles.addName(second, toFile: first))
            #expect(throws: SystemFailure.self) { try SystemFiles.makeFolder(first) }
            try SystemFiles.move(first, over: second)
            #expect(!SystemFiles.exists(first) && SystemFiles.exists(second))
        }
    }

    @Test("A missing file has no status, is removed without an error, and cannot be opened")
    func missingFile_isMissing() throws {
        try withFolder { folder in
            #expect(try SystemFiles.status(folder + "/none") == nil)
            try SystemFiles.remove(folder + "/none")
            let failure = #expect(throws: SystemFailure.self) { try OpenFile.with(folder + "/none", .read) { _ in } }
            #expect(failure?.isMissing == true)
        }
    }

    @Test("A folder is removed with everything in it, but not what its links point to")
    func removeFolder_linksInside_targetsAreKept() throws {
        try withFolder { folder in
            let (removed, kept) = (folder + "/removed", folder + "/kept")
            for path in [removed + "/inner", kept] {
                try SystemFiles.makeFolder(path)
                try OpenFile.with(path + "/file", .write, .createNew) { _ in }
            }
            let result = symlink(kept, removed + "/inner/link")
            try #require(result == 0)
            try SystemFiles.removeFolder(removed)
            try SystemFiles.removeFolder(removed)
            #expect(try SystemFiles.names(inFolder: folder) == ["kept"])
            #expect(try SystemFiles.names(inFolder: kept) == ["file"])
        }
    }

    @Test("A lock is held by one holder at a time")
    func fileLock_isExclusive() throws {
        try withFolder { folder in
            let lock = try #require(try FileLock.take(folder + "/lock"))
            #expect(try FileLock.take(folder + "/lock") == nil)
            lock.release()
            lock.release()
            #expect(try FileLock.take(folder + "/lock") != nil)
        }
    }
}
