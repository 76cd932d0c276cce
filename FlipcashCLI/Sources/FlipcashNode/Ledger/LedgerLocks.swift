/// Names an owner or a vault that only one request may work on at a time. Owners sort before vaults, each by address
/// (payment specification §21.3).
enum LockKey: Hashable, Comparable, Sendable {
    case owner([UInt8])
    case vault([UInt8])

    static func < (left: LockKey, right: LockKey) -> Bool {
        switch (left, right) {
        case (.owner, .vault): true
        case (.vault, .owner): false
        case (.owner(let left), .owner(let right)), (.vault(let left), .vault(let right)):
            left.lexicographicallyPrecedes(right)
        }
    }
}

/// Keeps others from an owner or a vault between the checks of a request and its commit, while the node waits for
/// signatures (payment specification §21.3).
///
/// In process it is ``FairLocks``. Several processes on one database lock the rows of ``LedgerUnit/locks`` in the
/// committing transaction too, where the unit's predicates and its deltas guard the time before.
protocol LedgerLocks: Sendable {
    /// How many locks are held.
    var heldCount: Int { get }

    /// Runs `body` while holding all of `keys`, which are locked in ascending order.
    ///
    /// - Throws: `LocksBusy`, `CancellationError`, or what `body` throws.
    func withLocks<Result>(_ keys: Set<LockKey>, _ body: () async throws -> Result) async throws -> Result
}

/// Too many tasks already wait for the same lock.
struct LocksBusy: Error, Hashable {}

extension FairLocks: LedgerLocks where Key == LockKey {}
