import CodeCurves

/// The SHA-256 digest of a certificate in DER form.
///
/// With it a client can trust a node's own certificate without an authority.
public struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    private let digest: [UInt8]

    /// Computes the fingerprint of a certificate from its DER bytes.
    public init(ofCertificate bytes: [UInt8]) {
        digest = SHA256.hash(bytes)
    }

    /// Reads 64 hexadecimal digits, optionally with colons between the bytes and `sha256:` in front; nil for other
    /// text.
    public init?(_ text: String) {
        var digits = text.lowercased()
        if digits.hasPrefix("sha256:") { digits.removeFirst("sha256:".count) }
        let groups = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard groups.count == 1 || (groups.count == 32 && groups.allSatisfy { $0.utf8.count == 2 }) else { return nil }
        guard let bytes = Hexadecimal.decode(groups.joined()), bytes.count == 32 else { return nil }
        digest = bytes
    }

    /// `sha256:` and 64 lower-case hexadecimal digits.
    public var description: String { "sha256:" + Hexadecimal.encode(digest) }
}
