public import CodeCurves

/// Errors from reading a key, signature, hash or id. Messages never repeat the input, which may be a secret.
public enum KeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The named value has the wrong number of bytes.
    case wrongLength(of: String, expected: Int, actual: Int)
    /// The named value's text is not base58.
    case notBase58(String, Base58Error)
    /// The text is not a key file: a JSON array of 64 numbers from 0 to 255.
    case notKeyFile
    /// The private key does not match the public key stored with it.
    case mismatchedPublicKey
    /// The cryptographic library returned an error.
    case cryptography(CryptographyError)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .wrongLength(let noun, let expected, let actual):
            "a \(noun) has \(expected) bytes, this has \(actual)"
        case .notBase58(let noun, let error):
            "this is not a \(noun): \(error)"
        case .notKeyFile:
            "this is not a key file: it has to be a JSON array of 64 numbers from 0 to 255"
        case .mismatchedPublicKey:
            "the private key does not match the public key"
        case .cryptography(let error):
            error.description
        }
    }
}
