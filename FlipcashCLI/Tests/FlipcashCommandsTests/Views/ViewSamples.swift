import Foundation
import FlipcashCore

@testable import FlipcashCommands

/// Fixed data for the outputs.
enum ViewSamples {
    static let now = Instant(seconds: 1_777_629_600, nanoseconds: 123_000_000)
    static let money = MoneyText(locale: .enUS, isPlain: false)
    static let jeffy = PublicKey(repeating: 7)

    static func dollars(_ quarks: UInt64) -> TokenView {
        TokenView(mint: .usdf, symbol: "USDF", name: "USDF", quarks: quarks)
    }

    static func usd(_ text: String) -> FiatAmount { fiat(text, .usd) }

    static func fiat(_ text: String, _ currency: CurrencyCode) -> FiatAmount {
        guard let value = AmountValidator().validate(text) else { return .zero(currency) }
        return FiatAmount(value: value, currency: currency)
    }

    static let balance = BalanceView(
        rows: [
            BalanceView.Row(
                token: TokenView(mint: jeffy, symbol: "JEFFY", name: "Jeffy \u{202E}币", quarks: 12_345),
                value: fiat("13.70", .cad), usd: usd("10"), costBasis: usd("8"), appreciation: fiat("2.74", .cad),
                isSpendable: true),
            BalanceView.Row(
                token: dollars(5_000_000), value: fiat("6.85", .cad), usd: usd("5"), costBasis: nil, appreciation: nil,
                isSpendable: true),
        ],
        total: fiat("20.55", .cad), asOf: now, isStale: false)

    static let transfer = TransferView(
        direction: .gave, id: IntentID(raw: PublicKey(repeating: 9).raw), amount: fiat("5", .cad),
        token: dollars(3_649_635), files: ["bill.png"])

    static let link = LinkView(
        url: "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2",
        id: IntentID(raw: PublicKey(repeating: 3).raw), vault: jeffy, amount: usd("2.50"),
        token: dollars(2_500_000), state: .unclaimed, isMine: true, expires: now.advanced(by: .seconds(604_800)))

    static let rates = RatesView(
        rows: [
            RatesView.Row(rate: Rate(fx: 1, currency: .usd), observed: now.advanced(by: .seconds(-12))),
            RatesView.Row(
                rate: Rate(fx: AmountValidator().validate("1.37") ?? 0, currency: .cad),
                observed: now.advanced(by: .seconds(-75))),
        ], now: now)

    static let activity = ActivityView(
        id: IntentID(raw: PublicKey(repeating: 3).raw), kind: "cash_link", state: .pending, title: "Sending",
        sign: "-", amount: usd("2.50"), token: dollars(2_500_000), date: now,
        cashLink: ActivityView.CashLink(vault: jeffy, canCancel: true, state: .unclaimed))

    /// A purchase of Jeffy for ten dollars and a fee of ten cents.
    static func swap(_ state: Activity.SwapState) -> ActivityView {
        let tokens: UInt64 = state == .succeeded ? 4_158_979_991_272 : 0
        let swap = ActivityView.Swap(
            from: dollars(10_100_000), to: TokenView(mint: jeffy, symbol: "JEFFY", name: "Jeffy", quarks: tokens),
            received: state == .succeeded ? usd("10") : nil, fee: usd("0.10"), state: state)
        return ActivityView(
            id: IntentID(raw: PublicKey(repeating: 4).raw), kind: "swapped",
            state: state == .pending ? .pending : .completed, title: swap.title, sign: "", amount: usd("10.10"),
            token: dollars(10_100_000), date: now, cashLink: nil, swap: swap)
    }
}

extension PublicKey {
    init(repeating byte: UInt8) { self = (try? PublicKey([UInt8](repeating: byte, count: 32))) ?? .usdf }
}
