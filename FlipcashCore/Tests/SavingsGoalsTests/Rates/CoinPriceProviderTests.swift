import FlipcashCore
import FlipcashTestKit
import NIOHTTP1
import SavingsGoals
import Testing

@Suite("Coin prices over HTTP")
struct CoinPriceProviderTests {
    private let btc = AssetCurrency("BTC") ?? .usd
    private let doge = AssetCurrency("DOGE") ?? .usd
    private let clock = TestClock()

    private func provider(_ server: LoopbackServer, key: String? = nil) -> CoinPriceProvider {
        CoinPriceProvider(
            endpoint: server.endpoint + "api/v3", key: key, coins: CoinPriceProvider.usualCoins, clock: clock)
    }

    private func failure(_ reaction: LoopbackServer.Reaction) async throws -> RateFailure? {
        try await LoopbackServer.run([reaction]) { server in
            do throws(RateFailure) {
                _ = try await provider(server, key: "hidden").rates(for: [RatePair(btc, .usd)])
                return nil
            } catch {
                #expect(!"\(error)".contains("hidden"))
                return error
            }
        }
    }

    @Test("One request asks for all coins, and prices keep their digits")
    func rates_twoCoins_areOneRequest() async throws {
        let body = #"{"bitcoin":{"usd":64123.45},"dogecoin":{"usd":1.2e-7}}"#
        try await LoopbackServer.run([.answer(status: 200, body: body)]) { server in
            let rates = try await provider(server, key: "k").rates(for: [RatePair(btc, .usd), RatePair(.usd, doge)])
            #expect(Set(rates.map { "\($0.pair)=\($0.rate)" }) == ["BTC-USD=64123.45", "DOGE-USD=0.00000012"])
            #expect(rates.allSatisfy { $0.date == clock.now() })
            let request = try #require(server.requests.first)
            #expect(request.uri == "/api/v3/simple/price?ids=bitcoin,dogecoin&vs_currencies=usd")
            #expect(request.headers["x-cg-demo-api-key"] == "k")
        }
    }

    @Test("Currencies that the service does not know cost no request")
    func rates_unknownCurrency_asksNobody() async throws {
        try await LoopbackServer.run([]) { server in
            let pair = RatePair(AssetCurrency("EUR") ?? .usd, .usd)
            let rates = try await provider(server).rates(for: [pair])
            #expect(rates.isEmpty)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("Refusals, silence in the middle and nonsense are errors of their own kind")
    func rates_badAnswers_areErrors() async throws {
        let name = "the coin price service"
        #expect(try await failure(.hangUp) == .network(name))
        #expect(try await failure(.answer(status: 500, body: "")) == .network(name))
        #expect(try await failure(.answer(status: 401, body: "")) == .apiKeyMissing(name))
        #expect(try await failure(.answer(status: 200, body: "<html>")) == .network(name))
        #expect(
            try await failure(.answer(status: 302, body: "", headers: ["Location": "http://127.0.0.1/"]))
                == .network(name))
        let long = LoopbackServer.Reaction.answer(
            status: 200, body: "{", headers: ["Content-Length": "\(CoinPriceProvider.responseByteCountMax + 1)"])
        #expect(try await failure(long) == .network(name))
    }

    @Test("A busy service says when to come back; without a word it is a minute")
    func rates_busy_areLimited() async throws {
        let now = clock.now()
        for (header, seconds) in [("7", 7), ("soon", 60), ("99999999", 86_400), ("-5", 1)] {
            let reaction = LoopbackServer.Reaction.answer(status: 429, body: "", headers: ["Retry-After": header])
            #expect(try await failure(reaction) == .rateLimited(now.advanced(by: .seconds(seconds))))
        }
    }

    @Test("Prices that are not above zero are left out")
    func rates_badPrices_areLeftOut() async throws {
        let body = #"{"bitcoin":{"usd":0},"dogecoin":{"usd":null}}"#
        try await LoopbackServer.run([.answer(status: 200, body: body)]) { server in
            let rates = try await provider(server).rates(for: [RatePair(btc, .usd), RatePair(doge, .usd)])
            #expect(rates.isEmpty)
        }
    }

    @Test("A silent service is given up, and the stale rate is used", .timeLimit(.minutes(1)))
    func rates_silence_fallsBackToTheCache() async throws {
        for silence: LoopbackServer.Reaction in [.silence, .stall] {
            try await LoopbackServer.run([silence]) { server in
                let store = try GoalStore.inMemory()
                let old = RateEntry(
                    pair: RatePair(btc, .usd), rate: "60000", date: clock.now().advanced(by: .seconds(-3_600)))
                try store.store(rates: [old])
                let hasty = TestClock.hasty(timePasses: false) { _ in
                    await server.untilSilent()
                    try Task.checkCancellation()
                }
                let book = RateBook(cache: store, providers: [provider(server)], clock: hasty)
                let rate = try await book.rate(from: btc, to: .usd)
                #expect(rate.isStale && rate.age == 3_600)
            }
        }
    }

    @Test("The coins with the largest markets are listed in one request, in the service's order")
    func coins_list_isOneRequest() async throws {
        let body = #"[{"id":"b","symbol":"btc","name":"B","market_cap":9},{"id":"a","symbol":"aaa","name":"A"}]"#
        try await LoopbackServer.run([.answer(status: 200, body: body), .answer(status: 200, body: "{}")]) { server in
            #expect(try await provider(server).coins().map(\.id) == ["b", "a"])
            let request = try #require(server.requests.first)
            #expect(
                request.uri == "/api/v3/coins/markets?order=market_cap_desc&page=1&per_page=250&vs_currency=usd")
            await #expect(throws: RateFailure.network("the coin price service")) {
                try await provider(server).coins()
            }
        }
    }

    @Test("Of several coins with one symbol, the one with the largest market is taken")
    func coin_sharedSymbol_isTheLargest() async throws {
        let body = """
            [{"id":"fake","symbol":"btc","name":"Fake","market_cap":null},
             {"id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap":1.2e12},
             {"id":"other","symbol":"btcx","name":"Other","market_cap":9e12}]
            """
        try await LoopbackServer.run([.answer(status: 200, body: body)]) { server in
            let coin = try await provider(server).coin(symbol: "BTC")
            #expect(coin?.id == "bitcoin")
        }
    }
}
