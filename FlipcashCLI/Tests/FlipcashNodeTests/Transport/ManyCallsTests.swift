import FlipcashCore
import Testing

@testable import FlipcashNode

/// A program that makes many calls with the wallet's client over one connection.
@Suite("Many calls on one connection", .timeLimit(.minutes(5)))
struct ManyCallsTests {
    /// 220 calls of each kind: more than an HTTP/2 connection allows resets within half a minute, which are 200.
    private static let (lanes, callsPerLane) = (20, 11)

    private func withClient(_ body: @escaping @Sendable (WireTown, Client) async throws -> Void) async throws {
        try await WireTown.run(metricsAddress: .tcp(host: "127.0.0.1", port: 0)) { town in
            let connection = try ServiceConnection(
                endpoint: .http(host: "127.0.0.1", port: town.node.loopbackPort),
                userAgent: UserAgent(version: "1.0.0"), environment: .system)
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(town, Client(connection: connection, environment: .system)))
            } catch {
                result = .failure(error)
            }
            await connection.close()
            try result.get()
        }
    }

    /// Makes all calls of a kind, in lanes that run at the same time.
    private static func repeating(_ call: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<lanes {
                group.addTask {
                    for _ in 0..<callsPerLane { try await call() }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("More two-step calls than a connection allows resets, confirmed and refused ones, need one connection")
    func twoStepCalls_moreThanResets_keepConnection() async throws {
        try await withClient { town, client in
            let machine = town.usdf.timelock(of: town.a.owner).virtualMachine
            // An account that is open already: the cheapest call that a node confirms.
            let account = AccountCluster(authority: town.a.key, virtualMachine: machine)
            try await Self.repeating { try await client.openAccount(account) }
            // A node without a chain has no USDC to convert: the cheapest call that a node refuses before signatures.
            let sweep = SweepOrder(owner: town.a.key, core: machine, amount: 1)
            let refused = StatelessSwapError.invalidSwap(reasons: ["source ata not found or invalid"])
            try await Self.repeating {
                await #expect(throws: refused) {
                    _ = try await client.statelessSwap(sweep, progress: SubmissionProgress(clock: SystemClock()))
                }
            }
            // One connection of the town's own client, and one of this client.
            let page = try await PlainHTTP.get("/metrics", of: town.node).body
            #expect(page.contains("\nflipcash_node_connections_accepted_total 2\n"), "\(page)")
        }
    }
}
