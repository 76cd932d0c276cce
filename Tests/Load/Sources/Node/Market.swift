import FlipcashCore
import Foundation

/// Currencies that a generator has launched on a node.
struct Market: Sendable {
    /// What the first purchase of a currency costs, and the fee on top.
    private static let purchase: UInt64 = 10_000_000
    private static let launchFee: UInt64 = 10_000_000

    let currencies: [ReserveCurrency]

    /// Launches currencies, each of another owner of the town.
    static func found(_ count: Int, in town: Town, on node: NodeUnderTest) async throws -> Market {
        let cash = try await town.cash(purchase + launchFee, on: node)
        return try await Town.connected(to: node) { connection in
            var currencies: [ReserveCurrency] = []
            for number in 0..<count {
                let founder = town.owners[town.owners.count - 1 - number % town.owners.count]
                currencies.append(try await launch("Load \(number)", founder, cash, connection))
            }
            return Market(currencies: currencies)
        }
    }

    private static func launch(
        _ name: String, _ founder: AccountCluster, _ cash: PinnedExchangeData, _ connection: ServiceConnection
    ) async throws -> ReserveCurrency {
        let (client, owner) = (Client(connection: connection, environment: .system), founder.authority)
        let attestation = try await FlipClient(connection: connection, environment: .system)
            .moderateText(name, owner: owner)
        let mint = try await client.launch(CurrencyLaunch(name: name, nameAttestation: attestation), owner: owner)
        let funding = IntentID.generate(using: SystemRandomSource())
        let order = try SwapOrder.launch(
            mint, purchase: .init(name: name, symbol: nil, purchaseAmount: purchase), amount: purchase, fee: launchFee,
            parties: .init(
                id: .generate(using: SystemRandomSource()), funding: .intent(funding), owner: owner,
                core: founder.timelock.virtualMachine))
        try await client.statefulSwap(order, progress: SubmissionProgress(clock: SystemClock()))
        try await client.submitIntent(
            .swapFunding(id: funding, from: founder, exchangeData: cash),
            progress: SubmissionProgress(clock: SystemClock()))
        return try await client.fetchMint(mint).reserveCurrency()
    }
}
