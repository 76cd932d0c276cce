public import FlipcashCore
import Synchronization

/// The rates of several pairs, and why others are missing.
public struct RateAnswers: Sendable {
    /// The rates that were found.
    public var rates: [RatePair: ResolvedRate] = [:]
    /// The reasons for the pairs without a rate.
    public var failures: [RatePair: RateFailure] = [:]
}

/// Finds rates in the cache, and asks the providers for those that are missing or stale (goals specification §5).
///
/// Calls that need providers run one after the other, so two calls for one pair ask once. Every fetched rate is stored
/// and used again after a restart while it is fresh. When no provider answers, a stale rate is returned and flagged.
public final class RateBook: Sendable {
    /// How long one provider may take.
    public static let timeout: Duration = .seconds(10)
    /// How long a failed pair is not requested again.
    public static let failureMemory: Duration = .seconds(30)

    private struct Failed {
        let failure: RateFailure
        let end: Uptime
    }

    private let cache: any RateCache
    private let providers: [any RateProvider]
    private let clock: any WallClock
    private let fetching = AsyncLock()
    private let failed = Mutex<[RatePair: Failed]>([:])

    /// Creates a book.
    ///
    /// - Parameter providers: the sources in the order in which they are asked; none to use the cache only.
    public init(cache: any RateCache, providers: [any RateProvider], clock: any WallClock) {
        self.cache = cache
        self.providers = providers
        self.clock = clock
    }

    /// Returns the rate from `from` to `to`.
    ///
    /// - Throws: ``RateFailure`` if no rate is known, `GoalStoreFailure` of the cache, or `CancellationError`.
    public func rate(from: AssetCurrency, to: AssetCurrency) async throws -> ResolvedRate {
        let pair = RatePair(from, to)
        let answers = try await rates(for: [pair])
        guard let rate = answers.rates[pair] else { throw answers.failures[pair] ?? .unavailable(pair) }
        return rate
    }

    /// Returns the rates of `pairs`, and asks for all missing ones together.
    ///
    /// - Throws: `GoalStoreFailure` of the cache, or `CancellationError`.
    public func rates(for pairs: Set<RatePair>) async throws -> RateAnswers {
        if missing(pairs, in: RateTable(try cache.rateEntries())).isEmpty || providers.isEmpty {
            return try answers(pairs, failures: [:])
        }
        return try await fetching.withLock {
            let failures = try await fetch(pairs)
            return try answers(pairs, failures: failures)
        }
    }

    private func missing(_ pairs: Set<RatePair>, in table: RateTable) -> Set<RatePair> {
        let now = clock.now()
        return pairs.filter { table.freshRate(from: $0.from, to: $0.to, now: now) == nil }
    }

    private func answers(_ pairs: Set<RatePair>, failures: [RatePair: RateFailure]) throws -> RateAnswers {
        let (table, now) = (RateTable(try cache.rateEntries()), clock.now())
        var answers = RateAnswers()
        for pair in pairs {
            answers.rates[pair] = table.rate(from: pair.from, to: pair.to, now: now)
            if answers.rates[pair] == nil { answers.failures[pair] = failures[pair] ?? .unavailable(pair) }
        }
        return answers
    }

    /// Asks the providers in order until no pair is missing, and returns the failures of those that stay missing.
    private func fetch(_ pairs: Set<RatePair>) async throws -> [RatePair: RateFailure] {
        var table = RateTable(try cache.rateEntries())
        var failures: [RatePair: RateFailure] = [:]
        let remembered = recentFailures()
        for provider in providers {
            let wanted = missing(pairs, in: table).filter { remembered[$0] == nil }
            if wanted.isEmpty { break }
            switch try await ask(provider, for: wanted) {
            case .success(let entries):
                try cache.store(rates: entries)
                table.add(entries)
            case .failure(let failure):
                for pair in wanted { failures[pair] = failure }
            }
        }
        let open = missing(pairs, in: table)
        remember(open.filter { remembered[$0] == nil }, failures)
        return remembered.mapValues(\.failure).merging(failures) { _, new in new }
    }

    /// Asks one provider for `pairs` and for their legs through the dollar.
    private func ask(
        _ provider: any RateProvider, for pairs: Set<RatePair>
    ) async throws -> Result<[RateEntry], RateFailure> {
        if let end = try cache.pause(ofProvider: provider.name), end > clock.now() {
            return .failure(.rateLimited(end))
        }
        let legs = pairs.map(\.pegged).reduce(into: Set<RatePair>()) { legs, pair in
            for leg in [pair, RatePair(pair.from, .usd), RatePair(.usd, pair.to)] where leg.from != leg.to {
                legs.insert(leg)
            }
        }
        do {
            return .success(try await clock.withDeadline(Self.timeout) { try await provider.rates(for: legs) })
        } catch let failure as RateFailure {
            if case .rateLimited(let end) = failure { try cache.store(pause: end, ofProvider: provider.name) }
            return .failure(failure)
        } catch is DeadlineExceeded {
            return .failure(.network(provider.name))
        }
    }

    private func recentFailures() -> [RatePair: Failed] {
        let now = clock.uptime()
        return failed.withLock { failed in
            failed = failed.filter { $0.value.end > now }
            return failed
        }
    }

    private func remember(_ pairs: Set<RatePair>, _ failures: [RatePair: RateFailure]) {
        let end = clock.uptime() + Self.failureMemory
        failed.withLock { failed in
            for pair in pairs { failed[pair] = Failed(failure: failures[pair] ?? .unavailable(pair), end: end) }
        }
    }
}
