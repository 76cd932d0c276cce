/// Why a cryptographic operation refused its input. Messages never contain input bytes.
public enum CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `value` must have `expected` bytes but has `actual`.
    case wrongLength(of: String, expected: Int, actual: Int)
    /// A ciphertext, its associated data, its nonce or the key is not the one that was sealed.
    case authenticationFailed
    /// The bytes do not name a point of the curve.
    case notOnCurve
    /// A parameter is outside what the algorithm defines or this library is willing to spend.
    case invalidParameter(String)
    /// The memory that the operation asks for is not available.
    case outOfMemory

    public var description: String {
        switch self {
        case .wrongLength(let value, let expected, let actual):
            "\(value) must have \(expected) bytes but has \(actual)"
        case .authenticationFailed:
            "the sealed bytes were changed, or the key is wrong"
        case .notOnCurve:
            "the bytes are not a point of the curve"
        case .invalidParameter(let reason):
            reason
        case .outOfMemory:
            "not enough memory for the key derivation"
        }
    }
}

/// Throws unless `bytes` has exactly `expected` bytes.
func requireLength(
    _ expected: Int, of name: String, _ actual: Int
) throws(CryptographyError) {
    guard actual == expected else {
        throw .wrongLength(of: name, expected: expected, actual: actual)
    }
}
