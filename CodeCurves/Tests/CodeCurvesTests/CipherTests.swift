import CodeCurves
import Testing

@Suite("Key exchange and ciphers")
struct CipherTests {
    struct ExchangeCase: Decodable {
        let seed_a: String
        let seed_b: String
        let public_a: String
        let public_b: String
        let curve_private_a: String
        let curve_public_b: String
        let shared_raw: String
        let box_key: String
    }

    @Test("Two Ed25519 identities compute the same shared secret")
    func sharedSecret_identities_matchesVectors() throws {
        guard let cases: [ExchangeCase] = try KeyVectors.cases("x25519_from_ed25519") else { return }
        for vector in cases {
            let a = Ed25519.SigningKey(seed: try Secret32([UInt8](hex: vector.seed_a)))
            let b = Ed25519.SigningKey(seed: try Secret32([UInt8](hex: vector.seed_b)))
            #expect(X25519.secret(of: a).bytes.exposedCopy().hex == vector.curve_private_a)
            #expect(X25519.publicKey(ofEd25519: b.publicKey).array.hex == vector.curve_public_b)
            let shared = X25519.sharedSecret(key: a, peerEd25519: b.publicKey)
            #expect(shared.bytes.exposedCopy().hex == vector.shared_raw)
            #expect(X25519.sharedSecret(key: b, peerEd25519: a.publicKey) == shared)
            #expect(Box.sharedKey(shared).bytes.exposedCopy().hex == vector.box_key)
        }
    }

    @Test("A peer of small order gives a shared secret of zeros")
    func sharedSecret_smallOrderPeer_isZero() throws {
        let key = Ed25519.SigningKey(seed: Secret32(hashing: "small".utf8))
        let zeros = [UInt8](repeating: 0, count: 32)
        for peer in [[1] + zeros.dropLast(), zeros, [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f]] {
            let shared = X25519.sharedSecret(key: key, peerEd25519: try #require(Bytes32(peer)))
            #expect(shared.bytes.exposedCopy() == zeros)
        }
    }

    struct BoxCase: Decodable {
        let sender_seed: String?
        let receiver_seed: String?
        let secret: String?
        let `public`: String?
        let peer_secret: String?
        let peer_public: String?
        let nonce: String
        let plaintext: String
        let ciphertext: String

        var keys: (sender: Secret32, receiver: Secret32)? {
            get throws {
                if let sender_seed, let receiver_seed {
                    let sender = Ed25519.SigningKey(seed: try Secret32([UInt8](hex: sender_seed)))
                    let receiver = Ed25519.SigningKey(seed: try Secret32([UInt8](hex: receiver_seed)))
                    return (
                        Box.sharedKey(key: sender, peerEd25519: receiver.publicKey),
                        Box.sharedKey(key: receiver, peerEd25519: sender.publicKey)
                    )
                }
                guard let secret, let peer_secret, let `public`, let peer_public,
                    let own = Bytes32([UInt8](hex: `public`)), let peer = Bytes32([UInt8](hex: peer_public))
                else { return nil }
                let (ownSecret, peerSecret) = (
                    try Secret32([UInt8](hex: secret)), try Secret32([UInt8](hex: peer_secret))
                )
                #expect(X25519.publicKey(secret: ownSecret) == own)
                return (Box.sharedKey(secret: ownSecret, peer: peer), Box.sharedKey(secret: peerSecret, peer: own))
            }
        }
    }

    @Test("Boxes match the vectors, open on the other side and reject any change")
    func box_everyCase_matchesVectors() throws {
        guard let cases: [BoxCase] = try KeyVectors.cases("box") else { return }
        for vector in cases {
            let keys = try #require(try vector.keys)
            let (nonce, plaintext) = ([UInt8](hex: vector.nonce), [UInt8](hex: vector.plaintext))
            let sealed = try SecretBox.seal(plaintext, nonce: nonce, key: keys.sender)
            #expect(sealed.hex == vector.ciphertext)
            #expect(try SecretBox.open(sealed, nonce: nonce, key: keys.receiver).exposedCopy() == plaintext)
            for index in sealed.indices {
                var changed = sealed
                changed[index] ^= 1
                #expect(throws: CryptographyError.authenticationFailed) {
                    try SecretBox.open(changed, nonce: nonce, key: keys.receiver)
                }
            }
        }
    }

