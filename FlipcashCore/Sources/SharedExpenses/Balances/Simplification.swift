/// Computes a few transfers that settle all debts of a group (expense specification §8.4).
public enum Simplification {
    /// Money that one person gives to another.
    public struct Transfer: Hashable, Sendable {
        /// Who gives.
        public let from: MemberID
        /// Who gets.
        public let to: MemberID
        /// How much, in smallest units, above 0.
        public let units: Int64

        /// Creates a transfer.
        public init(from: MemberID, to: MemberID, units: Int64) {
            self.from = from
            self.to = to
            self.units = units
        }
    }

    /// The most people for ``optimalTransfers(_:)``.
    public static let optimalLimit = 14

    /// Transfers after which all nets are 0: the largest debtor pays the largest creditor, again and again.
    ///
    /// Among equal amounts, the smaller id comes first. There are fewer transfers than people.
    ///
    /// - Throws: ``SplitFailure`` `unbalanced` when the nets do not add up to 0.
    public static func transfers(_ nets: [MemberID: Int64]) throws(SplitFailure) -> [Transfer] {
        let sum = try Array(nets.values).checkedSum()
        guard sum == 0 else { throw SplitFailure(.unbalanced, ["sum": .number(sum)]) }
        guard !nets.values.contains(.min) else { throw SplitFailure(.amountOutOfRange) }
        var creditors = nets.filter { $0.value > 0 }
        var debtors = nets.filter { $0.value < 0 }.mapValues { -$0 }
        var transfers: [Transfer] = []
        while let from = largest(debtors), let to = largest(creditors) {
            let units = min(debtors[from] ?? 0, creditors[to] ?? 0)
            transfers.append(Transfer(from: from, to: to, units: units))
            reduce(&debtors, from, units)
            reduce(&creditors, to, units)
        }
        return transfers
    }

    private static func largest(_ amounts: [MemberID: Int64]) -> MemberID? {
        amounts.max { $0.value == $1.value ? $1.key < $0.key : $0.value < $1.value }?.key
    }

    private static func reduce(_ amounts: inout [MemberID: Int64], _ id: MemberID, _ units: Int64) {
        let rest = (amounts[id] ?? 0) - units
        amounts[id] = rest == 0 ? nil : rest
    }

    /// The smallest number of transfers: people minus the largest number of groups that add up to 0.
    ///
    /// - Throws: ``SplitFailure`` `unbalanced`, and `too_many_people` above ``optimalLimit`` people with a net.
    public static func optimalTransfers(_ nets: [MemberID: Int64]) throws(SplitFailure) -> [Transfer] {
        let sum = try Array(nets.values).checkedSum()
        guard sum == 0 else { throw SplitFailure(.unbalanced, ["sum": .number(sum)]) }
        let people = nets.filter { $0.value != 0 }.keys.sorted()
        guard people.count <= optimalLimit else {
            throw SplitFailure(.tooManyPeople, ["limit": .number(Int64(optimalLimit))])
        }
        var transfers: [Transfer] = []
        for group in try zeroSumGroups(people.map { nets[$0] ?? 0 }) {
            let members = people.indices.filter { group & 1 << $0 != 0 }
            let part = Dictionary(uniqueKeysWithValues: members.map { (people[$0], nets[people[$0]] ?? 0) })
            transfers += try Self.transfers(part)
        }
        return transfers
    }

    /// The largest number of groups that each add up to 0, as sets of bits.
    private static func zeroSumGroups(_ amounts: [Int64]) throws(SplitFailure) -> [Int] {
        let full = (1 << amounts.count) - 1
        var sums = [Int64](repeating: 0, count: full + 1)
        var best = [Int](repeating: 0, count: full + 1)
        // The person that is added last on the way to the most groups.
        var last = [Int](repeating: -1, count: full + 1)
        for set in stride(from: 1, through: full, by: 1) {
            let low = set.trailingZeroBitCount
            sums[set] = try [sums[set & (set - 1)], amounts[low]].checkedSum()
            var most = -1
            for person in amounts.indices where set & 1 << person != 0 {
                let before = best[set & ~(1 << person)]
                if before > most { (most, last[set]) = (before, person) }
            }
            best[set] = most + (sums[set] == 0 ? 1 : 0)
        }
        var (groups, rest, current): ([Int], Int, Int) = ([], full, 0)
        while rest != 0 {
            // Each way back to a set that adds up to 0 is one group.
            let person = last[rest]
            current |= 1 << person
            rest &= ~(1 << person)
            if sums[rest] == 0 {
                groups.append(current)
                current = 0
            }
        }
        return groups
    }
}
