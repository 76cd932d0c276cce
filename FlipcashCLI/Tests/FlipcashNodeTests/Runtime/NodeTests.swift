import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import GRPCNIOTransportHTTP2
import ProtobufCodec
import Testing

@testable import FlipcashNode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A node's life")
struct NodeTests {
    private func checkServing(_ transport: some ClientTransport, _ node: Node) async throws {
        try await withGRPCClient(transport: transport) { client in
            let health = Grpc_Health_V1_Health.Client(wrapping: client)
            #expect(try await health.check(.init()).status == .serving)
            let name = Ocp_Account_V1_Account.descriptor.fullyQualifiedService
            #expect(try await health.check(.with { $0.service = name }).status == .serving)
            let currencies = Ocp_Currency_V1_Currency.Client(wrapping: client)
            let mints = try await currencies.getMints(.with { $0.addresses = [PublicKey.usdf.accountID] })
            #expect(
                mints.metadataByAddress[PublicKey.usdf.base58]?.vmMetadata.authority == node.publicKey.accountID)
        }
    }

    @Test("A node serves its own process, a Unix socket and TCP at once, and cleans up after itself")
    func start_threeTransports_serves() async throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/n.sock"
        let configuration = NodeConfiguration(
            storage: .folder(NodeFolder(folder.path + "/node")),
            listeners: [.init(.unix(path: socket)), .init(.tcp(host: "127.0.0.1", port: 0))], servesAdminSocket: true)
        try await withNode(configuration) { node in
            #expect(node.addresses.count == 2)
            guard case .tcp(_, let port) = node.addresses[1] else { throw RawConnection.Failure.noAddress }
            #expect(port > 0)
            try await checkServing(node.connect(), node)
            try await checkServing(
                try .http2NIOPosix(
                    target: .unixDomainSocket(path: socket, authority: "localhost"), transportSecurity: .plaintext),
                node)
            try await checkServing(
                try .http2NIOPosix(target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext), node
            )
            let status = try #require(
                try await AdminClient(path: folder.path + "/node/admin.sock").send(AdminRequest(.status)).status)
            #expect(status.addresses == node.addresses.map(\.description))
            #expect(status.key == node.publicKey.base58 && status.state == "serving" && status.rateSource == "fixed")
            #expect(status.build == BuildIdentity.current.description)
            #expect(status.counters.callsStarted == 9 && status.counters.callsFailed == 0)
        }
        #expect(access(socket, F_OK) != 0)
        #expect(access(folder.path + "/node/admin.sock", F_OK) != 0)
    }

    @Test("With a certificate the node speaks only TLS")
    func start_tls_encrypted() async throws {
        let folder = try TemporaryFolder()
        let files = NodeConfiguration.TLSFiles(
            certificate: folder.path + "/cert.pem", key: folder.path + "/key.pem")
        #expect(try PrivateFile.create(files.certificate, content: Array(TestCertificate.certificate.utf8)))
        #expect(try PrivateFile.create(files.key, content: Array(TestCertificate.key.utf8)))
        let configuration = NodeConfiguration(
            storage: .memory(), listeners: [.init(.tcp(host: "127.0.0.1", port: 0), tls: files)])
        try await withNode(configuration) { node in
            let port = try node.loopbackPort
            try await checkServing(
                try .http2NIOPosix(
                    target: .ipv4(address: "127.0.0.1", port: port),
                    transportSecurity: .tls { $0.serverCertificateVerification = .noVerification }), node)
            await #expect(throws: RPCError.self) {
                try await withGRPCClient(
                    transport: .http2NIOPosix(
                        target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
                ) { client in
                    var options = CallOptions.defaults
                    options.timeout = .seconds(2)
                    return try await Grpc_Health_V1_Health.Client(wrapping: client).check(.init(), options: options)
                }
            }
        }
    }

    @Test("A missing or invalid certificate stops the start")
    func start_badCertificate_refused() async throws {
        let folder = try TemporaryFolder()
        let files = NodeConfiguration.TLSFiles(
            certificate: folder.path + "/cert.pem", key: folder.path + "/key.pem")
        let configuration = NodeConfiguration(
            storage: .memory(), listeners: [.init(.tcp(host: "127.0.0.1", port: 0), tls: files)])
        for content in [nil, "no certificate"] {
            if let content { #expect(try PrivateFile.create(files.certificate, content: Array(content.utf8))) }
            let error = await #expect(throws: NodeError.self) {
                try await Node.start(configuration, environment: .test())
            }
            guard case .unusableTLSFile(files.certificate, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("An unusable key of TLS is reported by name: missing, damaged, readable by others or of another certificate")
    func start_badTLSKey_namesFile() async throws {
        let folder = try TemporaryFolder()
        let files = NodeConfiguration.TLSFiles(
            certificate: folder.path + "/cert.pem", key: folder.path + "/key.pem")
        #expect(try PrivateFile.create(files.certificate, content: Array(TestCertificate.certificate.utf8)))
        func failure() async throws -> NodeError? {
            await #expect(throws: NodeError.self) {
                try await Node.start(
                    NodeConfiguration(
                        storage: .memory(), listeners: [.init(.tcp(host: "127.0.0.1", port: 0), tls: files)]),
                    environment: .test())
            }
        }
        #expect(try await failure() == .unusableTLSFile(path: files.key, reason: "there is no such file"))
        let foreign = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----

            """
        for (content, words) in [("no key", "no private key"), (foreign, "is not the key of the certificate")] {
            #expect(try PrivateFile.create(files.key, content: Array(content.utf8)))
            let error = try await failure()
            #expect(error?.description.hasPrefix(files.key) == true && "\(error!)".contains(words), "\(error!)")
            unlink(files.key)
        }
        #expect(try PrivateFile.create(files.key, content: Array(TestCertificate.key.utf8)))
        for mode: UInt16 in [0o644, 0o640] {
            chmod(files.key, mode_t(mode))
            #expect(try await failure() == .insecureFile(path: files.key, mode: mode))
        }
    }

    @Test("A port that another program uses is reported in words")
    func start_portInUse_saysSo() async throws {
        try await withNode(
            NodeConfiguration(storage: .memory(), listeners: [.init(.tcp(host: "127.0.0.1", port: 0))])
        ) { node in
            let address = try #require(node.addresses.first)
            let error = await #expect(throws: NodeError.self) {
                try await Node.start(
                    NodeConfiguration(storage: .memory(), listeners: [.init(address)]), environment: .test())
            }
            #expect(try #require(error).description.contains("in use by another program"), "\(error!)")
        }
    }

    @Test("The folder is private, its key is kept, and a second node is refused while the first runs")
    func start_folder_keptAndLocked() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        var first: PublicKey?
        try await withNode(.embedded(place)) { node in
            first = node.publicKey
            var status = stat()
            #expect(stat(place.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
            #expect(stat(place.key, &status) == 0 && status.st_mode & 0o777 == 0o600)
            await #expect(throws: NodeError.folderInUse(path: place.path)) {
                try await Node.start(.embedded(place), environment: .test())
            }
        }
        try await withNode(.embedded(place), environment: .test(seed: 2)) { node in #expect(node.publicKey == first) }
    }

    @Test("A key that others can read, that is damaged, or that is not the database's stops the start")
    func start_badKey_refused() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        try await withNode(.embedded(place)) { _ in }
        chmod(place.key, 0o644)
        await #expect(throws: NodeError.insecureFile(path: place.key, mode: 0o644)) {
            try await Node.start(.embedded(place), environment: .test())
        }
        chmod(place.key, 0o600)
        unlink(place.key)
        for content in [
            "", "{}", #"{"version":2,"seed":"1"}"#, #"{"version":1,"seed":"0"}"#, #"{"version":1,"seed":"11"}"#,
        ] {
            #expect(try PrivateFile.create(place.key, content: Array(content.utf8)))
            let error = await #expect(throws: NodeError.self) {
                try await Node.start(.embedded(place), environment: .test())
            }
            guard case .unreadableKey(place.key, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            unlink(place.key)
        }
        let error = await #expect(throws: NodeError.self) {
            try await Node.start(.embedded(place), environment: .test(seed: 3))
        }
        guard case .missingKey(place.key, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // The refused start has left no key behind.
        #expect(access(place.key, F_OK) != 0 && access(place.keyDraft, F_OK) != 0)
        #expect(
            try NodeKeyFile.create(place.key, key: KeyPair.generate(using: RuntimeEnvironment.test(seed: 4).random)))
        let foreign = await #expect(throws: NodeError.self) {
            try await Node.start(.embedded(place), environment: .test())
        }
        #expect("\(try #require(foreign))".contains("belongs to node key"))
    }

    @Test("Plaintext is allowed only on this machine, and an address in use is reported")
    func start_badListener_refused() async throws {
        let open = NodeConfiguration(
            storage: .memory(), listeners: [.init(.tcp(host: "0.0.0.0", port: 0))])
        await #expect(throws: NodeError.tlsRequired(host: "0.0.0.0")) {
            try await Node.start(open, environment: .test())
        }
        let long = "/tmp/" + String(repeating: "x", count: 110)
        await #expect(throws: NodeError.socketPathTooLong(path: long, limit: SocketPath.limit)) {
            try await Node.start(
                NodeConfiguration(storage: .memory(), listeners: [.init(.unix(path: long))]), environment: .test())
        }
        let error = await #expect(throws: NodeError.self) {
            try await Node.start(
                NodeConfiguration(storage: .memory(), listeners: [.init(.unix(path: "/nowhere/at/all.sock"))]),
                environment: .test())
        }
        guard case .cannotListen("unix:/nowhere/at/all.sock", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A node without rates does not start, one with recent rates does")
    func start_noRates_refused() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        let clock = TestClock()
        var configuration = NodeConfiguration.embedded(place)
        configuration.settings = NodeSettings(rates: .file(path: folder.path + "/rates.json"))
        await #expect(throws: NodeError.self) { try await Node.start(configuration, environment: .test(clock: clock)) }
        #expect(try PrivateFile.create(folder.path + "/rates.json", content: Array(#"{"usd":{"cad":"1.5"}}"#.utf8)))
        try await withNode(configuration, environment: .test(clock: clock)) { node in
            #expect(node.proofs.rates.map(\.exchangeRate.currencyCode) == ["cad", "usd"])
        }
        unlink(folder.path + "/rates.json")
        clock.advance(by: .seconds(14 * 60))
        try await withNode(configuration, environment: .test(clock: clock)) { node in
            #expect(node.proofs.rates.count == 2)
        }
        clock.advance(by: .seconds(60))
        await #expect(throws: NodeError.self) { try await Node.start(configuration, environment: .test(clock: clock)) }
    }

    @Test("A client below the minimum version is refused; one without a version is served")
    func call_oldClient_failedPrecondition() async throws {
        try await NodeHarness.run(settings: NodeSettings(minimumClientVersion: ClientVersion(2, 0, 0))) { harness in
            let request = Ocp_Currency_V1_GetMintsRequest.with { $0.addresses = [PublicKey.usdf.accountID] }
            func code(_ userAgent: String?) async -> RPCError.Code? {
                var metadata = Metadata()
                if let userAgent { metadata.addString(userAgent, forKey: "user-agent") }
                return await grpcStatus {
                    try await harness.currencies.getMints(request, metadata: metadata)
                }?.code
            }
            #expect(await code("OpenCodeProtocol/iOS/1.9.9") == .failedPrecondition)
            #expect(await code("OpenCodeProtocol/Linux/2.0.0") == nil)
            #expect(await code("Flipcash/iOS/1.0.0") == nil)
            #expect(await code("OpenCodeProtocol/iOS/x") == nil)
            #expect(await code(nil) == nil)
        }
    }

    @Test("An idle node stops after its idle time")
    func idleExit_noCalls_stops() async throws {
        let clock = TestClock()
        var configuration = NodeConfiguration.inMemory()
        configuration.idleExit = .seconds(900)
        try await withNode(configuration, environment: .test(clock: clock)) { node in
            let start = clock.uptime()
            await clock.waitForSleeper(at: start + .seconds(900))
            clock.advance(by: .seconds(600))
            try await withGRPCClient(transport: node.connect()) { client in
                _ = try await Grpc_Health_V1_Health.Client(wrapping: client).check(.init())
            }
            clock.advance(by: .seconds(300))
            await clock.waitForSleeper(at: start + .seconds(1500))
            clock.advance(by: .seconds(600))
            await node.waitUntilStopRequested()
        }
    }

    /// Watches the node's health until the call ends, and returns how it ended. Ends `statuses` then.
    private func watch(
        _ health: Grpc_Health_V1_Health.Client<some ClientTransport>,
        into statuses: AsyncStream<Grpc_Health_V1_HealthCheckResponse.ServingStatus>.Continuation
    ) async -> RPCError? {
        defer { statuses.finish() }
        do {
            try await health.watch(.init()) { response in
                for try await message in response.messages { statuses.yield(message.status) }
            }
            return nil
        } catch {
            return error as? RPCError
        }
    }

    private func checkStop(
        _ health: Grpc_Health_V1_Health.Client<some ClientTransport>, _ node: Node, admin: AdminClient
    ) async throws {
        let seen = AsyncStream<Grpc_Health_V1_HealthCheckResponse.ServingStatus>.makeStream()
        async let end = watch(health, into: seen.continuation)
        var statuses = seen.stream.makeAsyncIterator()
        #expect(await statuses.next() == .serving)
        #expect(try await admin.send(AdminRequest(.stop)).ok)
        await node.waitUntilStopRequested()
        await node.shutDown()
        #expect(await statuses.next() == .notServing)
        #expect(await end == RPCError(code: .unavailable, message: "the node is stopping"))
    }

    @Test("An operator stops the node over its socket; open streams end and the health reports it")
    func stop_admin_endsStreams() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        let admin = AdminClient(path: place.adminSocket)
        var configuration = NodeConfiguration.embedded(place)
        configuration.servesAdminSocket = true
        try await withNode(configuration) { node in
            try await withGRPCClient(transport: node.connect()) { client in
                try await checkStop(.init(wrapping: client), node, admin: admin)
            }
            await #expect(throws: NodeError.notRunning(path: place.adminSocket)) {
                try await admin.send(AdminRequest(.status))
            }
        }
    }

    @Test(
        "A node that stops does not wait for the end of a check, whose client gets an answer", .timeLimit(.minutes(1)))
    func shutDown_duringACheck_endsIt() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        var configuration = NodeConfiguration.embedded(place)
        configuration.servesAdminSocket = true
        try await withNode(configuration) { node async throws in
            let store = node.context.store
            // Keeps the connection of the check busy until it is interrupted.
            let tasks = ConcurrentTaskSpawner()
            let reading = Task {
                try await tasks.performBlocking {
                    try store.readAside { try $0.integer(NodeStoreTests.endless) }
                }
            }
            let check = Task { try await AdminClient(path: place.adminSocket).send(AdminRequest(.check), within: nil) }
            while !store.isBeingChecked { await Task.yield() }
            await node.shutDown()
            #expect(try await check.value == .refusal("it was interrupted before it was done; run it again"))
            await #expect(throws: StoreError.self) { try await reading.value }
        }
    }

    @Test("A service that the node does not have is unknown to its health")
    func health_unknownService_notFound() async throws {
        try await NodeHarness.run { harness in
            let status = await grpcStatus { try await harness.health.check(.with { $0.service = "x.Y" }) }
            #expect(status?.code == .notFound)
            // A watcher learns it as a status, since the service could appear later.
            let first = try await harness.health.watch(.with { $0.service = "x.Y" }) { response in
                try await response.messages.first { _ in true }?.status
            }
            #expect(first == .serviceUnknown)
        }
    }

    @Test("A watcher sees each change of the health once, the last one included")
    func health_watch_followsStates() async throws {
        try await NodeHarness.run { harness in
            let health = harness.node.health
            try await harness.health.watch(.with { $0.service = "ocp.account.v1.Account" }) { response in
                var statuses = response.messages.makeAsyncIterator()
                let first = try await statuses.next()?.status
                health.enter(.serving)
                health.enter(.suspended)
                let second = try await statuses.next()?.status
                #expect(first == .serving && second == .notServing)
            }
        }
    }

    @Test("States of the health never go back")
    func health_enter_neverGoesBack() {
        let health = NodeHealth()
        #expect(health.state == .starting && !health.isReady)
        health.enter(.serving)
        #expect(health.isReady)
        health.enter(.stopping)
        health.enter(.suspended)
        health.enter(.serving)
        #expect(health.state == .stopping)
    }
}
