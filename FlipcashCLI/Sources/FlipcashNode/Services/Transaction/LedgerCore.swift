import FlipcashCore
import GRPCCore
import Logging

/// The shared parts of everything that moves money. Created once per node, because its locks must be shared.
///
/// A class, because each open call keeps it: the parts themselves are more than a kilobyte.
final class LedgerCore: Sendable {
    let environment: RuntimeEnvironment
    let store: NodeStore
    let committer: GroupCommitter
    let settings: LedgerSettings
    let settlement: any Settlement
    let locks: any LedgerLocks
    let ledgerClock: LedgerClock
    /// Watches the time limits of requests.
    let ticker: StreamTicker
    /// The intents that each owner has in flight.
    let requestsInFlight: InFlightCounter<PublicKey>
    private let coreMint = OneTimeValue<MintRecord>()
    /// Carries on swaps.
    let swaps: SwapSettler
    /// Called with the changes of pools after they are durable.
    let pools: PoolListener
    let crashPoints: CrashPoints
    /// Nil while metrics are off.
    let metrics: NodeMetrics?
    let log: Logger

    init(
        environment: RuntimeEnvironment, store: NodeStore, committer: GroupCommitter, settings: LedgerSettings,
        keys: NodeKeys, settlement: (any Settlement)? = nil, ticker: StreamTicker? = nil,
        crashPoints: CrashPoints = CrashPoints(), metrics: NodeMetrics? = nil, log: Logger
    ) {
        self.environment = environment
        self.store = store
        self.committer = committer
        self.settlement = settlement ?? LedgerSettlement(store: store)
        var settings = settings
        settings.hasChain = !self.settlement.isImmediate
        self.settings = settings
        self.crashPoints = crashPoints
        self.metrics = metrics
        self.log = log
        locks = FairLocks<LockKey>(waitersMax: max(32, settings.requestsPerOwner))
        ledgerClock = LedgerClock(clock: environment.clock)
        self.ticker = ticker ?? StreamTicker(clock: environment.clock, tasks: environment.tasks)
        requestsInFlight = InFlightCounter(keyMax: settings.requestsPerOwner)
        let pools = PoolListener()
        self.pools = pools
        swaps = SwapSettler(
            store: store, committer: committer, environment: environment, keys: keys, coreMint: settings.coreMint,
            onTrade: { pools.note($0) }, log: log)
    }

    /// Applies the rules to the current state.
    func judge<Result>(_ body: (IntentRules<LedgerFacts<StoreReader>>) throws -> Result) throws -> Result {
        try store.read { reader in
            let facts = LedgerFacts(reader, knownMints: coreMint.value.map { [$0] } ?? [])
            let result = try body(IntentRules(view: facts, settings: settings, time: time(reader)))
            // The core mint has no curve, and nothing about it changes.
            if coreMint.value == nil, let record = try facts.mint(settings.coreMint) { coreMint.set(record) }
            return result
        }
    }

    /// The time of the clock, and the time by which cash links age.
    func time(_ reader: some StoreReading) throws -> LedgerTime {
        try ledgerClock.time { try reader.latestTimeSeen() }
    }

    /// Asks the settlement a question for the checks.
    ///
    /// - Throws: UNAVAILABLE when the settlement cannot answer.
    func ask<Answer>(_ question: (any Settlement) async throws -> Answer) async throws -> Answer {
        do {
            return try await question(settlement)
        } catch {
            switch error {
            case is CancellationError, is StoreError: throw error
            default: break
            }
            log.error("the settlement did not answer", metadata: ["error": "\(error)"])
            throw RPCError(code: .unavailable, message: "temporarily unavailable")
        }
    }

    /// Writes an accepted intent and returns when it is durable.
    ///
    /// - Throws: `IntentRefusal` for what another intent changed meanwhile; `StoreError`, `PostingFailure`.
    func commit(_ plan: IntentPlan, movements: [Int: SignedMovement]) async throws {
        let accepted = try AcceptedIntent(plan, movements: movements, isFinal: settlement.isImmediate)
        try await committer.commit(accepted.unit).get()
        metrics?.count(.intentsCommitted, plan.intent.metricKind)
    }

    /// The status for a database error. The cause is logged and not sent to the client.
    func status(of error: StoreError) -> RPCError {
        log.error("the database failed", metadata: ["error": "\(error)"])
        switch error {
        case .writesSuspended, .unavailable:
            return RPCError(code: .unavailable, message: "temporarily unavailable")
        case .notADatabase, .foreignDatabase, .corrupted, .newerSchema, .obsoleteSchema, .notDurable, .invalidValue,
            .refusedRecord, .amountTooLarge:
            return Self.failure
        }
    }

    /// The status for postings that the ledger refuses although the rules accepted them.
    func status(of failure: PostingFailure) -> RPCError {
        log.error("the books refused a movement", metadata: ["failure": "\(failure)"])
        return Self.failure
    }

    /// The only status that a client gets for an internal error.
    private static let failure = RPCError(code: .internalError, message: "rpc server failure")

    /// The background work that keeps the ledger going.
    func workers() -> [any Worker] {
        let workers: [any Worker] = [
            GiftCardWorker(
                returns: returns, store: store, committer: committer, clock: environment.clock,
                ledgerClock: ledgerClock, log: log),
            SwapWorker(
                settler: swaps, store: store, clock: environment.clock, ledgerClock: ledgerClock, log: log),
            LaunchWorker(store: store, committer: committer, clock: environment.clock),
        ]
        guard !settlement.isImmediate else { return workers }
        return workers + [
            SettlementWorker(
                store: store, committer: committer, settlement: settlement, clock: environment.clock, log: log),
            DepositWorker(settlement: settlement, store: store, clock: environment.clock, log: log) {
                [deposits] deposit, owner in
                try await deposits.deposit(deposit.quarks, mint: deposit.mint, to: owner, reference: deposit.reference)
            },
        ]
    }

    /// Returns cash links.
    var returns: GiftCardReturns {
        GiftCardReturns(store: store, committer: committer, locks: locks, isFinal: settlement.isImmediate)
    }

    /// Books money from outside.
    var deposits: Deposits { Deposits(store: store, committer: committer, environment: environment) }
}
