public import FlipcashCore
import Observation
import Synchronization

/// One owner's wallet: balances, limits and everything that moves money (client specification §2.5, §2.6).
///
/// The session's values can be observed with Swift's `Observation`. Every method may be called from any task.
///
/// Asynchronous methods do not block Swift's default executor: they reach files and the database in `performBlocking`
/// of the container's `environment.tasks`. Synchronous methods that read or write them block the calling thread.
public final class Session: Sendable {
    struct Values {
        var balances: [StoredBalance] = []
        var limits: Limits?
        var userFlags: UserFlags?
        var requiresForceLogout = false
        var bill: SendCashOperation?
        var scans: [PublicKey: Scan] = [:]
        var gates = Gates()
    }

    /// The progress of receiving a scanned bill.
    enum Scan {
        case running
        case received
    }

    /// The account's address.
    public var ownerPublicKey: PublicKey { owner.publicKey }
    /// The user of the core API.
    public let userID: UserID
    /// Rates and proofs.
    public let rates: RatesController
    /// History.
    public let history: HistoryController
    /// The stored balances, currencies and history.
    public let database: Database
    /// The links, payments and requests that were recorded here.
    public let journal: Journal
    /// The node that this wallet trusts.
    public let node: PinnedNode

    let owner: KeyPair
    let client: Client
    let flipClient: FlipClient
    let environment: RuntimeEnvironment
    let preferences: Preferences
    let options: SessionOptions
    let writerLock: WriterLock
    let nodeGate: NodeGate
    let registrar = ObservationRegistrar()
    let values = Mutex(Values())
    let linkReceipts = Mutex<[PublicKey: LinkReceipt]>([:])
    private let polling = Mutex<SpawnedTask?>(nil)

    init(
        account: KeyAccount, userID: UserID, node: PinnedNode, container: Container, database: Database,
        journal: Journal, rates: RatesController
    ) {
        owner = account.ownerKey
        self.userID = userID
        self.node = node
        self.database = database
        self.journal = journal
        self.rates = rates
        client = container.client
        flipClient = container.flipClient
        environment = container.environment
        preferences = container.preferences
        options = container.options
        nodeGate = container.nodeGate
        writerLock = WriterLock(
            path: container.folder.writerLock(account.owner), files: container.files, clock: environment.clock)
        history = HistoryController(
            client: container.flipClient, owner: account.ownerKey, database: database, environment: environment)
        let balances = (try? database.getBalances()) ?? []
        let limits = (try? database.getLimits()) ?? nil
        let flags = (try? database.getUserFlags()) ?? nil
        values.withLock { values in
            values.balances = balances
            values.limits = limits
            values.userFlags = flags
            if let flags { values.gates.minBuild = flags.minBuildNumber }
        }
    }

    /// Returns the owner's address to receive `mint` at, with its deposit address.
    ///
    /// - Throws: `SessionError.vmMetadataMissing` when the currency's virtual machine is not known, `.mintNotFound`,
    ///   `.mints`, `.store`.
    public func cluster(for mint: PublicKey) async throws -> AccountCluster {
        try await operationContext(waitsForLock: true).cluster(for: mint)
    }

    /// Sends the user's settings to the core API and starts the background loops: the live stream, and a poller
    /// that refreshes flags, limits and balances ten seconds after each run.
    public func start() async {
        await rates.start()
        let task = environment.tasks.spawn { [weak self, clock = environment.clock] in
            await self?.updateSettings()
            // No strong reference to the session during the sleep.
            while !Task.isCancelled, await self?.poll() != nil {
                do { try await clock.sleep(for: Self.pollInterval) } catch { return }
            }
        }
        polling.withLock { polling in
            polling?.cancel()
            polling = task
        }
    }

    /// Stops the background loops. The stored data stays.
    public func stop() async {
        let task = polling.withLock { polling in
            defer { polling = nil }
            return polling
        }
        task?.cancel()
        await rates.stop()
        await task?.wait()
    }

    /// How often the poller runs.
    public static let pollInterval: Duration = .seconds(10)

    /// Runs the poller once; a step that fails does not stop the next.
    func poll() async {
        // Flags of an earlier session may be stored. Ask until this process has received an answer (client
        // specification §2.5).
        if !values.withLock({ $0.gates.hasFlags }) { _ = try? await fetchUserFlags() }
        _ = try? await fetchLimitsIfStale()
        try? await fetchBalance()
    }
}

/// The options of a process's sessions.
public struct SessionOptions: Sendable {
    /// Whether money commands wait for each other.
    public var waitsForLock: Bool
    /// This build's number, if it has one; the service may require a newer build.
    public var build: UInt32?
    /// The user's language and region as a BCP-47 tag, such as `en-US`.
    public var locale: String?
    /// The currency of the user's locale.
    public var localeCurrency: CurrencyCode?
    /// Returns the start of the user's day that contains an instant; limits are counted from there.
    public var startOfDay: @Sendable (Instant) -> Instant
    /// How long to wait for a fresh rate.
    public var rateWait: Duration
    /// Whether to keep the store in memory, as simulations do.
    public var keepsStoreInMemory: Bool

    /// Creates options. By default a session waits for locks, counts days in UTC and keeps its store on disk.
    public init(
        waitsForLock: Bool = true, build: UInt32? = nil, locale: String? = nil, localeCurrency: CurrencyCode? = nil,
        rateWait: Duration = .seconds(10), keepsStoreInMemory: Bool = false,
        startOfDay: @escaping @Sendable (Instant) -> Instant = SessionOptions.dayInUTC
    ) {
        self.waitsForLock = waitsForLock
        self.build = build
        self.locale = locale
        self.localeCurrency = localeCurrency
        self.rateWait = rateWait
        self.keepsStoreInMemory = keepsStoreInMemory
        self.startOfDay = startOfDay
    }

    /// Midnight in UTC.
    public static func dayInUTC(_ now: Instant) -> Instant {
        let second = now.seconds % 86_400
        return Instant(seconds: now.seconds - (second < 0 ? second + 86_400 : second))
    }
}
