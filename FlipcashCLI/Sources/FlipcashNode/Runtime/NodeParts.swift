import FlipcashCore
import Logging

/// The parts of a node before it serves calls.
struct NodeParts: Sendable {
    let context: NodeContext
    let proofs: ProofBook
    let health: NodeHealth
    let meter: CallMeter
    let hub: MessageHub
    let quota: MessageQuota
    let lock: FileLock?

    /// Opens folder, key, settings and database.
    static func open(
        _ configuration: NodeConfiguration, environment: RuntimeEnvironment
    ) async throws -> NodeParts {
        let opened = try OpenedStorage(configuration, environment: environment)
        do {
            let committer = GroupCommitter(
                store: opened.store, crashPoints: configuration.crashPoints, tasks: environment.tasks,
                logger: configuration.log)
            let ledger = LedgerCore(
                environment: environment, store: opened.store, committer: committer,
                settings: LedgerSettings(opened.settings, nodeKey: opened.key.publicKey),
                crashPoints: configuration.crashPoints, log: configuration.log)
            let context = NodeContext(
                environment: environment, store: opened.store, committer: committer, ledger: ledger,
                nodeKey: opened.key, settings: opened.settings, timing: .standard, log: configuration.log)
            let source = try Self.rateSource(opened.settings.rates, clock: environment.clock)
            try await context.recordCoreMint(keyPath: opened.keyPath)
            try opened.keepKey()
            return NodeParts(
                context: context,
                proofs: ProofBook(
                    source: source, key: opened.key, store: opened.store, committer: committer,
                    clock: environment.clock),
                health: NodeHealth(), meter: CallMeter(clock: environment.clock),
                hub: MessageHub(clock: environment.clock, grace: context.timing.rendezvousGrace),
                quota: MessageQuota(stored: try opened.store.read { try $0.messageSizes() }), lock: opened.lock)
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

    private static func rateSource(
        _ setting: RateSourceSetting, clock: any WallClock
    ) throws(NodeError) -> any RateSource {
        switch setting {
        case .fixed: return FixedRateSource()
        case .file(let path): return FileRateSource(path: path)
        case .web(let address):
            guard let source = WebRateSource(address: address, clock: clock) else {
                throw .rateSource(description: address, reason: "it is not a web address")
            }
            return source
        }
    }
}

extension LedgerSettings {
    /// Takes the rules' settings from an operator's settings; the node's own key collects the fees.
    init(_ settings: NodeSettings, nodeKey: PublicKey) {
        self.init(nodeKey: nodeKey, feeCollector: nodeKey, coreMint: CoreMint.usdf.mint)
        reserveProofAgeMax = settings.reserveProofMaxAge
    }
}
