import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashNode

@Suite("The file of a backup")
struct BackupFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { "\(folder.path)/backup" }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

    @Test("The name appears when the file is complete, and the draft is gone")
    func complete_newName_renamesDraft() throws {
        let file = try BackupFile(creatingAt: path)
        #expect(try names() == [(file.draft as NSString).lastPathComponent])
        try write("new", to: file.draft)
        try file.complete()
        #expect(try names() == ["backup"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    }

    @Test("A file that exists is not replaced, and no draft is made")
    func init_existingFile_refused() throws {
        try write("old", to: path)
        #expect(throws: StoreError.self) { try BackupFile(creatingAt: path) }
        #expect(try names() == ["backup"])
    }

    @Test("A file that appears meanwhile is not replaced")
    func complete_nameTakenMeanwhile_refused() throws {
        let file = try BackupFile(creatingAt: path)
        try write("new", to: file.draft)
        try write("old", to: path)
        #expect(throws: StoreError.self) { try file.complete() }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        file.remove()
        #expect(try names() == ["backup"])
    }
}
