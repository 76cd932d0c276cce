import FlipcashCore
import FlipcashTestKit
import FlipcashWallet
import Foundation
import Synchronization

/// What the people of a story do with currencies.
extension Stage {
    static func name(of currency: Int) -> String { "Coin \(currency)" }

    func launch(_ currency: Int, by person: Int) async -> [Books.Deed?] {
        let created = OneTimeValue<Void>()
        let outcome = try? await perform(wallets[person]) { running in
            let session = running.session
            try await session.fetchBalance()
            let payment = try await session.prepareLaunch(source: .usdf)
            let draft = try await session.moderate(LaunchDraft(name: Self.name(of: currency)))
            created.set(())
            return try await session.launch(draft, payment: payment).outcome
        }
        guard created.value != nil else { return [nil] }
        return known(Trade(person: person, kind: .launch(currency)), outcome?.state)
    }

    func buy(_ currency: Int, by person: Int, cents: Int) async -> [Books.Deed?] {
        guard let mint = currencies[currency] else { return [nil] }
        let entry = TradeEntry.amount(FiatAmount(value: Decimal(cents) / 100, currency: .usd))
        return await trade(person, entry, .usdf, mint) { trade in
            .buy(currency, quarks: trade.quote.swapped.quarks, fee: trade.quote.feeOnTop)
        }
    }

    /// Sells for some cents, or all that the person has.
    func sell(_ currency: Int, by person: Int, cents: Int?) async -> [Books.Deed?] {
        guard let mint = currencies[currency] else { return [nil] }
        let entry = cents.map { TradeEntry.amount(FiatAmount(value: Decimal($0) / 100, currency: .usd)) } ?? .max(.usd)
        return await trade(person, entry, mint, .usdf) { .sell(currency, tokens: $0.quote.swapped.quarks) }
    }

    func convert(_ source: Int, to target: Int, by person: Int) async -> [Books.Deed?] {
        guard let from = currencies[source], let to = currencies[target] else { return [nil] }
        return await trade(person, .max(.usd), from, to) {
            .convert(source, to: target, tokens: $0.quote.swapped.quarks)
        }
    }

    private func trade(
        _ person: Int, _ entry: TradeEntry, _ source: PublicKey, _ target: PublicKey,
        _ kind: @Sendable (PreparedTrade) -> Trade.Kind
    ) async -> [Books.Deed?] {
        let prepared = OneTimeValue<PreparedTrade>()
        let outcome = try? await perform(wallets[person]) { running in
            try await running.session.fetchBalance()
            let trade = try await running.session.prepareTrade(entry, source: source, target: target)
            prepared.set(trade)
            return try await running.session.trade(trade)
        }
        guard let trade = prepared.value else { return [nil] }
        return known(Trade(person: person, kind: kind(trade)), outcome?.state)
    }

    /// A swap whose end is known was paid. The model says whether its money came back.
    private func known(_ trade: Trade, _ state: SwapState?) -> [Books.Deed?] {
        switch state {
        case .finalized, .cancelled: [.trade(trade)]
        case .created, .funding, .funded, .submitting, .failed, .cancelling, nil: [nil, .trade(trade)]
        }
    }

    /// Everybody's tokens, as the node has them.
    func observePurses() async throws -> [Books.Purse: UInt64] {
        var purses: [Books.Purse: UInt64] = [:]
        for (person, wallet) in wallets.enumerated() {
            let infos = try await perform(wallet) { running in
                let client = Client(connection: running.connection, environment: running.process.environment)
                return try await client.fetchAccountInfos(owner: running.owner)
            }
            for (currency, mint) in currencies.all {
                let quarks = infos.filter { $0.mint == mint }.reduce(0) { $0 + $1.quarks }
                if quarks > 0 { purses[Books.Purse(person: person, currency: currency)] = quarks }
            }
        }
        return purses
    }
}

/// The mints of a story's currencies, as the wallets of their creators have recorded them.
final class CurrencyBook: Sendable {
    private let mints = Mutex<[Int: PublicKey]>([:])

    subscript(currency: Int) -> PublicKey? { mints.withLock { $0[currency] } }

    var all: [Int: PublicKey] { mints.withLock { $0 } }

    /// Takes the mints of the currencies that a wallet has created.
    func read(_ session: Session?) throws {
        for record in try session?.journal.launches() ?? [] {
            guard let mint = record.mint, let currency = Int(record.name.dropFirst(5)) else { continue }
            mints.withLock { $0[currency] = mint }
        }
    }
}
