import FlipcashCore

/// Nonces that a request holds from the answer to its actions until its commit. Each authorizes one movement (payment
/// specification §8, §21.4).
///
/// The nonces are random, and each is used once, because a claim is used once. They are stored only with the intent
/// that used them. A request that ends early therefore leaves no trace, and a restored backup cannot hand out a nonce
/// again.
struct NonceClaim: Hashable, Sendable {
    /// How long a claim is valid.
    static let lifetime: Duration = .seconds(20)

    /// One per signing action, in action order.
    let nonces: [VirtualNonce]
    private let end: Uptime

    /// Claims `count` fresh nonces; nil when the random source gives too few bytes.
    init?(_ count: Int, environment: RuntimeEnvironment) {
        nonces = (0..<count).compactMap { _ in
            PublicKey(exactly: environment.random.bytes(PublicKey.byteCount)).map(VirtualNonce.init(withoutChain:))
        }
        guard nonces.count == count else { return nil }
        end = environment.clock.uptime() + Self.lifetime
    }

    /// Whether the claim may still be used.
    func isValid(at now: Uptime) -> Bool { now <= end }
}

extension VirtualNonce {
    /// A nonce without a chain: its value follows from its address.
    init(withoutChain address: PublicKey) {
        let counter = [UInt8](repeating: 0, count: 8)
        self.init(address: address, value: Hash(sha256: Array("node-nonce".utf8) + address.bytes + counter))
    }
}
