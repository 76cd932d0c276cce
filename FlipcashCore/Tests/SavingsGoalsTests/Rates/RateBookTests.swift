import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Synchronization
import Testing

@Suite("Rates with a cache and providers")
struct RateBookTests {
    /// A provider that follows a script, and remembers what it was asked.
    private final class ScriptedProvider: RateProvider {
        let name: String
        private let script: Mutex<[Result<[RateEntry], RateFailure>]>
        private let asked = Mutex<[Set<RatePair>]>([])
        let gate: Latch?

        init(_ script: [Result<[RateEntry], RateFailure>], name: String = "script", gate: Latch? = nil) {
            self.name = name
            self.script = Mutex(script)
            self.gate = gate
        }

        var questions: [Set<RatePair>] { asked.withLock { $0 } }

        func rates(for pairs: Set<RatePair>) async throws(RateFailure) -> [RateEntry] {
            asked.withLock { $0.append(pairs) }
            await gate?.wait()
            let next = script.withLock { $0.isEmpty ? .failure(.network(name)) : $0.removeFirst() }
            return try next.get()
        }
    }

    private let clock = TestClock()
    private let btc = AssetCurrency("BTC") ?? .usd
    private let eur = AssetCurrency("EUR") ?? .usd

    private func entry(_ from: AssetCurrency, _ to: AssetCurrency, _ rate: String) -> RateEntry {
        RateEntry(pair: RatePair(from, to), rate: rate, date: clock.now())
    }

    @Test("A fetched rate is used again after a restart, without the provider, while it is fresh")
    func rate_afterRestart_needsNoProvider() async throws {
        let folder = try TemporaryFolder()
        let provider = ScriptedProvider([.success([entry(btc, .usd, "64000.5")])])
        let first = try GoalStore(path: folder.file("goals.sqlite"))
        let rate = try await RateBook(cache: first, providers: [provider], clock: clock).rate(from: btc, to: .usd)
        #expect(rate.value.reducedText == "128001/2" && !rate.isStale)
        first.close()

        let second = try GoalStore(path: folder.file("goals.sqlite"))
        let book = RateBook(cache: second, providers: [provider], clock: clock)
        clock.advance(by: .seconds(299))
        #expect(try await book.rate(from: btc, to: .usdf).age == 299)
        #expect(provider.questions.count == 1)
        clock.advance(by: .seconds(1))
        let stale = try await book.rate(from: btc, to: .usd)
        #expect(stale.isStale && stale.age == 300)
        #expect(provider.questions.count == 2)
    }

    @Test("All missing pairs are asked for together, with their legs through the dollar")
    func rates_severalPairs_areOneQuestion() async throws {
        let provider = ScriptedProvider([.success([entry(btc, .usd, "64000"), entry(.usd, eur, "0.92")])])
        let book = RateBook(cache: try GoalStore.inMemory(), providers: [provider], clock: clock)
        let answers = try await book.rates(for: [RatePair(btc, eur), RatePair(btc, .usd)])
        #expect(answers.rates[RatePair(btc, eur)]?.value.reducedText == "58880/1")
        #expect(answers.rates[RatePair(btc, eur)]?.source == .cross)
        #expect(provider.questions == [[RatePair(btc, eur), RatePair(btc, .usd), RatePair(.usd, eur)]])
    }

    @Test("A later provider is asked only for what the earlier ones do not know")
    func rates_twoProviders_areAskedInOrder() async throws {
        let own = ScriptedProvider([.success([entry(.usd, eur, "0.92")])], name: "own")
        let coins = ScriptedProvider([.success([entry(btc, .usd, "64000")])], name: "coins")
        let book = RateBook(cache: try GoalStore.inMemory(), providers: [own, coins], clock: clock)
        let answers = try await book.rates(for: [RatePair(.usd, eur), RatePair(btc, .usd)])
        #expect(answers.failures.isEmpty)
        #expect(coins.questions == [[RatePair(btc, .usd)]])
    }

    @Test("A failed pair is not asked for again for 30 seconds")
    func rate_failed_isRemembered() async throws {
        let provider = ScriptedProvider([.failure(.network("script")), .success([entry(btc, .usd, "64000")])])
        let book = RateBook(cache: try GoalStore.inMemory(), providers: [provider], clock: clock)
        await #expect(throws: RateFailure.network("script")) { try await book.rate(from: btc, to: .usd) }
        clock.advance(by: .seconds(29))
        await #expect(throws: RateFailure.network("script")) { try await book.rate(from: btc, to: .usd) }
        #expect(provider.questions.count == 1)
        clock.advance(by: .seconds(1))
        #expect(try await book.rate(from: btc, to: .usd).source == .direct)
    }

    @Test("A provider that asks to wait is not asked before, also by another process")
    func rate_rateLimited_isHonoured() async throws {
        let store = try GoalStore.inMemory()
        let end = clock.now().advanced(by: .seconds(120))
        let provider = ScriptedProvider([.failure(.rateLimited(end)), .success([entry(btc, .usd, "64000")])])
        for wait in [0, 119] {
            clock.advance(by: .seconds(wait))
            let book = RateBook(cache: store, providers: [provider], clock: clock)
            await #expect(throws: RateFailure.rateLimited(end)) { try await book.rate(from: btc, to: .usd) }
        }
        #expect(provider.questions.count == 1)
        clock.advance(by: .seconds(1))
        let book = RateBook(cache: store, providers: [provider], clock: clock)
        #expect(try await book.rate(from: btc, to: .usd).source == .direct)
    }

    @Test("Two calls for one pair ask the provider once", .timeLimit(.minutes(1)))
    func rate_twoCalls_askOnce() async throws {
        let gate = Latch()
        let provider = ScriptedProvider([.success([entry(btc, .usd, "64000")])], gate: gate)
        let book = RateBook(cache: try GoalStore.inMemory(), providers: [provider], clock: clock)
        let btc = btc
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<2 { group.addTask { try await book.rate(from: btc, to: .usd).isStale } }
            gate.open()
            for try await isStale in group { #expect(!isStale) }
        }
        #expect(provider.questions.count == 1)
    }

    @Test("Without any rate the error names the pair, and nothing is converted one to one")
    func rate_unknown_isAnError() async throws {
        let book = RateBook(cache: try GoalStore.inMemory(), providers: [], clock: clock)
        await #expect(throws: RateFailure.unavailable(RatePair(btc, eur))) { try await book.rate(from: btc, to: eur) }
        #expect(try await book.rate(from: .usdf, to: .usd).source == .peg)
        #expect(try await book.rate(from: btc, to: btc).source == .identity)
    }

    @Test("A provider that does not answer is given up after ten seconds", .timeLimit(.minutes(1)))
    func rate_silentProvider_timesOut() async throws {
        let never = Latch()
        let provider = ScriptedProvider([], gate: never)
        let hasty = TestClock.hasty { _ in never.open() }
        let book = RateBook(cache: try GoalStore.inMemory(), providers: [provider], clock: hasty)
        await #expect(throws: RateFailure.network("script")) { try await book.rate(from: btc, to: .usd) }
        #expect(hasty.waits.first == .seconds(10))
    }
}
