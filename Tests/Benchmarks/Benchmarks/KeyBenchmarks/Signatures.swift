import Benchmark
import CLibsodium
import CodeCurves
import Comparison
import Crypto
import FlipcashCore

/// Keys, a message of the size of a payment transaction, and its signatures, all made before timing.
private struct Signed: Sendable {
    static let count = 64

    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let seeds = (0..<count).map { number in (0..<32).map { UInt8(truncatingIfNeeded: number &* 7 &+ $0 &* 13) } }
    let secrets: [Secret32]
    let ours: [Ed25519.SigningKey]
    let theirs: [Curve25519.Signing.PrivateKey]
    let secretKeys: [[UInt8]]
    let publicKeys: [[UInt8]]
    let signatures: [[UInt8]]

    init() throws {
        let message = message
        secrets = try seeds.map { try Secret32($0) }
        ours = secrets.map { Ed25519.SigningKey(seed: $0) }
        theirs = try seeds.map { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
        publicKeys = ours.map(\.publicKey.array)
        secretKeys = zip(seeds, publicKeys).map { $0 + $1 }
        signatures = ours.map { $0.signature(for: message) }
        for (index, key) in theirs.enumerated() {
            precondition(Array(key.publicKey.rawRepresentation) == publicKeys[index], "swift-crypto gives another key")
            precondition(key.publicKey.isValidSignature(signatures[index], for: message))
            precondition(libsodium_verify(signatures[index], message, message.count, publicKeys[index]))
        }
    }
}

func compareSignatures() {
    precondition(libsodium_start(), "libsodium does not start")
    guard let signed = try? Signed() else { fatalError("a seed is rejected") }
    let libsodium = "libsodium \(String(cString: libsodium_version())) from C"
    let swiftCrypto = "swift-crypto"
    // At most five per cent slower than each.
    let level = Reach.times(0.95)

    let signing = Comparison("ed25519: sign 300 bytes", calls: 16)
    signing.ours { call in blackHole(signed.ours[call % Signed.count].signature(for: signed.message)) }
    signing.rival(libsodium, reach: level) { call in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { signature in
            guard let start = signature.baseAddress else { return }
            libsodium_sign(start, signed.message, signed.message.count, signed.secretKeys[call % Signed.count])
            blackHole(signature[63])
        }
    }
    signing.rival(swiftCrypto, reach: level) { call in
        blackHole(try? signed.theirs[call % Signed.count].signature(for: signed.message))
    }

    let verifying = Comparison("ed25519: verify 300 bytes strictly", calls: 8)
    verifying.ours { call in
        let index = call % Signed.count
        blackHole(
            Ed25519.isValid(
                signature: signed.signatures[index], message: signed.message, publicKey: signed.ours[index].publicKey))
    }
    verifying.rival(libsodium, reach: level) { call in
        let index = call % Signed.count
        blackHole(
            libsodium_verify(signed.signatures[index], signed.message, signed.message.count, signed.publicKeys[index]))
    }
    verifying.rival("\(swiftCrypto) (less strict)", reach: level) { call in
        let index = call % Signed.count
        blackHole(signed.theirs[index].publicKey.isValidSignature(signed.signatures[index], for: signed.message))
    }

    let deriving = Comparison("ed25519: key of a seed", calls: 16)
    deriving.ours { call in blackHole(Ed25519.SigningKey(seed: signed.secrets[call % Signed.count])) }
    deriving.rival(libsodium) { call in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 96) { keys in
            guard let start = keys.baseAddress else { return }
            libsodium_derive(start, start + 32, signed.seeds[call % Signed.count])
            blackHole(keys[95])
        }
    }
    deriving.rival(swiftCrypto) { call in
        let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: signed.seeds[call % Signed.count])
        blackHole(key?.publicKey)
    }
    comparePointTest(signed, libsodium)
}

private func comparePointTest(_ signed: Signed, _ libsodium: String) {
    // Every second value is not a point.
    let candidates = signed.ours.map(\.publicKey) + signed.publicKeys.compactMap { Bytes32(CodeCurves.SHA256.hash($0)) }
    let testing = Comparison("ed25519: is this a point of the curve?", calls: 128)
    testing.ours { call in blackHole(EdwardsPoint.isOnCurve(candidates[call % candidates.count])) }
    testing.rival("libsodium's strict verification", reach: .times(2)) { call in
        let index = call % Signed.count
        blackHole(
            libsodium_verify(signed.signatures[index], signed.message, signed.message.count, signed.publicKeys[index]))
    }
    testing.rival("\(libsodium), which asks for more") { call in
        candidates[call % candidates.count].withUnsafeBytes { bytes in
            guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            blackHole(libsodium_is_valid_point(start))
        }
    }
}
