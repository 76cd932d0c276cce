public import AsyncHTTPClient
public import FlipcashCore
import Foundation
import NIOCore
import NIOHTTP1

/// Prices of coins in US dollars from a web service that answers `simple/price?ids=…&vs_currencies=usd`, as CoinGecko
/// does (goals specification §5).
///
/// One request asks for all coins. The caller's time limit ends it; no redirect is followed, because the request may
/// carry a key.
public struct CoinPriceProvider: RateProvider {
    /// The largest answer in bytes.
    public static let responseByteCountMax = 4 << 20
    /// How long to wait when a busy service does not say how long.
    public static let usualPause: Duration = .seconds(60)
    /// The longest pause that a service may ask for.
    public static let longestPause: Duration = .seconds(86_400)
    /// The default HTTP client, which follows no redirects.
    public static let defaultHTTP = HTTPClient(configuration: .init(redirectConfiguration: .disallow))

    public let name: String
    private let endpoint: String
    private let key: String?
    private let coins: [AssetCurrency: String]
    private let http: HTTPClient
    private let clock: any WallClock

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - endpoint: the service's address, up to and without `/simple/price`.
    ///   - key: the key that the service wants; it goes into a header and never into messages.
    ///   - coins: the service's ids of coins. Symbols are not unique, so only these are asked for.
    ///   - http: the caller owns it and shuts it down; it must not follow redirects.
    public init(
        endpoint: String, key: String? = nil, coins: [AssetCurrency: String], http: HTTPClient = Self.defaultHTTP,
        clock: any WallClock
    ) {
        name = "the coin price service"
        self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        self.key = key
        self.coins = coins
        self.http = http
        self.clock = clock
    }

    /// The ids of coins whose symbols everybody knows.
    public static let usualCoins: [AssetCurrency: String] = [
        "BTC": "bitcoin", "ETH": "ethereum", "SOL": "solana", "LTC": "litecoin", "BCH": "bitcoin-cash",
        "DOGE": "dogecoin", "XRP": "ripple", "TRX": "tron", "ADA": "cardano", "ALGO": "algorand", "XLM": "stellar",
        "MATIC": "matic-network", "AVAX": "avalanche-2", "DAI": "dai", "LINK": "chainlink", "UNI": "uniswap",
        "AAVE": "aave", "WETH": "weth",
    ].reduce(into: [:]) { coins, coin in
        if let currency = AssetCurrency(coin.key) { coins[currency] = coin.value }
    }

    public func rates(for pairs: Set<RatePair>) async throws(RateFailure) -> [RateEntry] {
        let wanted = pairs.flatMap { pair in [pair.from, pair.to] }.reduce(into: [String: Set<AssetCurrency>]()) {
            if let id = coins[$1] { $0[id, default: []].insert($1) }
        }
        guard !wanted.isEmpty else { return [] }
        let body = try await answer(
            path: "simple/price", query: ["ids": wanted.keys.sorted().joined(separator: ","), "vs_currencies": "usd"])
        guard let prices = try? JSONDecoder().decode([String: [String: Double?]].self, from: Data(body)) else {
            throw .network(name)
        }
        let now = clock.now()
        return wanted.flatMap { id, currencies -> [RateEntry] in
            guard let price = prices[id]?["usd"] ?? nil, price > 0, let rate = ExactRational(shortest: price) else {
                return []
            }
            return currencies.map { RateEntry(pair: RatePair($0, .usd), rate: rate.text(places: 40), date: now) }
        }
    }

    /// A coin of the service.
    public struct Coin: Decodable, Hashable, Sendable {
        /// The id that identifies it.
        public let id: String
        /// Its symbol, which other coins may have as well.
        public let symbol: String
        /// Its name.
        public let name: String

        private enum CodingKeys: String, CodingKey {
            case id, symbol, name
        }
    }

    /// Returns the coin with `symbol` whose market is largest; nil if no coin has it.
    public func coin(symbol: String) async throws(RateFailure) -> Coin? {
        let body = try await answer(
            path: "coins/markets",
            query: [
                "vs_currency": "usd", "symbols": symbol.lowercased(), "include_tokens": "top",
                "order": "market_cap_desc",
            ])
        struct Market: Decodable {
            let market_cap: Double?
        }
        guard let coins = try? JSONDecoder().decode([Coin].self, from: Data(body)),
            let markets = try? JSONDecoder().decode([Market].self, from: Data(body)), coins.count == markets.count
        else { throw .network(name) }
        return zip(coins, markets).filter { $0.0.symbol.lowercased() == symbol.lowercased() }
            .max { ($0.1.market_cap ?? 0, $1.0.id) < ($1.1.market_cap ?? 0, $0.0.id) }?.0
    }

    private func answer(path: String, query: [String: String]) async throws(RateFailure) -> [UInt8] {
        var components = URLComponents(string: "\(endpoint)/\(path)")
        components?.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        guard let url = components?.string, (try? HTTPClient.Request(url: url)) != nil else { throw .network(name) }
        var request = HTTPClientRequest(url: url)
        request.headers = ["Accept": "application/json"]
        if let key { request.headers.add(name: "x-cg-demo-api-key", value: key) }
        do {
            let response = try await http.execute(request, deadline: .distantFuture)
            switch response.status.code {
            case 200...299: break
            case 429: throw RateFailure.rateLimited(pauseEnd(response.headers))
            case 401, 403: throw RateFailure.apiKeyMissing(name)
            default: throw RateFailure.network(name)
            }
            let bytes = try await response.body.collect(upTo: Self.responseByteCountMax)
            // A body that a cancellation cuts off ends as if it were complete.
            try Task.checkCancellation()
            return Array(bytes.readableBytesView)
        } catch let failure as RateFailure {
            throw failure
        } catch {
            throw .network(name)
        }
    }

    /// When the service may be asked again, from its header in seconds.
    private func pauseEnd(_ headers: HTTPHeaders) -> Instant {
        let seconds = headers.first(name: "Retry-After").flatMap { Int64($0) }.map { Duration.seconds(max(1, $0)) }
        return clock.now().advanced(by: min(seconds ?? Self.usualPause, Self.longestPause))
    }
}
