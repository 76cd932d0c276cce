import FlipcashCore
import FlipcashWallet

extension TokenView {
    init(_ balance: StoredBalance, quarks: UInt64? = nil) {
        self.init(
            mint: balance.mint, symbol: balance.symbol, name: balance.name, quarks: quarks ?? balance.quarks)
    }

    init(_ mint: MintMetadata, quarks: UInt64) {
        self.init(mint: mint.address, symbol: mint.symbol, name: mint.name, quarks: quarks)
    }
}

extension TransferView {
    init(received cash: ReceivedCash) {
        self.init(
            direction: .received, id: cash.id, amount: FiatAmount(wire: cash.received),
            token: TokenView(cash.mint, quarks: cash.received.quarks))
    }
}

extension LinkView {
    /// A link that has just been made.
    init(_ link: CashLink, token: TokenView, hosts: LinkHosts) {
        self.init(
            url: link.link(hosts: hosts).url, id: link.id, vault: link.vault, amount: link.amount.nativeAmount,
            token: token,
            state: .unclaimed, isMine: true, expires: link.expires)
    }
}

extension LinkView {
    /// A link of this account, from the stored data.
    init(_ link: ListedCashLink, token: TokenView, hosts: LinkHosts) {
        self.init(
            url: link.link(hosts: hosts)?.url, id: link.id, vault: link.vault,
            amount: FiatAmount(code: link.currencyCode, value: link.nativeAmount, rate: 1), token: token,
            state: State(link), isMine: true, expires: link.created.advanced(by: CashLink.lifetime))
    }
}

extension LinkView.State {
    init(_ link: ListedCashLink) {
        switch link.state {
        case .unconfirmed: self = .unknown
        case .pending: self = .unclaimed
        case .finished: self = link.end.map(LinkView.State.init) ?? .unknown
        }
    }

    /// How a link ended.
    init(_ end: LinkRecord.State) {
        switch end {
        case .claimed: self = .claimed
        case .cancelled: self = .cancelled
        case .returned: self = .expired
        case .submitting, .open, .failed: self = .unknown
        }
    }
}

extension FiatAmount {
    /// The amount of a payment as the service recorded it.
    init(wire data: PaymentExchangeData) {
        self.init(code: data.currencyCode, value: data.nativeAmount, rate: data.exchangeRate)
    }

    /// An amount from the wire: in dollars if its currency is unknown, and zero if it is not a number.
    init(code: String, value: Double, rate: Double) {
        let currency = CurrencyCode(rawValue: code)
        let shown = currency == nil && rate > 0 ? value / rate : value
        let amount = try? FiatAmount(wireValue: shown, currency: currency ?? .usd)
        self = amount ?? .zero(currency ?? .usd)
    }
}
