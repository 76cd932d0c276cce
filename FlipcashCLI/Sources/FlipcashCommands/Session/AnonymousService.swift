import FlipcashCore
import FlipcashWallet

/// A service without any account.
struct AnonymousService: Sendable {
    let container: Container

    /// The current rates, by currency code.
    func rates() async throws -> [RatesView.Row] {
        try await withController { rates, _ in try await rows(rates) }
    }

    /// Passes on the current rates first, and then those that change, until the task is cancelled.
    func watchRates(
        _ onChange: @Sendable (_ rows: [RatesView.Row], _ isFirst: Bool) async throws -> Void
    ) async throws {
        try await withController { rates, database in
            var notices = database.changeNotices().makeAsyncIterator()
            var rows = try await rows(rates)
            var shown: [CurrencyCode: Rate] = [:]
            repeat {
                let changed = rows.filter { shown[$0.rate.currency] != $0.rate }
                if !changed.isEmpty { try await onChange(changed, shown.isEmpty) }
                for row in changed { shown[row.rate.currency] = row.rate }
                guard await notices.next() != nil else { return }
                rows = try await self.rows(rates)
            } while true
        }
    }

    /// Runs `body` with the live stream open.
    private func withController<Result: Sendable>(
        _ body: (RatesController, Database) async throws -> Result
    ) async throws -> Result {
        let node = try await container.nodeGate.verify()
        let database = try Database.inMemory()
        let rates = RatesController(
            client: container.client, node: node, database: database, preferences: .inMemory(),
            environment: container.environment)
        await rates.start()
        do {
            let result = try await body(rates, database)
            await rates.stop()
            return result
        } catch {
            await rates.stop()
            throw error
        }
    }

    private func rows(_ rates: RatesController) async throws -> [RatesView.Row] {
        guard try await rates.awaitPinnedState(currency: .usd, mint: .usdf) != nil else {
            throw SessionError.rateUnavailable(.usd)
        }
        var rows: [RatesView.Row] = []
        for currency in CurrencyCode.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let state = await rates.currentPinnedState(currency: currency, mint: .usdf) else { continue }
            rows.append(RatesView.Row(rate: state.rate, observed: state.rateProof.timestamp))
        }
        return rows
    }
}
