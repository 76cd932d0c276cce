import FlipcashCore
import FlipcashWallet

/// A service without any account.
struct AnonymousService: ServiceAccess {
    let container: Container

    func rates() async throws -> [RatesView.Row] {
        let node = try await container.nodeGate.verify()
        let rates = RatesController(
            client: container.client, node: node, database: try Database.inMemory(),
            preferences: .inMemory(), environment: container.environment)
        await rates.start()
        let rows = try await rows(rates)
        await rates.stop()
        return rows
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
