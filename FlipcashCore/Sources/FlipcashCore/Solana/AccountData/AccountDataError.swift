/// Errors from decoding ``AccountData``.
public enum AccountDataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The account does not have the size of its kind.
    case wrongSize(of: String, expected: Int, actual: Int)
    /// The discriminator is that of another kind of account.
    case wrongKind(of: String)
    /// A field of the account has an invalid value.
    case invalidField(of: String)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .wrongSize(let noun, let expected, let actual):
            "a \(noun) has \(expected) bytes, this account has \(actual)"
        case .wrongKind(let noun):
            "this account is not a \(noun)"
        case .invalidField(let noun):
            "this \(noun) contains an invalid value"
        }
    }
}
