/// Errors from authenticating the sender of a request (wire contract §3.1 and §3.2).
enum RequestAuthenticationFailure: Error, Hashable, Sendable {
    /// The request has no key pair.
    case missingKeyPair
    /// The key or the signature has a wrong length.
    case malformedKeyPair
    /// The signature is missing or wrong.
    case wrongSignature
    /// No user has the key.
    case unknownUser
}
