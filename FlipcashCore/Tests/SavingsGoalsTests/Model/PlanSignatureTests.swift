import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

@Suite("Names of sets of rates")
struct PlanSignatureTests {
    @Test("The name of a set of rates is the digest of its sorted rows, whatever their order")
    func rates_rows_areSortedAndDigested() throws {
        let (btc, eur) = (try #require(AssetCurrency("btc")), try #require(AssetCurrency("eur")))
        let entries = [
            RateEntry(pair: RatePair(.usd, eur), rate: "0.92", date: TestClock.start.advanced(by: .seconds(10))),
            RateEntry(pair: RatePair(btc, .usd), rate: "64000", date: TestClock.start),
        ]
        let digest = "22555db4a0c7df16e67c86b3cd17e8407d64c10cfaac85b33a15ebc81c9f1d0d"
        #expect(PlanSignature.rates(entries) == digest)
        #expect(PlanSignature.rates(entries.reversed()) == digest)
        #expect(PlanSignature.rates([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
}
