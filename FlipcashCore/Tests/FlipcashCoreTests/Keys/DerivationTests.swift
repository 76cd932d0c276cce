import CodeCurves
import FlipcashCore
import Testing

@Suite("Key derivation")
struct DerivationTests {
    struct NodeCase: Decodable {
        let seed: String
        let path: String
        let key: String
        let chain_code: String
        let `public`: String
    }

    @Test("Nodes of SLIP-0010 match the vectors")
    func hardenedKey_everyCase_matchesVectors() throws {
        let cases: [NodeCase] = try GroupedVectors.keys.cases("slip10")
        for vector in cases {
            let node = HardenedKey(seed: SecretBytes([UInt8](hex: vector.seed)))
                .descendant(at: try DerivationPath(vector.path))
            #expect(node.key.bytes.exposedCopy().hex == vector.key)
            #expect(node.chainCode.bytes.exposedCopy().hex == vector.chain_code)
            #expect(node.keyPair.publicKey.bytes.hex == vector.public)
        }
    }

    struct DeriveCase: Decodable {
        let words: String
        let name: String
        let path: String
        let passphrase: String
        let seed: String
        let public_b58: String
        let private_expanded: String
    }

    @Test("Every path of every phrase leads to the published key")
    func key_everyCase_matchesVectors() throws {
        let cases: [DeriveCase] = try GroupedVectors.keys.cases("derive")
        var seeds: [String: SecretBytes] = [:]
        for vector in cases {
            let cacheKey = vector.words + "/" + vector.passphrase
            let seed =
                try seeds[cacheKey] ?? Mnemonic(phrase: vector.words).seed(passphrase: vector.passphrase)
            seeds[cacheKey] = seed
            let path = try DerivationPath(vector.path)
            let pair = HardenedKey(seed: seed).descendant(at: path).keyPair
            #expect(pair.seed?.bytes.exposedCopy().hex == vector.seed, "\(vector.name)")
            #expect(pair.publicKey.base58 == vector.public_b58, "\(vector.name)")
            #expect(pair.privateKey.exposedCopy().hex == vector.private_expanded, "\(vector.name)")
        }
    }

    @Test("The named paths are the published ones, and a phrase's key is the one at its path")
    func paths_named_matchVectors() throws {
        let cases: [DeriveCase] = try GroupedVectors.keys.cases("derive")
        func path(_ name: String) -> String? { cases.first { $0.name == name }?.path }
        #expect(DerivationPath.primary.description == path("primary"))
        #expect(DerivationPath.pool(HardenedIndex(7)).description == path("pool[7]"))
        #expect(DerivationPath.poolRendezvous(HardenedIndex(1)).description == path("pool_rendezvous[1]"))
        let first = try #require(cases.first { $0.name == "primary" })
        let key = try Mnemonic(phrase: first.words).key()
        #expect(key.publicKey.base58 == first.public_b58)
        #expect(key.path == .primary)
        let relationship = try #require(cases.first { $0.name == "relationship(getcode.com)" })
        let other = try Mnemonic(phrase: relationship.words)
            .key(at: DerivationPath(relationship.path), passphrase: relationship.passphrase)
        #expect(other.publicKey.base58 == relationship.public_b58)
    }

    struct PathCase: Decodable {
        let path: String
        let indexes: [UInt32]?
        let marks: [Bool]?
        let text: String?
        let reject: Bool?
    }

    @Test("Paths are read and printed as published, or refused")
    func path_everyCase_matchesVectors() throws {
        let cases: [PathCase] = try GroupedVectors.keys.cases("derive_path_parse")
        for vector in cases {
            guard vector.reject != true else {
                #expect(throws: DerivationPathError.self, "\(vector.path)") { try DerivationPath(vector.path) }
                continue
            }
            let path = try DerivationPath(vector.path)
            #expect(path.components.map(\.index.value) == vector.indexes)
            #expect(path.components.map(\.isMarked) == vector.marks)
            #expect(path.description == vector.text)
        }
    }

    @Test("Signs, double marks, indices that cannot be hardened and stray text are refused")
    func path_malformed_throws() {
        for text in ["", "/", "m/", "m/+1", "m/1''", "m/'", "m/1 ", " m/1", "m/١", "m/1/", "m'/1", "n/1"] {
            #expect(throws: DerivationPathError.self, "\(text)") { try DerivationPath(text) }
        }
        #expect(throws: DerivationPathError.indexTooLarge(position: 2)) { try DerivationPath("m/0/2147483648'") }
        #expect((try? DerivationPath("m/2147483647"))?.components.first?.index.value == 2_147_483_647)
        #expect(HardenedIndex(UInt32(1) << 31) == nil)
    }

    struct RendezvousCase: Decodable {
        let payload: String
        let seed: String
        let public_b58: String
        let private_expanded: String
    }

    @Test("A code's payload leads to its rendezvous key")
    func rendezvous_everyCase_matchesVectors() throws {
        let cases: [RendezvousCase] = try GroupedVectors.keys.cases("rendezvous")
        for vector in cases {
            let pair = try KeyPair.rendezvous(payload: [UInt8](hex: vector.payload))
            #expect(pair.seed?.bytes.exposedCopy().hex == vector.seed)
            #expect(pair.publicKey.base58 == vector.public_b58)
            #expect(pair.privateKey.exposedCopy().hex == vector.private_expanded)
        }
    }

    @Test("A payload of another length has no rendezvous key")
    func rendezvous_wrongLength_throws() {
        for count in [0, 19, 21] {
            #expect(throws: KeyError.wrongLength(of: "code payload", expected: 20, actual: count)) {
                try KeyPair.rendezvous(payload: [UInt8](repeating: 1, count: count))
            }
        }
    }
}
