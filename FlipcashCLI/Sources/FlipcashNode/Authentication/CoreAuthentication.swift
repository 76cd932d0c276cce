import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// The `auth` of the core API: a key and its signature over the message that contains it (wire contract §3.2).
struct CoreAuthentication: Sendable {
    let store: NodeStore

    /// Checks the signature and returns the key, whether or not a user has it.
    ///
    /// - Parameter clear: removes `auth` from the message: the rest is what was signed.
    /// - Throws: INVALID_ARGUMENT without a key pair or with wrong lengths, UNAUTHENTICATED for a wrong signature.
    func key<Signed: Message>(
        _ message: Signed, auth: Flipcash_Common_V1_Auth, clearing clear: (inout Signed) -> Void
    ) throws -> PublicKey {
        guard case .keyPair(let pair)? = auth.kind else {
            throw RPCError(code: .invalidArgument, message: "missing keypair")
        }
        guard let key = try? PublicKey(pair.pubKey), let signature = try? Signature(pair.signature) else {
            throw RPCError(code: .invalidArgument, message: "invalid auth")
        }
        var unsigned = message
        clear(&unsigned)
        guard key.verify(signature: signature, data: try unsigned.signedBytes()) else {
            throw RequestSignature.refusal
        }
        return key
    }

    /// Checks the signature and returns the user who has the key.
    ///
    /// - Throws: as `key`, and PERMISSION_DENIED when no user has it.
    func user<Signed: Message>(
        _ message: Signed, auth: Flipcash_Common_V1_Auth, clearing clear: (inout Signed) -> Void
    ) throws -> UserRecord {
        let key = try key(message, auth: auth, clearing: clear)
        guard let user = try store.read({ try $0.user(publicKey: key) }) else {
            throw RPCError(code: .permissionDenied, message: "permission denied")
        }
        return user
    }
}
