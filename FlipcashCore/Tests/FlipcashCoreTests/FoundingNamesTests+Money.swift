import FlipcashCore
import Foundation
import Testing

/// The founding names of amounts, exchange, curve and validation.
extension FoundingNamesTests {
    @Test("Amounts")
    func quarks_names() throws {
        let five = Quarks(quarks: 5_000_000, currencyCode: .usd, decimals: 6)
        let one = Quarks(quarks: 1_000_000, currencyCode: .usd, decimals: 6)
        #expect(five.quarks == 5_000_000)
        #expect(five.currencyCode == .usd)
        #expect(five.decimals == 6)
        #expect(five.decimalValue == 5)
        #expect(try five.adding(one).decimalValue == 6)
        #expect(try five.subtracting(one).decimalValue == 4)
        #expect(try five.scaled(to: 2).quarks == 500)
        #expect(try five.subtractingScaled(one.scaled(to: 2)).decimalValue == 4)
        #expect(try five.calculateFee(bps: 100).quarks == 50_000)
        #expect(five.formatted() == "$5.00")
        #expect([CurrencyCode.usd, .cad, .eur, .jpy].map(\.rawValue) == ["usd", "cad", "eur", "jpy"])
    }

    @Test("Exchange")
    func exchangedFiat_names() throws {
        let rate = Rate(fx: Decimal(14) / 10, currency: .cad)
        let five = Quarks(quarks: 5_000_000, currencyCode: .usd, decimals: 6)
        let exchanged = try ExchangedFiat(underlying: five, rate: rate, mint: .usdf)
        #expect(exchanged.underlying == five)
        #expect(try exchanged.converted.decimalValue == 7)
        #expect(exchanged.rate == rate)
        #expect(exchanged.mint == .usdf)
        #expect(exchanged.quarks == 5_000_000)
        #expect(exchanged.nativeAmount == FiatAmount(value: 7, currency: .cad))
        let seven = Quarks(quarks: 7_000_000, currencyCode: .cad, decimals: 6)
        #expect(try ExchangedFiat(converted: seven, rate: rate, mint: .usdf) == exchanged)
        #expect(try ExchangedFiat(converted: seven, rate: rate, mint: .usdc).underlying == five)
        #expect(throws: MoneyError.invalidCurrency(amount: .cad, rate: .usd)) {
            try ExchangedFiat(converted: seven, rate: .oneToOne, mint: .usdf)
        }

        let jeffy = try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
        let bought = try #require(
            try ExchangedFiat.computeFromEntered(
                amount: FiatAmount(value: 1, currency: .usd), rate: .oneToOne, mint: jeffy,
                supplyFromBonding: 10_000_000_000_000))
        #expect(bought.quarks == 999_210_853_794)
        let tvl: UInt64 = 10_043_937
        let valued = try ExchangedFiat.computeFromQuarks(quarks: bought.quarks, mint: jeffy, rate: .oneToOne, tvl: tvl)
        #expect(valued.nativeAmount.formatted() == "$1.00")
    }

    @Test("Curves")
    func bondingCurve_names() throws {
        let curve = BondingCurve()
        #expect(curve.a.plainText == "11400.230149967394933471")
        #expect(curve.b.plainText == "0.000000877175273521")
        #expect(curve.c == curve.b)
        #expect(curve.startPrice.plainText == "0.01")
        #expect(curve.endPrice == 1_000_000)
        #expect(curve.maxSupply == 21_000_000)
        #expect(try curve.spotPrice(supply: 0).plainText.hasPrefix("0.01000000000000000049999925402292"))
        #expect(try curve.spotPrice(supply: 21_000_000).plainText.hasPrefix("999999.9999886345778560"))
        let sale = try curve.sell(quarks: 1_000_000_000, feeBps: 100, tvl: 100_000_000)
        #expect(sale.netUSDC.plainText.hasPrefix("0.000998683991406812142980973824"))
        let gross = try curve.valueFromSelling(quarks: 1_000_000_000, tvl: 100_000_000)
        #expect(gross.plainText.hasPrefix("0.001008771708491729437354519014361"))
        #expect(try curve.costToBuy(quarks: 10_000_000_000, supply: 0) > curve.startPrice)
        #expect(try curve.tokensBought(withUSDC: 0, tvl: 0) == 0)
        #expect(try curve.buy(usdcQuarks: 1_000_000, feeBps: 100, tvl: 0).netTokens > 98)
        #expect(sale.fees.plainText.hasPrefix("0.000010087717084917"))
        #expect(throws: BondingCurveError.valueTooLargeForLiquidityCap) {
            try curve.tokensForValueExchange(fiat: 1_000_000, fiatRate: 1, tvl: 0)
        }
        #expect(throws: BondingCurveError.nonPositiveValue) {
            try curve.tokensForValueExchange(fiat: 1, fiatRate: -1, tvl: 0)
        }
        #expect(throws: BondingCurveError.money(.overflow)) { try curve.spotPrice(supply: 1_000_000_000_000) }
        let discrete = DiscreteBondingCurve()
        #expect(discrete.spotPrice(supply: 0)?.text(places: 18) == "0.01")
        #expect(discrete.buy(usdcQuarks: 1_000_000, feeBps: 0, supplyQuarks: 0)?.net.text(places: 10) == "100")
        let oneToken = discrete.sell(tokenQuarks: 10_000_000_000, feeBps: 100, supplyQuarks: 10_000_000_000)
        #expect(oneToken?.net.text(places: 10) == "0.0099")
    }

    @Test("Validation")
    func validators_names() {
        func output<V: Validator>(_ validator: V, _ text: String) -> V.Output? { validator.validate(text) }
        #expect(output(EmailValidator(), " a@b.co ") == "a@b.co")
        #expect(output(LengthValidator(maxLength: 3), "abc") == "abc")
        #expect(output(AmountValidator(), "1.50")?.plainText == "1.5")
        guard case .valid(let phone)? = output(PhoneValidator(region: .us), "(415) 555-0100") else {
            Issue.record("not a phone number")
            return
        }
        #expect(phone.e164 == "+14155550100")
    }
}
