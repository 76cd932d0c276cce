import FlipcashCore
import FlipcashWallet

/// What an account has: its money, and its links that have not been collected yet.
struct AccountHoldings: Sendable {
    /// Its total balance; nil if unknown.
    var balance: FiatAmount?
    /// Its links that still hold money; nil if unknown.
    var openLinks: [LinkView]?
    /// Why these are stored figures of an earlier command; nil if the service answered.
    var reasonForAge: String?

    /// The holdings as labelled facts, for people.
    func facts(_ money: MoneyText) -> [(String, String)] {
        var facts = [("Balance", balance.map(money.text) ?? "unknown")]
        let links = openLinks.map { links in
            links.isEmpty
                ? "none" : "\(links.count): " + links.map { money.text($0.amount) }.joined(separator: ", ")
        }
        facts.append(("Open links", links ?? "unknown"))
        if let reasonForAge { facts.append(("Not up to date", reasonForAge)) }
        return facts
    }

    /// `account` with the holdings added.
    func document(_ account: OutputObject, _ money: MoneyText) -> OutputObject {
        var document = account
        document["balance"] = balance.map(money.value)
        document["open_links"] = openLinks.map { .array($0.map { .object($0.document(money)) }) }
        document["stale"] = .boolean(reasonForAge != nil)
        return document
    }
}

extension Invocation {
    /// Asks the service for the holdings of an account; returns the stored ones if it does not answer. Opens the key
    /// store.
    ///
    /// - Throws: `KeyStoreFailure` if the key store does not open. If only the account's words are missing there, its
    ///   holdings are unknown.
    func holdings(of account: AccountSummary) async throws -> AccountHoldings {
        let settings = try settings()
        let currency = try namedCurrency(settings)
        do {
            return try await withContainer(settings) { container in
                let authenticator = SessionAuthenticator(container: container)
                guard let session = try await authenticator.restore(selector: account.owner.base58)?.session else {
                    return AccountHoldings()
                }
                if let currency { session.rates.overrideBalanceCurrency(currency) }
                return try await holdings(in: session)
            }
        } catch KeyStoreFailure.wordsMissing {
            return AccountHoldings(reasonForAge: "the words are missing from the key store")
        } catch let failure as KeyStoreFailure {
            throw failure
        } catch {
            try Task.checkCancellation()
            return AccountHoldings(reasonForAge: CommandFailure(describing: error).message)
        }
    }

    private func holdings(in session: Session) async throws -> AccountHoldings {
        var holdings = AccountHoldings()
        if !options.isOffline {
            do {
                try await fill(&holdings, from: session, isOffline: false)
                return holdings
            } catch {
                try Task.checkCancellation()
                holdings.reasonForAge = CommandFailure(describing: error).message
            }
        } else {
            holdings.reasonForAge = "the service was not asked"
        }
        try await fill(&holdings, from: session, isOffline: true)
        return holdings
    }

    private func fill(_ holdings: inout AccountHoldings, from session: Session, isOffline: Bool) async throws {
        let wallet = SessionWallet(
            session: session, hosts: try linkHosts(), isOffline: isOffline, runtime: runtime)
        holdings.balance = try await wallet.balance(all: true, token: nil).total
        holdings.openLinks = try await wallet.links(all: false, limit: .max).links
    }
}
