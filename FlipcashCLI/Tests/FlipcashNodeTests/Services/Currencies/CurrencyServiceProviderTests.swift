import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Synchronization
import Testing

@testable import FlipcashNode

@Suite("Currencies and market data")
struct CurrencyServiceProviderTests {
    typealias Response = Ocp_Currency_V1_StreamLiveMintDataResponse

    @Test("The core mint is described as the contract says, and names the node's key")
    func getMints_core_described() async throws {
        try await NodeHarness.run { harness in
            let answer = try await harness.currencies.getMints(.with { $0.addresses = [PublicKey.usdf.accountID] })
            #expect(answer.result == .ok)
            let mint = try #require(answer.metadataByAddress[PublicKey.usdf.base58])
            #expect(mint.name == "USDF" && mint.symbol == "USDF" && mint.decimals == 6)
            #expect(mint.createdAt.seconds == -62_135_596_800)
            #expect(mint.vmMetadata.authority == harness.node.publicKey.accountID)
            #expect(mint.vmMetadata.lockDurationInDays == 21)
            #expect(!mint.hasLaunchpadMetadata)
            let machine = VirtualMachine(mint: .usdf, authority: harness.node.publicKey)
            #expect(mint.vmMetadata.vm == machine.address.address.accountID)
        }
    }

    @Test("One unknown address makes the whole request fail")
    func getMints_oneUnknown_notFound() async throws {
        try await NodeHarness.run { harness in
            let answer = try await harness.currencies.getMints(
                .with { $0.addresses = [PublicKey.usdf.accountID, PublicKey.usdc.accountID] })
            #expect(answer.result == .notFound)
            #expect(answer.metadataByAddress.isEmpty)
            let status = await grpcStatus { try await harness.currencies.getMints(.init()) }
            #expect(status?.code == .invalidArgument)
        }
    }

