import FlipcashAPI
import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import GRPCNIOTransportHTTP2
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("A node's metrics and health over HTTP")
struct NodePagesTests {
    private func withPages(_ body: @escaping @Sendable (WireTown) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try await WireTown.run(
            .folder(NodeFolder(folder.path + "/node")), metricsAddress: .tcp(host: "127.0.0.1", port: 0), body)
    }

    @Test("The pages show calls, intents, deposits, groups and the database, each metric with its kind and labels")
    func metrics_afterPayments_showThem() async throws {
        try await withPages { town in
            let pay = town.a.pay(try town.dollars(5_000_000), to: town.b.vault(town.usdf), town.usdf, id: town.id())
            #expect(try await town.submit(pay, signers: [town.a]) == nil)
            let tooMuch = town.a.pay(
                try town.dollars(90_000_000), to: town.b.vault(town.usdf), town.usdf, id: town.id())
            #expect(try await town.submit(tooMuch, signers: [town.a]) != nil)
            let page = try await PlainHTTP.get("/metrics", of: town.node)
            #expect(page.status == 200 && page.head.contains("content-type: text/plain; version=0.0.4; charset=utf-8"))
            let lines = Set(page.body.split(separator: "\n"))
            for line in [
                "flipcash_node_intents_committed_total{kind=\"open_accounts\"} 2",
                "flipcash_node_intents_committed_total{kind=\"payment\"} 1",
                "flipcash_node_intents_answered_total{result=\"ok\"} 3",
                "flipcash_node_deposits_total{source=\"faucet\"} 1", "flipcash_node_connections 1",
                "flipcash_node_ready 1", "flipcash_node_writes_suspended 0", "flipcash_node_units_waiting 0",
                "flipcash_node_groups_lost_total 0", "flipcash_node_time_ahead_seconds 0",
                "flipcash_node_rates_age_seconds 0", "flipcash_node_streams{kind=\"message\"} 0",
                "grpc_server_handled_total{grpc_code=\"OK\",grpc_method=\"SubmitIntent\","
                    + "grpc_service=\"ocp.transaction.v1.Transaction\",grpc_type=\"bidi_stream\"} 4",
            ] {
                #expect(lines.contains(line[...]), "\(line) is missing in \(page.body)")
            }
            checkShapes(page.body)
            for owner in [town.a.owner, town.b.owner] { #expect(!page.body.contains(owner.base58)) }
        }
    }

    /// Expects every metric that is on the page to be in the catalogue, with its kind and its labels.
    private func checkShapes(_ page: String) {
        var kinds: [String: String] = [:]
        for line in page.split(separator: "\n") where line.hasPrefix("# TYPE ") {
            let words = line.split(separator: " ")
            kinds[String(words[2])] = String(words[3])
        }
        for (name, kind) in kinds { #expect(NodeMetric(rawValue: name)?.kind.name == kind, "\(name)") }
        for metric in NodeMetric.allCases where metric.labels.isEmpty {
            #expect(kinds[metric.rawValue] == metric.kind.name, "\(metric.rawValue) is missing")
        }
        for line in page.split(separator: "\n") where !line.hasPrefix("#") {
            let name = line.prefix { $0 != "{" && $0 != " " }
            let family = ["_bucket", "_sum", "_count"].reduce(String(name)) { name, suffix in
                let stem = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
                return kinds[stem] == "histogram" ? stem : name
            }
            let labels = line.matches(of: /([a-z_]+)="/).map { String($0.output.1) }.filter { $0 != "le" }
            #expect(labels == NodeMetric(rawValue: family)?.labels.sorted(), "\(line)")
        }
    }

    @Test("Readiness and health follow the node's state, over HTTP and gRPC")
    func health_states_areShown() async throws {
        try await withPages { town in
            #expect(try await PlainHTTP.get("/healthz", of: town.node).status == 200)
            #expect(try await PlainHTTP.get("/readyz", of: town.node).body == "ready\n")
            let health = Grpc_Health_V1_Health.Client(wrapping: town.client)
            #expect(try await health.check(.init()).status == .serving)
            // As after a COMMIT that the disk refused.
            town.node.health.enter(.suspended)
            let ready = try await PlainHTTP.get("/readyz", of: town.node)
            #expect(ready.status == 503 && ready.body == "suspended\n")
            #expect(try await PlainHTTP.get("/healthz", of: town.node).status == 503)
            #expect(try await PlainHTTP.get("/metrics", of: town.node).body.contains("flipcash_node_ready 0\n"))
            #expect(try await health.check(.init()).status == .notServing)
            for service in ["ocp.transaction.v1.Transaction", "flipcash.account.v1.Account"] {
                #expect(try await health.check(.with { $0.service = service }).status == .notServing)
            }
            #expect(town.node.status.state == "suspended")
            // A later start of service does not hide it.
            town.node.health.enter(.serving)
            #expect(!town.node.health.isReady)
        }
    }

    @Test("A client that watches the health sees each change once, and nothing while it stays the same")
    func watch_sameState_isNotRepeated() async throws {
        try await WireTown.run { town in
            let seen = Shared<[Grpc_Health_V1_HealthCheckResponse.ServingStatus]>([])
            let (isServing, isSuspended) = (Latch(), Latch())
            let health = Grpc_Health_V1_Health.Client(wrapping: town.client)
            let watching = Task {
                try? await health.watch(.init()) { response in
                    for try await message in response.messages {
                        seen.change { $0.append(message.status) }
                        if message.status == .serving { isServing.open() } else { isSuspended.open() }
                    }
                }
            }
            await isServing.wait()
            for state in [NodeHealth.State.serving, .suspended, .suspended] { town.node.health.enter(state) }
            await isSuspended.wait()
            // The answer comes after those for the changes.
            _ = try await health.check(.init())
            await town.node.shutDown()
            await watching.value
            #expect(seen.value == [.serving, .notServing])
        }
    }

    @Test("Metrics are off by default, and refused on an address that others can reach")
    func metricsAddress_defaultAndPublic() async throws {
        try await NodeHarness.run { harness in
            #expect(harness.node.metricsAddress == nil && harness.node.context.metrics == nil)
        }
        for address in ["0.0.0.0:0", "192.168.0.1:9464", "unix:/tmp/m.sock"] {
            var configuration = NodeConfiguration.inMemory()
            configuration.metricsAddress = ListenAddress(address)
            await #expect(
                throws: NodeError.cannotListen(
                    address: address, reason: "metrics are served without encryption, so only on a loopback address")
            ) { _ = try await Node.start(configuration, environment: .test()) }
        }
    }

    @Test("A node whose pages cannot be served does not start, and one that does not start serves no pages")
    func start_failing_leavesNothing() async throws {
        try await withPages { town in
            var configuration = NodeConfiguration.inMemory()
            configuration.metricsAddress = town.node.metricsAddress
            await #expect(throws: NodeError.self) { _ = try await Node.start(configuration, environment: .test()) }
        }
        // The folder's settings are unusable: the pages of this start are gone with it.
        let folder = try TemporaryFolder()
        #expect(try PrivateFile.create(folder.file("node.json"), content: Array("{".utf8)))
        let free = try await PageServer(host: "127.0.0.1", port: 0, tasks: ConcurrentTaskSpawner()) { _ in nil }
        await free.close()
        var configuration = NodeConfiguration.embedded(NodeFolder(folder.path))
        configuration.metricsAddress = .tcp(host: "127.0.0.1", port: free.port)
        await #expect(throws: NodeError.self) { _ = try await Node.start(configuration, environment: .test()) }
        await #expect(throws: (any Error).self) { try await PlainHTTP.get("/healthz", port: free.port) }
    }
}
