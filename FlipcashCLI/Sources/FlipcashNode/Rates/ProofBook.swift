import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Synchronization

/// An update for subscribers of live data.
enum ProofUpdate: Sendable {
    /// All rates of one refresh.
    case rates([Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate])
    /// The reserve states of all launchpad currencies, by mint ascending.
    case reserves([Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState])
}

/// The current proofs, signed again at each refresh and sent to all subscribers (payment specification §10).
final class ProofBook: Sendable {
    /// How often rates and reserves are signed again.
    static let rateInterval = Duration.seconds(5 * 60)
    static let reserveInterval = Duration.seconds(15)
    /// The age at which rate proofs stop being valid.
    static let rateLifetime = Duration.seconds(15 * 60)

    private struct State {
        var rates: [Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate] = []
        var ratesObservedAt: Instant?
        var reserves: [PublicKey: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState] = [:]
        /// How many trades were noted, and which one of them was the last of each currency.
        var trades = 0
        var lastTrades: [PublicKey: Int] = [:]
    }

    let hub = BroadcastHub<ProofUpdate>()

    private let source: any RateSource
    private let signer: ProofSigner
    private let store: NodeStore
    private let committer: GroupCommitter
    private let clock: any WallClock
    /// How long observed rates are kept.
    private let history: Duration
    private let state = Mutex(State())
    /// Held from a change of the reserves until it is sent, so that subscribers get them in that order. Payments, which
    /// read the reserves, do not wait for it.
    private let publication = Mutex(())

    init(
        source: any RateSource, key: KeyPair, store: NodeStore, committer: GroupCommitter, clock: any WallClock,
        kept: Duration = NodeSettings.standard.ratesKept
    ) {
        history = kept
        self.source = source
        signer = ProofSigner(key: key)
        self.store = store
        self.committer = committer
        self.clock = clock
    }

    /// The rate proofs of the last refresh, by currency code ascending.
    var rates: [Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate] { state.withLock { $0.rates } }

    /// When the current rates were observed.
    var ratesObservedAt: Instant? { state.withLock { $0.ratesObservedAt } }

    /// The reserve proof of a launchpad currency.
    func reserve(of mint: PublicKey) -> Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState? {
        state.withLock { $0.reserves[mint] }
    }

    /// The reserve proofs of the launchpad currencies in `mints`, by mint ascending.
    func reserves(of mints: Set<PublicKey>) -> [Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState] {
        state.withLock { state in mints.sorted().compactMap { state.reserves[$0] } }
    }

    /// Observes, signs and stores the rates, and sends them to all subscribers.
    ///
    /// - Throws: `RateSourceError` when the source gives no usable rates; the earlier rates stay.
    func refreshRates() async throws {
        let table = try await source.observe()
        let now = clock.now()
        let proofs = try table.ordered.map { try signer.sign($0.rate, currency: $0.code, observedAt: now) }
        let rows = try zip(table.ordered, proofs).map { entry, proof in
            StoredRate(
                currency: entry.code.rawValue, value: entry.rate, observedAt: now, proof: try proof.signedBytes())
        }
        try await committer.commit(
            record: { [clock, history] writer in
                try writer.deleteProofs(after: clock.now())
                try writer.replaceRepeatedRates(with: rows)
                try writer.deleteRates(before: now.advanced(by: .zero - history))
            },
            effect: { [self] in
                state.withLock {
                    $0.rates = proofs
                    $0.ratesObservedAt = now
                }
                hub.publish(.rates(proofs))
            })
    }

    /// Whether `observedAt` is less than `lifetime` ago. A time in the future is not fresh: the clock was ahead then.
    func isFresh(_ observedAt: Instant, for lifetime: Duration) -> Bool {
        observedAt.isFresh(at: clock.now(), ages: Duration.zero..<lifetime)
    }

    /// Uses the stored rates if they are still fresh, for a start without a reachable source.
    ///
    /// - Returns: whether there were fresh rates.
    func restoreRates() throws -> Bool {
        let stored = try store.read { try $0.latestRates() }
        guard let observedAt = stored.first?.observedAt, isFresh(observedAt, for: Self.rateLifetime) else {
            return false
        }
        let proofs = try stored.map { try Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate(serializedBytes: $0.proof) }
        state.withLock {
            $0.rates = proofs
            $0.ratesObservedAt = observedAt
        }
        return true
    }

    /// Signs the supplies after trades, and sends them to all subscribers at once. Called in the order of the commits.
    func note(_ changes: [PoolChange]) throws {
        var proofs: [PublicKey: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState] = [:]
        for change in changes {
            proofs[change.mint] = try signer.sign(supply: change.state.supply, mint: change.mint, observedAt: change.at)
        }
        publication.withLock { [proofs] _ in
            state.withLock {
                $0.trades += 1
                for (mint, proof) in proofs {
                    $0.reserves[mint] = proof
                    $0.lastTrades[mint] = $0.trades
                }
            }
            hub.publish(.reserves(proofs.sorted { $0.key < $1.key }.map(\.value)))
        }
    }

    /// Signs the current reserves and sends them to all subscribers, changed or not. One call at a time.
    ///
    /// A changed supply is stored with its proof.
    func refreshReserves() async throws {
        let now = clock.now()
        let seen = state.withLock { $0.trades }
        let mints = try store.read { try $0.mints() }
        var reserves: [PublicKey: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState] = [:]
        for record in mints {
            guard let launchpad = record.launchpad, record.state == .available else { continue }
            reserves[record.mint] = try signer.sign(supply: launchpad.supply, mint: record.mint, observedAt: now)
        }
        try await keepChanged(reserves, observedAt: now)
        publication.withLock { [reserves] _ in
            // A supply that was noted meanwhile is newer than what was read.
            let ordered = state.withLock { state in
                var current = reserves
                for (mint, trade) in state.lastTrades where trade > seen { current[mint] = state.reserves[mint] }
                state.reserves = current
                return current.sorted { $0.key < $1.key }.map(\.value)
            }
            if !ordered.isEmpty { hub.publish(.reserves(ordered)) }
        }
    }

    private func keepChanged(
        _ reserves: [PublicKey: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState], observedAt: Instant
    ) async throws {
        let changed = try store.read { reader in
            try reserves.sorted { $0.key < $1.key }.compactMap { mint, proof -> StoredReserve? in
                let supply = proof.reserveState.supplyFromBonding
                guard try reader.latestReserve(of: mint)?.supply != supply else { return nil }
                return StoredReserve(
                    mint: mint, supply: supply, observedAt: observedAt, proof: try proof.signedBytes())
            }
        }
        guard !changed.isEmpty else { return }
        try await committer.commit { [clock] writer in
            // Not `observedAt`: rates committed since then are later, and valid.
            try writer.deleteProofs(after: clock.now())
            for reserve in changed { try writer.insert(reserve) }
        }
    }
}
