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
            books.after(reports, expirable: [], agreeingWith: seen(entries: entries))?.cards[0]?.end
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
            return books.after(reports, expirable: [], agreeingWith: seen)?.cards[0]?.end
        }
        #expect(end([one, one]) == .claimed(by: 1))
        #expect(end([one, other]) == nil)
    }
}
