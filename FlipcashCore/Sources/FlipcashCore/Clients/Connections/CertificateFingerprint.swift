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
        let nibbles = groups.joined().utf8.map(Self.nibble)
        guard nibbles.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = nibbles[index], let low = nibbles[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        digest = bytes
    }

    /// `sha256:` and 64 lower-case hexadecimal digits.
    public var description: String {
        "sha256:"
            + digest.map { byte in
                let digits = String(byte, radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
