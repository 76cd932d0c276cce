import CodeCurves
import FlipcashCore
import FlipcashDrawing
import FlipcashTestKit
import FlipcashWallet
import Foundation
import Testing

@testable import FlipcashCommands

@Suite("Backup pictures of accounts")
struct BackupImageTests {
    private let words = SecretBytes(
        Array((Array(repeating: "abandon", count: 11) + ["about"]).joined(separator: " ").utf8))

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(folder.path)
    }

    @Test("Only the owner can read the picture, and the login link can be read from it")
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

    @Test("An existing file is kept, and a path that cannot be written is reported")
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

    @Test("A picture without a QR code and one with another QR code get different errors")
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
