import FlipcashCore
import FlipcashTestKit
import NIOHTTP1
import SavingsGoals
import Testing

@Suite("Addresses over HTTP")
struct WebChainReaderTests {
    private let clock = TestClock()
    private let place = Asset.ChainAddress(chain: "eth", address: "0xAb/../c?x=1")
    private let usdc = AssetCurrency("USDC") ?? .usd

    private func reader(_ server: LoopbackServer) -> WebChainReader {
        WebChainReader(endpoint: server.endpoint + "v1/", key: "hidden", clock: clock)
    }

    private func failure(_ reaction: LoopbackServer.Reaction) async throws -> ChainFailure? {
        try await LoopbackServer.run([reaction]) { server in
            do throws(ChainFailure) {
                _ = try await reader(server).transfers(of: place, usdc, known: [])
                return nil
            } catch {
                #expect(!"\(error)".contains("hidden"))
                return error
            }
        }
    }

    @Test("Amounts are integers with the token's own decimals, however large, and an address cannot leave its path")
    func balance_baseUnits_areNotGuessed() async throws {
        let cases: [(String, Int, String)] = [
            ("5000", 6, "5000"), ("123456789012345678901234567890", 18, "123456789012345678"), ("1999", 9, "1"),
        ]
        for (units, decimals, expected) in cases {
            let body = #"{"units":"\#(units)","decimals":\#(decimals)}"#
            try await LoopbackServer.run([.answer(status: 200, body: body)]) { server in
                let balance = try await reader(server).balance(of: place, usdc)
                #expect(balance == ExactInteger(expected))
                let request = try #require(server.requests.first)
                #expect(request.uri == "/v1/ETH/0xAb%2F%2E%2E%2Fc%3Fx%3D1/USDC/balance")
                #expect(request.headers["authorization"] == "Bearer hidden")
            }
        }
    }

    @Test("Two transfers of one transaction have ids of their own")
    func transfers_oneHash_areTwo() async throws {
        let body = """
            [{"hash":"h","index":0,"units":"5","decimals":6,"date":"2026-01-01T00:00:00Z"},
             {"hash":"h","index":1,"units":"-7","decimals":6,"date":"2026-01-01T00:00:01Z","counterparty":"0x1"}]
            """
        try await LoopbackServer.run([.answer(status: 200, body: body)]) { server in
            let transfers = try await reader(server).transfers(of: place, usdc, known: [])
            #expect(transfers.map(\.externalID) == ["h:0", "h:1"])
            #expect(transfers.map(\.units) == [5, -7])
            #expect(transfers.map(\.counterparty) == [nil, "0x1"])
        }
    }

    @Test("Refusals, nonsense and oversize are failures of their own kind")
    func transfers_badAnswers_areFailures() async throws {
        let name = "the chain service"
        #expect(try await failure(.hangUp) == .network(name))
        #expect(try await failure(.answer(status: 503, body: "")) == .network(name))
        #expect(try await failure(.answer(status: 403, body: "")) == .apiKeyMissing(name))
        #expect(try await failure(.answer(status: 404, body: "")) == .unsupported("USDC on ETH"))
        let end = clock.now().advanced(by: .seconds(9))
        #expect(
            try await failure(.answer(status: 429, body: "", headers: ["Retry-After": "9"])) == .rateLimited(end))
        let bad = [
            "<html>", "{}", #"[{"hash":"","units":"1","decimals":6,"date":"2026-01-01T00:00:00Z"}]"#,
            #"[{"hash":"h","units":"1.5","decimals":6,"date":"2026-01-01T00:00:00Z"}]"#,
            #"[{"hash":"h","units":"1","decimals":-1,"date":"2026-01-01T00:00:00Z"}]"#,
            #"[{"hash":"h:1","units":"1","decimals":6,"date":"2026-01-01T00:00:00Z"}]"#,
            #"[{"hash":"h","units":"1","decimals":6,"date":"yesterday"}]"#,
        ]
        for body in bad { #expect(try await failure(.answer(status: 200, body: body)) == .badAnswer(name), "\(body)") }
        let long = LoopbackServer.Reaction.answer(
            status: 200, body: "[", headers: ["Content-Length": "\(CoinPriceProvider.responseByteCountMax + 1)"])
        #expect(try await failure(long) == .network(name))
    }

    @Test("A silent service is given up after ten seconds, and the last reading stays", .timeLimit(.minutes(1)))
    func sync_silence_keepsTheReading() async throws {
        for silence: LoopbackServer.Reaction in [.silence, .stall] {
            try await LoopbackServer.run([silence]) { server in
                let store = try GoalStore.inMemory()
                let asset = Asset(id: try #require(AssetID("a")), currency: usdc, source: .address(place))
                try store.put(asset)
                try store.put(
                    ChainReading(asset: asset.id, units: 42, read: clock.now().advanced(by: .seconds(-3_600))))
                let hasty = TestClock.hasty(timePasses: false) { _ in
                    await server.untilSilent()
                    try Task.checkCancellation()
                }
                let book = ChainBook(
                    store: store, readers: [reader(server)], clock: hasty, random: SeededRandomSource())
                let result = try await book.sync(asset)
                #expect(result.failure == .network("the chain service") && result.reading.units == 42)
                #expect(result.reading.state(at: clock.now()) == .stale)
            }
        }
    }
}
