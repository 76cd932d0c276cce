/// Errors from checking the node's parameters for a swap (payment specification §16.4). The server is faulty or
/// hostile, and nothing was signed.
public enum SwapTermsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameters are for another kind of swap.
    case wrongKind
    /// This field is missing, has the wrong size or is not allowed here.
    case malformed(String)
    /// This field has another value than the user agreed to.
    case changed(String)
    /// The node's account in this field is one of the user's own.
    case ownAccount(String)
    /// A lookup table names an account of the user, which the chain might replace by another.
    case ownAccountInTable
    /// This client has already signed with that nonce.
    case nonceReused
    /// The transaction cannot be built from the parameters.
    case transaction(SwapTransactionError)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .wrongKind: "the service sent the parameters of another kind of swap"
        case .malformed(let field): "the service sent an invalid \(field) for the swap"
        case .changed(let field): "the service sent another \(field) than agreed"
        case .ownAccount(let field): "the service named an account of yours as its \(field)"
        case .ownAccountInTable: "a lookup table of the service names an account of yours"
        case .nonceReused: "the nonce was used for an earlier signature"
        case .transaction(let error): error.description
        }
    }
}
