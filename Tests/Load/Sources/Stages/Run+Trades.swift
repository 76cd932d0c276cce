import FlipcashCore
import Foundation

/// Trades of one currency and of many, what a quote takes, and plain payments through the same client.
extension Run {
    /// Currencies of the second run.
    private static let manyCurrencies = 100
    /// A cent and its fee, in core-mint quarks.
    private static let (price, fee): (UInt64, UInt64) = (10_000, 100)

    func trades(_ node: NodeUnderTest, _ town: Town) async throws {
        Figures.say("launching \(Self.manyCurrencies) currencies")
        let market = try await Market.found(Self.manyCurrencies, in: town, on: node)
        let seconds = Duration.seconds(min(30, options.seconds))
        try await measure("plain", on: node, town, [market.currencies[0]]) { try await $0.pay(for: seconds) }
        try await measure("trades_one", on: node, town, [market.currencies[0]]) { try await $0.trade(for: seconds) }
        try await measure("trades_many", on: node, town, market.currencies) { try await $0.trade(for: seconds) }
        try await quotes(node, market)
    }

    private func measure(
        _ name: String, on node: NodeUnderTest, _ town: Town, _ currencies: [ReserveCurrency],
        _ work: @escaping @Sendable (TradeLoad) async throws -> TradeLoad.Outcome
    ) async throws {
        let people = min(options.payers, 32)
        Figures.say("\(name): \(people) people, \(currencies.count) currencies")
        let cash = try await town.cash(Self.price + Self.fee, on: node)
        let connections = try (0..<min(options.connections, people)).map { _ in try Town.connection(to: node) }
        defer { connections.forEach { connection in Task { await connection.close() } } }
        // Two first calls at once on a new connection can fail in the transport.
        for connection in connections where await !connection.isServing() {
            throw LoadFailure("the node does not serve")
        }
        let share = max(1, (currencies.count + people - 1) / people)
        let traders = (0..<people).map { number in
            TradeLoad.Trader(
                cluster: town.owners[number],
                client: Client(connection: connections[number % connections.count], environment: .system),
                currencies: (0..<share).map { currencies[(number * share + $0) % currencies.count] })
        }
        let load = TradeLoad(traders: traders, cash: cash, fee: Self.fee)
        try await load.open()
        let (usage, outcome) = try await Usage.during(node.processID) { try await work(load) }
        Figures.give(
            name,
            usage.values(
                per: outcome.made,
                [
                    "per_second": outcome.perSecond, "p50_ms": outcome.latencies.percentile(0.5) * 1000,
                    "p99_ms": outcome.latencies.percentile(0.99) * 1000, "people": Double(people),
                    "currencies": Double(currencies.count),
                ]))
    }

    /// What a quote needs: the currency as the node has it now, and the arithmetic of the curve.
    private func quotes(_ node: NodeUnderTest, _ market: Market) async throws {
        Figures.say("quotes")
        let samples = 500
        let (usage, latencies) = try await Usage.during(node.processID) {
            try await Town.client(of: node) { client in
                var latencies = Latencies()
                for number in 0..<samples {
                    let mint = market.currencies[number % market.currencies.count].mint
                    let start = ContinuousClock.now
                    let supply = try await client.fetchMint(mint).launchpad?.supplyFromBonding ?? 0
                    _ = try TradeQuote.buy(mint, supply: supply, amount: 10_000_000, coreMint: .usdf)
                    latencies.add(.now - start)
                }
                return latencies
            }
        }
        Figures.give(
            "quote",
            usage.values(
                per: samples,
                ["p50_ms": latencies.percentile(0.5) * 1000, "p99_ms": latencies.percentile(0.99) * 1000]))
    }
}
