/// An error from a cryptographic operation. Messages never contain input bytes.
public enum CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `value` has `actual` bytes instead of `expected`.
    case wrongLength(of: String, expected: Int, actual: Int)
    /// The ciphertext, associated data, nonce or key differs from the one used for sealing.
    case authenticationFailed
    /// The bytes do not encode a point of the curve.
    case notOnCurve
    /// A parameter is outside the algorithm's range or above this library's limits.
    case invalidParameter(String)
    /// The system could not allocate the memory that the operation needs.
    case outOfMemory

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .wrongLength(let value, let expected, let actual):
            "\(value) must have \(expected) bytes but has \(actual)"
        case .authenticationFailed:
            "the encrypted data was changed, or the key is wrong"
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