    @Test("Proofs are the contract's bytes and signatures")
    func sign_vectors_exact() throws {
        let signer = ProofSigner(key: try KeyPair(seed: Hash(sha256: "spec/node".utf8).bytes))
        let time = Instant(seconds: 1_767_225_600)
        let cad = try signer.sign(1.4, currency: .cad, observedAt: time)
        #expect(
            Hexadecimal.encode(try cad.exchangeRate.serializedBytes() as [UInt8])
                == "0a0363616411666666666666f63f1a060880f2d6ca06")
        #expect(
            Hexadecimal.encode(cad.signature.value)
                == "c6af4be4e4f250a42263015e5235d4dafde5c7b5a652b9bd0379ba14a3cb85cf"
                + "2d51eb5e919c5d5f3c44f08d207c657461e1b716904da3c506990ae08bd6ac05")
        let jeffy = try #require(PublicKey("54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25"))
        let reserve = try signer.sign(supply: 10_000_000_000_000_000, mint: jeffy, observedAt: time)
        #expect(
            Hexadecimal.encode(try reserve.reserveState.serializedBytes() as [UInt8])
                == "0a220a203c605c19fbab0dc6b3cc887e44b071c52cfa2c6ec53350ebd7c0e2c75ad3606a10808084fea6dee1111a060880f2d6ca06"
        )
        #expect(
            Hexadecimal.encode(reserve.signature.value)
                == "e27aac0f25230f8a616e35ba66cd7e7a818ade8fd1b90e8695a859ae10e0389d"
                + "2d539d39f53028baef3bc4691551959d3c356f74be170594ae0d7d43b9f3f100")
    }

    /// One live-data stream that a test controls.
    private final class Listener: Sendable {
        let responses = AsyncStream<Response>.makeStream()
        let outgoing = AsyncStream<Ocp_Currency_V1_StreamLiveMintDataRequest>.makeStream()

        func run(_ harness: NodeHarness) async -> RPCError? {
            do {
                try await harness.currencies.streamLiveMintData { [outgoing] writer in
                    for await message in outgoing.stream { try await writer.write(message) }
                } onResponse: { [responses] response in
                    for try await message in response.messages { responses.continuation.yield(message) }
                }
                return nil
            } catch {
                return error as? RPCError
            }
        }

        func subscribe(_ mints: PublicKey...) {
            outgoing.continuation.yield(.with { $0.request = .with { $0.mints = mints.map(\.accountID) } })
        }

        func next() async -> Response? {
            var iterator = responses.stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    @Test("A subscriber of the core mint gets all signed rates at once, then a ping, then each refresh")
    func stream_core_ratesThenPing() async throws {
        try await NodeHarness.run { harness in
            let listener = Listener()
            async let end = listener.run(harness)
            listener.subscribe(.usdf)
            let rates = try #require(await listener.next()?.data.coreMintFiatExchangeRates.exchangeRates)
            #expect(rates.count == CurrencyCode.allCases.count)
            for rate in rates {
                let signature = try #require(Signature(exactly: rate.signature.value))
                #expect(
                    harness.node.publicKey.verify(
                        signature: signature, data: try rate.exchangeRate.serializedBytes()))
                #expect(rate.exchangeRate.timestamp == harness.clock.now().timestamp)
            }
            #expect(await listener.next()?.isPing == true)
            try await harness.node.proofs.refreshRates()
            #expect(await listener.next()?.data.coreMintFiatExchangeRates.exchangeRates.count == rates.count)
            listener.outgoing.continuation.finish()
            #expect(await end == nil)
            #expect(harness.node.proofs.hub.count == 0)
        }
    }

    @Test("A stream gets no empty data")
    func subscription_nothingToSay_isNil() {
        let core = LiveDataSubscription(mints: [.usdf], coreMint: .usdf)
        #expect(core.data(for: .rates([])) == nil)
        #expect(core.data(for: .rates([.init()])) != nil)
        #expect(core.data(for: .reserves([])) == nil)
        let other = Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState.with {
            $0.reserveState.mint = Samples.mint.accountID
        }
        #expect(core.data(for: .reserves([other])) == nil)
        let subscriber = LiveDataSubscription(mints: [Samples.mint], coreMint: .usdf)
        #expect(subscriber.data(for: .reserves([other])) != nil)
        #expect(subscriber.data(for: .rates([.init()])) == nil)
    }

    @Test("A subscriber of another mint gets no rates, only pings")
    func stream_unknownMint_pingsOnly() async throws {
        try await NodeHarness.run { harness in
            let listener = Listener()
            async let end = listener.run(harness)
            listener.subscribe(.usdc)
            #expect(await listener.next()?.isPing == true)
            try await harness.node.proofs.refreshRates()
            listener.subscribe(.usdf)
            #expect(await end?.code == .aborted)
        }
    }

    private struct NoRates: RateSource {
        func observe() async throws -> RateTable { throw CancellationError() }
    }

    @Test("A refresh of the reserves keeps rates recorded meanwhile")
    func refreshReserves_ratesMeanwhile_areKept() async throws {
        try await NodeHarness.run { harness in
            let context = harness.node.context
            let start = harness.clock.now()
            let record = try Samples.launchpadCurrency(createdAt: start)
            try await context.committer.commit { try $0.insert(record) }
            harness.clock.advance(by: .seconds(1))
            try await harness.node.proofs.refreshRates()
            let slow = TestClock(now: start)
            slow.advanceAfterNextReading(by: .seconds(1))
            let book = ProofBook(
                source: NoRates(), key: context.nodeKey, store: context.store, committer: context.committer,
                clock: slow)
            try await book.refreshReserves()
            let (reserve, rates) = try context.store.read {
                (try $0.latestReserve(of: record.mint), try $0.latestRates())
            }
            #expect(reserve?.observedAt == start)
            #expect(rates.first?.observedAt == harness.clock.now())
        }
    }

    @Test("Subscribers never get an older supply after a newer one, also when a refresh meets trades")
    func refreshReserves_tradesMeanwhile_sentInOrder() async throws {
        try await NodeHarness.run { harness in
            let context = harness.node.context
            let book = harness.node.proofs
            let record = try Samples.launchpadCurrency(createdAt: harness.clock.now())
            try await context.committer.commit { try $0.insert(record) }
            let sent = Mutex<[UInt64]>([])
            // Sending to many takes long, so the end of a refresh often meets a trade.
            for _ in 0..<2_000 { _ = book.hub.subscribe { _ in true } }
            _ = book.hub.subscribe { update in
                guard case .reserves(let reserves) = update else { return true }
                sent.withLock { $0 += reserves.map(\.reserveState.supplyFromBonding) }
                return true
            }
            let trades = 200
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var state = try #require(record.launchpad)
                    for _ in 0..<trades {
                        state.supply += 1
                        let change = PoolChange(mint: record.mint, state: state, at: context.environment.clock.now())
                        try await context.committer.commit(
                            record: { try $0.record(change) }, effect: { try? book.note([change]) })
                    }
                }
                group.addTask { for _ in 0..<trades { try await book.refreshReserves() } }
                try await group.waitForAll()
            }
            let supplies = sent.withLock { $0 }
            #expect(supplies.count == 2 * trades)
            #expect(zip(supplies, supplies.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }

    @Test("A launchpad currency's reserve is signed and sent to its subscribers")
    func stream_launchpad_reserve() async throws {
        try await NodeHarness.run { harness in
            let record = try Samples.launchpadCurrency(createdAt: harness.clock.now())
            let jeffy = record.mint
            try await harness.node.context.committer.commit { try $0.insert(record) }
            try await harness.node.proofs.refreshReserves()
            let first = harness.clock.now()
            harness.clock.advance(by: .seconds(1))
            try await harness.node.proofs.refreshReserves()
            let stored = try harness.node.context.store.read { try $0.latestReserve(of: jeffy) }
            #expect(stored?.supply == 10_000_000_000_000_000)
            #expect(stored?.observedAt == first, "a supply that has not changed is not stored again")
            let listener = Listener()
            async let end = listener.run(harness)
            listener.subscribe(jeffy)
            let states = try #require(await listener.next()?.data.launchpadCurrencyReserveStates.reserveStates)
            #expect(states.map(\.reserveState.supplyFromBonding) == [10_000_000_000_000_000])
            #expect(await listener.next()?.isPing == true)
            listener.outgoing.continuation.finish()
            #expect(await end == nil)
        }
    }

    @Test("Rates are refreshed every five minutes, and repetitions are not kept")
    func refreshRates_repetition_thinned() async throws {
        try await NodeHarness.run { harness in
            let start = harness.clock.now()
            for _ in 0..<5 {
                harness.clock.advance(by: .seconds(1))
                try await harness.node.proofs.refreshRates()
            }
            let stored = try harness.node.context.store.read { try $0.latestRates() }
            #expect(stored.first?.observedAt == start.advanced(by: .seconds(5)))
            let times = try harness.node.context.store.read {
                try $0.integer("SELECT count(DISTINCT observed_at) FROM rates")
            }
            #expect(times == 2)
        }
    }

    @Test("A name is available unless a currency has it, whatever its case and its spaces")
    func checkAvailability_knownName_isTaken() async throws {
        try await NodeHarness.run { harness in
            for (name, isFree) in [("Jeffy", true), ("usdf", false), ("US DF", true)] {
                let answer = try await harness.currencies.checkAvailability(.with { $0.name = name })
                #expect(answer.isAvailable == isFree)
            }
        }
    }
}

extension Ocp_Currency_V1_StreamLiveMintDataResponse {
    fileprivate var isPing: Bool {
        guard case .ping? = type else { return false }
        return true
    }
}
