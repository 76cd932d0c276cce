import FlipcashCore
import FlipcashWallet

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The figures of a trade: shown in the question to a person, and as the answer of a dry run (client specification
/// §10.8, §12.7).
struct TradePlan: Sendable {
    let kind: SwapRecord.Kind
    /// What leaves the balance, fee included.
    let pays: FiatAmount
    let payToken: TokenView
    /// The fee in it.
    let fee: FiatAmount
    /// What is left of the payment after the fee.
    let net: FiatAmount
    /// What arrives.
    let getToken: TokenView
    /// The least that is accepted, in quarks of what arrives.
    let minimum: UInt64
    let impact: ExactRational
    let rate: Rate
    /// How old the rate is.
    let rateAge: Duration
    /// When the figures expire; nil for a quote that nothing is paid with.
    let expires: Instant?
    /// The state of a swap that was agreed on earlier; nil for a new trade.
    var swap: SwapState?

    /// The figures, one per line.
    func table(_ money: MoneyText) -> Table {
        var table = Table([.exact(""), .amount(""), .text("")])
        func add(_ name: String, _ figure: String, _ remark: String = "") {
            table.add([.init(name, .secondary), .init(figure, .strong), .init(remark)])
        }
        add(isPaid ? "You paid" : "You pay", money.text(pays), decimal(payToken.quarks, payToken))
        if isReturned {
            add("You get back", money.text(pays), decimal(payToken.quarks, payToken))
        } else {
            add(kind == .buy || kind == .launch ? "Fee, included" : "Fee", money.text(fee), feeRemark)
            add("You get", money.text(net), "about \(decimal(getToken.quarks, getToken))")
        }
        if !isPaid {
            add("At least", "", decimal(minimum, getToken))
            add("Price impact", "\(Self.percent(impact)) %")
        }
        if rate.currency != .usd {
            add("Rate", rate.fx.plainText, "\(rate.currency.rawValue.uppercased()) for one dollar")
        }
        if let swap { add("State", "", swap.meaning) }
        return table
    }

    /// Whether the money has left the balance.
    private var isPaid: Bool { swap.map { $0 != .created } ?? false }

    /// Whether the money is on its way back.
    private var isReturned: Bool { swap == .cancelling || swap == .cancelled }

    private var feeRemark: String {
        switch kind {
        case .buy, .launch: ""
        case .sell, .convert: "kept by \(payToken.displayName)'s pool"
        }
    }

    private func decimal(_ quarks: UInt64, _ token: TokenView) -> String {
        "\(TokenView.decimal(quarks: quarks, decimals: token.mint.mintDecimals)) \(token.unit)"
    }

    /// A fraction as per cent with two decimals.
    static func percent(_ fraction: ExactRational) -> String {
        (fraction * ExactRational(100 as UInt64)).text(places: 2)
    }

    /// The line of a dry run above the figures.
    var intention: String {
        switch kind {
        case .buy: "Would buy:"
        case .sell: "Would sell:"
        case .convert: "Would convert:"
        case .launch: "Would create the currency and buy its first tokens:"
        }
    }

    func document(_ money: MoneyText, state: String? = "planned") -> OutputObject {
        var document = OutputObject(schema: "quote")
        document["state"] = state.map(OutputValue.string)
        document["kind"] = .string(kind.rawValue)
        document["pay"] = money.value(pays)
        document["pay_token"] = payToken.value
        document["fee"] = money.value(fee)
        document["get"] = money.value(net)
        document["get_token"] = getToken.value
        document["minimum_quarks"] = .quarks(minimum)
        document["price_impact"] = .string(impact.text(places: 6))
        document["rate"] = .fields([
            "currency": .string(rate.currency.rawValue), "fx": .string(rate.fx.plainText),
            "age_s": .integer(rateAge.components.seconds),
        ])
        document["expires_at"] = expires.map { .string(TimeText.rfc3339($0)) }
        return document
    }
}

extension TradePlan {
    init(_ trade: PreparedTrade, toleranceBps: Int, now: Instant) {
        let state = trade.funding.state
        self.init(
            kind: trade.kind, pays: trade.funding.amount.nativeAmount,
            payToken: TokenView(trade.source, quarks: trade.funding.amount.quarks),
            fee: trade.fee.nativeAmount, net: trade.net,
            getToken: TokenView(trade.target, quarks: trade.quote.received.quarks),
            minimum: trade.quote.minimumReceived(toleranceBps: toleranceBps), impact: trade.quote.priceImpact,
            rate: state.rate, rateAge: state.age(at: now), expires: now.advanced(by: state.usableTime(at: now)))
    }

    /// The figures of a swap that was agreed on earlier.
    init(_ figures: SwapFigures, of swap: SwapView, now: Instant) {
        let (funding, quote) = (figures.funding, figures.quote)
        self.init(
            kind: figures.kind, pays: funding.amount.nativeAmount,
            payToken: swap.from.with(quarks: funding.amount.quarks), fee: figures.fee.nativeAmount, net: figures.net,
            getToken: swap.to.with(quarks: quote.received.quarks),
            minimum: quote.minimumReceived(toleranceBps: Session.standardToleranceBps), impact: quote.priceImpact,
            rate: funding.state.rate, rateAge: funding.state.age(at: now),
            expires: swap.state == .created ? now.advanced(by: funding.state.usableTime(at: now)) : nil,
            swap: swap.state)
    }

    init(_ quote: MarketQuote, mint: MintMetadata, core: TokenView) {
        let token = TokenView(
            mint, quarks: quote.isSale ? quote.quote.swapped.quarks : quote.quote.received.quarks)
        let dollars = TokenView(
            mint: core.mint, symbol: core.symbol, name: core.name,
            quarks: quote.isSale ? quote.quote.received.quarks : quote.quote.debit)
        self.init(
            kind: quote.isSale ? .sell : .buy, pays: quote.pays, payToken: quote.isSale ? token : dollars,
            fee: quote.fee, net: quote.net, getToken: quote.isSale ? dollars : token,
            minimum: quote.quote.received.quarks, impact: quote.quote.priceImpact, rate: quote.rate,
            rateAge: quote.rateAge, expires: nil)
    }
}
