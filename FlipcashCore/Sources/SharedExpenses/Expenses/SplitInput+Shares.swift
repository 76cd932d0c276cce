import FlipcashCore

extension SplitInput {
    /// Returns each participant's share of a total, in the order of the participants. The shares add up to the total.
    ///
    /// - Parameters:
    ///   - total: the total in units: more than 0, or less than 0 for a refund.
    ///   - isRefund: whether the total has to be negative.
    ///   - participants: the people who were selected. Shares of 0 are kept.
    /// - Throws: ``SplitFailure`` with the first rule that is broken (expense specification §7).
    public func shares(
        of total: Int64, isRefund: Bool, among participants: [MemberID]
    ) throws(SplitFailure) -> [Int64] {
        guard !participants.isEmpty else { throw SplitFailure(.noParticipants) }
        guard Set(participants).count == participants.count else { throw SplitFailure(.duplicateParticipant) }
        guard isRefund ? total < 0 : total > 0 else { throw SplitFailure(.amountSign) }
        guard total.magnitude <= UInt64(ExpenseAmount.unitsLimit) else { throw SplitFailure(.amountOutOfRange) }
        guard adjustments.isEmpty || mode == .adjusted else { throw SplitFailure(.adjustmentsNotAllowed) }
        switch mode {
        case .exact: return try exactShares(of: total, among: participants)
        case .adjusted: return try adjustedShares(of: total, among: participants)
        case .equal, .percent, .shares, .scaled, .itemized:
            let weights = try weights(mode, among: participants)
            return try Apportionment.parts(of: total, weights: weights, ids: participants)
        }
    }

    private func weights(_ mode: SplitMode, among people: [MemberID]) throws(SplitFailure) -> [ExactRational] {
        switch mode {
        case .equal: return people.map { _ in .one }
        case .percent: return try percentages(among: people)
        case .shares: return try shareCounts(among: people)
        case .scaled:
            var weights: [ExactRational] = []
            for person in people { weights.append(try value(of: person).value) }
            return weights
        case .itemized: return try itemWeights(among: people)
        case .exact, .adjusted: throw SplitFailure(.unknownMode)
        }
    }

    /// The number that was entered for a person; 0 when there is none.
    private func value(of person: MemberID) throws(SplitFailure) -> PlainDecimal {
        guard let decimal = PlainDecimal(values[person] ?? "0") else {
            throw SplitFailure(.badValue, ["member": .text(person.text)])
        }
        guard decimal.value.signum >= 0 else {
            throw SplitFailure(.negativeValue, ["member": .text(person.text)])
        }
        return decimal
    }

    private func percentages(among people: [MemberID]) throws(SplitFailure) -> [ExactRational] {
        var weights: [ExactRational] = []
        for person in people { weights.append(try value(of: person).value) }
        let sum = weights.reduce(.zero, +)
        guard normalizes || sum == ExactRational(100 as UInt64) else {
            throw SplitFailure(.percentSum, ["sum": .text(sum.text(places: 18))])
        }
        return weights
    }

    private func shareCounts(among people: [MemberID]) throws(SplitFailure) -> [ExactRational] {
        var weights: [ExactRational] = []
        for person in people {
            guard let count = PlainDecimal(values[person] ?? "1"), count.isWhole, count.value.signum >= 0 else {
                throw SplitFailure(.badShare, ["member": .text(person.text)])
            }
            weights.append(count.value)
        }
        return weights
    }

    /// The exact sum of a person's parts of all items.
    private func itemWeights(among people: [MemberID]) throws(SplitFailure) -> [ExactRational] {
        // Sums by the number of sharers keep the denominators small.
        var sums: [MemberID: [Int: ExactRational]] = [:]
        let known = Set(people)
        for (index, item) in items.enumerated() {
            let place = SplitFailure.Detail.number(Int64(index))
            guard item.units > 0, item.units <= ExpenseAmount.unitsLimit else {
                throw SplitFailure(.itemAmount, ["item": place])
            }
            guard !item.members.isEmpty else { throw SplitFailure(.itemUnassigned, ["item": place]) }
            let sharers = Set(item.members)
            if let stranger = sharers.subtracting(known).min() {
                throw SplitFailure(.itemUnknownMember, ["item": place, "member": .text(stranger.text)])
            }
            for member in sharers {
                sums[member, default: [:]][sharers.count, default: .zero] =
                    sums[member, default: [:]][sharers.count, default: .zero] + ExactRational(units: item.units)
            }
        }
        var weights: [ExactRational] = []
        for person in people {
            var weight = ExactRational.zero
            for (count, sum) in sums[person, default: [:]] {
                guard let part = sum.divided(by: ExactRational(UInt64(count))) else { continue }
                weight = weight + part
            }
            weights.append(weight)
        }
        return weights
    }

    private func exactShares(of total: Int64, among people: [MemberID]) throws(SplitFailure) -> [Int64] {
        var shares: [Int64] = []
        for person in people {
            guard let share = Int64((values[person] ?? "0").trimmingBlanks()) else {
                throw SplitFailure(.badValue, ["member": .text(person.text)])
            }
            guard share == 0 || (share < 0) == (total < 0) else {
                throw SplitFailure(.negativeValue, ["member": .text(person.text)])
            }
            shares.append(share)
        }
        let sum = try shares.checkedSum()
        guard sum == total else {
            throw SplitFailure(.splitMismatch, ["expected": .number(total), "actual": .number(sum)])
        }
        return shares
    }

    private func adjustedShares(of total: Int64, among people: [MemberID]) throws(SplitFailure) -> [Int64] {
        if let stranger = Set(adjustments.keys).subtracting(people).min() {
            throw SplitFailure(.adjustmentUnknownMember, ["member": .text(stranger.text)])
        }
        guard adjustments.values.allSatisfy({ $0.magnitude <= UInt64(ExpenseAmount.unitsLimit) }) else {
            throw SplitFailure(.amountOutOfRange)
        }
        guard base == .equal || base == .percent || base == .shares else { throw SplitFailure(.unknownMode) }
        let rest = try ([total] + adjustments.values.map { -$0 }).checkedSum()
        guard total < 0 ? rest <= 0 : rest >= 0 else { throw SplitFailure(.adjustmentsExceedTotal) }
        var shares = try Apportionment.parts(of: rest, weights: weights(base, among: people), ids: people)
        for (index, person) in people.enumerated() { shares[index] += adjustments[person] ?? 0 }
        let wrong = zip(people, shares).filter { $1 != 0 && ($1 < 0) != (total < 0) }.map(\.0)
        if let member = wrong.min() { throw SplitFailure(.negativeShare, ["member": .text(member.text)]) }
        return shares
    }
}
