import CodeCurves
import Testing

@testable import FlipcashCore

@Suite("Key vectors", .namingVectorCases)
struct KeyVectorTests {
    typealias Handlers = [String: VectorFile.Handler]

    @Test("Every case of keys.json has the published result")
    func keyVectors_allGroups_match() throws {
        var handlers = curveGroups
        for groups in [textGroups, wordGroups, derivationGroups, cipherGroups] {
            handlers.merge(groups) { first, _ in first }
        }
        try VectorFile.run("keys", handlers)
    }

    private var curveGroups: Handlers {
        [
            "ed25519_keypair": { vector in
                let pair = try vector["seed"].pair()
                #expect(try pair.publicKey.bytes == vector["public"].hexBytes())
                #expect(try pair.publicKey.base58 == vector["public_b58"].string())
                #expect(try pair.privateKey.exposedCopy() == vector["private_expanded"].hexBytes())
                let secret = try #require(pair.secretKey)
                let text = try vector["solana_keypair_b58"].string()
                #expect(Base58.encode(secret.exposedCopy()) == text)
                #expect(pair.secretKeyBase58?.exposedCopy() == Array(text.utf8))
                #expect(try KeyPair(secretKeyBase58: text.utf8) == pair)
                #expect(try KeyPair(keyFile: #require(pair.keyFile).exposedCopy()) == pair)
                let rebuilt = try KeyPair(publicKey: pair.publicKey, privateKey: pair.privateKey)
                #expect(rebuilt == pair && rebuilt.seed == nil && rebuilt.secretKey == nil)
                #expect(rebuilt.sign("hello".utf8) == pair.sign("hello".utf8))
            },
            "ed25519_sign": { vector in
                let pair = try vector["seed"].pair()
                let message = try vector["message"].hexBytes()
                let signature = pair.sign(message)
                #expect(try pair.publicKey.bytes == vector["public"].hexBytes())
                #expect(try signature.bytes == vector["signature"].hexBytes())
                #expect(pair.publicKey.verify(signature: signature, data: message))
            },
            "ed25519_verify": { vector in
                let key = try PublicKey(vector["public"].hexBytes())
                let signature = try Signature(vector["signature"].hexBytes())
                let verdict = key.verify(signature: signature, data: try vector["message"].hexBytes())
                #expect(try verdict == vector["strict"].bool(), "\(vector["note"])")
            },
            "curve_point": { vector in
                let key = try PublicKey(vector["bytes"].hexBytes())
                #expect(try key.isOnCurve == vector["on_curve"].bool(), "\(vector["note"])")
            },
            "add_scalar": { vector in
                let pair = try vector["seed"].pair()
                let scalar = try Secret32(vector["scalar"].hexBytes())
                #expect(try pair.publicKey.bytes == vector["public_before"].hexBytes())
                let sum = pair.adding(scalar: scalar)
                #expect(try sum.publicKey.bytes == vector["public_after"].hexBytes())
                #expect(try sum.privateKey.exposedCopy() == vector["private_after"].hexBytes())
                #expect(pair.publicKey.adding(scalar: scalar) == sum.publicKey)
                #expect(sum.publicKey.verify(signature: sum.sign("sum".utf8), data: "sum".utf8))
            },
        ]
    }

    private var textGroups: Handlers {
        [
            "base58": { vector in
                let (bytes, text) = (try vector["bytes"].hexBytes(), try vector["text"].string())
                #expect(Base58.encode(bytes) == text)
                #expect(try Base58.decode(text) == bytes)
            },
            "base58_reject_key32": { vector in
                let text = try vector["text"].string()
                #expect(throws: KeyError.self, "\(vector["why"])") { try PublicKey(base58: text) }
                #expect(PublicKey(text) == nil)
            },
            "access_key_links": { vector in
                let mnemonic = try Mnemonic(entropy: vector["entropy"].hexBytes())
                #expect(try LinkHosts().loginLink(mnemonic).url == vector["login"].string())
                #expect(try LinkHosts().cashLink(mnemonic).url == vector["cash_link"].string())
            },
        ]
    }

