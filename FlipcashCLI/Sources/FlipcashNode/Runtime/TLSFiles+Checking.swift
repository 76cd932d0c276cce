public import FlipcashCore
import NIOSSL

extension NodeConfiguration.TLSFiles {
    /// The fingerprint of the node's own certificate, which clients can pin.
    ///
    /// - Throws: `NodeError.unusableTLSFile`.
    public func fingerprint() throws(NodeError) -> CertificateFingerprint {
        guard let first = try chain().first, let bytes = try? first.toDERBytes() else {
            throw .unusableTLSFile(path: certificate, reason: Self.noCertificate)
        }
        return CertificateFingerprint(ofCertificate: bytes)
    }

    /// Reads both files, so that an unusable one is reported by name before the node serves calls.
    ///
    /// - Throws: `NodeError.insecureFile` for a key that others can read, `NodeError.unusableTLSFile` for a file that
    ///   is missing, is not in PEM form, or does not match the other one.
    func check() throws(NodeError) {
        let certificates = try chain()
        guard let bytes = try PrivateFile.read(key, requiringPrivacy: true) else {
            throw .unusableTLSFile(path: key, reason: "there is no such file")
        }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
            throw .unusableTLSFile(path: key, reason: "it holds no private key in PEM form, or one with a passphrase")
        }
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw .unusableTLSFile(path: key, reason: "it is not the key of the certificate in \(certificate)")
        }
    }

    private func chain() throws(NodeError) -> [NIOSSLCertificate] {
        guard let bytes = try PrivateFile.read(certificate, requiringPrivacy: false) else {
            throw .unusableTLSFile(path: certificate, reason: "there is no such file")
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw .unusableTLSFile(path: certificate, reason: Self.noCertificate)
        }
        return certificates
    }

    private static let noCertificate = "it holds no certificate in PEM form"
}