    @Test("Nonces of the wrong length and ciphertexts without a tag are rejected")
    func secretBox_badShapes_throw() {
        let key = Secret32(hashing: "key".utf8)
        #expect(throws: CryptographyError.wrongLength(of: "the nonce", expected: 24, actual: 23)) {
            try SecretBox.seal([1], nonce: [UInt8](repeating: 0, count: 23), key: key)
        }
        #expect(throws: CryptographyError.authenticationFailed) {
            try SecretBox.open([UInt8](repeating: 0, count: 15), nonce: [UInt8](repeating: 0, count: 24), key: key)
        }
    }

    @Test("A sealed box of libsodium opens, ours opens, and a key of small order is rejected")
    func sealedBox_roundTrip_matchesLibsodium() throws {
        let secret = try Secret32((0..<32).map { UInt8($0) })
        let foreign = [UInt8](
            hex:
                "9bdfc70090e3d236570f0139bc13199d54ff781c3c899c8a4a445926d426812c3c92ea6d896f43d6c3c5553ff0a9a46eeba3d10bda78a514dee4e69e43224d03a478"
        )
        #expect(try SealedBox.open(foreign, secret: secret).exposedCopy() == Array("for your eyes only".utf8))
        let recipient = X25519.publicKey(secret: secret)
        let sealed = try SealedBox.seal("hello".utf8, to: recipient, oneTimeSecret: Secret32(hashing: "once".utf8))
        #expect(sealed.count == 5 + SealedBox.overheadByteCount)
        #expect(try SealedBox.open(sealed, secret: secret).exposedCopy() == Array("hello".utf8))
        #expect(throws: CryptographyError.authenticationFailed) {
            try SealedBox.open(sealed, secret: Secret32(hashing: "other".utf8))
        }
        #expect(throws: CryptographyError.authenticationFailed) {
            try SealedBox.open(sealed.prefix(31), secret: secret)
        }
        // One-time keys of small order (0 and 1), alone and followed by zeros.
        for first: UInt8 in [0, 1] {
            for count in [32, 48, 100] {
                let forged = [first] + [UInt8](repeating: 0, count: count - 1)
                #expect(throws: CryptographyError.authenticationFailed) {
                    try SealedBox.open(forged, secret: secret)
                }
            }
        }
        let zero = try #require(Bytes32([UInt8](repeating: 0, count: 32)))
        #expect(throws: CryptographyError.self) {
            try SealedBox.seal("hello".utf8, to: zero, oneTimeSecret: Secret32(hashing: "once".utf8))
        }
    }

    @Test("ChaCha20-Poly1305 matches RFC 8439")
    func chaCha20Poly1305_rfc8439_matches() throws {
        let key = try Secret32((0x80...0x9f).map { UInt8($0) })
        let nonce = [UInt8](hex: "070000004041424344454647")
        let data = [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
        let text = Array(
            ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
                + "sunscreen would be it.")
                .utf8)
        let sealed = try ChaCha20Poly1305.seal(text, nonce: nonce, associatedData: data, key: key)
        #expect(sealed.prefix(16).map { $0 } == [UInt8](hex: "d31a8d34648e60db7b86afbc53ef7ec2"))
        #expect(sealed.suffix(16).map { $0 } == [UInt8](hex: "1ae10b594f09e26a7e902ecbd0600691"))
        let opened = try ChaCha20Poly1305.open(sealed, nonce: nonce, associatedData: data, key: key)
        #expect(opened.exposedCopy() == text)
        #expect(throws: CryptographyError.authenticationFailed) {
            try ChaCha20Poly1305.open(sealed, nonce: nonce, associatedData: [], key: key)
        }
        #expect(throws: CryptographyError.authenticationFailed) {
            try ChaCha20Poly1305.open(sealed.dropLast(), nonce: nonce, associatedData: data, key: key)
        }
        #expect(throws: CryptographyError.wrongLength(of: "the nonce", expected: 12, actual: 0)) {
            try ChaCha20Poly1305.open(sealed, nonce: [], associatedData: data, key: key)
        }
    }

    @Test("The vault's vector: scrypt, then ChaCha20-Poly1305 with the vault's associated data")
    func vault_vector_matches() throws {
        let key = try Scrypt.key(
            passphrase: "correct horse battery staple".utf8, salt: (0..<16).map { UInt8($0) },
            cost: .init(n: 32768, r: 8, p: 1))
        #expect(key.bytes.exposedCopy().hex == "7a8e34241db898d59175c696538c417467a975ffe569068425f16188d3159c58")
        let sealed = try ChaCha20Poly1305.seal(
            #"{"accounts":[],"current":null,"version":1}"#.utf8, nonce: (0..<12).map { UInt8($0) },
            associatedData: "flipcash-vault-v1".utf8, key: key)
        #expect(
            sealed.hex
                == "5d4129ab3faa07d717e266f2b357fb05183fa25363eb9207700ab5234b103c028809c5d1b3f3852bbd5cb0e346061a80"
                + "3718b31412f52e43a978")
    }
}