    private var wordGroups: Handlers {
        [
            "bip39": { vector in
                let mnemonic = try Mnemonic(entropy: vector["entropy"].hexBytes())
                #expect(try mnemonic.phrase == vector["words"].string())
                #expect(try mnemonic.entropyBase58 == vector["entropy_b58"].string())
                #expect(try mnemonic.entropyBase64 == vector["entropy_b64"].string())
                #expect(try Mnemonic(words: mnemonic.words) == mnemonic)
                #expect(try Mnemonic(entropyBase58: vector["entropy_b58"].string()) == mnemonic)
                #expect(try Mnemonic(entropyBase64: vector["entropy_b64"].string()) == mnemonic)
                #expect(try mnemonic.seed().exposedCopy() == vector["seed"].hexBytes())
                #expect(try mnemonic.seed(passphrase: "TREZOR").exposedCopy() == vector["seed_TREZOR"].hexBytes())
            },
            "bip39_reject": { vector in
                let words = try vector["words"].string().split(separator: " ").map(String.init)
                #expect(throws: MnemonicError.self, "\(vector["why"])") { try Mnemonic(words: words) }
            },
            "bip39_languages": { vector in
                let language = try #require(MnemonicLanguage(rawValue: vector["language"].string()))
                let list = Hash(sha256: language.words.joined(separator: "\n").utf8)
                #expect(try list == vector["sha256_of_wordlist_joined_by_newline"].hexHash())
                let words = try vector["words"].string()
                let mnemonic = try Mnemonic(entropy: vector["entropy"].hexBytes(), language: language)
                #expect(Array(mnemonic.phrase.utf8) == Array(words.utf8))
                #expect(try mnemonic.seed().exposedCopy() == vector["seed"].hexBytes())
                #expect(try Mnemonic(phrase: words, language: language) == mnemonic)
                #expect(Mnemonic.languages(of: words).contains(language))
            },
            "bip39_odd_entropy": { vector in
                let words = try vector["words"].string().split(separator: " ").map(String.init)
                let entropy = try vector["entropy"].hexBytes()
                #expect(MnemonicCodec.words(entropy: SecretBytes(entropy)) == words)
                #expect(try MnemonicCodec.entropy(words: words).exposedCopy() == entropy)
                #expect(throws: MnemonicError.wrongWordCount(words.count)) { try Mnemonic(words: words) }
            },
        ]
    }

