import Foundation
import Testing

@testable import FlipcashCore

@Suite("Exchanged amounts")
struct ExchangedFiatTests {
    private let jeffy: PublicKey
    private let cad: Rate

    init() throws {
        jeffy = try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
        cad = try Rate(wireValue: 1.4, currencyCode: "cad")
    }

    private func core(_ native: Decimal, _ rate: Rate) throws -> ExchangedFiat {
        try ExchangedFiat(nativeAmount: FiatAmount(value: native, currency: rate.currency), rate: rate)
    }

    @Test("Sums and differences need the same mint and exactly the same rate")
    func arithmetic_mismatches_throw() throws {
        let five = try core(5, cad)
        let two = try core(2, cad)
        #expect(try five.adding(two).nativeAmount.value == 7)
        #expect(try five.subtracting(two).quarks == five.quarks - two.quarks)
        #expect(throws: MoneyError.invalidNegativeValue) { try two.subtracting(five) }
        let later = try core(2, Rate(wireValue: 1.41, currencyCode: "cad"))
        #expect(throws: MoneyError.mismatchedRate) { try five.adding(later) }
        let tokens = ExchangedFiat.zero(mint: jeffy, rate: cad)
        #expect(throws: MoneyError.mismatchedMint) { try five.adding(tokens) }
        #expect(throws: MoneyError.mismatchedMint) { try five.subtractingFee(.zero(jeffy)) }
        #expect(throws: MoneyError.feeLargerThanAmount) {
            try five.subtractingFee(TokenAmount(quarks: five.quarks + 1, mint: .usdf))
        }
        #expect(try five.subtractingFee(five.onChainAmount).nativeAmount.value == 0)
    }

    @Test("Another currency changes the displayed amount, not the amount that moves")
    func convert_otherRate_keepsQuarks() throws {
        let five = try core(7, cad)
        let euros = try five.convert(to: Rate(wireValue: 0.92, currencyCode: "eur"))
        #expect(euros.quarks == five.quarks)
        #expect(euros.nativeAmount.value.plainText == "4.6")
        #expect(throws: MoneyError.invalidRate) { try five.convert(to: Rate(fx: 0, currency: .eur)) }
    }

    @Test("A total adds dollars and gives them in the core mint")
    func total_mixedRates_addsDollars() throws {
        let amounts = try [core(7, cad), core(5, .oneToOne)]
        let total = try ExchangedFiat.total(amounts, rate: cad)
        #expect(total.nativeAmount.value == 14)
        #expect(total.quarks == 10_000_000)
        #expect(total.mint == .usdf)
        #expect(try ExchangedFiat.total([], rate: cad) == .zero(mint: .usdf, rate: cad))
        let third = try core(1, Rate(fx: 3, currency: .cad))
        #expect(try ExchangedFiat.total(Array(repeating: third, count: 300), rate: .oneToOne).quarks == 100_000_000)
    }

    @Test("A launchpad amount of unknown supply has no value and is never sufficient")
    func unknownSupply_isInsufficient() throws {
        let value = try ExchangedFiat.computeFromQuarks(quarks: 5, mint: jeffy, rate: cad, supplyFromBonding: nil)
        #expect(value == .zero(mint: jeffy, rate: cad))
        let requested = try ExchangedFiat(
            onChainAmount: TokenAmount(quarks: 1, mint: jeffy), nativeAmount: .zero(.cad), currencyRate: cad)
        #expect(
            try SufficientFunds.check(requested: requested, balanceQuarks: .max, supplyFromBonding: nil)
                == .insufficient(shortfall: nil))
        #expect(
            try SufficientFunds.check(requested: requested, balanceQuarks: nil, supplyFromBonding: 1)
                == .insufficient(shortfall: nil))
        #expect(throws: MoneyError.unknownSupply) {
            try ExchangedFiat.storedValueUSD(quarks: 1, mint: jeffy, supplyFromBonding: nil)
        }
    }

    @Test("A balance of zero does not cover even less than half a displayed unit")
    func sufficientFunds_emptyBalance_isInsufficient() throws {
        let tenth = FiatAmount(value: Decimal(sign: .plus, exponent: -3, significand: 1), currency: .usd)
        let requested = try ExchangedFiat(nativeAmount: tenth, rate: .oneToOne)
        #expect(
            try SufficientFunds.check(requested: requested, balanceQuarks: 0, supplyFromBonding: nil)
                == .insufficient(shortfall: requested))
        let tokens = try ExchangedFiat(
            onChainAmount: TokenAmount(quarks: 9, mint: jeffy), nativeAmount: tenth, currencyRate: .oneToOne)
        #expect(
            try SufficientFunds.check(requested: tokens, balanceQuarks: 8, supplyFromBonding: 0)
                != .sufficient(amount: .zero(mint: jeffy, rate: .oneToOne)))
    }

    @Test("An entry above the whole value reports a shortfall, and its sentinel keeps the entry")
    func computeForEntry_overAsk_isOneAboveBalance() throws {
        let million = FiatAmount(value: 1_000_000, currency: .cad)
        let priced = try #require(
            try ExchangedFiat.computeForEntry(
                amount: million, rate: cad, mint: jeffy, supplyFromBonding: 10_000_000_000_000, balanceQuarks: 77))
        #expect(priced.quarks == 78)
        #expect(priced.nativeAmount == million)
        let result = try SufficientFunds.check(
            requested: priced, balanceQuarks: 77, supplyFromBonding: 10_000_000_000_000)
        guard case .insufficient(let shortfall?) = result else {
            Issue.record("expected a shortfall, found \(result)")
            return
        }
        #expect(shortfall.quarks == 1)
    }

    @Test("A stored launchpad balance is rounded down to six decimals")
    func storedValue_launchpad_isFloored() throws {
        let value = try ExchangedFiat.storedValueUSD(
            quarks: 1_000_000_000_000, mint: jeffy, supplyFromBonding: 10_000_000_000_000)
        #expect(value.value.plainText == "1.000789")
    }

    @Test("A payment without a rate gets the rate of its two sides")
    func init_withoutRate_synthesises() throws {
        let paid = try ExchangedFiat(
            onChainAmount: TokenAmount(quarks: 5_000_000, mint: .usdf),
            nativeAmount: FiatAmount(value: 7, currency: .cad))
        #expect(paid.currencyRate.fx.plainText == "1.4")
        let nothing = try ExchangedFiat(onChainAmount: .zero(.usdf), nativeAmount: FiatAmount(value: 7, currency: .cad))
        #expect(nothing.currencyRate.fx == 1)
    }
}
