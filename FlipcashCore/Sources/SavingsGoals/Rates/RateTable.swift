public import FlipcashCore

/// Finds rates among stored entries, without asking a provider (goals specification §5).
public struct RateTable: Sendable {
    /// How old a rate may be to count as fresh.
    public static let freshAge: Duration = .seconds(300)
    /// How far ahead of the clock a rate may be to count as fresh.
    public static let futureMax: Duration = .seconds(60)

    private struct Stored: Sendable {
        let value: ExactRational
        let date: Instant
    }

    private struct Leg {
        let value: ExactRational
        let isReciprocal: Bool
        let isStale: Bool
        let age: Int64
    }

    private var entries: [RatePair: Stored] = [:]

    /// Creates a table of `entries`. The newest entry of a pair wins, and entries without a positive rate are ignored.
    public init(_ entries: some Sequence<RateEntry> = []) { add(entries) }

    /// Adds entries, as ``init(_:)`` does.
    public mutating func add(_ new: some Sequence<RateEntry>) {
        for entry in new {
            guard let value = entry.value else { continue }
            let pair = entry.pair.pegged
            if let held = entries[pair], held.date >= entry.date { continue }
            entries[pair] = Stored(value: value, date: entry.date)
        }
    }

    /// Returns the rate from `from` to `to` at `now`: a fresh one if the entries yield one, otherwise a stale one; nil
    /// when they yield neither.
    public func rate(from: AssetCurrency, to: AssetCurrency, now: Instant) -> ResolvedRate? {
        freshRate(from: from, to: to, now: now) ?? rate(RatePair(from, to).pegged, now: now, isStaleAllowed: true)
    }

    /// Returns a rate of which all entries are fresh; nil if no such rate is known.
    public func freshRate(from: AssetCurrency, to: AssetCurrency, now: Instant) -> ResolvedRate? {
        if from == to { return .one(.identity) }
        let pair = RatePair(from, to).pegged
        if pair.from == pair.to { return .one(.peg) }
        return rate(pair, now: now, isStaleAllowed: false)
    }

    private func rate(_ pair: RatePair, now: Instant, isStaleAllowed: Bool) -> ResolvedRate? {
        if let leg = leg(pair, now: now, isStaleAllowed: isStaleAllowed) {
            return ResolvedRate(
                value: leg.value, source: leg.isReciprocal ? .reciprocal : .direct, isStale: leg.isStale, age: leg.age)
        }
        guard let first = leg(RatePair(pair.from, .usd), now: now, isStaleAllowed: isStaleAllowed),
            let second = leg(RatePair(.usd, pair.to), now: now, isStaleAllowed: isStaleAllowed)
        else { return nil }
        return ResolvedRate(
            value: first.value * second.value, source: .cross, isStale: first.isStale || second.isStale,
            age: max(first.age, second.age))
    }

    private func leg(_ pair: RatePair, now: Instant, isStaleAllowed: Bool) -> Leg? {
        for (key, isReciprocal) in [(pair, false), (pair.reversed, true)] {
            guard let entry = entries[key] else { continue }
            let age = now.duration(since: entry.date)
            let isFresh = age >= .zero - Self.futureMax && age < Self.freshAge
            guard isFresh || isStaleAllowed,
                let value = isReciprocal ? ExactRational.one.divided(by: entry.value) : entry.value
            else { continue }
            let seconds = age.components.seconds
            return Leg(
                value: value, isReciprocal: isReciprocal, isStale: !isFresh,
                age: isFresh ? max(0, seconds) : Int64(clamping: seconds.magnitude))
        }
        return nil
    }
}
