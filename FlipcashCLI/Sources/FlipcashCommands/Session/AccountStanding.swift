import FlipcashCore
import FlipcashWallet

/// What a list shows about an account.
struct AccountStanding: Sendable {
    /// Whether the service knows it; nil if it was not asked.
    var isKnown: Bool?
    /// Its total balance; nil if unknown.
    var balance: FiatAmount?
}

extension Invocation {
    /// Asks the service about accounts, one after the other, and opens the key store for that. With `--offline` it
    /// returns the stored balances and opens no key store.
    ///
    /// - Parameters:
    ///   - check: asks whether the service knows the account.
    ///   - balances: asks for its balance.
    func standings(
        of accounts: [AccountSummary], check: Bool, balances: Bool
    ) async throws -> [PublicKey: AccountStanding] {
        guard check || balances, !accounts.isEmpty else { return [:] }
        guard !options.isOffline else { return try storedStandings(of: accounts) }
        let settings = try settings()
        let currency = try namedCurrency(settings)
        return try await withContainer(settings) { container in
            var standings: [PublicKey: AccountStanding] = [:]
            for account in accounts {
                var standing = AccountStanding()
                if check { standing.isKnown = try await isKnown(account, container) }
                if balances, standing.isKnown != false {
                    standing.balance = try await balance(of: account, container, currency)
                }
                standings[account.owner] = standing
            }
            return standings
        }
    }

    private func storedStandings(of accounts: [AccountSummary]) throws -> [PublicKey: AccountStanding] {
        var standings: [PublicKey: AccountStanding] = [:]
        for account in accounts where account.userID != nil {
            let stored = try storedBalance(of: account, all: true, token: nil)
            standings[account.owner] = AccountStanding(balance: stored.total)
        }
        return standings
    }

    private func isKnown(_ account: AccountSummary, _ container: Container) async throws -> Bool {
        let key = try container.accountManager.keyAccount(for: account.owner).ownerKey
        do throws(LoginError) {
            _ = try await container.flipClient.login(owner: key)
            return true
        } catch {
            guard error == .denied else { throw AuthenticationFailure.login(error) }
            return false
        }
    }

    private func balance(
        of account: AccountSummary, _ container: Container, _ currency: CurrencyCode?
    ) async throws -> FiatAmount? {
        let authenticator = SessionAuthenticator(container: container)
        guard let session = try await authenticator.restore(selector: account.owner.base58) else { return nil }
        if let currency { session.session.rates.overrideBalanceCurrency(currency) }
        let wallet = SessionWallet(
            session: session.session, hosts: try linkHosts(), isOffline: false, runtime: runtime)
        return try await wallet.balance(all: true, token: nil).total
    }
}
