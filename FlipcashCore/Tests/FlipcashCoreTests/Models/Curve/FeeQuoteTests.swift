import Foundation
import Testing

@testable import FlipcashCore

@Suite("Quotes of purchases and launches")
struct FeeQuoteTests {
    private let bonded = try? PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
    private let supply: UInt64 = 500_000_000_000_000

    private func usd(_ text: String) throws -> FiatAmount {
        FiatAmount(value: try #require(Decimal(plainText: text)), currency: .usd)
    }

    @Test("A purchase with the core mint costs one per cent on top")
    func purchase_withCoreMint_isOnTop() throws {
        let quote = try #require(
            try PurchaseQuote(
                entry: usd("10"), rate: .oneToOne, paymentMint: .usdf, poolFeeBps: nil, supplyFromBonding: nil,
                balanceUSD: 100))
        #expect(quote.grossDebit.quarks == 10_100_000)
        #expect(quote.fee.quarks == 100_000)
        #expect(quote.amountToBuy.quarks == 10_000_000)
        #expect(quote.grossDebit.nativeAmount.formatted() == "$10.10")
        func limit(_ day: String) throws -> SendLimit {
            SendLimit(nextTransaction: .zero(.usd), maxPerTransaction: .zero(.usd), maxPerDay: try usd(day))
        }
        #expect(try quote.isWithinDay(limit("10.10")))
        #expect(try !quote.isWithinDay(limit("10.09")))
    }

    @Test("An entry of the displayed balance uses the whole balance; a larger entry shows the shortfall")
    func purchase_nearBalance_isCappedOnlyWithinTheDisplayedOne() throws {
        let balance = try #require(Decimal(plainText: "9.999"))
        func quote(_ entry: String) throws -> PurchaseQuote {
            try #require(
                try PurchaseQuote(
                    entry: usd(entry), rate: .oneToOne, paymentMint: .usdf, poolFeeBps: nil, supplyFromBonding: nil,
                    balanceUSD: balance))
        }
        #expect(try quote("10").amountToBuy.quarks == 9_999_000)
        #expect(try quote("10.01").amountToBuy.quarks == 10_010_000)
    }

    @Test("A purchase with tokens sells more, so that the entry remains after the pool's fee")
    func purchase_withTokens_isGrossedUp() throws {
        let mint = try #require(bonded)
        let quote = try #require(
            try PurchaseQuote(
                entry: usd("9.90"), rate: .oneToOne, paymentMint: mint, poolFeeBps: nil, supplyFromBonding: supply,
                balanceUSD: 1))
        #expect(quote.grossDebit.nativeAmount == (try usd("10")))
        #expect(quote.fee.quarks == quote.grossDebit.quarks / 100)
        #expect(quote.amountToBuy.quarks + quote.fee.quarks == quote.grossDebit.quarks)
        #expect(quote.amountToBuy.nativeAmount.formatted() == "$9.90")
        let free = try #require(
            try PurchaseQuote(
                entry: usd("9.90"), rate: .oneToOne, paymentMint: mint, poolFeeBps: -5, supplyFromBonding: supply,
                balanceUSD: 1))
        #expect(free.fee.quarks == 0 && free.grossDebit == free.amountToBuy)
        #expect(
            try PurchaseQuote(
                entry: usd("0"), rate: .oneToOne, paymentMint: mint, poolFeeBps: nil, supplyFromBonding: supply,
                balanceUSD: 1) == nil)
    }

    @Test("The price of a launch is exact in both parts: the service compares its total with a double")
    func launchSplit_nativeSides_areExact() throws {
        let mint = try #require(bonded)
        for (payment, balance) in [(PublicKey.usdf, "1000"), (.usdf, "12"), (mint, "1000"), (mint, "19.996")] {
            let balanceUSD = try #require(Decimal(plainText: balance))
            let split = try #require(
                try LaunchPaymentSplit(
                    purchaseUSD: 10, feeUSD: 10, rate: .oneToOne, paymentMint: payment, supplyFromBonding: supply,
                    balanceUSD: balanceUSD))
            #expect(try split.swap.nativeAmount == usd("10"))
            #expect(try split.fee.nativeAmount == usd("10"))
            let total = try split.swap.nativeAmount.adding(split.fee.nativeAmount)
            #expect(total.value.plainText == "20" && total.wireValue == 20.00)
        }
    }

    @Test("A launch uses the core mint to the last quark, and is rejected below its fee")
    func launchSplit_coreMint_isExact() throws {
        func split(_ balance: String, _ rate: Rate = .oneToOne) throws -> LaunchPaymentSplit? {
            try LaunchPaymentSplit(
                purchaseUSD: 10, feeUSD: 10, rate: rate, paymentMint: .usdf, supplyFromBonding: nil,
                balanceUSD: #require(Decimal(plainText: balance)))
        }
        #expect(try split("1000")?.swap.quarks == 10_000_000)
        #expect(try split("1000")?.fee.quarks == 10_000_000)
        #expect(try split("12")?.swap.quarks == 2_000_000)
        #expect(try split("12")?.fee.quarks == 10_000_000)
        #expect(try split("10")?.swap.quarks == 0)
        #expect(try split("9.999999") == nil)
        let cad = Rate(fx: try #require(Decimal(plainText: "1.4")), currency: .cad)
        let foreign = try #require(try split("1000", cad))
        #expect(foreign.swap.nativeAmount == FiatAmount(value: 14, currency: .cad))
        #expect(foreign.fee.nativeAmount == FiatAmount(value: 14, currency: .cad) && foreign.fee.quarks == 10_000_000)
    }
}
