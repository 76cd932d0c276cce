import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCore

/// Laws that hold for every amount.
@Suite("Laws of money")
struct MoneyLawTests {
    private let bonded = try? PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")

    private func any(_ generator: inout SeededGenerator, bits: Int = 64) -> UInt64 {
        let width = Int.random(in: 0...bits, using: &generator)
        return width == 0 ? 0 : UInt64.random(in: .min ... .max, using: &generator) >> UInt64(64 - width)
    }

    private func quarks(_ generator: inout SeededGenerator, decimals: Int? = nil) -> Quarks {
        Quarks(
            quarks: any(&generator), currencyCode: .usd,
            decimals: decimals ?? Int.random(in: Quarks.supportedDecimals, using: &generator))
    }

    @Test("Subtracting undoes adding, and both keep the order")
    func quarks_addingAndSubtracting_areInverse() throws {
        var generator = SeededGenerator(seed: 30)
        for _ in 0..<2000 {
            let decimals = Int.random(in: Quarks.supportedDecimals, using: &generator)
            let (a, b) = (quarks(&generator, decimals: decimals), quarks(&generator, decimals: decimals))
            guard let sum = try? a.adding(b) else {
                #expect(throws: MoneyError.overflow) { try a.adding(b) }
                continue
            }
            #expect(try sum.subtracting(b) == a)
            #expect(try sum == b.adding(a))
            #expect(sum >= a && sum >= b)
        }
    }

    @Test("More decimals lose nothing; fewer decimals never add anything")
    func quarks_scaling_losesOnlyDownwards() throws {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<2000 {
            let amount = quarks(&generator)
            let decimals = Int.random(in: Quarks.supportedDecimals, using: &generator)
            guard let scaled = try? amount.scaled(to: decimals) else { continue }
            if decimals >= amount.decimals {
                #expect(try scaled.scaled(to: amount.decimals) == amount)
                #expect(scaled.decimalValue == amount.decimalValue)
            } else {
                #expect(scaled <= amount)
                #expect(try amount.subtractingScaled(scaled).exact < scaled.smallestStep)
            }
        }
    }

    @Test("The order is that of the values, whatever their decimals")
    func quarks_order_isThatOfValues() throws {
        var generator = SeededGenerator(seed: 32)
        for _ in 0..<2000 {
            let (a, b) = (quarks(&generator), quarks(&generator))
            let order = a.exact < b.exact ? -1 : a.exact == b.exact ? 0 : 1
            #expect(try a.compare(to: b) == order)
            #expect(try b.compare(to: a) == -order)
            #expect((try? a.subtractingScaled(b)) == nil || order >= 0)
        }
    }

    @Test("A value is converted to the nearest quark and back")
    func quarks_decimalValue_roundTrips() throws {
        var generator = SeededGenerator(seed: 33)
        for _ in 0..<2000 {
            let amount = quarks(&generator)
            let back = try Quarks(
                fiatDecimal: amount.decimalValue, currencyCode: .usd, decimals: amount.decimals)
            #expect(back == amount)
        }
    }

