import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// The signatures of the payments API: over the canonical bytes of a message without its signature fields
/// (wire contract §3.1).
enum RequestSignature {
    /// Checks that `signer` signed `message` as it is without what `clear` removes.
    ///
    /// Fields that this program does not know stay in the signed bytes. Only the canonical order is accepted, and only
    /// strictly valid signatures.
    ///
    /// - Throws: `AuthenticationFailure.wrongSignature`.
    static func verify<Signed: Message>(
        _ message: Signed, signer: PublicKey, signature: Ocp_Common_V1_Signature, clearing clear: (inout Signed) -> Void
    ) throws {
        var unsigned = message
        clear(&unsigned)
        guard let signature = try? Signature(signature),
            signer.verify(signature: signature, data: try unsigned.signedBytes())
        else { throw AuthenticationFailure.wrongSignature }
    }
}
