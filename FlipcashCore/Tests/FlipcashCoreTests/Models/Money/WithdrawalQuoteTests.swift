import Foundation
import Testing

@testable import FlipcashCore

@Suite("Quotes of withdrawals")
struct WithdrawalQuoteTests {
    private let bonded = try? PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
    private let supply: UInt64 = 500_000_000_000_000

    @Test("The fee of a withdrawal is shown in the entry's currency and charged in the mint")
    func withdrawal_fee_inBothForms() throws {
        let rate = Rate(fx: try #require(Decimal(plainText: "1.4")), currency: .cad)
        let quote = try #require(
            try WithdrawalQuote(usdfQuarks: 500_000, mint: .usdf, rate: rate, supplyFromBonding: nil, balanceUSD: 100))
        #expect(quote.fee == TokenAmount(quarks: 500_000, mint: .usdf))
        #expect(quote.displayedFee.formatted() == "$0.70")
        #expect(try quote.minimumWithdrawal.formatted() == "$0.71")
        let five = FiatAmount(value: 5, currency: .cad)
        #expect(try quote.net(of: five).formatted() == "$4.30")
        let withdrawn = try ExchangedFiat(nativeAmount: five, rate: rate)
        #expect(try quote.transfer(of: withdrawn).quarks == 3_571_429 - 500_000)
        #expect(throws: MoneyError.feeLargerThanAmount) {
            try quote.transfer(of: ExchangedFiat(nativeAmount: FiatAmount(value: 0.5, currency: .cad), rate: rate))
        }
    }

    @Test("The fee of a token withdrawal is valued on the curve")
    func withdrawal_ofTokens_isValuedOnTheCurve() throws {
        let mint = try #require(bonded)
        let quote = try #require(
            try WithdrawalQuote(
                usdfQuarks: 500_000, mint: mint, rate: .oneToOne, supplyFromBonding: supply, balanceUSD: 100))
        let worth = try ExchangedFiat.computeFromQuarks(
            quarks: quote.fee.quarks, mint: mint, rate: .oneToOne, supplyFromBonding: supply)
        #expect(worth.nativeAmount.formatted() == "$0.50")
        #expect(
            try WithdrawalQuote(
                usdfQuarks: 500_000, mint: mint, rate: .oneToOne, supplyFromBonding: nil, balanceUSD: 100) == nil)
        let free = try #require(
            try WithdrawalQuote(usdfQuarks: 0, mint: mint, rate: .oneToOne, supplyFromBonding: nil, balanceUSD: 0))
        #expect(free.fee.quarks == 0)
    }
}
