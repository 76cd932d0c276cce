import FlipcashCore
import FlipcashWallet

extension SessionWallet {
    func createLink(_ cash: PreparedCash) async throws -> LinkView {
        let link = try await session.createCashLink(exchangedFiat: cash.pinned)
        return LinkView(link, token: cash.token, hosts: hosts)
    }

    func requireFunds(for cash: PreparedCash, times count: Int) throws {
        let (each, mint) = (cash.pinned.amount, cash.token.mint)
        let balance = session.balance(for: mint)?.quarks ?? 0
        let (quarks, isTooMuch) = each.quarks.multipliedReportingOverflow(by: UInt64(clamping: count))
        guard !isTooMuch else { throw SessionError.insufficientBalance(shortfall: nil) }
        guard quarks > balance else { return }
        let all = try ExchangedFiat(
            onChainAmount: TokenAmount(quarks: quarks, mint: mint), nativeAmount: cash.amount(times: count),
            currencyRate: each.currencyRate)
        let funds = try SufficientFunds.check(
            requested: all, balanceQuarks: balance, supplyFromBonding: cash.pinned.state.supplyFromBonding)
        switch funds {
        case .insufficient(let shortfall): throw SessionError.insufficientBalance(shortfall: shortfall)
        // A rest that nobody sees may be missing of one amount, which then is the whole balance; of several, the last
        // would not be what was agreed to.
        case .sufficient: throw SessionError.insufficientBalance(shortfall: nil)
        }
    }

    func linkInfo(_ secret: Mnemonic) async throws -> LinkView {
        let info = try await session.cashLinkInfo(secret)
        let state: LinkView.State
        switch info.state {
        case .unclaimed: state = .unclaimed
        case .claimed: state = .claimed
        case .expired: state = .expired
        }
        return LinkView(
            url: hosts.cashLink(secret).url, vault: info.vault, amount: FiatAmount(wire: info.amount),
            token: TokenView(info.mint, quarks: info.amount.quarks), state: state, isMine: info.isMine,
            expires: info.expires)
    }

    func receiveLink(_ secret: Mnemonic) async throws -> TransferView {
        // Whether one's own link is meant has been asked before.
        try await TransferView(received: session.receiveCashLink(secret, allowsOwn: true))
    }

    func links(all: Bool, limit: Int) async throws -> [LinkView] {
        try await synchronize()
        let listed = try session.cashLinks().filter { all || $0.state != .finished }
        return try listed.prefix(limit).map(view)
    }

    func ownLink(_ selector: String) async throws -> LinkView { try await view(find(selector)) }

    func cancelLink(_ selector: String) async throws {
        try await session.cancelCashLink(vault: find(selector).vault)
    }

    /// Brings the stored history up to date, unless that was asked not to happen.
    func synchronize() async throws {
        if !isOffline { try await session.syncHistory() }
    }

    private func find(_ selector: String) async throws -> ListedCashLink {
        try await synchronize()
        let links = try session.cashLinks()
        if let vault = try? PublicKey(base58: selector), let link = links.first(where: { $0.vault == vault }) {
            return link
        }
        if let id = try? IntentID(base58: selector), let link = links.first(where: { $0.id == id }) { return link }
        if case .cashLink(let secret?) = DeepLink(cashLinkOrSecret: selector, hosts: hosts) {
            if let link = links.first(where: { $0.mnemonic == secret }) { return link }
            let vault = try await session.cashLinkInfo(secret).vault
            if let link = links.first(where: { $0.vault == vault }) { return link }
        }
        throw CommandFailure(
            "link_not_found", .notFound, "None of your links is meant by that. See: flipcash link list --all")
    }

    private func view(_ link: ListedCashLink) throws -> LinkView {
        let state: LinkView.State
        switch link.state {
        case .unconfirmed: state = .unknown
        case .pending: state = .unclaimed
        case .finished: state = Self.finishedState(link.end)
        }
        return LinkView(
            url: link.link(hosts: hosts)?.url, vault: link.vault,
            amount: FiatAmount(code: link.currencyCode, value: link.nativeAmount, rate: 1),
            token: token(link.mint, quarks: link.quarks), state: state, isMine: true,
            expires: link.created.advanced(by: CashLink.lifetime))
    }

    private static func finishedState(_ end: LinkRecord.State?) -> LinkView.State {
        switch end {
        case .claimed: .claimed
        case .cancelled: .cancelled
        case .returned: .expired
        case .submitting, .open, .failed, nil: .unknown
        }
    }

    /// A token with the names that are stored for it.
    func token(_ mint: PublicKey, quarks: UInt64) -> TokenView {
        let stored = (try? session.database.getMintMetadata(mint: mint)) ?? nil
        return TokenView(mint: mint, symbol: stored?.symbol ?? "", name: stored?.name ?? "", quarks: quarks)
    }
}
