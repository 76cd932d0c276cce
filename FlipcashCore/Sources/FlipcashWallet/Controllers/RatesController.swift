public import FlipcashCore
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Provides the rates for display and the proofs for payments (client specification §5.3).
///
/// Display rates come from the store and do not expire. A payment uses only a fresh proof.
public final class RatesController: Sendable {
    /// How long to wait between two checks for proofs.
    public static let pollInterval: Duration = .milliseconds(200)
    /// How many times to check: about five seconds in total.
    public static let pollCount = 25

    private struct State {
        var balanceCurrency: CurrencyCode
        var entryCurrency: CurrencyCode?
        var rates: [CurrencyCode: Rate]
        var held: Set<PublicKey> = []
        var pending: Set<PublicKey> = []
        var isStreaming = false
        /// How often the stream has delivered the supply of each mint, changed or not.
        var deliveries: [PublicKey: Int] = [:]
    }

    private let service: VerifiedProtoService
    private let database: Database
    private let preferences: Preferences
    private let environment: RuntimeEnvironment
    private let streamer: LiveMintDataStreamer
    private let state: Mutex<State>

    /// Creates a controller and loads the stored rates, so that amounts can be shown before anything is fetched.
    ///
    /// - Parameters:
    ///   - client: the source of the rates.
    ///   - node: the node whose signatures are accepted.
    ///   - database: stores the rates.
    ///   - preferences: stores the chosen currencies.
    ///   - environment: the clock and the task spawner.
    ///   - localeCurrency: the currency to use if the profile has not chosen one.
    public init(
        client: Client, node: PinnedNode, database: Database, preferences: Preferences,
        environment: RuntimeEnvironment, localeCurrency: CurrencyCode? = nil
    ) {
        let service = VerifiedProtoService(nodeKey: node.key, database: database, clock: environment.clock)
        let receiver = Receiver(service: service, database: database, clock: environment.clock)
        self.service = service
        self.database = database
        self.preferences = preferences
        self.environment = environment
        streamer = LiveMintDataStreamer(client: client, environment: environment, receiver: receiver)
        state = Mutex(
            State(
                balanceCurrency: preferences.balanceCurrency ?? localeCurrency ?? .usd,
                rates: (try? database.getRates()) ?? [:]))
        receiver.attach(self)
    }

    /// The currency that balances are shown in.
    public var balanceCurrency: CurrencyCode {
        get { state.withLock { $0.balanceCurrency } }
        set {
            state.withLock { $0.balanceCurrency = newValue }
            preferences.balanceCurrency = newValue
            preferences.recentCurrencies = Array(
                ([newValue] + preferences.recentCurrencies.filter { $0 != newValue }).prefix(10))
        }
    }

    /// Shows balances in `currency`, in this process only.
    public func overrideBalanceCurrency(_ currency: CurrencyCode) {
        state.withLock { $0.balanceCurrency = currency }
    }

    /// The currency that amounts are entered in; the balance currency unless set.
    public var entryCurrency: CurrencyCode {
        get { state.withLock { $0.entryCurrency ?? $0.balanceCurrency } }
        set { state.withLock { $0.entryCurrency = newValue } }
    }

    /// Returns the rate to show balances at; 1 if no rate is known.
    public func rateForBalanceCurrency() -> Rate { displayRate(for: balanceCurrency) }

    /// Returns the rate to show entries at; 1 if no rate is known.
    public func rateForEntryCurrency() -> Rate { displayRate(for: entryCurrency) }

    /// Returns the last known rate of `currency`, of any age; nil if no rate is known.
    public func rate(for currency: CurrencyCode) -> Rate? {
        if currency == .usd { return .oneToOne }
        return state.withLock { $0.rates[currency] }
    }

    /// All known rates.
    public var cachedRates: [CurrencyCode: Rate] { state.withLock { $0.rates } }

