/// Divides a number of units in proportion to weights, so that the parts add up exactly (expense specification §1,
/// goals specification §1).
public enum Apportionment {
    /// Why a total cannot be divided.
    public enum Failure: Error, Hashable, Sendable {
        /// There are no weights, or all of them are 0.
        case zeroWeight
        /// A weight is negative.
        case negativeWeight
        /// The number of weights differs from the number of ids.
        case differentCounts

        /// The stable name of the error.
        public var code: String {
            switch self {
            case .zeroWeight: "zero_weight"
            case .negativeWeight: "negative_weight"
            case .differentCounts: "different_counts"
            }
        }
    }

    /// The parts of a total, in the order of the ids. They add up to the total.
    ///
    /// Each id gets its exact share rounded down. The units that are left go one each to the largest remainders, and
    /// among equal ones to the smaller id in byte order. The order of the input does not matter. A negative total is
    /// divided like its absolute value.
    ///
    /// - Parameters:
    ///   - total: in units.
    ///   - weights: not negative, one for each id.
    ///   - ids: all different.
    public static func parts(
        of total: ExactInteger, weights: [ExactRational], ids: [String]
    ) throws(Failure) -> [ExactInteger] {
        guard weights.count == ids.count else { throw .differentCounts }
        guard weights.allSatisfy({ $0.signum >= 0 }) else { throw .negativeWeight }
        let sum = weights.reduce(.zero, +)
        let amount = ExactRational(total.absolute)
        let shares = weights.compactMap { (amount * $0).divided(by: sum) }
        guard !ids.isEmpty, shares.count == ids.count else { throw .zeroWeight }
        var parts = shares.map { $0.whole(.floor) }
        let remainders = zip(shares, parts).map { $0 - ExactRational($1) }
        let order = parts.indices.sorted { left, right in
            remainders[left] == remainders[right]
                ? ids[left].utf8.lexicographicallyPrecedes(ids[right].utf8) : remainders[right] < remainders[left]
        }
        // Each remainder is below one unit, so fewer units are left than there are parts.
        let left = (total.absolute - parts.reduce(0, +)).int ?? 0
        for index in order.prefix(left) { parts[index] += 1 }
        return total.signum < 0 ? parts.map { -$0 } : parts
    }
}
