import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// The signatures of the payments API: over the canonical bytes of a message without its signature fields
/// (wire contract §3.1).
enum RequestSignature {
    /// What a caller learns of a signature that is missing or wrong.
    static let refusal = RPCError(code: .unauthenticated, message: "")

    /// Checks that `signer` signed `message` as it is without what `clear` removes.
    ///
    /// Fields that this program does not know stay in the signed bytes. Only the canonical order is accepted, and only
    /// strictly valid signatures.
    ///
    /// - Throws: UNAUTHENTICATED with an empty text.
    static func verify<Signed: Message>(
        _ message: Signed, signer: PublicKey, signature: Ocp_Common_V1_Signature, clearing clear: (inout Signed) -> Void
    ) throws(RPCError) {
        var unsigned = message
        clear(&unsigned)
        guard let signature = try? Signature(signature),
            signer.verify(signature: signature, data: try unsigned.signedBytes())
        else { throw refusal }
    }
}
