public import FlipcashCore

/// Reads watched addresses, and keeps what was read (goals specification §4.5).
///
/// Fresh readings are used again after a restart. A source that asks to wait is not asked before that time, also by
/// other processes. The balance or the transfers of one address are not read again within five seconds.
public struct ChainBook: Sendable {
    /// How long one request to a source may take.
    public static let timeout: Duration = .seconds(10)

    /// What one sync did.
    public struct Sync: Sendable {
        /// The reading after it.
        public let reading: ChainReading
        /// What was imported; nil when the transfers were fresh or could not be read.
        public let imported: ChainImport?
        /// The failure; the older reading stays.
        public let failure: ChainFailure?
    }

    private let store: GoalStore
    private let readers: [any ChainReader]
    private let clock: any WallClock
    private let random: any RandomSource

    /// Creates a book.
    ///
    /// - Parameter readers: the sources; the first one that reads an address is used.
    public init(store: GoalStore, readers: [any ChainReader], clock: any WallClock, random: any RandomSource) {
        self.store = store
        self.readers = readers
        self.clock = clock
        self.random = random
    }

    /// Reads `asset` if its readings are not fresh, and imports new transfers.
    ///
    /// - Parameter isForced: whether fresh readings are read again; the pauses between requests still hold.
    /// - Throws: `GoalStoreError`, `GoalStoreFailure`, `CancellationError`. Failures of the source are in the result.
    public func sync(_ asset: Asset, isForced: Bool = false) async throws -> Sync {
        let held = try store.reading(of: asset.id) ?? ChainReading(asset: asset.id)
        guard case .address(let place) = asset.source else {
            return Sync(reading: held, imported: nil, failure: .unsupported(asset.source.name))
        }
        let now = clock.now()
        let wantsBalance = isForced || !held.isBalanceFresh(at: now)
        let wantsTransfers = isForced || !held.areTransfersFresh(at: now)
        guard wantsBalance || wantsTransfers else { return Sync(reading: held, imported: nil, failure: nil) }
        if let asked = held.asked, now.duration(since: asked) < ChainReading.balancePause, now >= asked {
            return Sync(reading: held, imported: nil, failure: nil)
        }
        var reading = held
        reading.asked = now
        let known = wantsTransfers ? Set(try store.transactions(of: asset.id).compactMap(\.externalID)) : nil
        let answer = await answer(place, asset.currency, wantsBalance: wantsBalance, known: known)
        try Task.checkCancellation()
        if let units = answer.units { (reading.units, reading.read) = (units, clock.now()) }
        reading.failure = answer.failure?.code
        guard let transfers = answer.transfers else {
            try store.put(reading)
            return Sync(reading: reading, imported: nil, failure: answer.failure)
        }
        reading.listed = clock.now()
        let imported = try store.importTransfers(transfers, reading, now: clock.now(), random: random)
        return Sync(reading: reading, imported: imported, failure: nil)
    }

    private struct Answer {
        var units: ExactInteger?
        var transfers: [ChainImport.Transfer]?
        var failure: ChainFailure?
    }

    /// Requests the balance and, if wanted, the transfers. Keeps the answers that arrived before a failure.
    ///
    /// - Parameter known: the ids of stored transfers; nil to ask for no transfers.
    private func answer(
        _ place: Asset.ChainAddress, _ currency: AssetCurrency, wantsBalance: Bool, known: Set<String>?
    ) async -> Answer {
        var answer = Answer()
        do throws(ChainFailure) {
            let reader = try reader(of: place, currency)
            if wantsBalance {
                answer.units = try await ask(reader) { () async throws(ChainFailure) in
                    try await reader.balance(of: place, currency)
                }
            }
            if let known {
                answer.transfers = try await ask(reader) { () async throws(ChainFailure) in
                    try await reader.transfers(of: place, currency, known: known)
                }
            }
        } catch {
            answer.failure = error
        }
        return answer
    }

    private func reader(
        of place: Asset.ChainAddress, _ currency: AssetCurrency
    ) throws(ChainFailure) -> any ChainReader {
        guard let reader = readers.first(where: { $0.reads(place, currency) }) else {
            throw .unsupported("\(currency.code) on \(place.chain)")
        }
        let end: Instant?
        do { end = try store.pause(ofProvider: reader.name) } catch { end = nil }
        if let end, end > clock.now() { throw .rateLimited(end) }
        return reader
    }

    private func ask<Value: Sendable>(
        _ reader: any ChainReader, _ body: @escaping @Sendable () async throws(ChainFailure) -> Value
    ) async throws(ChainFailure) -> Value {
        do {
            return try await clock.withDeadline(Self.timeout) { try await body() }
        } catch let failure as ChainFailure {
            if case .rateLimited(let end) = failure { try? store.store(pause: end, ofProvider: reader.name) }
            throw failure
        } catch {
            throw .network(reader.name)
        }
    }
}
