import FlipcashCore
import Logging

/// What every service of a node needs. Built once, passed by initialiser.
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
    let log: Logger

    /// The time by which gift cards age: it never goes back, not even when the clock does
    /// (payment specification §21.8, point 8).
    func ledgerTime(_ reader: StoreReader) throws -> Instant {
        let now = environment.clock.now()
        return max(now, try reader.latestTimeSeen() ?? now)
    }
}
