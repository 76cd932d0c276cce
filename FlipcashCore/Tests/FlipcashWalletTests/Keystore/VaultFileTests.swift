import CodeCurves
import FlipcashCore
import Foundation
import Testing

@testable import FlipcashWallet

@Suite struct VaultFileTests {
    private static let passphrase = SecretBytes(Array("correct horse battery staple".utf8))
    private static let plaintext = Array(#"{"accounts":[],"current":null,"version":1}"#.utf8)

    @Test("The vault of client specification §2.4 is reproduced byte for byte")
    func seal_withTheVectorsSaltAndNonce_matchesTheVector() throws {
        let vault = try VaultFile.seal(
            Self.plaintext, passphrase: Self.passphrase, salt: Array(0..<16), nonce: Array(0..<12))
        let expected =
            "5d4129ab3faa07d717e266f2b357fb05183fa25363eb9207700ab5234b103c028809c5d1b3f3852bbd5cb0e346061a803718b314"
            + "12f52e43a978"
        #expect(vault.data.map { String(format: "%02x", $0) }.joined() == expected)
        #expect(vault.kdf.n == 32_768 && vault.kdf.r == 8 && vault.kdf.p == 1)
    }

    @Test("Empty contents are written as the vector's plaintext")
    func encode_emptyContents_matchesTheVector() throws {
        #expect(try JSONFile.encode(KeyStoreContents()) == Self.plaintext)
    }

    @Test("A sealed vault opens with its passphrase and has its words")
    func open_rightPassphrase_givesTheContents() throws {
        let vault = try VaultFile.seal(
            Self.plaintext, passphrase: Self.passphrase, salt: Array(0..<16), nonce: Array(0..<12))
        let file = try JSONFile.decode(VaultFile.self, from: JSONFile.encode(vault))
        #expect(try file.open(passphrase: Self.passphrase).exposedCopy() == Self.plaintext)
    }

    @Test("A wrong passphrase is reported as such, not as a damaged file")
    func open_wrongPassphrase_throwsWrongPassphrase() throws {
        let vault = try VaultFile.seal(
            Self.plaintext, passphrase: Self.passphrase, salt: Array(0..<16), nonce: Array(0..<12))
        #expect(throws: KeyStoreFailure.wrongPassphrase) {
            _ = try vault.open(passphrase: SecretBytes(Array("wrong".utf8)))
        }
        #expect(KeyStoreFailure.wrongPassphrase.report.kind == .locked)
    }

    @Test("A vault that demands too much memory is refused")
    func open_hugeCost_throws() throws {
        let json = #"""
            {"version":1,"kdf":{"name":"scrypt","n":1073741824,"r":1024,"p":1,"salt":"AAAA"},
            "cipher":"chacha20-poly1305","nonce":"AAAAAAAAAAAAAAAA","data":"AAAAAAAAAAAAAAAAAAAAAAAA"}
            """#
        let vault = try JSONFile.decode(VaultFile.self, from: Array(json.utf8))
        #expect(throws: KeyStoreFailure.self) { _ = try vault.open(passphrase: Self.passphrase) }
    }

    @Test("A vault of another version is refused, with the advice to update the program")
    func open_newerVersion_throwsNewerFormat() throws {
        let json = #"""
            {"version":2,"kdf":{"name":"scrypt","n":32768,"r":8,"p":1,"salt":"AAAA"},
            "cipher":"chacha20-poly1305","nonce":"AAAAAAAAAAAAAAAA","data":"AAAAAAAAAAAAAAAAAAAAAAAA"}
            """#
        let vault = try JSONFile.decode(VaultFile.self, from: Array(json.utf8))
        #expect(throws: KeyStoreFailure.newerFormat(2)) { _ = try vault.open(passphrase: Self.passphrase) }
    }
}
