import CodeCurves
import FlipcashCore

/// The keys with which the node signs transactions: its own, and those of the currencies that were launched here.
struct NodeKeys: Sendable {
    /// The label that the key and the ciphertexts are bound to (payment specification §21.9).
    private static let label = Array("flipcash-node-v1".utf8)

    let node: KeyPair
    private let sealingKey: Secret32

    /// - Throws: `StoreError.invalidValue` for a key without a seed, which no node has.
    init(_ node: KeyPair) throws(StoreError) {
        guard let seed = node.seed else { throw .invalidValue(column: "node key", reason: "it has no seed") }
        self.node = node
        sealingKey = HKDF.key(input: seed, info: Self.label)
    }

    /// Seals the seed of a currency's authority, bound to its mint.
    func seal(_ authority: KeyPair, mint: PublicKey, random: any RandomSource) throws -> [UInt8] {
        guard let seed = authority.seed else {
            throw StoreError.invalidValue(column: "authority", reason: "it has no seed")
        }
        let nonce = random.bytes(ChaCha20Poly1305.nonceByteCount)
        return nonce
            + (try seed.withUnsafeBytes { bytes in
                try ChaCha20Poly1305.seal(
                    Array(bytes), nonce: nonce, associatedData: Self.label + mint.bytes, key: sealingKey)
            })
    }

    /// Opens the sealed seed of a currency's authority.
    ///
    /// - Throws: `StoreError.invalidValue` when another node has sealed it, or it was changed.
    func open(_ sealed: [UInt8], mint: PublicKey) throws(StoreError) -> KeyPair {
        let nonce = sealed.prefix(ChaCha20Poly1305.nonceByteCount)
        guard
            let seed = try? ChaCha20Poly1305.open(
                Array(sealed.dropFirst(ChaCha20Poly1305.nonceByteCount)), nonce: Array(nonce),
                associatedData: Self.label + mint.bytes, key: sealingKey), let secret = try? Seed32(seed)
        else {
            throw .invalidValue(column: "authority_secret_ref", reason: "it was not sealed by this node")
        }
        return KeyPair(seed: secret)
    }

    /// Adds the signatures of the node and of `authorities` to a transaction that needs them.
    func sign(_ transaction: inout SolanaTransaction, authorities: [KeyPair]) throws {
        let required = Set(transaction.message.requiredSigners)
        try transaction.sign(with: ([node] + authorities).filter { required.contains($0.publicKey) })
    }
}
