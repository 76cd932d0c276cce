import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// Signed statements of the node that a content was allowed (payment specification §17).
struct ModerationAttestations: Sendable {
    /// How long an attestation is valid.
    static let lifetime = Duration.seconds(86_400)
    /// How far ahead of the node's clock an attestation may be dated.
    private static let leadMax = Duration.seconds(60)

    typealias Attestation = Flipcash_Moderation_V1_ModerationAttestation

    let key: KeyPair

    /// Attests that `content` was allowed.
    func attest(_ content: [UInt8], user: [UInt8], now: Instant) throws(RPCError) -> Attestation {
        var attestation = Attestation.with {
            $0.contentHash = Hash(sha256: content).bytes
            $0.timestamp = now.timestamp
            $0.userID = .with { $0.value = user }
            $0.attestor = key.publicKey.coreKey
        }
        let signature = key.sign(try attestation.signedBytes())
        attestation.signature = .with { $0.value = signature.bytes }
        return attestation
    }

    /// Whether `bytes` are a valid attestation of `content`.
    func isValid(_ bytes: [UInt8], of content: [UInt8], now: Instant) -> Bool {
        guard let attestation = try? Attestation(serializedBytes: bytes),
            attestation.attestor.value == key.publicKey.bytes,
            attestation.contentHash == Hash(sha256: content).bytes,
            Instant(attestation.timestamp).isFresh(at: now, ages: Duration.zero - Self.leadMax...Self.lifetime),
            let signature = try? Signature(attestation.signature)
        else { return false }
        var unsigned = attestation
        unsigned.clearSignature()
        guard let signed = try? unsigned.signedBytes() else { return false }
        return key.publicKey.verify(signature: signature, data: signed)
    }
}
