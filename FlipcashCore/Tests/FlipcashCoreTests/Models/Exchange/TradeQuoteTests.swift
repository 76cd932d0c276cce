import FlipcashTestKit
import Testing

@testable import FlipcashCore

@Suite("Quotes of trades")
struct TradeQuoteTests {
    private let jeffy = PublicKey.named("jeffy")
    private let other = PublicKey.named("other")
    /// One million tokens, as in the worked examples of payment specification §26.
    private let supply: UInt64 = 10_000_000_000_000_000

    @Test("Buying for $10 yields what the chain pays out in the worked example, for 1 % on top")
    func buy_workedExample_isExact() throws {
        let quote = try TradeQuote.buy(jeffy, supply: supply, amount: 10_000_000)
        #expect(quote.received == TokenAmount(quarks: 4_158_979_991_272, mint: jeffy))
        #expect(quote.feeOnTop == 100_000 && quote.debit == 10_100_000 && quote.poolFee == 0)
        #expect(quote.priceImpact < ExactRational.one.share(basisPoints: 10))
    }

    @Test("Selling 200 tokens after that purchase pays what the chain pays in the worked example, less 1 %")
    func sell_workedExample_isExact() throws {
        let quote = try TradeQuote.sell(jeffy, supply: 10_004_158_979_991_272, amount: 2_000_000_000_000)
        #expect(quote.received == TokenAmount(quarks: 4_761_227, mint: .usdf))
        #expect(quote.poolFee == 48_093 && quote.feeOnTop == 0)
    }

    @Test("A conversion is a sale followed by a purchase with all proceeds")
    func convert_isSaleThenPurchase() throws {
        let sale = try TradeQuote.sell(jeffy, supply: supply, amount: 2_000_000_000_000)
        let purchase = try TradeQuote.buy(other, supply: 5_000_000_000_000, amount: sale.received.quarks)
        let quote = try TradeQuote.convert((jeffy, supply), to: (other, 5_000_000_000_000), amount: 2_000_000_000_000)
        #expect(quote.received == purchase.received && quote.poolFee == sale.poolFee && quote.feeOnTop == 0)
        #expect(quote.debit == 2_000_000_000_000)
    }

    @Test("The smallest sale that yields a fee is quoted, one quark less is too small")
    func sell_smallest_isQuoted() throws {
        #expect(try TradeQuote.sell(jeffy, supply: supply, amount: 41_599_271).poolFee == 1)
        #expect(throws: TradeQuoteError.tooSmall) {
            try TradeQuote.sell(jeffy, supply: supply, amount: 41_599_270)
        }
    }

    @Test("Zero, more than exists, more than is left, and a conversion into the same currency cannot be quoted")
    func quotes_impossible_areRefused() {
        #expect(throws: TradeQuoteError.tooSmall) { try TradeQuote.buy(jeffy, supply: supply, amount: 0) }
        #expect(throws: TradeQuoteError.tooSmall) { try TradeQuote.sell(jeffy, supply: supply, amount: 0) }
        #expect(throws: TradeQuoteError.beyondCurve) {
            try TradeQuote.sell(jeffy, supply: supply, amount: supply + 1)
        }
        #expect(throws: TradeQuoteError.beyondCurve) {
            try TradeQuote.buy(jeffy, supply: DiscreteBondingCurve.maxSupplyQuarks - 1, amount: 1_000_000_000_000_000)
        }
        #expect(throws: TradeQuoteError.beyondCurve) {
            try TradeQuote.buy(jeffy, supply: DiscreteBondingCurve.maxSupplyQuarks, amount: 1_000_000)
        }
        #expect(throws: TradeQuoteError.beyondCurve) { try TradeQuote.sell(jeffy, supply: .max, amount: 1_000_000) }
        #expect(throws: TradeQuoteError.amountTooLarge) { try TradeQuote.buy(jeffy, supply: supply, amount: .max) }
        #expect(throws: TradeQuoteError.sameMint) {
            try TradeQuote.convert((jeffy, supply), to: (jeffy, supply), amount: 1_000_000_000)
        }
    }

    @Test("The largest purchase uses the balance to its last quark")
    func largestPurchase_random_usesTheWholeBalance() throws {
        var generator = SeededGenerator(seed: 1)
        let balances = [0, 1, 2, 99, 100, 101, 10_100_000, UInt64.max]
        for balance in balances + (0..<2_000).map({ _ in UInt64.random(in: 0...(.max), using: &generator) }) {
            let amount = TradeQuote.largestPurchase(balance: balance)
            #expect(amount + (try TradeQuote.purchaseFee(on: amount)) <= balance)
            let (next, overflow) = amount.addingReportingOverflow(1)
            guard !overflow, let fee = try? TradeQuote.purchaseFee(on: next) else { continue }
            let (total, isMore) = next.addingReportingOverflow(fee)
            #expect(isMore || total > balance)
        }
        #expect(TradeQuote.largestPurchase(balance: 10_100_000) == 10_000_000)
    }

    @Test("Buying and selling at once never returns more than was paid, and the impact is a fraction")
    func roundTrip_random_neverGains() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            let supply = UInt64.random(in: 0...DiscreteBondingCurve.maxSupplyQuarks / 2, using: &generator)
            let amount = UInt64.random(in: 1_000_000...100_000_000_000, using: &generator)
            let purchase = try TradeQuote.buy(jeffy, supply: supply, amount: amount)
            #expect(purchase.priceImpact >= .zero && purchase.priceImpact < .one)
            guard
                let sale = try? TradeQuote.sell(
                    jeffy, supply: supply + purchase.received.quarks, amount: purchase.received.quarks)
            else { continue }
            #expect(sale.received.quarks < purchase.debit)
            #expect(sale.priceImpact >= .zero && sale.priceImpact < .one)
        }
    }

    @Test("A later seller gets less, a later buyer fewer tokens")
    func quotes_afterATrade_areWorse() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let supply = UInt64.random(in: 1_000_000_000_000...100_000_000_000_000_000, using: &generator)
            let amount = UInt64.random(in: 1_000_000...1_000_000_000, using: &generator)
            let first = try TradeQuote.buy(jeffy, supply: supply, amount: amount)
            let second = try TradeQuote.buy(jeffy, supply: supply + first.received.quarks, amount: amount)
            // The pool holds whole quarks, so its price is off by the tokens of one quark at most.
            #expect(second.received.quarks <= first.received.quarks + first.received.quarks / amount + 1)
        }
    }

    @Test("The smallest acceptable result is rounded in the user's favour")
    func minimumReceived_rounding_isUp() throws {
        let quote = try TradeQuote.buy(jeffy, supply: supply, amount: 10_000_000)
        #expect(quote.minimumReceived(toleranceBps: 0) == quote.received.quarks)
        #expect(quote.minimumReceived(toleranceBps: 100) == 4_117_390_191_360)
        #expect(quote.minimumReceived(toleranceBps: 10_000) == 0)
        #expect(quote.minimumReceived(toleranceBps: -5) == quote.received.quarks)
        #expect(quote.minimumReceived(toleranceBps: .max) == 0)
    }
}

extension PublicKey {
    /// A key that differs for each name.
    static func named(_ name: String) -> PublicKey { PublicKey(raw: Hash(sha256: name.utf8).raw) }
}
