import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import Testing

@testable import FlipcashNode

@Suite("How a client judges a node's certificate", .timeLimit(.minutes(5)))
struct NodeTLSTests {
    private func withTLSNode(
        host: String = "127.0.0.1", _ body: (_ port: Int, _ files: NodeConfiguration.TLSFiles) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let files = NodeConfiguration.TLSFiles(
            certificate: folder.path + "/cert.pem", key: folder.path + "/key.pem")
        #expect(try PrivateFile.create(files.certificate, content: Array(TestCertificate.certificate.utf8)))
        #expect(try PrivateFile.create(files.key, content: Array(TestCertificate.key.utf8)))
        try await withNode(
            NodeConfiguration(storage: .memory(), listeners: [.init(.tcp(host: host, port: 0), tls: files)])
        ) { node in
            try await body(node.loopbackPort, files)
        }
    }

    /// The result of a first call. Repeats a call that times out, as on a loaded machine.
    private func outcome(_ endpoint: ServiceEndpoint, _ trust: ServerTrust) async throws -> MintsError? {
        for _ in 0..<3 {
            let failure = try await firstOutcome(endpoint, trust)
            guard failure == .rpc(.transportFailure(code: .deadlineExceeded)) else { return failure }
        }
        return try await firstOutcome(endpoint, trust)
    }

    private func firstOutcome(_ endpoint: ServiceEndpoint, _ trust: ServerTrust) async throws -> MintsError? {
        let environment = RuntimeEnvironment.system
        let connection = try ServiceConnection(
            endpoint: endpoint, trust: trust, userAgent: UserAgent(version: "1.0.0"), environment: environment)
        let client = Client(connection: connection, environment: environment)
        var failure: MintsError?
        do { _ = try await client.fetchMint(.usdf) } catch { failure = error }
        await connection.close()
        return failure
    }

    private func untrusted(_ failure: MintsError?) throws -> UntrustedCertificate {
        guard case .rpc(.unreachable(.untrusted(let certificate)))? = failure else {
            Issue.record("\(String(describing: failure))")
            throw RawConnection.Failure.noAnswer
        }
        return certificate
    }

    @Test("A self-signed certificate is reported with its fingerprint", arguments: ["127.0.0.1", "localhost"])
    func call_selfSigned_named(host: String) async throws {
        try await withTLSNode { port, files in
            let endpoint = ServiceEndpoint.https(host: host, port: port)
            let certificate = try untrusted(try await outcome(endpoint, .system))
            #expect(certificate.reason == .selfSigned)
            #expect(try certificate.fingerprint == files.fingerprint())
            #expect(certificate.description.contains("\(host):\(port)"))
        }
    }

    @Test("Its own file as authority, or its fingerprint, makes it trusted", arguments: ["127.0.0.1", "localhost"])
    func call_trusted_succeeds(host: String) async throws {
        try await withTLSNode { port, files in
            let endpoint = ServiceEndpoint.https(host: host, port: port)
            for trust in [ServerTrust.authorities(files.certificate), .certificate(try files.fingerprint())] {
                let failure = try await outcome(endpoint, trust)
                #expect(failure == nil)
            }
        }
    }

    @Test("A certificate other than the pinned one is refused; authorities and host are checked")
    func call_otherTrust_named() async throws {
        try await withTLSNode(host: "127.0.0.2") { port, files in
            let endpoint = ServiceEndpoint.https(host: "127.0.0.2", port: port)
            let pin = CertificateFingerprint(ofCertificate: [1])
            let other = try untrusted(try await outcome(endpoint, .certificate(pin)))
            #expect(other.reason == .otherFingerprint)
            #expect(try other.fingerprint == files.fingerprint())
            // The certificate is for localhost and 127.0.0.1.
            let elsewhere = try untrusted(try await outcome(endpoint, .authorities(files.certificate)))
            #expect(elsewhere.reason == .otherHost)
            // A pin identifies the certificate, for any host.
            let pinned = try await outcome(endpoint, .certificate(files.fingerprint()))
            #expect(pinned == nil)
        }
    }

    @Test("An invalid file of authorities is reported by name")
    func connect_badAuthorities_named() async throws {
        let folder = try TemporaryFolder()
        for path in [folder.path + "/missing.pem", folder.path + "/bad.pem"] {
            if path.hasSuffix("bad.pem") { #expect(try PrivateFile.create(path, content: Array("x".utf8))) }
            await #expect(throws: RPCFailure.unreachable(.unusableAuthorities(path))) {
                _ = try await outcome(.https(host: "127.0.0.1", port: 1), .authorities(path))
            }
        }
    }

    @Test("A plaintext service behind an https: address is reported as plaintext")
    func call_plaintextServer_named() async throws {
        let (port, failure) = try await withNode(
            NodeConfiguration(storage: .memory(), listeners: [.init(.tcp(host: "127.0.0.1", port: 0))])
        ) { node -> (Int, MintsError?) in
            let port = try node.loopbackPort
            return (port, try await outcome(.https(host: "127.0.0.1", port: port), .system))
        }
        guard case .rpc(.unreachable(let problem))? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem == .handshakeFailed("127.0.0.1:\(port)") || problem == .notAService("127.0.0.1:\(port)"))
    }
}
