public import FlipcashAPI
import ProtobufCodec
public import FlipcashCore
import Logging

private let logger = Logger(label: "flipcash.verified-proto-service")

/// Holds the newest signed rate of every currency and the newest signed supply of every mint (client specification
/// §5.2).
///
/// Returns only proofs that the pinned node signed. Loads the stored proofs before anything else, so that they never
/// replace newer ones. Rates that are stale when loaded are skipped.
///
/// Reads and writes the database on the executor of the calling task.
public actor VerifiedProtoService {
    /// A verified proof, or a stored one that is verified at its first use.
    private enum Entry<Proto: Sendable, Verified: Sendable>: Sendable {
        case stored(Proto)
        case verified(Verified)
    }

    private typealias RateProto = Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate
    private typealias ReserveProto = Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState

    private let nodeKey: PublicKey
    private let database: Database
    private let clock: any WallClock
    private var rates: [CurrencyCode: Entry<RateProto, VerifiedRate>] = [:]
    private var reserves: [PublicKey: Entry<ReserveProto, VerifiedReserve>] = [:]
    private var isLoaded = false
    private var hasReportedUnknown = false

    /// Creates a service that accepts only proofs of `nodeKey` and stores them in `database`.
    public init(nodeKey: PublicKey, database: Database, clock: any WallClock) {
        self.nodeKey = nodeKey
        self.database = database
        self.clock = clock
    }

    /// Saves a batch of signed rates. Skips unknown currencies and proofs that do not verify.
    ///
    /// - Returns: the rates whose value changed, and the number of proofs skipped for a wrong signature or form.
    public func saveRates(
        _ batch: [Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate]
    ) -> (changed: [Rate], rejectedCount: Int) {
        load()
        var verified: [VerifiedRate] = []
        var changed: [Rate] = []
        var rejected = 0
        var unknown: [String] = []
        for proto in batch {
            do {
                let proof = try VerifiedRate(proto, nodeKey: nodeKey)
                guard !isOlder(proof.timestamp, than: rates[proof.rate.currency]) else { continue }
                if number(rates[proof.rate.currency]) != proto.exchangeRate.exchangeRate { changed.append(proof.rate) }
                rates[proof.rate.currency] = .verified(proof)
                verified.append(proof)
            } catch .unknownCurrency(let code) {
                unknown.append(code)
            } catch {
                rejected += 1
            }
        }
        report(unknown: unknown, rejected: rejected, total: batch.count)
        // Best effort: the proofs are usable from memory.
        try? database.insert(verifiedRates: verified)
        return (changed, rejected)
    }

    /// Saves a batch of signed supplies. Skips proofs that do not verify.
    ///
    /// - Returns: the supplies that changed, the mints of all proofs that verified, and the number of skipped proofs.
    public func saveReserves(
        _ batch: [Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState]
    ) -> (changed: [VerifiedReserve], delivered: [PublicKey], rejectedCount: Int) {
        load()
        var verified: [VerifiedReserve] = []
        var changed: [VerifiedReserve] = []
        var delivered: [PublicKey] = []
        var rejected = 0
        for proto in batch {
            guard let proof = try? VerifiedReserve(proto, nodeKey: nodeKey) else {
                rejected += 1
                continue
            }
            delivered.append(proof.mint)
            guard !isOlder(proof.timestamp, than: reserves[proof.mint]) else { continue }
            if supply(reserves[proof.mint]) != proof.supplyFromBonding { changed.append(proof) }
            reserves[proof.mint] = .verified(proof)
            verified.append(proof)
        }
        report(unknown: [], rejected: rejected, total: batch.count)
        try? database.insert(verifiedReserves: verified)
        return (changed, delivered, rejected)
    }

    /// Returns the proofs for an amount of `mint` in `currency`; nil without a rate. The core mint has no supply, and
    /// the supply of a launchpad currency may be missing.
    public func verifiedState(currency: CurrencyCode, mint: PublicKey) -> VerifiedState? {
        load()
        guard let rate = rate(currency) else { return nil }
        return VerifiedState(rateProof: rate, reserveProof: mint.isDollarMint ? nil : reserve(mint))
    }

    /// Clears the memory; the store keeps its proofs.
    public func clear() {
        rates = [:]
        reserves = [:]
        isLoaded = true
    }

    /// Logs unknown currencies once, and proofs of other nodes every time.
    private func report(unknown: [String], rejected: Int, total: Int) {
        if !unknown.isEmpty && !hasReportedUnknown {
            hasReportedUnknown = true
            logger.info(
                "skipped rates of unknown currencies",
                metadata: [
                    "count": "\(unknown.count)", "total": "\(total)",
                    "codes": "\(unknown.sorted().joined(separator: " ").prefix(200))",
                ])
        }
        if rejected > 0 {
            logger.error(
                "rejected proofs that are not the node's",
                metadata: ["count": "\(rejected)", "total": "\(total)"])
        }
    }

    private func rate(_ currency: CurrencyCode) -> VerifiedRate? {
        switch rates[currency] {
        case .verified(let rate): return rate
        case .stored(let proto):
            guard let rate = try? VerifiedRate(proto, nodeKey: nodeKey), rate.rate.currency == currency else {
                rates[currency] = nil
                return nil
            }
            rates[currency] = .verified(rate)
            return rate
        case nil: return nil
        }
    }

    private func reserve(_ mint: PublicKey) -> VerifiedReserve? {
        switch reserves[mint] {
        case .verified(let reserve): return reserve
        case .stored(let proto):
            guard let reserve = try? VerifiedReserve(proto, nodeKey: nodeKey), reserve.mint == mint else {
                reserves[mint] = nil
                return nil
            }
            reserves[mint] = .verified(reserve)
            return reserve
        case nil: return nil
        }
    }

    private func load() {
        guard !isLoaded else { return }
        isLoaded = true
        let now = clock.now()
        for proto in (try? database.getVerifiedRates()) ?? [] {
            guard let currency = CurrencyCode(rawValue: proto.exchangeRate.currencyCode),
                VerifiedState.isFresh(Instant(proto.exchangeRate), at: now)
            else { continue }
            rates[currency] = .stored(proto)
        }
        for proto in (try? database.getVerifiedReserves()) ?? [] {
            guard let mint = PublicKey(exactly: proto.reserveState.mint.value) else { continue }
            reserves[mint] = .stored(proto)
        }
    }

    private func isOlder(_ timestamp: Instant, than entry: Entry<RateProto, VerifiedRate>?) -> Bool {
        switch entry {
        case .verified(let rate): isOlder(timestamp, than: rate.timestamp)
        // A stored proof is not verified yet. Only a proof that verifies may block a newer one.
        case .stored(let proto):
            isOlder(timestamp, than: Instant(proto.exchangeRate))
                && (try? VerifiedRate(proto, nodeKey: nodeKey)) != nil
        case nil: false
        }
    }

    private func isOlder(_ timestamp: Instant, than entry: Entry<ReserveProto, VerifiedReserve>?) -> Bool {
        switch entry {
        case .verified(let reserve): isOlder(timestamp, than: reserve.timestamp)
        case .stored(let proto):
            isOlder(timestamp, than: Instant(proto.reserveState))
                && (try? VerifiedReserve(proto, nodeKey: nodeKey)) != nil
        case nil: false
        }
    }

    /// Returns whether a proof is older than the held one. Ignores a held proof dated in the future, which would never
    /// be replaced.
    private func isOlder(_ timestamp: Instant, than held: Instant) -> Bool {
        timestamp < held && !VerifiedState.isAhead(held, of: clock.now())
    }

    private func number(_ entry: Entry<RateProto, VerifiedRate>?) -> Double? {
        switch entry {
        case .verified(let rate): rate.proto.exchangeRate.exchangeRate
        case .stored(let proto): proto.exchangeRate.exchangeRate
        case nil: nil
        }
    }

    private func supply(_ entry: Entry<ReserveProto, VerifiedReserve>?) -> UInt64? {
        switch entry {
        case .verified(let reserve): reserve.supplyFromBonding
        case .stored(let proto): proto.reserveState.supplyFromBonding
        case nil: nil
        }
    }
}

extension Instant {
    fileprivate init(_ rate: Ocp_Currency_V1_CoreMintFiatExchangeRate) {
        self.init(seconds: rate.timestamp.seconds, nanoseconds: Int64(rate.timestamp.nanos))
    }

    fileprivate init(_ reserve: Ocp_Currency_V1_LaunchpadCurrencyReserveState) {
        self.init(seconds: reserve.timestamp.seconds, nanoseconds: Int64(reserve.timestamp.nanos))
    }
}
