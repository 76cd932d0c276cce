import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// The signatures of the payments API, which cover the canonical bytes of a message without its signature fields (wire
/// contract §3.1).
enum RequestSignature {
    /// Checks that `signer` signed `message` without the fields that `clear` removes.
    ///
    /// Unknown fields stay in the signed bytes. Only the canonical order and strictly valid signatures are accepted.
    ///
    /// - Throws: `RequestAuthenticationFailure.wrongSignature`.
    static func verify<Signed: Message>(
        _ message: Signed, signer: PublicKey, signature: Ocp_Common_V1_Signature, clearing clear: (inout Signed) -> Void
    ) throws {
        var unsigned = message
        clear(&unsigned)
        guard let signature = try? Signature(signature),
            signer.verify(signature: signature, data: try unsigned.signedBytes())
        else { throw RequestAuthenticationFailure.wrongSignature }
    }
}
