import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// Converts the ledger's types to and from the payments API.
///
/// The validation rules check lengths before a service sees a message. A value with a wrong length that still gets here
/// is an invalid argument, never a trap.
extension PublicKey {
    init(_ id: Ocp_Common_V1_SolanaAccountId) throws(RPCError) {
        self = try PublicKey.read(id.value, "account id")
    }

    init(_ key: Ocp_Messaging_V1_RendezvousKey) throws(RPCError) {
        self = try PublicKey.read(key.value, "rendezvous key")
    }

    init(_ key: Flipcash_Common_V1_PublicKey) throws(RPCError) {
        self = try PublicKey.read(key.value, "public key")
    }

    var accountID: Ocp_Common_V1_SolanaAccountId { .with { $0.value = bytes } }

    var coreKey: Flipcash_Common_V1_PublicKey { .with { $0.value = bytes } }
}

extension Signature {
    init(_ signature: Ocp_Common_V1_Signature) throws(RPCError) {
        self = try Signature.read(signature.value, "signature")
    }

    init(_ signature: Flipcash_Common_V1_Signature) throws(RPCError) {
        self = try Signature.read(signature.value, "signature")
    }

    var wire: Ocp_Common_V1_Signature { .with { $0.value = bytes } }
}

extension FixedBytes {
    fileprivate static func read(_ bytes: [UInt8], _ name: String) throws(RPCError) -> Self {
        guard let value = Self(exactly: bytes) else {
            throw RPCError(code: .invalidArgument, message: "\(name) must have \(byteCount) bytes")
        }
        return value
    }
}

extension Instant {
    var timestamp: Google_Protobuf_Timestamp { .init(seconds: seconds, nanos: nanoseconds) }

    init(_ timestamp: Google_Protobuf_Timestamp) {
        self.init(seconds: timestamp.seconds, nanoseconds: Int64(timestamp.nanos))
    }
}

extension Duration {
    var wire: Google_Protobuf_Duration {
        let (seconds, attoseconds) = components
        return .init(seconds: seconds, nanos: Int32(attoseconds / 1_000_000_000))
    }
}

extension Message {
    /// The canonical bytes, which signatures cover.
    func signedBytes() throws(RPCError) -> [UInt8] {
        do {
            return try serializedBytes()
        } catch {
            throw RPCError(code: .internalError, message: "a message is too large to be signed")
        }
    }
}
