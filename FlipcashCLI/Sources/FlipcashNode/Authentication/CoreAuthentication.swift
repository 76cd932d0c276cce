import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

/// The `auth` of the core API: a key and its signature over the message that contains it (wire contract §3.2).
struct CoreAuthentication: Sendable {
    let store: NodeStore

    /// Checks the signature and returns the key, whether or not a user has it.
    ///
    /// - Parameter clear: removes `auth` from the message; the remaining bytes are what was signed.
    /// - Throws: `RequestAuthenticationFailure`.
    func key<Signed: Message>(
        _ message: Signed, auth: Flipcash_Common_V1_Auth, clearing clear: (inout Signed) -> Void
    ) throws -> PublicKey {
        guard case .keyPair(let pair)? = auth.kind else { throw RequestAuthenticationFailure.missingKeyPair }
        guard let key = try? PublicKey(pair.pubKey), let signature = try? Signature(pair.signature) else {
            throw RequestAuthenticationFailure.malformedKeyPair
        }
        var unsigned = message
        clear(&unsigned)
        guard key.verify(signature: signature, data: try unsigned.signedBytes()) else {
            throw RequestAuthenticationFailure.wrongSignature
        }
        return key
    }

    /// Checks the signature and returns the user who has the key.
    ///
    /// - Throws: `RequestAuthenticationFailure`; `unknownUser` if no user has the key.
    func user<Signed: Message>(
        _ message: Signed, auth: Flipcash_Common_V1_Auth, clearing clear: (inout Signed) -> Void
    ) throws -> UserRecord {
        let key = try key(message, auth: auth, clearing: clear)
        guard let user = try store.read({ try $0.user(publicKey: key) }) else {
            throw RequestAuthenticationFailure.unknownUser
        }
        return user
    }
}
