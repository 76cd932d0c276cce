import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import ProtobufCodec
import Synchronization
import Testing

@testable import FlipcashWallet

@Suite struct HistoryTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let database: FlipcashWallet.Database
    private let owner = TestWallet.account("a").ownerKey

    init() throws {
        node = ScriptedNode(clock: world.clock)
        database = try .inMemory()
    }

    private func history() -> HistoryController {
        let client = FlipClient(connection: node.connect(world.environment), environment: world.environment)
        return HistoryController(
            client: client, owner: owner, database: database, environment: world.environment)
    }

    private func notification(
        _ number: UInt8, state: Flipcash_Activity_V1_NotificationState = .completed
    ) -> Flipcash_Activity_V1_Notification {
        .with {
            $0.id = .with { $0.value = [UInt8](repeating: number, count: 32) }
            $0.localizedText = "Sent to {0}"
            $0.textSubstitutions = [.with { $0.fallback = "somebody" }]
            $0.state = state
            $0.ts = Google_Protobuf_Timestamp(seconds: 1_767_225_600 + Int64(number))
            $0.paymentAmount = .with {
                $0.currency = "usd"
                $0.nativeAmount = 1
                $0.quarks = 1_000_000
                $0.mint = .with { $0.value = PublicKey.usdf.bytes }
            }
            $0.indirectlySentCrypto = .with {
                $0.vault = .with { $0.value = [UInt8](repeating: number, count: 32) }
                $0.canInitiateCancelAction = state == .pending
            }
        }
    }

    @Test(
        "An entry with an invalid amount is skipped and counted; the other entries are stored",
        arguments: [Double.nan, .infinity, -.infinity, -1])
    func sync_badAmount_isSkipped(amount: Double) throws {
        try world.run {
            var bad = notification(2)
            bad.paymentAmount.nativeAmount = amount
            var nameless = notification(4)
            nameless.id = .with { $0.value = [1, 2, 3] }
            let entries = [notification(1), bad, notification(3), nameless, notification(5)]
            node.change { $0.activities = entries }
            let history = history()
            try await history.sync()
            // The entry without a valid id is received twice: the next page begins after the last valid id.
            #expect(history.syncState == .synced && history.skippedCount == 3)
            #expect(try history.activities().map(\.id.bytes.first) == [5, 3, 1])
            // The next sync begins after these entries.
            node.change { $0.activities.append(notification(6)) }
            try await history.sync()
            #expect(history.skippedCount == 0)
            #expect(try history.activities().count == 4)
        }
    }

    @Test("An entry with an invalid mint is skipped and counted")
    func sync_unreadableEntry_isCounted() throws {
        try world.run {
            var bad = notification(2)
            bad.paymentAmount.mint = .with { $0.value = [1, 2, 3] }
            let entries = [notification(1), bad, notification(3)]
            node.change { $0.activities = entries }
            let history = history()
            try await history.sync()
            #expect(try history.activities().map(\.id.bytes.first) == [3, 1])
            #expect(history.skippedCount == 1)
        }
    }

    @Test("An entry that the store cannot hold is skipped; the others of its page are stored")
    func insert_refusedEntry_keepsTheOthers() throws {
        func activity(_ number: UInt8, amount: Double) throws -> Activity {
            Activity(
                id: try IntentID([UInt8](repeating: number, count: 32)), kind: .gave, state: .completed, title: "Gave",
                payment: Activity.Payment(currencyCode: "usd", nativeAmount: amount, quarks: 1, mint: .usdf),
                date: Instant(seconds: Int64(number)))
        }
        let page = [try activity(1, amount: 1), try activity(2, amount: .nan), try activity(3, amount: 3)]
        #expect(try database.insert(activities: page) == 1)
        #expect(try database.getActivities().map(\.id) == [page[2].id, page[0].id])
    }

    @Test("An empty page ends the history, a short one does not; the next sync continues from the newest entry")
    func sync_pagesUntilEmpty() throws {
        try world.run {
            node.change { $0.activities = (1...5).map { notification($0) } }
            let history = history()
            #expect(history.syncState == .unknown)
            try await history.sync()
            #expect(try history.activities().count == 5)
            #expect(try history.activities().first?.title == "Sent to somebody")
            #expect(history.syncState == .synced)
            node.change { state in
                state.pagedRequests = []
                state.activities.append(notification(6))
            }
            try await history.sync()
            #expect(try history.activities().count == 6)
            #expect(node.read { $0.pagedRequests.first ?? nil } == IntentID(exactly: [UInt8](repeating: 5, count: 32)))
        }
    }

    @Test("The latest entries are fetched newest first, at most as many as requested")
    func fetchLatestActivities_twoOfFive_areTheNewest() throws {
        try world.run {
            node.change { $0.activities = (1...5).map { notification($0) } }
            let client = FlipClient(connection: node.connect(world.environment), environment: world.environment)
            let latest = try await client.fetchLatestActivities(owner: owner, maxItems: 2)
            #expect(latest.map(\.id.bytes.first) == [5, 4])
        }
    }

    /// The numbers of the entries in `slice`; nil while it loads.
    private func numbers(_ slice: HistoryController.Slice) -> [UInt8?]? {
        guard case .loaded(let entries) = slice else { return nil }
        return entries.map(\.id.bytes.first)
    }

    @Test("The slice holds the entries of the active currency, also after a sync (client specification §5.6)")
    func setActiveMint_mintAndSync_fillSlice() throws {
        try world.run {
            node.change { $0.activities = [notification(1)] }
            let history = history()
            try await history.sync()
            #expect(history.slice == .loading)
            try history.setActiveMint(.usdf)
            #expect(numbers(history.slice) == [1])
            node.change { $0.activities.append(notification(2)) }
            try await history.sync()
            #expect(numbers(history.slice) == [2, 1])
            try history.setActiveMint(.usdc)
            #expect(numbers(history.slice) == [])
            try history.setActiveMint(nil)
            #expect(history.slice == .loading)
        }
    }

    @Test("Reading stops when a server repeats its pages")
    func sync_cursorsRepeat_ends() throws {
        try world.run {
            node.change { state in
                state.activities = (1...2).map { notification($0) }
                state.pagesWithoutEnd = true
            }
            let history = history()
            try await history.sync()
            #expect(try history.activities().count == 2)
            #expect(node.read { $0.pagedRequests.count } <= 4)
        }
    }

    @Test("The next sync continues a history that is too long for one sync")
    func sync_moreThanThePageLimit_goesOnNextTime() throws {
        try world.run {
            // The server returns two entries a page.
            let (limit, rest) = (2 * HistoryController.pageCountMax, 3)
            node.change { state in
                state.activities = (1...limit + rest).map { number in
                    var entry = notification(0)
                    entry.id.value =
                        [UInt8](repeating: 0, count: 24) + (0..<8).reversed().map { UInt8(number >> (8 * $0) & 0xFF) }
                    entry.ts.seconds += Int64(number)
                    return entry
                }
            }
            let history = history()
            try await history.sync()
            #expect(node.read { $0.pagedRequests.count } == HistoryController.pageCountMax)
            #expect(try history.activities(limit: .max).count == limit)
            try await history.sync()
            #expect(try history.activities(limit: .max).count == limit + rest)
        }
    }

    @Test("If the server does not know the cursor, everything is fetched again")
    func sync_deadCursor_fetchesAll() throws {
        try world.run {
            node.change { $0.activities = (1...3).map { notification($0) } }
            let history = history()
            try await history.sync()
            node.change { state in
                state.rejectsCursor = IntentID(exactly: [UInt8](repeating: 3, count: 32))
                state.activities = (4...5).map { notification($0) }
            }
            try await history.sync()
            #expect(try history.activities().count == 5)
        }
    }

    @Test("Pending entries are fetched again, separately if one of them is unknown")
    func sync_refreshesPending() throws {
        try world.run {
            node.change {
                $0.activities = [notification(1, state: .pending), notification(2, state: .pending), notification(3)]
            }
            let history = history()
            try await history.sync()
            #expect(try database.pendingActivityIDs().count == 2)
            node.change { $0.activities = [notification(1), notification(3)] }
            try await history.sync()
            #expect(try database.pendingActivityIDs() == [IntentID(exactly: [UInt8](repeating: 2, count: 32))])
        }
    }

    @Test("A failure changes the sync state only before the first success")
    func sync_failure_keepsTheState() throws {
        try world.run {
            let history = history()
            node.change { $0.isDown = true }
            await #expect(throws: HistoryFailure.self) { try await history.sync() }
            #expect(history.syncState == .unavailable)
            node.change { $0.isDown = false }
            try await history.sync()
            node.change { $0.isDown = true }
            await #expect(throws: HistoryFailure.self) { try await history.sync() }
            #expect(history.syncState == .synced)
        }
    }
}