    private func displayRate(for currency: CurrencyCode) -> Rate {
        rate(for: currency) ?? Rate(fx: 1, currency: currency)
    }
}

extension RatesController {
    /// The mints to stream: those held or about to be, and always the core mint, because the server sends no rates
    /// without it.
    public var subscribedMints: Set<PublicKey> { state.withLock { $0.held.union($0.pending).union([.usdf]) } }

    /// Whether the live stream is kept open.
    public var isStreaming: Bool { state.withLock { $0.isStreaming } }

    /// Starts the live stream.
    public func start() async {
        state.withLock { $0.isStreaming = true }
        await streamer.start(mints: subscribedMints)
    }

    /// Ends the live stream; known rates stay.
    public func stop() async {
        state.withLock { $0.isStreaming = false }
        await streamer.stop()
    }

    /// Reopens the live stream if it is not healthy.
    public func ensureConnected() async { await streamer.ensureConnected() }

    /// Sets the mints with a balance above zero.
    public func updateHeldMints(_ mints: Set<PublicKey>) async {
        let isStreaming = state.withLock { state in
            state.held = mints
            state.pending.subtract(mints)
            return state.isStreaming
        }
        if isStreaming { await streamer.update(mints: subscribedMints) }
    }

    /// Subscribes to `mint` even before it is held.
    public func ensureSubscribed(to mint: PublicKey) async {
        let isStreaming = state.withLock { state in
            if !state.held.contains(mint) { state.pending.insert(mint) }
            return state.isStreaming
        }
        if isStreaming { await streamer.update(mints: subscribedMints) }
    }

    /// Clears the proofs in memory, as at logout.
    public func clear() async {
        await stop()
        await service.clear()
    }
}

extension RatesController {
    /// Returns the proofs for `mint` in `currency` if they are known and fresh; does not wait.
    public func currentPinnedState(currency: CurrencyCode, mint: PublicKey) async -> VerifiedState? {
        guard let state = await verifiedState(currency: currency, mint: mint), state.isComplete(for: mint),
            !state.isStale(at: environment.clock.now())
        else { return nil }
        return state
    }

    /// Waits about five seconds for complete proofs of any age.
    ///
    /// - Throws: `CancellationError`.
    public func awaitVerifiedState(currency: CurrencyCode, mint: PublicKey) async throws -> VerifiedState? {
        try await poll {
            guard let state = await verifiedState(currency: currency, mint: mint), state.isComplete(for: mint) else {
                return nil
            }
            return state
        }
    }

    /// Waits about five seconds for complete and fresh proofs.
    ///
    /// - Throws: `CancellationError`.
    public func awaitPinnedState(currency: CurrencyCode, mint: PublicKey) async throws -> VerifiedState? {
        try await poll { await currentPinnedState(currency: currency, mint: mint) }
    }

    /// Returns the proofs for a payment: the known ones if fresh, else those that the live stream delivers within
    /// `limit`.
    ///
    /// One-shot commands get their pin here. Most find it in the store and need no stream.
    ///
    /// - Throws: `CancellationError`.
    public func pinnedState(
        currency: CurrencyCode, mint: PublicKey, within limit: Duration = .seconds(10)
    ) async throws -> VerifiedState? {
        if let state = await currentPinnedState(currency: currency, mint: mint) { return state }
        await ensureSubscribed(to: mint)
        let wasStreaming = state.withLock { $0.isStreaming }
        if !wasStreaming { await start() }
        let deadline = environment.clock.uptime() + limit
        var pin: VerifiedState?
        do {
            // Not `withDeadline`: a round of polling that began within the limit runs to its end.
            repeat {
                pin = try await awaitPinnedState(currency: currency, mint: mint)
            } while pin == nil && environment.clock.uptime() < deadline
        } catch {
            if !wasStreaming { await stop() }
            throw error
        }
        if !wasStreaming { await stop() }
        return pin
    }

