import FlipcashAPI
import FlipcashCore
import FlipcashNode
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@Suite("A node in the simulated world")
struct NodeReplayTests {
    /// Runs four clients that send requests and one that streams market data for a minute, then stops the node.
    private func play(seed: UInt64) throws -> (trace: UInt64, steps: Int, rates: Int, end: Instant) {
        let world = SimulatedWorld(seed: seed)
        let rates = try world.run {
            try await withNode(.inMemory(), environment: world.environment) { node -> Int in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<4 { group.addTask { try await ask(node) } }
                    group.addTask { try await listen(node, world) }
                    return try await group.reduce(0, +)
                }
            }
        }
        return (world.executor.trace, world.executor.steps, rates, world.clock.now())
    }

    private func ask(_ node: Node) async throws -> Int {
        try await withGRPCClient(transport: node.connect()) { client in
            let currencies = Ocp_Currency_V1_Currency.Client(wrapping: client)
            let answer = try await currencies.getMints(.with { $0.addresses = [PublicKey.usdf.accountID] })
            return answer.metadataByAddress.count
        }
    }

    private func listen(_ node: Node, _ world: SimulatedWorld) async throws -> Int {
        try await withGRPCClient(transport: node.connect()) { client in
            let pongs = AsyncStream<Void>.makeStream()
            return try await Ocp_Currency_V1_Currency.Client(wrapping: client).streamLiveMintData { writer in
                try await writer.write(.with { $0.request = .with { $0.mints = [PublicKey.usdf.accountID] } })
                for await _ in pongs.stream {
                    try await writer.write(.with { $0.pong = .with { $0.timestamp = .init(seconds: 1) } })
                }
            } onResponse: { response in
                var rates = 0
                var pings = 0
                for try await message in response.messages {
                    rates += message.data.coreMintFiatExchangeRates.exchangeRates.count
                    guard case .ping? = message.type else { continue }
                    pings += 1
                    if pings == 12 { pongs.continuation.finish() } else { pongs.continuation.yield() }
                }
                return rates
            }
        }
    }

    @Test("One seed repeats a node's run exactly", arguments: [1, 2, 3] as [UInt64])
    func play_sameSeed_equalTraces(seed: UInt64) throws {
        let first = try play(seed: seed)
        let second = try play(seed: seed)
        #expect(first == second)
        #expect(first.rates == 4 + CurrencyCode.allCases.count)
    }

    @Test("Another seed gives another run with the same outcome")
    func play_otherSeed_otherTrace() throws {
        let (first, second) = (try play(seed: 11), try play(seed: 12))
        #expect(first.trace != second.trace)
        #expect(first.rates == second.rates)
    }
}

extension PublicKey {
    fileprivate var accountID: Ocp_Common_V1_SolanaAccountId { .with { $0.value = bytes } }
}
