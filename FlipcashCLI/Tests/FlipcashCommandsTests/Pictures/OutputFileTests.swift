import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands

@Suite struct OutputFileTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(folder.path)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A file for its owner alone is private, even if it existed before")
    func write_ownerAlone_isPrivate() throws {
        try withFolder { folder in
            let path = folder + "/bill.png"
            try OutputFile.write([1, 2, 3], to: path, readers: .ownerAlone)
            #expect(try mode(path) == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try OutputFile.write([4], to: path, readers: .ownerAlone)
            #expect(try mode(path) == 0o600)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([4]))
        }
    }

    @Test("A file for its owner alone is not written through a symbolic link; others are")
    func write_throughLink_isRefused() throws {
        try withFolder { folder in
            let (target, link) = (folder + "/target", folder + "/link")
            try OutputFile.write([1], to: target)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let failure = #expect(throws: CommandFailure.self) {
                try OutputFile.write([2], to: link, readers: .ownerAlone)
            }
            #expect(failure?.status == .cannotCreate)
            #expect(try Data(contentsOf: URL(filePath: target)) == Data([1]))
            try OutputFile.write([3], to: link)
            #expect(try Data(contentsOf: URL(filePath: target)) == Data([3]))
        }
    }
}
