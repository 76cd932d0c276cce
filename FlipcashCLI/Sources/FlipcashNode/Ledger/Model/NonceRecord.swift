import FlipcashCore

/// The use of a nonce; each use has its own pool (payment specification §8).
enum NoncePurpose: Int, Sendable, CaseIterable {
    case clientIntent = 1
    case clientSwap = 2
    case node = 3
}

/// The state of a nonce in its cycle (payment specification §8).
enum NonceState: Int, Sendable, CaseIterable {
    /// Used; its blockhash must be advanced before it is available again.
    case released = 1
    case available = 2
    case claimed = 3
    case reserved = 4
    case invalid = 5
}

/// A nonce handed to a client, which signs over this pair.
struct ClaimedNonce: Hashable, Sendable {
    let address: PublicKey
    let blockhash: Hash
}

/// Nonces that a request holds until it commits or ends.
struct NonceClaim: Hashable, Sendable {
    /// Identifies the request; 16 random bytes.
    let claimant: [UInt8]
    /// One per signing action, in action order.
    let nonces: [ClaimedNonce]
}
