public import FlipcashCore

/// Splits amounts by weights, so that the parts add up exactly (goals specification §1, M4).
public enum Apportionment {
    /// One receiver of a part.
    public struct Claim: Sendable {
        /// Breaks ties: the smaller id gets the spare unit.
        public let id: String
        /// The weight, zero or more.
        public let weight: ExactRational

        /// Creates a claim.
        public init(id: String, weight: ExactRational) {
            self.id = id
            self.weight = weight
        }
    }

    /// Splits `total` by the weights of `claims` and returns the parts in their order.
    ///
    /// Each claim gets its exact share rounded down. The units that are left go one each to the largest remainders, and
    /// among equal ones to the smaller id in byte order. A negative total is split like its absolute value.
    ///
    /// - Throws: `GoalsError.zeroWeight` when the weights add up to zero, `.negativeAmount` when one is negative.
    public static func split(_ total: ExactInteger, by claims: [Claim]) throws(GoalsError) -> [ExactInteger] {
        guard total.signum >= 0 else { return try split(-total, by: claims).map { -$0 } }
        guard claims.allSatisfy({ $0.weight.signum >= 0 }) else { throw .negativeAmount }
        let sum = claims.reduce(ExactRational.zero) { $0 + $1.weight }
        let exact = claims.compactMap { (ExactRational(total) * $0.weight).divided(by: sum) }
        guard exact.count == claims.count, !claims.isEmpty else { throw .zeroWeight }
        var parts = exact.map { $0.whole(.floor) }
        let remainders = zip(exact, parts).map { $0 - ExactRational($1) }
        let order = claims.indices.sorted { left, right in
            if remainders[left] != remainders[right] { return remainders[left] > remainders[right] }
            if claims[left].id != claims[right].id { return claims[left].id.precedesInBytes(claims[right].id) }
            return left < right
        }
        // Fewer units are left than there are claims: each remainder is below one.
        let left = (total - parts.reduce(0, +)).int ?? 0
        for index in order.prefix(left) { parts[index] += 1 }
        return parts
    }
}
