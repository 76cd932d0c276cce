import FlipcashCore
import Foundation

/// People who buy currencies again and again, each with the wallet's own client: one `StatefulSwap` and the payment of
/// it. A trade is carried out in the call that pays it.
struct TradeLoad: Sendable {
    /// The outcome of a run.
    struct Outcome: Sendable {
        var latencies = Latencies()
        var seconds = 0.0

        var made: Int { latencies.count }
        var perSecond: Double { Double(made) / seconds }
    }

    /// A person, the connection to use, and what to trade.
    struct Trader: Sendable {
        let cluster: AccountCluster
        let client: Client
        let currencies: [ReserveCurrency]
    }

    let traders: [Trader]
    /// What a trade costs, the fee on top included.
    let cash: PinnedExchangeData
    let fee: UInt64

    /// Opens the accounts in which the tokens arrive.
    func open() async throws {
        try await each { trader in
            for currency in trader.currencies {
                let cluster = AccountCluster(
                    authority: trader.cluster.authority, virtualMachine: currency.virtualMachine)
                try await trader.client.submitIntent(
                    .openPrimary(id: .random, cluster: cluster), progress: Self.progress)
            }
        }
    }

    /// Everybody trades until the time is over.
    func trade(for time: Duration) async throws -> Outcome {
        try await run(for: time) { trader, number in
            let currency = trader.currencies[number % trader.currencies.count]
            let funding = IntentID.random
            let parties = SwapOrder.Parties(
                id: .generate(using: SystemRandomSource()), funding: .intent(funding), owner: trader.cluster.authority,
                core: trader.cluster.timelock.virtualMachine)
            let order = try SwapOrder.buy(
                currency, amount: cash.amount.quarks - fee, fee: fee, parties: parties, random: SystemRandomSource())
            try await trader.client.statefulSwap(order, progress: Self.progress)
            try await trader.client.submitIntent(
                .swapFunding(id: funding, from: trader.cluster, exchangeData: cash), progress: Self.progress)
        }
    }

    /// Everybody pays the next person until the time is over, with the same client: what a trade is compared with.
    func pay(for time: Duration) async throws -> Outcome {
        let vaults = traders.map(\.cluster.vault)
        return try await run(for: time) { trader, number in
            let place = vaults.firstIndex(of: trader.cluster.vault) ?? 0
            let receiver = vaults[(place + 1 + number % (vaults.count - 1)) % vaults.count]
            try await trader.client.submitIntent(
                .payment(id: .random, from: trader.cluster, to: receiver, exchangeData: cash),
                progress: Self.progress)
        }
    }

    private static var progress: SubmissionProgress { SubmissionProgress(clock: SystemClock()) }

    private func run(
        for time: Duration, _ work: @escaping @Sendable (Trader, Int) async throws -> Void
    ) async throws -> Outcome {
        let start = ContinuousClock.now
        let end = start + time
        var outcome = Outcome()
        outcome.latencies = try await withThrowingTaskGroup(of: Latencies.self) { group in
            for trader in traders {
                group.addTask {
                    var latencies = Latencies()
                    while ContinuousClock.now < end {
                        let begun = ContinuousClock.now
                        try await work(trader, latencies.count)
                        latencies.add(.now - begun)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: Latencies()) { $0.add($1) }
        }
        outcome.seconds = (.now - start).inSeconds
        return outcome
    }

    private func each(_ work: @escaping @Sendable (Trader) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for trader in traders { group.addTask { try await work(trader) } }
            try await group.waitForAll()
        }
    }
}

extension IntentID {
    fileprivate static var random: IntentID { .generate(using: SystemRandomSource()) }
}
