public import FlipcashCore

/// Errors from reading an address.
public enum ChainFailure: Error, Hashable, Sendable {
    /// No source reads this chain or this currency on it.
    case unsupported(String)
    /// The address is not one of its chain.
    case badAddress
    /// The source cannot be reached.
    case network(String)
    /// The source asks to wait until this time.
    case rateLimited(Instant)
    /// The source requires a key, or rejects the one that was sent.
    case apiKeyMissing(String)
    /// The source answered something that cannot be read.
    case badAnswer(String)

    /// The stable name of the error.
    public var code: String {
        switch self {
        case .unsupported: "chain_unsupported"
        case .badAddress: "bad_address"
        case .network: "network"
        case .rateLimited: "rate_limited"
        case .apiKeyMissing: "api_key_missing"
        case .badAnswer: "bad_answer"
        }
    }

    /// Whether the same request may succeed later.
    public var isTransient: Bool {
        switch self {
        case .network, .rateLimited, .badAnswer: true
        case .unsupported, .badAddress, .apiKeyMissing: false
        }
    }
}

extension ChainFailure: CustomStringConvertible {
    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .unsupported(let what): "no source reads \(what)"
        case .badAddress: "this is not an address of its chain"
        case .network(let source): "\(source) cannot be reached"
        case .rateLimited(let date): "the source asks to wait until \(TimestampText.rfc3339(date))"
        case .apiKeyMissing(let source): "\(source) needs a key"
        case .badAnswer(let source): "\(source) gave an answer that cannot be read"
        }
    }
}

/// A source of balances and transfers of addresses. It never has keys.
public protocol ChainReader: Sendable {
    /// The name in messages, which also identifies the source when it asks to wait.
    var name: String { get }

    /// Whether this source reads `currency` at `place`.
    func reads(_ place: Asset.ChainAddress, _ currency: AssetCurrency) -> Bool

    /// The balance in units of `currency`.
    func balance(of place: Asset.ChainAddress, _ currency: AssetCurrency) async throws(ChainFailure) -> ExactInteger

    /// The transfers in and out in units of `currency`, in any order.
    ///
    /// - Parameter known: the ids of transfers that are stored. A source may leave them out.
    func transfers(
        of place: Asset.ChainAddress, _ currency: AssetCurrency, known: Set<String>
    ) async throws(ChainFailure) -> [ChainImport.Transfer]
}

extension ChainReader {
    /// An amount of the chain's own base units in units of `currency`, rounded down.
    ///
    /// - Parameter decimals: the decimals of the token on its chain. They are never guessed from the size of a number.
    public static func units(_ base: ExactInteger, decimals: Int, in currency: AssetCurrency) -> ExactInteger {
        ExactRational(units: base, places: decimals).units(places: currency.scale, .floor)
    }
}
