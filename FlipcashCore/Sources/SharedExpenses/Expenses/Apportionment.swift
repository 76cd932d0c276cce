public import FlipcashCore

extension Apportionment {
    /// The parts of a total for people, in their order. They add up to the total (expense specification §1).
    ///
    /// - Parameters:
    ///   - total: in units.
    ///   - weights: not negative, one for each person.
    ///   - ids: all different.
    /// - Throws: ``SplitFailure`` `zero_weight` when there are no people or all weights are 0.
    public static func parts(
        of total: Int64, weights: [ExactRational], ids: [MemberID]
    ) throws(SplitFailure) -> [Int64] {
        let parts: [ExactInteger]
        do throws(Failure) {
            parts = try self.parts(of: ExactInteger(Int(total)), weights: weights, ids: ids.map(\.text))
        } catch {
            switch error {
            case .zeroWeight: throw SplitFailure(.zeroWeight)
            case .negativeWeight: throw SplitFailure(.negativeValue)
            case .differentCounts: throw SplitFailure(.malformed)
            }
        }
        // A part is never larger than the total, so each fits.
        return parts.map { Int64($0.int ?? 0) }
    }
}
