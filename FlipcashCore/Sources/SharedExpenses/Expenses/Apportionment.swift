public import FlipcashCore

/// Divides a total in proportion to weights, exactly (expense specification §1).
public enum Apportionment {
    /// The parts of a total, in the order of the ids. They add up to the total.
    ///
    /// Everybody gets the whole part of the exact share. The units that are left go one each to the largest fractional
    /// parts, and among equal ones to the smaller id. The order of the input does not matter.
    ///
    /// - Parameters:
    ///   - total: in units. A negative total is divided like a positive one.
    ///   - weights: not negative.
    ///   - ids: one for each weight, all different.
    /// - Throws: ``SplitFailure`` `zero_weight` when there are no ids or all weights are 0.
    public static func parts(
        of total: Int64, weights: [ExactRational], ids: [MemberID]
    ) throws(SplitFailure) -> [Int64] {
        guard weights.count == ids.count else { throw SplitFailure(.malformed) }
        guard weights.allSatisfy({ $0.signum >= 0 }) else { throw SplitFailure(.negativeValue) }
        guard total.magnitude <= UInt64(Int64.max) else { throw SplitFailure(.amountOutOfRange) }
        let sum = weights.reduce(.zero, +)
        let amount = ExactRational(total.magnitude)
        var parts: [Int64] = []
        var fractions: [ExactRational] = []
        for weight in weights {
            guard let share = (amount * weight).divided(by: sum) else { throw SplitFailure(.zeroWeight) }
            guard let whole = share.units(.down) else { throw SplitFailure(.amountOutOfRange) }
            parts.append(whole)
            fractions.append(share - ExactRational(units: whole))
        }
        guard !parts.isEmpty else { throw SplitFailure(.zeroWeight) }
        // Each part is at most its exact share, so the rest is not negative and less than the number of parts.
        let rest = Int64(total.magnitude) - parts.reduce(0, +)
        let order = parts.indices.sorted { left, right in
            fractions[left] == fractions[right] ? ids[left] < ids[right] : fractions[right] < fractions[left]
        }
        for index in order.prefix(Int(rest)) { parts[index] += 1 }
        return total < 0 ? parts.map { -$0 } : parts
    }
}
