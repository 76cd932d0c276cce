public import FlipcashCore
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The rates that amounts are shown at, and the proofs that payments carry (client specification §5.3).
///
/// Display rates come from the store at once and never expire; a payment uses only a fresh proof.
public final class RatesController: Sendable {
    /// How often a wait for proofs looks again.
    public static let pollInterval: Duration = .milliseconds(200)
    /// How many times it looks: about five seconds.
    public static let pollCount = 25

    private struct State {
        var balanceCurrency: CurrencyCode
        var entryCurrency: CurrencyCode?
        var rates: [CurrencyCode: Rate]
        var held: Set<PublicKey> = []
        var pending: Set<PublicKey> = []
        var isStreaming = false
    }

    private let service: VerifiedProtoService
    private let database: Database
    private let preferences: Preferences
    private let environment: RuntimeEnvironment
    private let streamer: LiveMintDataStreamer
    private let state: Mutex<State>

    /// Reads the stored rates, so that amounts can be shown in the right currency before anything is fetched.
    ///
    /// - Parameters:
    ///   - client: what the rates are streamed from.
    ///   - node: whose signatures count.
    ///   - database: keeps the rates.
    ///   - preferences: keep the currencies that were chosen.
    ///   - environment: the clock and the tasks.
    ///   - localeCurrency: the locale's currency, for profiles that never chose one.
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

    /// Shows balances in `currency` for this process alone.
    public func overrideBalanceCurrency(_ currency: CurrencyCode) {
        state.withLock { $0.balanceCurrency = currency }
    }

    /// The currency that amounts are entered in; the balance currency unless set.
    public var entryCurrency: CurrencyCode {
        get { state.withLock { $0.entryCurrency ?? $0.balanceCurrency } }
        set { state.withLock { $0.entryCurrency = newValue } }
    }

    /// The rate to show balances at; one to one while none is known.
    public func rateForBalanceCurrency() -> Rate { displayRate(for: balanceCurrency) }

    /// The rate to show entries at; one to one while none is known.
    public func rateForEntryCurrency() -> Rate { displayRate(for: entryCurrency) }

    /// The last known rate of `currency`, of whatever age; nil when none is known.
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
    /// What the stream subscribes to: what is held or about to be, and always the core mint, without which the server
    /// sends no rates.
    public var subscribedMints: Set<PublicKey> { state.withLock { $0.held.union($0.pending).union([.usdf]) } }

    /// Whether the live stream is kept open.
    public var isStreaming: Bool { state.withLock { $0.isStreaming } }

    /// Starts the live stream.
    public func start() async {
        state.withLock { $0.isStreaming = true }
        await streamer.start(mints: subscribedMints)
    }

    /// Ends the live stream; what is known stays.
    public func stop() async {
        state.withLock { $0.isStreaming = false }
        await streamer.stop()
    }

    /// Opens the live stream again if it is not healthy.
    public func ensureConnected() async { await streamer.ensureConnected() }

    /// Takes the mints that are held, with more than nothing of them.
    public func updateHeldMints(_ mints: Set<PublicKey>) async {
        let isStreaming = state.withLock { state in
            state.held = mints
            state.pending.subtract(mints)
            return state.isStreaming
        }
        if isStreaming { await streamer.update(mints: subscribedMints) }
    }

    /// Makes sure that `mint` is streamed even before it is held.
    public func ensureSubscribed(to mint: PublicKey) async {
        let isStreaming = state.withLock { state in
            if !state.held.contains(mint) { state.pending.insert(mint) }
            return state.isStreaming
        }
        if isStreaming { await streamer.update(mints: subscribedMints) }
    }

    /// Forgets the proofs in memory, as at logout.
    public func clear() async {
        await stop()
        await service.clear()
    }
}

extension RatesController {
    /// The proofs for `mint` in `currency`, if they are there and fresh; does not wait.
    public func currentPinnedState(currency: CurrencyCode, mint: PublicKey) async -> VerifiedState? {
        guard let state = await service.verifiedState(currency: currency, mint: mint), state.isComplete(for: mint),
            !state.isStale(at: environment.clock.now())
        else { return nil }
        return state
    }

    /// Waits about five seconds for complete proofs of any age.
    ///
    /// - Throws: `CancellationError`.
    public func awaitVerifiedState(currency: CurrencyCode, mint: PublicKey) async throws -> VerifiedState? {
        try await poll { service in
            guard let state = await service.verifiedState(currency: currency, mint: mint),
                state.isComplete(for: mint)
            else { return nil }
            return state
        }
    }

    /// Waits about five seconds for complete and fresh proofs.
    ///
    /// - Throws: `CancellationError`.
    public func awaitPinnedState(currency: CurrencyCode, mint: PublicKey) async throws -> VerifiedState? {
        try await poll { _ in await self.currentPinnedState(currency: currency, mint: mint) }
    }

    /// The proofs for a payment: those at hand if they are fresh, else from the live stream within `limit`.
    ///
    /// This is how a one-shot command gets its pin; most find it in the store and need no stream.
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

    private func poll(
        _ look: (VerifiedProtoService) async -> VerifiedState?
    ) async throws -> VerifiedState? {
        for attempt in 0..<Self.pollCount {
            if attempt > 0 { try await environment.clock.sleep(for: Self.pollInterval) }
            if let state = await look(service) { return state }
        }
        return nil
    }
}

extension RatesController {
    /// Refreshes the display rates through a short-lived stream: opens it, waits for the rates, closes it.
    ///
    /// - Returns: whether rates arrived within `limit`.
    /// - Throws: `CancellationError`.
    @discardableResult
    public func refreshRates(within limit: Duration = .seconds(10)) async throws -> Bool {
        let before = state.withLock { $0.rates.isEmpty ? nil : $0.rates }
        let pin = try await pinnedState(currency: .usd, mint: .usdf, within: limit)
        return pin != nil || before != nil
    }

    fileprivate func publish(_ rates: [Rate]) {
        guard !rates.isEmpty else { return }
        state.withLock { state in
            for rate in rates { state.rates[rate.currency] = rate }
        }
        // Rates that cannot be stored are only fetched again next time.
        try? database.insert(rates: rates)
    }
}

/// Brings what the stream delivers to the proofs, the store and the display.
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
            let (changed, _) = await service.saveReserves(batch)
            for reserve in changed {
                try? database.updateLiveSupply(reserve.supplyFromBonding, mint: reserve.mint, date: clock.now())
            }
        case .ping, .empty: break
        }
    }
}
