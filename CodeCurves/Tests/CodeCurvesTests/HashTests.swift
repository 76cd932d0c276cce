import Testing

@testable import CodeCurves

@Suite("Hashes, HMAC and key derivation")
struct HashTests {
    struct HashCase: Decodable {
        let message: String
        let sha256: String
        let sha512: String
    }

    @Test("SHA-256 and SHA-512 match the vectors")
    func hash_everyCase_matchesVectors() throws {
        guard let cases: [HashCase] = try KeyVectors.cases("hash") else { return }
        for vector in cases {
            #expect(SHA256.hash([UInt8](hex: vector.message)).hex == vector.sha256)
            #expect(SHA512.hash([UInt8](hex: vector.message)).hex == vector.sha512)
        }
    }

    private static let thousandBytes = (0..<1000).map { UInt8($0 % 251) }

    @Test("The hashes that libsodium lacks match those of OpenSSL")
    func hash_legacy_matchesOpenSSL() {
        #expect(SHA1.hash("abc".utf8).hex == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(SHA224.hash("abc".utf8).hex == "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7")
        #expect(
            SHA384.hash("abc".utf8).hex
                == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")
        #expect(SHA1.hash(Self.thousandBytes).hex == "c9c960a0b925474fab83942cc27d504fc24ac37b")
        #expect(SHA224.hash(Self.thousandBytes).hex == "c182669a7f6629dc7fd8a9198f15af15adbbaeffa1842e854f681357")
        #expect(
            SHA384.hash(Self.thousandBytes).hex
                == "7a2f8c7f12344964a13cb9260492b845e56615d6152b9eb9e54b580fc88405e64f31813bfda10de2a642fdf1676c61b4")
    }

    @Test("SHA-512 of every length around the ends of the first two blocks matches OpenSSL")
    func sha512_everyLength_matchesOpenSSL() {
        let digests = (0...300).flatMap { SHA512.hash(Self.thousandBytes.prefix($0)) }
        #expect(
            SHA512.hash(digests).hex
                == "da20b3b598f77f25e2e2d1941e345bfe16543f32378fbc8447fbb64f038964ce"
                + "a0808c9d450e5e83ac095f5656c102b2ff15a8e0501c7553a7afe1e0256b5e09")
    }

    @Test("Hashing in pieces gives the same digest, and a hash can be updated after its digest was read")
    func update_inPieces_equalsWhole() {
        func check<Hash: HashFunction>(_ type: Hash.Type) {
            for cut in [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 500, 1000] {
                var hash = Hash()
                hash.update(Self.thousandBytes.prefix(cut))
                #expect(hash.digest == Hash.hash(Self.thousandBytes.prefix(cut)))
                #expect(hash.digest == hash.digest)
                hash.update(Self.thousandBytes.dropFirst(cut))
                #expect(hash.digest == Hash.hash(Self.thousandBytes))
            }
        }
        check(SHA1.self)
        check(SHA224.self)
        check(SHA256.self)
        check(SHA384.self)
        check(SHA512.self)
    }

    struct HMACCase: Decodable {
        let key: String
        let message: String
        let sha256: String
        let sha512: String
        let sha1: String
    }

    @Test("HMAC matches the vectors, also with keys longer than a block")
    func hmac_everyCase_matchesVectors() throws {
        guard let cases: [HMACCase] = try KeyVectors.cases("hmac") else { return }
        for vector in cases {
            let (key, message) = ([UInt8](hex: vector.key), [UInt8](hex: vector.message))
            #expect(HMAC<SHA256>.code(for: message, key: key).hex == vector.sha256)
            #expect(HMAC<SHA512>.code(for: message, key: key).hex == vector.sha512)
            #expect(HMAC<SHA1>.code(for: message, key: key).hex == vector.sha1)
        }
    }

    @Test("HMAC over SHA-224 and SHA-384 matches OpenSSL under a long key")
    func hmac_truncatedHashes_matchOpenSSL() {
        let key = [UInt8](repeating: UInt8(ascii: "k"), count: 200)
        #expect(
            HMAC<SHA224>.code(for: "message".utf8, key: key).hex
                == "092aaa7a140482d47e39e13c874c327735ad2c6651dc7ce86174444e")
        #expect(
            HMAC<SHA384>.code(for: "message".utf8, key: key).hex
                == "88ad23d17655fc698faa8ea2a7d868b941eaba84c622f1ffcc0cd2ea224e10cc99834446a734cb131eb14f05978e2150")
    }

    struct PBKDF2Case: Decodable {
        let algorithm: String
        let password: String
        let salt: String
        let rounds: UInt32
        let key: String
    }

    @Test("PBKDF2 matches the vectors")
    func pbkdf2_everyCase_matchesVectors() throws {
        guard let cases: [PBKDF2Case] = try KeyVectors.cases("pbkdf2") else { return }
        for vector in cases {
            let (password, salt) = (vector.password.utf8, vector.salt.utf8)
            let key =
                switch vector.algorithm {
                case "sha512": PBKDF2<SHA512>.key(password: password, salt: salt, rounds: vector.rounds)
                case "sha384": PBKDF2<SHA384>.key(password: password, salt: salt, rounds: vector.rounds)
                case "sha256": PBKDF2<SHA256>.key(password: password, salt: salt, rounds: vector.rounds)
                case "sha224": PBKDF2<SHA224>.key(password: password, salt: salt, rounds: vector.rounds)
                case "sha1": PBKDF2<SHA1>.key(password: password, salt: salt, rounds: vector.rounds)
                default: SecretBytes([UInt8]())
                }
            #expect(key.exposedCopy().hex == vector.key, "\(vector.algorithm)")
        }
    }

    @Test("PBKDF2 over SHA-224 and SHA-384 matches OpenSSL")
    func pbkdf2_truncatedHashes_matchOpenSSL() {
        #expect(
            PBKDF2<SHA224>.key(password: "pw".utf8, salt: "salt".utf8, rounds: 5).exposedCopy().hex
                == "e5709e2238b657962a8c524863c877220c87521ded44368d0d712409")
        #expect(
            PBKDF2<SHA384>.key(password: "pw".utf8, salt: "salt".utf8, rounds: 5).exposedCopy().hex
                == "893ca8762d2abca1ef61a49e219367782e5135ce2bca2371d04e7b8517169f0ef543a9e45dd528ab8e762ffbb4ea95d9")
    }

    @Test("PBKDF2 uses 2048 rounds by default")
    func pbkdf2_defaultRounds_are2048() {
        let named = PBKDF2<SHA256>.key(password: "pw".utf8, salt: "salt".utf8, rounds: 2048)
        #expect(PBKDF2<SHA256>.key(password: "pw".utf8, salt: "salt".utf8) == named)
        #expect(PBKDF2<SHA256>.key(password: "pw".utf8, salt: "salt".utf8, rounds: 2047) != named)
    }

    @Test("HKDF matches RFC 5869")
    func hkdf_rfc5869_matches() throws {
        let short = try HKDF.key(
            input: [UInt8](repeating: 0x0b, count: 22), salt: (0...0x0c).map { UInt8($0) },
            info: (0xf0...0xf9).map { UInt8($0) }, count: 42)
        #expect(
            short.exposedCopy().hex
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
        let long = try HKDF.key(
            input: (0x00...0x4f).map { UInt8($0) }, salt: (0x60...0xaf).map { UInt8($0) },
            info: (0xb0...0xff).map { UInt8($0) }, count: 82)
        #expect(
            long.exposedCopy().hex
                == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87")
        let bare = try HKDF.key(
            input: [UInt8](repeating: 0x0b, count: 22), salt: [UInt8](), info: [UInt8](), count: 42)
        #expect(
            bare.exposedCopy().hex
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }

    @Test("HKDF of a 32-byte secret equals HKDF without salt; too long an output is rejected")
    func hkdf_secret_equalsGeneral() throws {
        let secret = Secret32(hashing: "journal".utf8)
        let general = try secret.withUnsafeBytes { input throws(CryptographyError) in
            try HKDF.key(input: input, salt: [UInt8](), info: "info".utf8, count: 32)
        }
        #expect(HKDF.key(input: secret, info: "info".utf8).bytes == general)
        #expect(try HKDF.key(input: [1], salt: [], info: [], count: 0).count == 0)
        #expect(throws: CryptographyError.self) { try HKDF.key(input: [1], salt: [], info: [], count: 255 * 32 + 1) }
        #expect(throws: CryptographyError.self) { try HKDF.key(input: [1], salt: [], info: [], count: -1) }
    }

    @Test("scrypt matches RFC 7914 and OpenSSL")
    func scrypt_knownCosts_match() throws {
        let tiny = try Scrypt.key(passphrase: [UInt8](), salt: [UInt8](), cost: .init(n: 16, r: 1, p: 1))
        #expect(tiny.bytes.exposedCopy().hex == "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442")
        let usual = try Scrypt.key(
            passphrase: "pleaseletmein".utf8, salt: "SodiumChloride".utf8, cost: .init(n: 16384, r: 8, p: 1))
        #expect(usual.bytes.exposedCopy().hex == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
    }

    /// Outside RFC 7914, or over the limit for one of the two memories.
    private static let impossibleCosts: [Scrypt.Cost] = [
        .init(n: 0, r: 8, p: 1), .init(n: 1, r: 8, p: 1), .init(n: 3, r: 8, p: 1), .init(n: 16, r: 0, p: 1),
        .init(n: 16, r: 8, p: 0), .init(n: 0x8000_0000_0000_0000, r: .max, p: 1),
        .init(n: 0x100_0000_0000, r: 8, p: 1), .init(n: 16, r: 1, p: .max),
    ]

    /// Little memory, but up to days of work.
    private static let slowCosts: [Scrypt.Cost] = [
        .init(n: 1_048_576, r: 8, p: 131_072), .init(n: 131_072, r: 8, p: 32), .init(n: 2, r: 1, p: 16_777_216),
        .init(n: 33_554_432, r: 1, p: 1),
    ]

    /// Each of the two memories is within 1 GiB, but not their sum.
    private static let largeCosts: [Scrypt.Cost] = [
        .init(n: 1_048_576, r: 8, p: 1), .init(n: 2, r: 4_194_304, p: 2), .init(n: 4, r: 1_048_576, p: 4),
    ]

    @Test(
        "Costs outside RFC 7914 or above the limits of work and memory are rejected",
        arguments: impossibleCosts + slowCosts + largeCosts)
    func scrypt_unacceptableCost_throws(cost: Scrypt.Cost) throws {
        let error = try #require(throws: CryptographyError.self) {
            try Scrypt.key(passphrase: "p".utf8, salt: "s".utf8, cost: cost)
        }
        guard case .invalidParameter = error else {
            Issue.record("\(error)")
            return
        }
    }

    private static let acceptableCosts: [Scrypt.Cost] = [
        .init(n: 2, r: 1, p: 1), .init(n: 32_768, r: 8, p: 1), .init(n: 524_288, r: 8, p: 1),
        .init(n: 131_072, r: 8, p: 16), .init(n: 4_194_304, r: 1, p: 4), .init(n: 2, r: 1, p: 4_194_304),
    ]

    @Test("Costs up to the limits of work and memory are accepted", arguments: acceptableCosts)
    func check_acceptableCost_passes(cost: Scrypt.Cost) throws {
        try cost.check()
    }

    /// Whether the memory of `value` holds `byte` three times in a row.
    private static func holds<Value>(_ byte: UInt8, _ value: Value) -> Bool {
        withUnsafeBytes(of: value) { memory in
            memory.indices.dropLast(2).contains { memory[$0...$0 + 2].allSatisfy { $0 == byte } }
        }
    }

    @Test("A cleared hash holds none of its input and gives the digest of the empty message")
    func clear_ofHash_leavesNothing() {
        func check<Hash: HashFunction>(_: Hash.Type, inline: Bool = true) {
            for count in [20, 60, 100, 127, 300] {
                var hash = Hash()
                hash.update([UInt8](repeating: 0xa5, count: count))
                if inline { #expect(Self.holds(0xa5, hash)) }
                hash.clear()
                #expect(!Self.holds(0xa5, hash))
                #expect(hash.digest == Hash.hash([]))
                hash.update("abc".utf8)
                #expect(hash.digest == Hash.hash("abc".utf8))
            }
        }
        check(SHA1.self, inline: false)
        check(SHA224.self)
        check(SHA256.self)
        check(SHA384.self)
        check(SHA512.self)
    }

    @Test("A cleared HMAC holds neither its key nor its message")
    func clear_ofCode_leavesNothing() {
        func check<Hash: HashFunction>(_: Hash.Type) {
            var hmac = HMAC<Hash>(key: "key".utf8)
            let keyed = hmac.code
            hmac.update([UInt8](repeating: 0xa5, count: 40))
            #expect(Self.holds(0xa5, hmac))
            hmac.clear()
            #expect(!Self.holds(0xa5, hmac))
            #expect(hmac.code != keyed)
        }
        check(SHA256.self)
        check(SHA512.self)
    }
}
