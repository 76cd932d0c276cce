import FlipcashCore

@testable import FlipcashNode

/// Values that many tests need.
enum Samples {
    static let mint = PublicKey(raw: Hash(sha256: Array("test/mint".utf8)).raw)
    static let address = PublicKey(raw: Hash(sha256: Array("test/address".utf8)).raw)
    static let intent = IntentID(raw: Hash(sha256: Array("test/intent".utf8)).raw)
}
