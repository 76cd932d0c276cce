public import AsyncHTTPClient
public import FlipcashCore
import Foundation

/// Prices of coins in US dollars from a web service that answers `simple/price?ids=…&vs_currencies=usd`, as CoinGecko
/// does (goals specification §5).
///
/// One request asks for all coins. The caller's time limit ends it; no redirect is followed, because the request may
/// carry a key.
public struct CoinPriceProvider: RateProvider {
    /// The largest answer in bytes.
    public static let responseByteCountMax = JSONService.responseByteCountMax
    /// The default HTTP client, which follows no redirects.
    public static let defaultHTTP = HTTPClient(configuration: .init(redirectConfiguration: .disallow))
    /// The address of CoinGecko.
    public static let coinGecko = "https://api.coingecko.com/api/v3"

    /// The same for all endpoints, so they share one waiting time after `rateLimited`.
    public let name: String
    private let service: JSONService
    private let coins: [AssetCurrency: String]
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
        service = JSONService(
            endpoint: endpoint, headers: key.map { [("x-cg-demo-api-key", $0)] } ?? [], http: http, clock: clock)
        self.coins = coins
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

    /// Returns the rates to US dollars of the coins among `pairs` that it has ids for, dated now. Makes no request if
    /// there is no such coin.
    ///
    /// - Throws: ``RateFailure``; `network` also for an answer that cannot be read.
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
    public struct Coin: Codable, Hashable, Sendable {
        /// The id that identifies it.
        public let id: String
        /// The symbol, which other coins may have as well.
        public let symbol: String
        /// The name.
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

    /// How many coins ``coins()`` returns at most.
    public static let coinCountMax = 250

    /// Returns the coins with the largest markets, the largest first.
    ///
    /// - Throws: ``RateFailure``; `network` also for an answer that cannot be read.
    public func coins() async throws(RateFailure) -> [Coin] {
        let body = try await answer(
            path: "coins/markets",
            query: ["vs_currency": "usd", "order": "market_cap_desc", "per_page": "\(Self.coinCountMax)", "page": "1"])
        guard let coins = try? JSONDecoder().decode([Coin].self, from: Data(body)) else { throw .network(name) }
        return Array(coins.prefix(Self.coinCountMax))
    }

    private func answer(path: String, query: [String: String]) async throws(RateFailure) -> [UInt8] {
        do throws(JSONService.Failure) {
            return try await service.answer(path: path, query: query)
        } catch {
            switch error {
            case .unreachable, .missing: throw .network(name)
            case .busy(let end): throw .rateLimited(end)
            case .refused: throw .apiKeyMissing(name)
            }
        }
    }
}
