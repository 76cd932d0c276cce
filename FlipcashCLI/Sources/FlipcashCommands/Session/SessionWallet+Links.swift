import FlipcashCore
import FlipcashWallet

extension SessionWallet {
    func createLink(_ cash: PreparedCash) async throws -> LinkView {
        do {
            let link = try await session.createCashLink(exchangedFiat: cash.pinned, refreshes: false)
            return LinkView(link, token: cash.token, hosts: hosts)
        } catch {
            throw CommandFailure(unclearLink: error, in: session, hosts: hosts) ?? error
        }
    }

    func refresh() async { await session.updatePostTransaction() }

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
        // For one payment, a shortfall too small to show is accepted, and the payment takes the whole balance. For
        // several, the last one would be less than was agreed to.
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
        let id = info.isMine ? try session.cashLinks().first { $0.vault == info.vault }?.id : nil
        return LinkView(
            url: hosts.cashLink(secret).url, id: id, vault: info.vault, amount: FiatAmount(wire: info.amount),
            token: TokenView(info.mint, quarks: info.amount.quarks), state: state, isMine: info.isMine,
            expires: info.expires)
    }

    func receiveLink(_ secret: Mnemonic) async throws -> TransferView {
        // The caller has already asked whether to collect the account's own link.
        try await TransferView(received: session.receiveCashLink(secret, allowsOwn: true))
    }

    func view(_ link: ListedCashLink) -> LinkView {
        LinkView(link, token: token(link.mint, quarks: link.quarks), hosts: hosts)
    }

    /// A token with its stored names.
    func token(_ mint: PublicKey, quarks: UInt64) -> TokenView { session.storedToken(mint, quarks: quarks) }
}

extension Session {
    /// A token with its stored names.
    func storedToken(_ mint: PublicKey, quarks: UInt64) -> TokenView { database.storedToken(mint, quarks: quarks) }
}

extension Database {
    /// A token with its stored names.
    func storedToken(_ mint: PublicKey, quarks: UInt64) -> TokenView {
        let stored = (try? getMintMetadata(mint: mint)) ?? nil
        return TokenView(mint: mint, symbol: stored?.symbol ?? "", name: stored?.name ?? "", quarks: quarks)
    }
}
