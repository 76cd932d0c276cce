import FlipcashCore
import Synchronization

/// Observes fiat rates.
protocol RateSource: Sendable {
    /// Returns the current rates.
    ///
    /// - Throws: `RateSourceError` when there are no rates or they are invalid.
    func observe() async throws -> RateTable
}

/// Why a source returned no rates.
struct RateSourceError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Units of each currency for one US dollar, which is one unit of the core mint.
struct RateTable: Equatable, Sendable {
    /// The rates, all positive and finite; `usd` is 1.
    let rates: [CurrencyCode: Double]

    /// The rates by code, ascending, so that they are always written and sent in the same order.
    var ordered: [(code: CurrencyCode, rate: Double)] {
        rates.map { (code: $0.key, rate: $0.value) }.sorted { $0.code.rawValue < $1.code.rawValue }
    }

    /// Creates a table from rates by code, ignoring unknown codes.
    ///
    /// - Throws: when a rate is not a positive finite number, `usd` is not 1, or no other currency is known.
    init(checking rates: [String: Double]) throws(RateSourceError) {
        var known: [CurrencyCode: Double] = [.usd: 1]
        for (code, rate) in rates.sorted(by: { $0.key < $1.key }) {
            guard let currency = try? CurrencyCode(currencyCode: code) else { continue }
            guard rate.isFinite, rate > 0 else { throw RateSourceError("the rate of \(code) is not a positive number") }
            guard currency != .usd || rate == 1 else { throw RateSourceError("the rate of usd must be 1") }
            known[currency] = rate
        }
        guard known.count > 1 else { throw RateSourceError("it names no known currency") }
        self.rates = known
    }
}

/// The release's own table.
struct FixedRateSource: RateSource {
    func observe() async throws -> RateTable {
        try Self.read(FixedRates.table)
    }

    static func read(_ text: String) throws(RateSourceError) -> RateTable {
        let words = text.split(whereSeparator: \.isWhitespace)
        var rates: [String: Double] = [:]
        for (code, rate) in zip(words, words.dropFirst()).enumerated().filter({ $0.offset.isMultiple(of: 2) }).map(
            \.element)
        {
            guard let value = Double(rate) else { throw RateSourceError("\(rate) is not a number") }
            rates[String(code)] = value
        }
        return try RateTable(checking: rates)
    }
}

/// Several sources, of which the first that answers counts.
final class FirstRateSource: RateSource {
    private let sources: [any RateSource]
    private let onFailure: @Sendable (RateSourceError, _ isNew: Bool) -> Void
    /// The failures of the last observation.
    private let lastFailures = Mutex<[RateSourceError]>([])

    /// - Parameters:
    ///   - sources: in the order in which they are asked.
    ///   - onFailure: called for each source that did not answer, so that operators learn that a later one had to, and
    ///     whether it is new: the last time it did, or gave another reason.
    init(sources: [any RateSource], onFailure: @escaping @Sendable (RateSourceError, _ isNew: Bool) -> Void) {
        self.sources = sources
        self.onFailure = onFailure
    }

    func observe() async throws -> RateTable {
        let earlier = lastFailures.withLock { $0 }
        var failures: [RateSourceError] = []
        defer { lastFailures.withLock { [failures] in $0 = failures } }
        for source in sources {
            do {
                return try await source.observe()
            } catch let error as RateSourceError {
                onFailure(error, !earlier.contains(error))
                failures.append(error)
            }
        }
        throw RateSourceError(failures.map(\.description).joined(separator: "; "))
    }
}

/// A file that is read at each refresh, so that an operator's script can keep it current.
struct FileRateSource: RateSource {
    let path: String

    func observe() async throws -> RateTable {
        do {
            guard let content = try PrivateFile.read(path, requiringPrivacy: false) else {
                throw RateSourceError("there is no file \(path)")
            }
            return try RateTable(json: content)
        } catch let error as NodeError {
            throw RateSourceError(error.description)
        }
    }
}
