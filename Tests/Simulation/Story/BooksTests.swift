import FlipcashCore
import FlipcashTestKit
import Testing

/// Tests of the model itself.
@Suite("The naive model of the books")
struct BooksTests {
    private static let time = Uptime(.zero)...Uptime(.seconds(1))

    private func report(_ act: Act, _ possible: [Books.Deed?]) -> ActReport {
        ActReport(act: act, possible: possible, time: Self.time)
    }

    /// What the node says of somebody with 3 dollars and a link that has ended.
    private func seen(entries: Int) -> Observation {
        Observation(holdings: [0: 3_000_000], endedLinks: [0], entries: [0: entries])
    }

    @Test("A history tells a link that its maker collected from one that was taken back")
    func after_makersLinkEndedUnheard_followsHistory() {
        var books = Books()
        let deeds: [Books.Deed] = [
            .deposit(to: 0, quarks: 3_000_000), .link(0, from: 0, quarks: 1_000_000),
        ]
        let isDone = deeds.map { books.apply($0, during: Self.time) }
        #expect(isDone == [true, true])
        let reports = [
            report(.claim(link: 0, by: 0), [nil, .claim(link: 0, by: 0)]),
            report(.void(link: 0), [nil, .void(link: 0)]),
        ]
        func end(entries: Int) -> Books.End? {
            books.after(reports, expirable: [], agreeingWith: seen(entries: entries)).first?.cards[0]?.end
        }
        #expect(end(entries: 2) == .voided)
        #expect(end(entries: 3) == .claimed(by: 0))
        #expect(end(entries: 4) == nil)
    }

    @Test("Two calls that share one collection are one, and two collections of one link are explained by nothing")
    func after_linkCollectedTwice_countsPayments() {
        var books = Books()
        let deeds: [Books.Deed] = [
            .deposit(to: 0, quarks: 3_000_000), .link(0, from: 0, quarks: 1_000_000),
        ]
        let isDone = deeds.map { books.apply($0, during: Self.time) }
        #expect(isDone == [true, true])
        let seen = Observation(holdings: [0: 2_000_000, 1: 1_000_000], endedLinks: [0], entries: [0: 2, 1: 1])
        let random = SeededRandomSource(seed: 1)
        let (one, other) = (IntentID.generate(using: random), IntentID.generate(using: random))
        func end(_ collections: [IntentID]) -> Books.End? {
            let reports = collections.map { collection in
                var report = report(.claim(link: 0, by: 1), [.claim(link: 0, by: 1)])
                report.collection = collection
                return report
            }
            return books.after(reports, expirable: [], agreeingWith: seen).first?.cards[0]?.end
        }
        #expect(end([one, one]) == .claimed(by: 1))
        #expect(end([one, other]) == nil)
    }

    @Test("Two orders of trades that look alike are both possible if they leave different fees in the pool")
    func after_ordersThatLookAlike_areAllKept() {
        var books = Books()
        let isDone = [
            Books.Deed.deposit(to: 0, quarks: 30_000_000), .trade(Trade(person: 0, kind: .launch(0))),
        ].map { books.apply($0, during: Self.time) }
        #expect(isDone == [true, true])
        let trades = [
            Trade.Kind.buy(0, quarks: 2_010_000, fee: 20_100), .sell(0, tokens: 3_800_079_191_110),
            .sell(0, tokens: 2_490_033_333_330),
        ].map { Books.Deed.trade(Trade(person: 0, kind: $0)) }
        var last = books
        for trade in trades { _ = last.apply(trade, during: Self.time) }
        let seen = Observation(
            holdings: last.holdings.mapValues(UInt64.init), purses: last.purses.mapValues(UInt64.init),
            entries: last.entries)
        let acts: [Act] = [
            .buy(0, by: 0, cents: 201), .sell(0, by: 0, cents: 383), .sell(0, by: 0, cents: 249),
        ]
        let reports = zip(acts, trades).map { report($0, [$1]) }
        let fees = books.after(reports, expirable: [], agreeingWith: seen).map { $0.pools[0]?.fees }
        #expect(fees.sorted { $0 ?? 0 < $1 ?? 0 } == [62_947, 62_948])
    }
}