    @Test("A fee never exceeds its share and leaves the rest")
    func fee_andRest_areTheWhole() throws {
        var generator = SeededGenerator(seed: 34)
        for _ in 0..<1000 {
            let amount = try ExchangedFiat(
                onChainAmount: TokenAmount(quarks: max(1, any(&generator)), mint: try #require(bonded)),
                nativeAmount: FiatAmount(value: Decimal(any(&generator, bits: 40)), currency: .usd),
                currencyRate: .oneToOne)
            let bps = Int.random(in: 0...10_000, using: &generator)
            let fee = try amount.launchpadSellFee(bps: bps)
            let rest = try amount.subtractingFee(fee.onChainAmount)
            #expect(fee.quarks + rest.quarks == amount.quarks)
            let share = ExactRational(amount.quarks).share(basisPoints: UInt64(bps))
            #expect(ExactRational(fee.quarks) <= share && share < ExactRational(fee.quarks) + .one)
            let whole = try fee.nativeAmount.exact + rest.nativeAmount.exact
            // Both sides are decimals of 38 digits.
            let distance = (whole - (try amount.nativeAmount.exact)).magnitude
            #expect(distance <= ExactRational(numerator: .one, denominator: .powerOfTen(24)))
        }
    }

    @Test("An entered amount passes the server's check of the quarks computed for it")
    func entered_anyAmount_passesTheServersCheck() throws {
        var generator = SeededGenerator(seed: 35)
        let rates: [(CurrencyCode, Double)] = [
            (.usd, 1), (.cad, 1.3525), (.eur, 0.9217), (.jpy, 149.37), (.clp, 950.37), (.bhd, 0.376), (.krw, 1391.7),
            (.vnd, 25_340.5), (.tzs, 2483.25), (.pkr, 278.4),
        ]
        var checked = 0
        for _ in 0..<2000 {
            let (currency, fx) = try #require(rates.randomElement(using: &generator))
            let rate = Rate(fx: try Decimal(wireValue: fx), currency: currency)
            let units = any(&generator, bits: 24)
            let entered = FiatAmount(
                value: Decimal(sign: .plus, exponent: -currency.digits, significand: Decimal(units)), currency: currency
            )
            // Up to half of the supply, a token quark is worth far less than half a unit of any currency.
            let supply = UInt64.random(in: 0...105_000_000_000_000_000, using: &generator)
            let mint = Bool.random(using: &generator) ? PublicKey.usdf : try #require(bonded)
            let exchanged = try ExchangedFiat.computeFromEntered(
                amount: entered, rate: rate, mint: mint, supplyFromBonding: supply)
            let half = ExactRational(numerator: .one, denominator: .powerOfTen(currency.serverDigits) << 1)
            guard let exchanged, exchanged.quarks > 0, exchanged.nativeAmount == entered, try entered.exact >= half
            else { continue }
            let failure = ExchangeDataRules.check(
                quarks: exchanged.quarks, nativeAmount: exchanged.nativeAmount.wireValue, rate: fx,
                currencyCode: currency.rawValue,
                pricing: mint.isDollarMint ? .core : .launchpad(supplyFromBonding: supply))
            #expect(failure == nil, "\(entered) at \(fx), supply \(supply)")
            checked += 1
        }
        #expect(checked > 1000)
    }

    @Test("A sufficient balance covers the amount, and a shortfall is the missing amount")
    func funds_anyRequest_areConserved() throws {
        var generator = SeededGenerator(seed: 36)
        for _ in 0..<2000 {
            let rate = Rate(fx: try Decimal(wireValue: 1.4), currency: .cad)
            let entered = FiatAmount(
                value: Decimal(sign: .plus, exponent: -2, significand: Decimal(any(&generator, bits: 20))),
                currency: .cad)
            let requested = try ExchangedFiat(nativeAmount: entered, rate: rate)
            let near = Int64(requested.quarks) + Int64.random(in: -6000...6000, using: &generator)
            let balance = UInt64(clamping: near)
            switch try SufficientFunds.check(requested: requested, balanceQuarks: balance, supplyFromBonding: nil) {
            case .sufficient(let amount): #expect(amount.quarks <= balance && amount.quarks > 0)
            case .insufficient(let shortfall):
                #expect(shortfall.map { $0.quarks + balance } ?? requested.quarks == requested.quarks)
            }
        }
    }

    @Test("An amount formatted for display reads back as the same amount")
    func text_ofAnyAmount_readsBack() throws {
        var generator = SeededGenerator(seed: 37)
        for _ in 0..<2000 {
            let currency = try #require(CurrencyCode.allCases.randomElement(using: &generator))
            let amount = FiatAmount(
                value: Decimal(
                    sign: .plus, exponent: -currency.digits, significand: Decimal(any(&generator, bits: 40))),
                currency: currency)
            for separator in [".", ","] as [Character] {
                let validator = AmountValidator(separator: separator)
                let text = validator.string(from: amount.value, fractionDigits: currency.digits)
                #expect(validator.validate(text) == amount.value, "\(text)")
            }
            let formatted = amount.formatted()
            let bare = formatted.dropFirst(currency.symbol?.count ?? 0).filter { $0 != "," }
            #expect(AmountValidator().validate(String(bare)) == amount.value, "\(formatted)")
        }
    }

    @Test("Equal decimals are equal amounts, however they are written")
    func fiatAmount_trailingZeros_areEqual() throws {
        let plain = FiatAmount(value: try #require(Decimal(string: "1.5")), currency: .usd)
        let padded = FiatAmount(value: try #require(Decimal(string: "1.50000")), currency: .usd)
        #expect(plain == padded)
        #expect(Set([plain, padded]).count == 1)
        var generator = SeededGenerator(seed: 38)
        for _ in 0..<500 {
            let (a, b) = (any(&generator), any(&generator))
            let (left, right) = (
                FiatAmount(value: Decimal(sign: .plus, exponent: -9, significand: Decimal(a)), currency: .usd),
                FiatAmount(value: Decimal(sign: .plus, exponent: -5, significand: Decimal(b)), currency: .usd)
            )
            #expect((left.value < right.value) == (try left.compare(to: right) < 0))
            #expect(try left.adding(right).subtracting(right) == left)
        }
    }
}

extension Quarks {
    /// The value of one quark.
    fileprivate var smallestStep: ExactRational { ExactRational(quarks: 1, decimals: decimals) }
}
