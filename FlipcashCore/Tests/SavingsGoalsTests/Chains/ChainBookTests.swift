import FlipcashCore
import FlipcashTestKit
import NIOHTTP1
import SavingsGoals
import Synchronization
import Testing

@Suite("Watched addresses")
struct ChainBookTests {
    /// A source that follows a script, and remembers how often it was asked.
    private final class ScriptedReader: ChainReader {
        let name = "script"
        private let balances: Mutex<[Result<ExactInteger, ChainFailure>]>
        private let lists: Mutex<[[ChainImport.Transfer]]>
        private let asked = Mutex(0)

        init(_ balances: [Result<ExactInteger, ChainFailure>], _ lists: [[ChainImport.Transfer]] = []) {
            self.balances = Mutex(balances)
            self.lists = Mutex(lists)
        }

        var questionCount: Int { asked.withLock { $0 } }

        func reads(_ place: Asset.ChainAddress, _ currency: AssetCurrency) -> Bool { place.chain == "BTC" }

        func balance(of place: Asset.ChainAddress, _ currency: AssetCurrency) async throws(ChainFailure) -> ExactInteger
        {
            asked.withLock { $0 += 1 }
            return try balances.withLock { $0.isEmpty ? .failure(.network(name)) : $0.removeFirst() }.get()
        }

        func transfers(
            of place: Asset.ChainAddress, _ currency: AssetCurrency, known: Set<String>
        ) async throws(ChainFailure) -> [ChainImport.Transfer] {
            lists.withLock { $0.isEmpty ? [] : $0.removeFirst() }
        }
    }

    private let clock = TestClock()
    private let random = SeededRandomSource()

    private func world(owner: Bool = true) throws -> (store: GoalStore, goal: Goal, asset: Asset) {
        let store = try GoalStore.inMemory()
        let goal = try GoalStoreTests.goal("g")
        let asset = Asset(
            id: try #require(AssetID("b")), currency: Chain.btc.coin,
            source: .address(.init(chain: "btc", address: "bc1q")), owner: owner ? goal.id : nil)
        try store.put(goal)
        try store.put(asset)
        return (store, goal, asset)
    }

    private func book(_ store: GoalStore, _ reader: any ChainReader) -> ChainBook {
        ChainBook(store: store, readers: [reader], clock: clock, random: random)
    }

    private func transfer(_ id: String, _ units: ExactInteger) -> ChainImport.Transfer {
        ChainImport.Transfer(externalID: id, units: units, date: clock.now())
    }

    @Test("A fresh reading is used again, also by another process; after half an hour the source is asked again")
    func sync_fresh_asksOnce() async throws {
        let (store, _, asset) = try world()
        let reader = ScriptedReader([.success(700), .success(800)], [[transfer("h:0", 300), transfer("h:1", 400)]])
        let first = try await book(store, reader).sync(asset)
        #expect(first.reading.units == 700 && first.imported?.inserted.count == 2)
        #expect(first.reading.state(at: clock.now()) == .connected)
        clock.advance(by: .seconds(1_799))
        let second = try await book(store, reader).sync(asset)
        #expect(second.reading == first.reading && reader.questionCount == 1)
        clock.advance(by: .seconds(1))
        let third = try await book(store, reader).sync(asset)
        #expect(third.reading.units == 800 && third.imported == nil && reader.questionCount == 2)
    }

    @Test("While the source fails, the last reading is shown for a day and then needs attention")
    func sync_failing_keepsTheReading() async throws {
        let (store, _, asset) = try world()
        let reader = ScriptedReader([.success(700)])
        #expect(ChainReading(asset: asset.id).state(at: clock.now()) == .connecting)
        _ = try await book(store, reader).sync(asset)
        clock.advance(by: .seconds(7_200))
        let stale = try await book(store, reader).sync(asset)
        #expect(stale.failure == .network("script") && stale.reading.units == 700)
        #expect(stale.reading.state(at: clock.now()) == .stale)
        clock.advance(by: .seconds(86_400))
        #expect(try store.reading(of: asset.id)?.state(at: clock.now()) == .needsAttention)
    }

    @Test("One address is not asked twice within five seconds, and a source that asks to wait is left alone")
    func sync_tooSoon_doesNotAsk() async throws {
        let (store, _, asset) = try world()
        let end = clock.now().advanced(by: .seconds(120))
        let reader = ScriptedReader([.failure(.rateLimited(end)), .success(1)])
        let first = try await book(store, reader).sync(asset)
        #expect(first.failure == .rateLimited(end))
        clock.advance(by: .seconds(4))
        let paced = try await book(store, reader).sync(asset, isForced: true)
        #expect(paced.failure == nil && reader.questionCount == 1)
        clock.advance(by: .seconds(20))
        let waiting = try await book(store, reader).sync(asset)
        #expect(waiting.failure == .rateLimited(end) && reader.questionCount == 1)
        clock.advance(by: .seconds(120))
        let last = try await book(store, reader).sync(asset)
        #expect(last.reading.units == 1)
    }

    @Test("A chain without a source needs attention, and loses nothing")
    func sync_unsupported_isExplained() async throws {
        let (store, _, asset) = try world()
        let book = ChainBook(store: store, readers: [], clock: clock, random: random)
        let result = try await book.sync(asset)
        #expect(result.failure == .unsupported("BTC on BTC"))
        #expect(result.reading.state(at: clock.now()) == .needsAttention)
    }

    @Test("New deposits of a dedicated address raise its share, one step for each; changed ones are corrected")
    func sync_dedicated_stepsTheShare() async throws {
        let (store, goal, asset) = try world(owner: false)
        let reader = ScriptedReader(
            [.success(500), .success(900), .success(850)],
            [
                [transfer("a:0", 500)], [transfer("a:0", 500), transfer("b:0", 300), transfer("b:1", 100)],
                [transfer("a:0", 450), transfer("b:0", 300), transfer("b:1", 100), transfer("z:0", 0)],
            ])
        _ = try await book(store, reader).sync(asset)
        try store.allocate(500, of: asset.id, to: goal.id, balance: 500, now: clock.now())
        clock.advance(by: .seconds(7_200))
        _ = try await book(store, reader).sync(asset)
        #expect(try store.allocations(of: asset.id).shares == [goal.id: 900])
        #expect(try store.allocationChanges(of: asset.id).map(\.units) == [500, 800, 900])
        clock.advance(by: .seconds(7_200))
        let third = try await book(store, reader).sync(asset)
        #expect(third.imported?.updated.count == 1 && third.imported?.skipped.count == 3)
        #expect(try store.bookBalance(of: asset.id) == 850)
        #expect(try store.transactions(of: asset.id).count == 3)
    }

    @Test("Chains are guessed from symbols, and a person can always name another")
    func chain_guessed_fromSymbols() throws {
        for (code, chain) in [("usdc", Chain.eth), ("cake", .bsc), ("quick", .matic), ("doge", .doge), ("SOL", .sol)] {
            #expect(Chain(guessedFrom: try #require(AssetCurrency(code))) == chain)
        }
        #expect(Chain(guessedFrom: .usd) == nil)
        #expect(Chain(name: "sol") == .sol && Chain(name: "nope") == nil)
        #expect(Chain.klay.family == .evm && Chain.bch.family == .utxo && Chain.xlm.family == .other)
    }
}
