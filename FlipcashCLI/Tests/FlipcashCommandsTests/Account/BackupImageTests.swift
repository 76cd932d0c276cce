import CodeCurves
import FlipcashCore
import FlipcashDrawing
import FlipcashWallet
import Foundation
import Testing

@testable import FlipcashCommands

@Suite("Backup pictures of accounts")
struct BackupImageTests {
    private let folder = NSTemporaryDirectory() + "backup-" + UUID().uuidString
    private let words = SecretBytes(
        Array((Array(repeating: "abandon", count: 11) + ["about"]).joined(separator: " ").utf8))

    private func withFolder(_ body: (String) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("The picture is for its owner alone and gives the login link back")
    func write_words_readsBack() throws {
        try withFolder { folder in
            let path = folder + "/key.png"
            try BackupImage.write(words, hosts: LinkHosts(), to: path, files: POSIXFileSystem())
            #expect(try POSIXFileSystem().permissions(path) == 0o600)
            let link = try BackupImage.loginLink(in: path, hosts: LinkHosts())
            guard case .login(let secret?) = DeepLink(link, hosts: LinkHosts()) else {
                Issue.record("no login link")
                return
            }
            #expect(KeyAccount(secret).owner == (try KeyAccount(words: words).owner))
        }
    }

    @Test("A file that exists is kept, and a place that cannot be written is said to have failed")
    func write_impossiblePlace_throws() throws {
        try withFolder { folder in
            let path = folder + "/key.png"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: CommandFailure.self) {
                try BackupImage.write(words, hosts: LinkHosts(), to: path, files: POSIXFileSystem())
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
            do {
                try BackupImage.write(words, hosts: LinkHosts(), to: folder + "/no/key.png", files: POSIXFileSystem())
                Issue.record("written to nowhere")
            } catch let failure as CommandFailure {
                #expect(failure.message.hasPrefix("Failed to Save"))
            }
        }
    }

    @Test("Pictures without a QR code, and with one that is no login link, are told apart")
    func loginLink_otherPictures_throw() throws {
        try withFolder { folder in
            let path = folder + "/other.png"
            let cash = "https://send.flipcash.com/c/#/e=HQPkfAZjgpGGANQfUNPKvW"
            try Data(QRPicture(QRCode(cash)).png()).write(to: URL(fileURLWithPath: path))
            #expect(throws: CommandFailure.self) { try BackupImage.loginLink(in: path, hosts: LinkHosts()) }
            try Data(PNG.encode(Raster(width: 90, height: 90))).write(to: URL(fileURLWithPath: path))
            #expect(throws: CommandFailure.self) { try BackupImage.loginLink(in: path, hosts: LinkHosts()) }
            #expect(throws: CommandFailure.self) { try BackupImage.loginLink(in: folder + "/none", hosts: LinkHosts()) }
        }
    }
}
