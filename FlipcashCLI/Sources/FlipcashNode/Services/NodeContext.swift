import FlipcashCore
import Logging

/// The dependencies of a node's services. Created once, passed by initialiser.
///
/// A class, because each open call keeps it: the parts themselves are more than a kilobyte.
final class NodeContext: Sendable {
    let environment: RuntimeEnvironment
    let store: NodeStore
    let committer: GroupCommitter
    /// Shared by everything that moves money.
    let ledger: LedgerCore
    /// Signs proofs; its public half is the core mint's virtual machine authority too (payment specification §2.1).
    let nodeKey: KeyPair
    let settings: NodeSettings
    let timing: StreamTiming
    /// What the clients' addresses do now, where bounds of it are not the transport's.
    let peers: PeerCounters
    /// Calls all open streams at their times.
    let ticker: StreamTicker
    let log: Logger
    /// Nil while metrics are off.
    let metrics: NodeMetrics?

    init(
        environment: RuntimeEnvironment, store: NodeStore, committer: GroupCommitter, ledger: LedgerCore,
        nodeKey: KeyPair, settings: NodeSettings, timing: StreamTiming, peers: PeerCounters, ticker: StreamTicker,
        log: Logger, metrics: NodeMetrics?
    ) {
        self.environment = environment
        self.store = store
        self.committer = committer
        self.ledger = ledger
        self.nodeKey = nodeKey
        self.settings = settings
        self.timing = timing
        self.peers = peers
        self.ticker = ticker
        self.log = log
        self.metrics = metrics
    }
}
