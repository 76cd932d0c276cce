/// How a unit ended. The caller gets it after the transaction around the unit is durable or lost.
enum UnitOutcome: Sendable {
    /// The unit is durable.
    case committed(UnitReceipt)
    /// A condition of the unit does not hold. It has written nothing.
    case refused(IntentRefusal)
    /// The database, or the books, failed. After a failed commit the unit may be on the disk all the same.
    case unavailable(UnitFault)

    /// What the unit recorded.
    ///
    /// - Throws: `IntentRefusal`; `StoreError` or `PostingFailure` for a fault.
    @discardableResult
    func get() throws -> UnitReceipt {
        switch self {
        case .committed(let receipt): return receipt
        case .refused(let refusal): throw refusal
        case .unavailable(.store(let error)): throw error
        case .unavailable(.books(let failure)): throw failure
        }
    }
}

/// What a unit recorded.
struct UnitReceipt: Hashable, Sendable {
    /// The intents with their places in the order of commits.
    fileprivate(set) var intents: [IntentRecord] = []

    /// The pools that trades have changed, in the order of the changes.
    fileprivate(set) var pools: [PoolChange] = []

    /// What an order on shared expenses answered.
    fileprivate(set) var split: SplitReceipt?

    mutating func note(_ split: SplitReceipt) { self.split = split }
    mutating func note(_ intent: IntentRecord) { intents.append(intent) }
    mutating func note(_ pool: PoolChange) { pools.append(pool) }
}

/// Why a unit could not be written although its conditions hold, or before they were checked.
enum UnitFault: Error, Equatable, Sendable {
    case store(StoreError)
    /// The books refused what the rules had accepted: a fault of the node.
    case books(PostingFailure)
}
