import FlipcashCore

/// Money to hand out to goals, or to take from them, each within its room (goals specification §8.3).
struct FlexPool {
    /// A goal with the units that it can take.
    struct Place {
        let goal: FlexGoal
        var room: ExactInteger
    }

    /// The units that each goal got, by id, and the units that no goal could take.
    struct Outcome {
        var given: [String: ExactInteger] = [:]
        var unplaced: ExactInteger

        fileprivate mutating func give(_ units: ExactInteger, to place: inout Place) {
            given[place.goal.id, default: 0] += units
            place.room -= units
            unplaced -= units
        }
    }

    /// Distributes `amount`, which is zero or more.
    ///
    /// - Parameter isTaking: whether the units are taken away, in which case greedy orders are reversed.
    static func distribute(
        _ amount: ExactInteger, over places: [Place], _ strategy: FlexStrategy, isTaking: Bool
    ) -> Outcome {
        let open = places.filter { $0.room.signum > 0 }.sorted { $0.goal.id.precedesInBytes($1.goal.id) }
        switch strategy {
        case .balanced: return balanced(amount, open)
        case .largest: return proportional(amount, open)
        case .urgent:
            let order = open.sorted { left, right in
                (left.goal.months, left.goal.progress) != (right.goal.months, right.goal.progress)
                    ? (left.goal.months, left.goal.progress) < (right.goal.months, right.goal.progress)
                    : left.goal.id.precedesInBytes(right.goal.id)
            }
            return greedy(amount, isTaking ? order.reversed() : order)
        case .risk:
            let order = open.sorted { left, right in
                let risks = (left.goal.risk(with: left.goal.required), right.goal.risk(with: right.goal.required))
                if risks.0 != risks.1 { return risks.0 > risks.1 }
                if left.goal.months != right.goal.months { return left.goal.months < right.goal.months }
                return left.goal.id.precedesInBytes(right.goal.id)
            }
            return greedy(amount, isTaking ? order.reversed() : order)
        }
    }

    private static func greedy(_ amount: ExactInteger, _ places: [Place]) -> Outcome {
        var outcome = Outcome(unplaced: amount)
        for var place in places { outcome.give(min(place.room, outcome.unplaced), to: &place) }
        return outcome
    }

    /// Equal shares, again and again, until the pool or the room is used up.
    private static func balanced(_ amount: ExactInteger, _ places: [Place]) -> Outcome {
        var (places, outcome) = (places, Outcome(unplaced: amount))
        while outcome.unplaced.signum > 0 {
            let open = places.indices.filter { places[$0].room.signum > 0 }
            guard let share = outcome.unplaced.divided(by: ExactInteger(open.count), .floor) else { break }
            for index in open where outcome.unplaced.signum > 0 {
                outcome.give(min(places[index].room, max(share, 1)), to: &places[index])
            }
        }
        return outcome
    }

    /// Shares by required amounts. Goals whose share reaches their room are filled first, and the rest is shared again.
    private static func proportional(_ amount: ExactInteger, _ places: [Place]) -> Outcome {
        var (places, outcome) = (places, Outcome(unplaced: amount))
        while outcome.unplaced.signum > 0, !places.isEmpty {
            let weights = places.map { ExactRational($0.goal.required) }
            guard
                let parts = try? Apportionment.parts(
                    of: outcome.unplaced, weights: weights, ids: places.map(\.goal.id))
            else { break }
            let full = places.indices.filter { parts[$0] >= places[$0].room }
            guard !full.isEmpty else {
                for index in places.indices { outcome.give(parts[index], to: &places[index]) }
                break
            }
            for index in full { outcome.give(places[index].room, to: &places[index]) }
            places.removeAll { $0.room.signum <= 0 }
        }
        return outcome
    }
}
