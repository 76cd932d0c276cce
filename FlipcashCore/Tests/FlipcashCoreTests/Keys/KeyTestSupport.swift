import CodeCurves
import FlipcashCore

extension KeyPair {
    /// Returns the pair of the published vectors whose seed is the SHA-256 of a name.
    static func named(_ name: String) -> KeyPair { KeyPair(seed: Seed32(hashing: name.utf8)) }
}

/// The people of the vectors (payment specification §2.3): two users and a cash link.
enum VectorPeople {
    static let a = "000102030405060708090a0b0c0d0e0f"
    static let b = "101112131415161718191a1b1c1d1e1f"
    static let gift = "202122232425262728292a2b2c2d2e2f"

    static func mnemonic(_ entropy: String) throws -> Mnemonic {
        try Mnemonic(entropy: [UInt8](hex: entropy))
    }

    static func cluster(_ entropy: String) throws -> AccountCluster {
        AccountCluster(authority: try mnemonic(entropy).key().keyPair, mint: .usdf, timeAuthority: .usdfAuthority)
    }
}
