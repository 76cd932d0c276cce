import CodeCurves
import Testing

/// The example of the article `CodeCurves.md`, line by line. `Scripts/check-examples.py` compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("A signature verifies, and a message opens at the other side")
    func article_firstExample_works() throws {
        // Sign a message, and verify the signature with the public key alone.
        let ada = Ed25519.SigningKey(seed: try Secret32(RandomBytes.generate(32)))
        let signature = ada.signature(for: "five dollars".utf8)
        let isValid = Ed25519.isValid(signature: signature, message: "five dollars".utf8, publicKey: ada.publicKey)

        // Encrypt a message from one Ed25519 key to another. A nonce must be new for each message.
        let ben = Ed25519.SigningKey(seed: try Secret32(RandomBytes.generate(32)))
        let nonce = RandomBytes.generate(SecretBox.nonceByteCount)
        let key = Box.sharedKey(key: ada, peerEd25519: ben.publicKey)
        let sealed = try SecretBox.seal("meet at noon".utf8, nonce: nonce, key: key)

        // The receiver derives the same key from its own private key.
        let sameKey = Box.sharedKey(key: ben, peerEd25519: ada.publicKey)
        let opened = try SecretBox.open(sealed, nonce: nonce, key: sameKey)

        #expect(isValid)
        #expect(opened == SecretBytes("meet at noon".utf8))
        #expect(!Ed25519.isValid(signature: signature, message: "six dollars".utf8, publicKey: ada.publicKey))
    }
}
