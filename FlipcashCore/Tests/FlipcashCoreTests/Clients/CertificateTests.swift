import Foundation
import Testing

@testable import FlipcashCore

@Suite("Certificates")
struct CertificateTests {
    private static let digits = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test("A fingerprint is read in the formats of common tools, and printed in one format")
    func fingerprint_forms_agree() throws {
        let expected = CertificateFingerprint(ofCertificate: [])
        #expect(expected.description == "sha256:" + Self.digits)
        let pairs = stride(from: 0, to: 64, by: 2).map { index in
            String(Array(Self.digits)[index..<index + 2]).uppercased()
        }
        for text in [
            Self.digits, "sha256:" + Self.digits, "SHA256:" + pairs.joined(separator: ":"),
            pairs.joined(separator: ":"), Self.digits.uppercased(),
        ] {
            #expect(CertificateFingerprint(text) == expected, "\(text)")
        }
    }

    private static let others: [String] = [
        "", "sha256:", String(digits.dropLast()), digits + "0", "g" + String(digits.dropFirst()), "sha1:" + digits,
        ":" + digits, String(digits.dropLast(2)) + ":55", String(digits.dropLast()) + "é",
    ]

    @Test("Other text is not a fingerprint")
    func fingerprint_otherText_isNil() {
        for text in Self.others { #expect(CertificateFingerprint(text) == nil, "\(text)") }
    }

    /// A self-signed certificate for `localhost`.
    private static let selfSigned = """
        MIIBnDCCAUGgAwIBAgIUZOoNgS212FPCgW3gc3czuH030RUwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE1\
        MDA0MloYDzIxMjYxMDI4MTUwMDQyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT6mOfE1X4EUsXr\
        IFnJnjEOhEoY9CJk3qIPpWq/X6K5vUdw6BNwSIEp8xkc3ZBoqxo+43UxjufxOurQk6Pm79Wvo28wbTAdBgNVHQ4EFgQUo9ftpejdeTCILYaU\
        pRT8PoBHlFgwHwYDVR0jBBgwFoAUo9ftpejdeTCILYaUpRT8PoBHlFgwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SH\
        BH8AAAEwCgYIKoZIzj0EAwIDSQAwRgIhAMXrpTF/s2jyMHIFKztMrS10AIBm9zltFQFtKKRj30r0AiEAvDPRL6GB6EtK1u2nRuh+jLEmP3eU\
        s4vu98lbAKhKlp4=
        """

    @Test("Issuer and subject are read; a certificate cut short anywhere has none")
    func names_certificate_found() throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: Self.selfSigned)))
        let names = try #require(CertificateNames(certificate: bytes))
        #expect(names.issuer == names.subject)
        #expect(String(decoding: names.subject.suffix(9), as: UTF8.self) == "localhost")
        for count in 0..<bytes.count { #expect(CertificateNames(certificate: Array(bytes[..<count])) == nil) }
    }

    @Test("Bytes that are not a certificate have no names")
    func names_garbage_isNil() {
        for bytes: [UInt8] in [
            [], [0x30], [0x30, 0x80], [0x30, 0x85, 1, 1, 1, 1, 1], [0x30, 0x84, 255, 255, 255, 255],
            [0x02, 0x01, 0x00],
        ] {
            #expect(CertificateNames(certificate: bytes) == nil)
        }
    }
}
