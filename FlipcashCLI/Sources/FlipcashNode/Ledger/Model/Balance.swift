/// The balance of an account, changed only by typed deltas (payment specification §9).
struct Balance: Hashable, Sendable {
    /// Quarks held; below zero only for an issuer.
    var quarks: Int64
    /// Running cost in millionths of a US dollar.
    var usdBasis: Int64
    var isOpen: Bool
    var isLocked: Bool

    /// A newly opened account.
    static let opened = Balance(quarks: 0, usdBasis: 0, isOpen: true, isLocked: true)
}

/// A change of one balance.
enum BalanceDelta: Hashable, Sendable {
    /// Adds quarks; the account must be open.
    case credit(quarks: Int64, usd: Int64)
    /// Takes quarks; the account must be open, locked and hold as much.
    case debit(quarks: Int64, usd: Int64)
    /// Takes everything and closes; the account must be open, locked and hold exactly that amount.
    case drain(quarks: Int64)
    /// Closes an empty account.
    case close
    /// Corrects the running cost.
    case adjust(usd: Int64)

    /// The kind, as the column `journal.delta_kind` holds it.
    enum Kind: Int, Sendable, CaseIterable {
        case credit = 1
        case debit = 2
        case drain = 3
        case close = 4
        case adjust = 5
    }

    var kind: Kind {
        switch self {
        case .credit: .credit
        case .debit: .debit
        case .drain: .drain
        case .close: .close
        case .adjust: .adjust
        }
    }
}

/// Why a delta cannot be applied.
enum BalanceRefusal: Error, Hashable, Sendable {
    /// Fewer quarks than the delta takes.
    case insufficient
    /// The account is closed.
    case closed
    /// A drain names a different amount than the account holds, or a close finds money.
    case amountDiffers
    /// The node does not manage the account.
    case notManaged
    /// The sum leaves 64 bits, or a delta's amount is negative.
    case outOfRange
}

extension BalanceRefusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .insufficient: "it holds too little"
        case .closed: "it is closed"
        case .amountDiffers: "it holds another amount"
        case .notManaged: "it is not managed by this node"
        case .outOfRange: "the amount is out of range"
        }
    }
}

/// An applied delta: the balance after it and the signed changes for the journal.
struct AppliedDelta: Hashable, Sendable {
    let balance: Balance
    let quarks: Int64
    let usd: Int64
}

extension Balance {
    /// The balance after `delta`.
    ///
    /// - Parameter mayOwe: whether a debit may go below zero; only for the issuer of a mint.
    /// - Throws: why the delta's predicate does not hold (payment specification §9).
    func applying(_ delta: BalanceDelta, mayOwe: Bool = false) throws(BalanceRefusal) -> AppliedDelta {
        var after = self
        switch delta {
        case .credit(let quarks, let usd):
            guard isOpen else { throw .closed }
            guard quarks >= 0 else { throw .outOfRange }
            after.quarks = self.quarks &+ quarks
            after.usdBasis = usdBasis &+ usd
        case .debit(let quarks, let usd):
            guard isOpen else { throw .closed }
            guard isLocked else { throw .notManaged }
            guard quarks >= 0 else { throw .outOfRange }
            guard mayOwe || self.quarks >= quarks else { throw .insufficient }
            after.quarks = self.quarks &- quarks
            after.usdBasis = usdBasis &- usd
        case .drain(let quarks):
            guard isOpen else { throw .closed }
            guard isLocked else { throw .notManaged }
            guard quarks == self.quarks else { throw .amountDiffers }
            after.quarks = 0
            after.usdBasis = 0
            after.isOpen = false
        case .close:
            guard isOpen else { throw .closed }
            guard self.quarks == 0 else { throw .amountDiffers }
            after.isOpen = false
        case .adjust(let usd):
            after.usdBasis = usdBasis &+ usd
        }
        // Where a sum above has left 64 bits, the change back to it leaves them too.
        let quarksChange = try Self.difference(after.quarks, self.quarks)
        let usdChange = try Self.difference(after.usdBasis, usdBasis)
        return AppliedDelta(balance: after, quarks: quarksChange, usd: usdChange)
    }

    private static func difference(_ left: Int64, _ right: Int64) throws(BalanceRefusal) -> Int64 {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        guard !overflow else { throw .outOfRange }
        return difference
    }
}