    private var derivationGroups: Handlers {
        [
            "slip10": { vector in
                let node = HardenedKey(seed: SecretBytes(try vector["seed"].hexBytes()))
                    .descendant(at: try DerivationPath(vector["path"].string()))
                #expect(try node.key.bytes.exposedCopy() == vector["key"].hexBytes())
                #expect(try node.chainCode.bytes.exposedCopy() == vector["chain_code"].hexBytes())
                #expect(try node.keyPair.publicKey.bytes == vector["public"].hexBytes())
            },
            "derive": { vector in
                let path = try DerivationPath(vector["path"].string())
                let words = try Mnemonic(phrase: vector["words"].string())
                let passphrase = try vector["passphrase"].string()
                let key = words.key(at: path, passphrase: passphrase)
                if path == .relationship {
                    #expect(words.relationshipKey(domain: passphrase).publicKey == key.publicKey)
                }
                #expect(try key.keyPair.seed?.bytes.exposedCopy() == vector["seed"].hexBytes())
                #expect(try key.publicKey.base58 == vector["public_b58"].string())
                #expect(try key.keyPair.privateKey.exposedCopy() == vector["private_expanded"].hexBytes())
                if let named = try Self.paths[vector["name"].string()] { #expect(named == path) }
            },
            "derive_path_parse": { vector in
                let text = try vector["path"].string()
                guard vector["reject"].isNull else {
                    #expect(throws: DerivationPathError.self) { try DerivationPath(text) }
                    return
                }
                let path = try DerivationPath(text)
                #expect(try path.components.map(\.index.value) == vector["indexes"].array().map { try $0.uint32() })
                #expect(try path.components.map(\.isMarked) == vector["marks"].array().map { try $0.bool() })
                #expect(try path.description == vector["text"].string())
            },
            "rendezvous": { vector in
                let pair = try KeyPair.rendezvous(payload: vector["payload"].hexBytes())
                #expect(try pair.seed?.bytes.exposedCopy() == vector["seed"].hexBytes())
                #expect(try pair.publicKey.base58 == vector["public_b58"].string())
                #expect(try pair.privateKey.exposedCopy() == vector["private_expanded"].hexBytes())
            },
        ]
    }

    /// The named paths, by their names in the vectors.
    private static let paths: [String: DerivationPath] = {
        var paths: [String: DerivationPath] = [
            "primary": .primary, "legacy swap": .swap, "relationship(getcode.com)": .relationship,
            "relationship(flipcash.com)": .relationship,
        ]
        for index in UInt16(0)..<10 {
            paths["pool[\(index)]"] = .pool(HardenedIndex(index))
            paths["pool_rendezvous[\(index)]"] = .poolRendezvous(HardenedIndex(index))
            paths["legacy incoming[\(index)]"] = .incoming(HardenedIndex(index))
            paths["legacy outgoing[\(index)]"] = .outgoing(HardenedIndex(index))
        }
        for denomination in DerivationPath.Denomination.allCases {
            paths["legacy bucket \(denomination.rawValue)"] = .bucket(denomination)
        }
        return paths
    }()

    private var cipherGroups: Handlers {
        [
            "x25519_from_ed25519": { vector in
                let (a, b) = (try vector["seed_a"].pair(), try vector["seed_b"].pair())
                #expect(try a.publicKey.bytes == vector["public_a"].hexBytes())
                #expect(try X25519.publicKey(ofEd25519: b.publicKey.raw).array == vector["curve_public_b"].hexBytes())
                #expect(try a.privateKey.exposedCopy().prefix(32) == vector["curve_private_a"].hexBytes()[...])
                #expect(try a.sharedSecret(with: b.publicKey).bytes.exposedCopy() == vector["shared_raw"].hexBytes())
                #expect(a.sharedSecret(with: b.publicKey) == b.sharedSecret(with: a.publicKey))
                #expect(try a.boxKey(with: b.publicKey).bytes.exposedCopy() == vector["box_key"].hexBytes())
            },
            "box": { vector in
                let (sender, receiver) = try Self.boxKeys(vector)
                let (nonce, text) = (try vector["nonce"].hexBytes(), try vector["plaintext"].hexBytes())
                let sealed = try vector["ciphertext"].hexBytes()
                #expect(try SecretBox.seal(text, nonce: nonce, key: sender) == sealed)
                #expect(try SecretBox.open(sealed, nonce: nonce, key: receiver).exposedCopy() == text)
            },
            "hash": { vector in
                let message = try vector["message"].hexBytes()
                #expect(try SHA256.hash(message) == vector["sha256"].hexBytes())
                #expect(try SHA512.hash(message) == vector["sha512"].hexBytes())
            },
            "hmac": { vector in
                let (key, message) = (try vector["key"].hexBytes(), try vector["message"].hexBytes())
                func check<Digest: HashFunction>(_: Digest.Type, _ name: String) throws {
                    guard !vector[name].isNull else { return }
                    #expect(try HMAC<Digest>.code(for: message, key: key) == vector[name].hexBytes(), "\(name)")
                }
                try check(SHA1.self, "sha1")
                try check(SHA224.self, "sha224")
                try check(SHA256.self, "sha256")
                try check(SHA384.self, "sha384")
                try check(SHA512.self, "sha512")
            },
            "pbkdf2": { vector in
                let (password, salt) = (try vector["password"].string().utf8, try vector["salt"].string().utf8)
                let rounds = try vector["rounds"].uint32()
                let key =
                    switch try vector["algorithm"].string() {
                    case "sha1": PBKDF2<SHA1>.key(password: password, salt: salt, rounds: rounds)
                    case "sha224": PBKDF2<SHA224>.key(password: password, salt: salt, rounds: rounds)
                    case "sha256": PBKDF2<SHA256>.key(password: password, salt: salt, rounds: rounds)
                    case "sha384": PBKDF2<SHA384>.key(password: password, salt: salt, rounds: rounds)
                    case "sha512": PBKDF2<SHA512>.key(password: password, salt: salt, rounds: rounds)
                    case let name: throw VectorValue.Mismatch(description: "unknown hash \(name)")
                    }
                #expect(try key.exposedCopy() == vector["key"].hexBytes())
            },
        ]
    }

    /// The box key from either side, between two identities or two session keys.
    private static func boxKeys(_ vector: VectorCase) throws -> (sender: Secret32, receiver: Secret32) {
        if !vector["sender_seed"].isNull {
            let (sender, receiver) = (try vector["sender_seed"].pair(), try vector["receiver_seed"].pair())
            return (sender.boxKey(with: receiver.publicKey), receiver.boxKey(with: sender.publicKey))
        }
        let (own, peer) = (try Secret32(vector["secret"].hexBytes()), try Secret32(vector["peer_secret"].hexBytes()))
        let (ownKey, peerKey) = (X25519.publicKey(secret: own), X25519.publicKey(secret: peer))
        #expect(try ownKey.array == vector["public"].hexBytes())
        #expect(try peerKey.array == vector["peer_public"].hexBytes())
        return (Box.sharedKey(secret: own, peer: peerKey), Box.sharedKey(secret: peer, peer: ownKey))
    }
}
