import CodeCurves
import Testing

@Suite("Edwards points")
struct EdwardsPointTests {
    struct PointCase: Decodable {
        let note: String
        let bytes: String
        let on_curve: Bool
        let prime_subgroup: Bool
    }

    @Test("The point test checks decompression, not the prime-order subgroup as libsodium does")
    func isOnCurve_everyCase_matchesVectors() throws {
        guard let cases: [PointCase] = try KeyVectors.cases("curve_point") else { return }
        #expect(VectorFile.isElsewhere || cases.filter { $0.on_curve != $0.prime_subgroup }.count == 30)
        for vector in cases {
            let bytes = try #require(Bytes32([UInt8](hex: vector.bytes)))
            #expect(EdwardsPoint.isOnCurve(bytes) == vector.on_curve, "\(vector.note)")
        }
    }

    /// SHA-256 of the numbers 0 ..< 2000 as little-endian 64-bit integers, used as arbitrary field elements.
    private static var samples: [Bytes32] {
        (UInt64(0)..<2000).map { number in
            withUnsafeBytes(of: number.littleEndian) { Bytes32(hashing: $0) }
        }
    }

    @Test("The point test agrees with big-integer arithmetic on 2,000 arbitrary strings")
    func isOnCurve_manySamples_matchesBigIntegers() {
        let verdicts = Self.samples.map { EdwardsPoint.isOnCurve($0) ? UInt8(1) : 0 }
        #expect(verdicts.count { $0 == 1 } == 1053)
        #expect(SHA256.hash(verdicts).hex == "fd5a372f45a512b8b55bd5759986cc5d81ef8728c949bd281e90128aa76ef4c7")
    }

    @Test("2,000 conversions to X25519 agree with big-integer arithmetic")
    func montgomeryCoordinate_manySamples_matchesBigIntegers() {
        var hash = SHA256()
        for sample in Self.samples { hash.update(EdwardsPoint.montgomeryCoordinate(sample).array) }
        #expect(hash.digest.hex == "93bff36a849c8e74daa16822dacb8b681a22b00ecb0bda2dfa3fa3e358b1ec34")
    }

    @Test("The coordinate of y = 1, where the formula divides by zero, is 0")
    func montgomeryCoordinate_identity_isZero() throws {
        let identity = try #require(Bytes32([1] + [UInt8](repeating: 0, count: 31)))
        #expect(EdwardsPoint.montgomeryCoordinate(identity).array == [UInt8](repeating: 0, count: 32))
    }
}
