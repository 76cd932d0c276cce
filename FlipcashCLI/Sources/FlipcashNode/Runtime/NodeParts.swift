import FlipcashCore
import Logging

/// The parts of a node before it serves calls.
struct NodeParts: Sendable {
    let context: NodeContext
    let proofs: ProofBook
    let health: NodeHealth
    let meter: CallMeter
    let hub: MessageHub
    let mailboxes: Mailboxes
    let copier: MessageCopier
    let moderation: ModerationRules
    let lock: FileLock?
    /// Whether only the operator was ever able to reach the node.
    let isPrivate: Bool

    /// Opens folder, key, settings and database.
    ///
    /// - Parameter metrics: nil while metrics are off.
    static func open(
        _ configuration: NodeConfiguration, environment: RuntimeEnvironment, health: NodeHealth = NodeHealth(),
        metrics: NodeMetrics? = nil
    ) async throws -> NodeParts {
        let opened = try OpenedStorage(configuration, environment: environment)
        do {
            let committer = GroupCommitter(
                store: opened.store, crashPoints: configuration.crashPoints, tasks: environment.tasks,
                clock: environment.clock, metrics: metrics,
                onSuspension: { [log = configuration.log] in
                    log.critical("nothing more is written until the node is restarted")
                    health.enter(.suspended)
                }, logger: configuration.log)
            let ticker = StreamTicker(clock: environment.clock, tasks: environment.tasks)
            let ledger = LedgerCore(
                environment: environment, store: opened.store, committer: committer,
                settings: LedgerSettings(opened.settings, nodeKey: opened.key.publicKey),
                keys: try NodeKeys(opened.key), ticker: ticker,
                crashPoints: configuration.crashPoints, metrics: metrics, log: configuration.log)
            let isPrivate = try opened.notePrivacy(on: configuration.listeners.map(\.address))
            let context = NodeContext(
                environment: environment, store: opened.store, committer: committer, ledger: ledger,
                nodeKey: opened.key, settings: opened.settings, timing: .standard,
                peers: PeerCounters(opened.settings, isPrivate: isPrivate, clock: environment.clock),
                ticker: ticker, log: configuration.log, metrics: metrics)
            let source = try Self.rateSource(opened.settings.rates, clock: environment.clock) {
                [log = configuration.log] error, isNew in
                metrics?.count(.rateSourceFailures)
                if isNew { log.warning("a source of rates does not answer", metadata: ["reason": "\(error)"]) }
            }
            try await context.recordCoreMint(keyPath: opened.keyPath)
            try opened.keepKey()
            let limits = configuration.messageLimits ?? MessageLimits(opened.settings.bounds)
            let mailboxes = Mailboxes(limits: limits, clock: environment.clock)
            let copier = MessageCopier(
                mailboxes: mailboxes, store: opened.store, committer: committer, clock: environment.clock,
                log: configuration.log)
            try copier.restore()
            let proofs = ProofBook(
                source: source, key: opened.key, store: opened.store, committer: committer, clock: environment.clock,
                kept: opened.settings.ratesKept)
            ledger.pools.listen { [log = configuration.log] changes in
                metrics?.count(.trades)
                do {
                    try proofs.note(changes)
                } catch {
                    log.error("a supply could not be signed", metadata: ["error": "\(error)"])
                }
            }
            return NodeParts(
                context: context,
                proofs: proofs,
                health: health, meter: CallMeter(clock: environment.clock),
                hub: MessageHub(
                    clock: environment.clock, grace: context.timing.rendezvousGrace,
                    closedCountMax: limits.closedKeyCountMax),
                mailboxes: mailboxes, copier: copier, moderation: try Self.moderation(opened.settings),
                lock: opened.lock, isPrivate: isPrivate)
        } catch {
            try? opened.store.close()
            throw error
        }
    }

    /// Prepares proofs for payments: signs new ones, or uses the stored ones while they are fresh.
    ///
    /// - Throws: `NodeError.rateSource` when there are no proofs.
    func prepareProofs() async throws {
        do {
            try await proofs.refreshRates()
        } catch let error as RateSourceError {
            guard try proofs.restoreRates() else {
                throw NodeError.rateSource(
                    description: context.settings.rates.description, reason: error.description)
            }
            context.log.warning("rates could not be observed", metadata: ["reason": "\(error)"])
        }
        try await proofs.refreshReserves()
    }

    /// The operator's rules for the texts of currencies.
    private static func moderation(_ settings: NodeSettings) throws(NodeError) -> ModerationRules {
        guard let path = settings.moderationWords else { return ModerationRules() }
        guard let bytes = try PrivateFile.read(path, requiringPrivacy: false) else {
            throw .invalidSettings(path: path, reason: "there is no such file, which \"moderation_words\" names")
        }
        return ModerationRules(lines: String(decoding: bytes, as: UTF8.self))
    }

    private static func rateSource(
        _ setting: RateSourceSetting, clock: any WallClock,
        onFailure: @escaping @Sendable (RateSourceError, _ isNew: Bool) -> Void
    ) throws(NodeError) -> any RateSource {
        switch setting {
        case .fixed: return FixedRateSource()
        case .file(let path): return FileRateSource(path: path)
        case .web(let address):
            guard let source = WebRateSource(address: address, clock: clock) else {
                throw .rateSource(description: address, reason: "it is not a web address")
            }
            return source
        case .inOrder(let settings):
            var sources: [any RateSource] = []
            for setting in settings { sources.append(try rateSource(setting, clock: clock, onFailure: onFailure)) }
            return FirstRateSource(sources: sources, onFailure: onFailure)
        }
    }
}

extension LedgerSettings {
    /// Takes the rules' settings from an operator's settings.
    init(_ settings: NodeSettings, nodeKey: PublicKey) {
        self.init(
            nodeKey: nodeKey, feeCollector: settings.feeCollector ?? nodeKey, coreMint: CoreMint.usdf.mint)
        reserveProofAgeMax = settings.reserveProofMaxAge
        dailyLimit = DailySendLimit(advertisedMicros: settings.dailyLimitMicros)
        withdrawalFee = WithdrawalFee(usdMicros: settings.withdrawalFeeMicros)
        mints = settings.mints
        currenciesMax = settings.currenciesMax
        intentsOff = settings.intentsOff
        requestsPerOwner = settings.bounds.requestsPerOwner
    }
}

extension MessageLimits {
    /// Takes the limits from an operator's settings.
    init(_ bounds: PeerBounds) {
        self.init()
        peerBytesMax = bounds.messageBytesPerAddress
        totalBytesMax = bounds.messageBytes
    }
}
