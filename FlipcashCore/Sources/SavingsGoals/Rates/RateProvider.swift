public import FlipcashCore

/// Errors from finding a rate (goals specification §5).
public enum RateFailure: Error, Hashable, Sendable {
    /// No source knows this pair.
    case unavailable(RatePair)
    /// A provider could not be reached, with its name.
    case network(String)
    /// A provider asks to wait until this time.
    case rateLimited(Instant)
    /// A provider needs a key, with its name.
    case apiKeyMissing(String)

    /// The stable name of the error.
    public var code: String {
        switch self {
        case .unavailable: "rate_unavailable"
        case .network: "network"
        case .rateLimited: "rate_limited"
        case .apiKeyMissing: "api_key_missing"
        }
    }
}

extension RateFailure: CustomStringConvertible {
    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .unavailable(let pair): "there is no exchange rate \(pair)"
        case .network(let provider): "\(provider) cannot be reached"
        case .rateLimited(let date): "the price provider asks to wait until \(TimestampText.rfc3339(date))"
        case .apiKeyMissing(let provider): "\(provider) needs a key"
        }
    }
}

/// A source of rates: the wallet's own rates, the curve of a token, a web service.
public protocol RateProvider: Sendable {
    /// The name in messages, which also identifies the provider in the cache.
    var name: String { get }

    /// Returns the rates that it knows among `pairs`, with the time at which each held. It leaves out the others.
    ///
    /// - Throws: ``RateFailure`` when it cannot answer.
    func rates(for pairs: Set<RatePair>) async throws(RateFailure) -> [RateEntry]
}

/// A store that keeps rates after the process has ended.
public protocol RateCache: Sendable {
    /// The stored rates.
    func rateEntries() throws(GoalStoreFailure) -> [RateEntry]
    /// Stores rates. A newer rate of a pair replaces the older one.
    func store(rates: [RateEntry]) throws(GoalStoreFailure)
    /// Until when `provider` must not be asked; nil when it may be.
    func pause(ofProvider provider: String) throws(GoalStoreFailure) -> Instant?
    /// Stores until when `provider` must not be asked.
    func store(pause: Instant, ofProvider provider: String) throws(GoalStoreFailure)
}