    /// Returns the newest proofs that the live stream delivers within `limit`, else the known ones.
    ///
    /// The service sends its newest proofs when a stream opens, so one delivery is enough, even of the known proof. A
    /// stream that is open already may have delivered it before, so `limit` is short. A new rate alone does not end the
    /// wait: the supply comes in a message of its own.
    ///
    /// - Throws: `CancellationError`.
    public func newestState(
        currency: CurrencyCode, mint: PublicKey, within limit: Duration = .seconds(2)
    ) async throws -> VerifiedState? {
        let known = await currentPinnedState(currency: currency, mint: mint)
        let delivered = deliveryCount(of: mint)
        await ensureSubscribed(to: mint)
        let wasStreaming = state.withLock { $0.isStreaming }
        if !wasStreaming { await start() }
        let deadline = environment.clock.uptime() + limit
        var newest = known
        var isDelivered = false
        do {
            // Not `poll`: when the time is up, the newest proofs so far count.
            while newest == nil || !isDelivered, environment.clock.uptime() < deadline {
                try await environment.clock.sleep(for: Self.pollInterval)
                isDelivered = deliveryCount(of: mint) != delivered
                newest = await currentPinnedState(currency: currency, mint: mint) ?? known
            }
        } catch {
            if !wasStreaming { await stop() }
            throw error
        }
        if !wasStreaming { await stop() }
        return newest
    }

    private func deliveryCount(of mint: PublicKey) -> Int { state.withLock { $0.deliveries[mint, default: 0] } }

    /// Returns the known proofs; the first call reads the stored ones.
    private func verifiedState(currency: CurrencyCode, mint: PublicKey) async -> VerifiedState? {
        await environment.tasks.performBlocking { await service.verifiedState(currency: currency, mint: mint) }
    }

    private func poll(_ look: () async -> VerifiedState?) async throws -> VerifiedState? {
        try await environment.clock.poll(attempts: Self.pollCount, every: Self.pollInterval) { await look() }
    }
}

extension RatesController {
    /// Refreshes the display rates with a short-lived stream, unless the known ones are fresh.
    ///
    /// Best effort: if no rates arrive within `limit`, the known ones stay.
    ///
    /// - Throws: `CancellationError`.
    public func refreshRates(within limit: Duration = .seconds(10)) async throws {
        _ = try await pinnedState(currency: .usd, mint: .usdf, within: limit)
    }

    fileprivate func noteDelivery(of mints: [PublicKey]) {
        state.withLock { state in
            for mint in mints { state.deliveries[mint, default: 0] += 1 }
        }
    }

    fileprivate func publish(_ rates: [Rate]) {
        guard !rates.isEmpty else { return }
        state.withLock { state in
            for rate in rates { state.rates[rate.currency] = rate }
        }
        // Best effort: the rates will be fetched again.
        try? database.insert(rates: rates)
    }
}

/// Passes events of the stream to the proofs, the store and the displayed rates.
private final class Receiver: LiveMintDataReceiver {
    private struct WeakController: Sendable {
        weak var controller: RatesController?
    }

    private let service: VerifiedProtoService
    private let database: Database
    private let clock: any WallClock
    private let target = Mutex(WeakController())

    init(service: VerifiedProtoService, database: Database, clock: any WallClock) {
        self.service = service
        self.database = database
        self.clock = clock
    }

    func attach(_ controller: RatesController) { target.withLock { $0.controller = controller } }

    func receive(_ event: LiveMintEvent) async {
        switch event {
        case .rates(let batch):
            let (changed, _) = await service.saveRates(batch)
            target.withLock { $0.controller }?.publish(changed)
        case .reserves(let batch):
            let (changed, delivered, _) = await service.saveReserves(batch)
            for reserve in changed {
                try? database.updateLiveSupply(reserve.supplyFromBonding, mint: reserve.mint, date: clock.now())
            }
            target.withLock { $0.controller }?.noteDelivery(of: delivered)
        case .ping, .empty: break
        }
    }
}
