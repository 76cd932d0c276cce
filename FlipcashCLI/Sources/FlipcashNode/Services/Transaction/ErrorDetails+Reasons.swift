import FlipcashAPI
import ProtobufCodec

extension Ocp_Transaction_V1_ErrorDetails {
    /// The longest reason on the wire, in bytes.
    static let reasonBytesMax = 2048

    /// The details of a refusal that policy demands.
    static func denied(_ reason: String) -> Self { .with { $0.denied = .with { $0.reason = cut(reason) } } }

    /// The details of any other refusal with a reason.
    static func reason(_ reason: String) -> Self { .with { $0.reasonString.reason = cut(reason) } }

    /// Truncates at a character boundary, so that the text stays valid.
    private static func cut(_ reason: String) -> String {
        var kept = reason
        while kept.utf8.count > reasonBytesMax { kept.removeLast() }
        return kept
    }
}
