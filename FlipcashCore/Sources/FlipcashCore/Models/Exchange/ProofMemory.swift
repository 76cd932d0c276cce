import Synchronization

/// Remembers proofs whose signatures were found valid, so that a proof that many payments carry is checked once.
///
/// A proof is remembered by all that the check depends on: the key, the signed bytes and the signature. Only valid
/// proofs are kept, and only the key's holder can make those. The oldest one makes room for the newest.
public final class ProofMemory: Sendable {
    /// How many proofs are remembered: some refreshes of the rates of all currencies.
    public static let standardCapacity = 1_024

    typealias Check = @Sendable (_ key: PublicKey, _ bytes: [UInt8], _ signature: Signature) -> Bool

    private struct Proof: Hashable {
        let key: PublicKey
        let bytes: [UInt8]
        let signature: Signature
    }

    private struct State {
        var order: [Proof] = []
        /// Where the next proof goes once there is no room.
        var next = 0
        var known: Set<Proof> = []

        mutating func insert(_ proof: Proof, capacity: Int) {
            guard known.insert(proof).inserted else { return }
            guard order.count == capacity else { return order.append(proof) }
            known.remove(order[next])
            order[next] = proof
            next = (next + 1) % capacity
        }
    }

    private let capacity: Int
    private let check: Check
    private let state = Mutex(State())

    /// Creates an empty memory.
    public convenience init(capacity: Int = ProofMemory.standardCapacity) {
        self.init(capacity: capacity) { $0.verify(signature: $2, data: $1) }
    }

    /// - Parameter check: whether the key signed the bytes.
    init(capacity: Int, check: @escaping Check) {
        self.capacity = max(1, capacity)
        self.check = check
    }

    /// The number of proofs that are remembered.
    public var count: Int { state.withLock { $0.known.count } }

    /// Whether the key signed the bytes. Checks the signature unless this proof was found valid before.
    func isSigned(_ bytes: [UInt8], by key: PublicKey, _ signature: Signature) -> Bool {
        let proof = Proof(key: key, bytes: bytes, signature: signature)
        if state.withLock({ $0.known.contains(proof) }) { return true }
        guard check(key, bytes, signature) else { return false }
        state.withLock { $0.insert(proof, capacity: capacity) }
        return true
    }
}