@Suite struct StreamerTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode

    init() { node = ScriptedNode(clock: world.clock) }

    private final class Sink: LiveMintDataReceiver {
        let rates = Mutex(0)

        func receive(_ event: LiveMintEvent) async {
            if case .rates(let batch) = event { rates.withLock { $0 += batch.count } }
        }
    }

    private func streamer(_ sink: Sink) -> LiveMintDataStreamer {
        let client = Client(connection: node.connect(world.environment), environment: world.environment)
        return LiveMintDataStreamer(client: client, environment: world.environment, receiver: sink)
    }

    @Test("A stream delivers rates and stays open while pings arrive")
    func start_staysOpen() throws {
        try world.run {
            let sink = Sink()
            let streamer = streamer(sink)
            await streamer.start(mints: [.usdf])
            try await world.clock.sleep(for: .seconds(120))
            #expect(sink.rates.withLock { $0 } == 2)
            #expect(node.read { $0.liveStreamCount } == 1)
            #expect(await streamer.isHealthy)
            await streamer.stop()
        }
    }

    @Test("Streams that end before a ping are reopened after 1, 2, 4 … 30 seconds")
    func start_dyingStreams_backOff() throws {
        try world.run {
            node.change { $0.dropsLiveStreams = true }
            let streamer = streamer(Sink())
            await streamer.start(mints: [.usdf])
            var counts: [Int] = []
            for seconds in [1, 2, 4, 8, 16, 30, 30] {
                try await world.clock.sleep(for: .milliseconds(seconds * 1_000 - 500))
                counts.append(node.read { $0.liveStreamCount })
                try await world.clock.sleep(for: .milliseconds(500))
                // One more tick lets all jobs run that wake at the same time.
                try await world.clock.sleep(for: .milliseconds(1))
            }
            #expect(counts == [1, 2, 3, 4, 5, 6, 7])
            await streamer.stop()
        }
    }

    @Test("The same set keeps the stream, another set opens a new one at once, and stopping ends it")
    func update_changesTheStream() throws {
        try world.run {
            let streamer = streamer(Sink())
            await streamer.start(mints: [.usdf])
            try await world.clock.sleep(for: .seconds(1))
            await streamer.update(mints: [.usdf])
            try await world.clock.sleep(for: .seconds(1))
            #expect(node.read { $0.liveStreamCount } == 1)
            await streamer.update(mints: [.usdf, .usdc])
            try await world.clock.sleep(for: .seconds(1))
            #expect(node.read { $0.liveStreamCount } == 2)
            await streamer.ensureConnected()
            await streamer.stop()
            try await world.clock.sleep(for: .seconds(100))
            #expect(node.read { $0.liveStreamCount } == 2)
        }
    }
}

@Suite struct RatesControllerTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let wallet: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        wallet = TestWallet("a", node: node, world: world)
    }

    @Test("If no supply is delivered in time, the newest proofs are the known ones")
    func newestState_noDelivery_returnsKnownProofs() throws {
        try world.run {
            let session = try await wallet.open("a", quarks: 0, node: node)
            let known = try await session.pin(currency: .cad, mint: .usdf)
            node.change { $0.dropsLiveStreams = true }
            let start = world.clock.uptime()
            let newest = try await session.rates.newestState(currency: .cad, mint: .usdf, within: .seconds(1))
            #expect(newest == known)
            #expect(world.clock.uptime() - start == .seconds(1))
        }
    }
}
