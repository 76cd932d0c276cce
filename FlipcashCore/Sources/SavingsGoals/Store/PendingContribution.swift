public import FlipcashCore

/// A contribution whose money is on its way (goals specification §14.1).
///
/// It is stored before the payment and removed with the same transaction that counts it, so that a crash or a repeated
/// sync neither forgets it nor counts it twice.
public struct PendingContribution: Hashable, Sendable {
    /// How the money moves.
    public enum Kind: String, Hashable, Sendable {
        /// A payment to another account of the person. The id is that of the payment.
        case payment
        /// A purchase of a token, which is then reserved. The id is that of the swap.
        case purchase
    }

    /// The id of the payment or of the swap.
    public let payment: String
    /// How the money moves.
    public let kind: Kind
    /// The goal that gets the contribution.
    public let goal: GoalID
    /// The asset that gets the money.
    public let asset: AssetID
    /// The units of the asset that arrive.
    public let units: ExactInteger
    /// When the contribution was ordered.
    public let date: Instant

    /// Creates a contribution.
    public init(
        payment: String, kind: Kind, goal: GoalID, asset: AssetID, units: ExactInteger, date: Instant
    ) {
        self.payment = payment
        self.kind = kind
        self.goal = goal
        self.asset = asset
        self.units = units
        self.date = date
    }
}
