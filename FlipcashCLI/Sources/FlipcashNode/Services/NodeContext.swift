import FlipcashCore
import Logging

/// The dependencies of a node's services. Created once, passed by initialiser.
struct NodeContext: Sendable {
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
    var metrics: NodeMetrics?
}
