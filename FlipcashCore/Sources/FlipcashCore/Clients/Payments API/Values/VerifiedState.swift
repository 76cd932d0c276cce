public import FlipcashAPI
import ProtobufCodec

/// One snapshot of the proofs that a payment is computed from and carries: the pin (client specification §5.1).
///
/// The proofs lie in one immutable object: every payment and every message of a bill holds this type, and Swift 6.3.1
/// miscompiles enum cases that hold a struct of their size beside a label (`Tests/Layout`).
public struct VerifiedState: Hashable, Sendable {
    private let storage: Storage

    /// The rate of the display currency.
    public var rateProof: VerifiedRate { storage.rateProof }
    /// The supply of the mint; launchpad currencies need it, the core mint must not carry one.
    public var reserveProof: VerifiedReserve? { storage.reserveProof }

    /// The age at which a client stops using a pin: 13 minutes.
    public static let pinAgeMax: Duration = ExchangeDataRules.clientPinAgeMax
    /// How far in the future a client still takes a proof: 13 minutes, for a clock that is slow.
    public static let pinLeadMax: Duration = ExchangeDataRules.clientPinLeadMax
    /// The longest time for which a pin may be used from any moment on: 26 minutes.
    public static let usableTimeMax: Duration = pinAgeMax + pinLeadMax

    /// Pairs proofs of one moment; ``isComplete(for:)`` tells for which mint they are enough.
    public init(rateProof: VerifiedRate, reserveProof: VerifiedReserve?) {
        storage = Storage(rateProof, reserveProof)
    }

    /// The signed rate as received.
    public var rateProto: Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate { rateProof.proto }
    /// The signed supply as received.
    public var reserveProto: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState? { reserveProof?.proto }
    /// The rate inside the proof.
    public var rate: Rate { rateProof.rate }
    /// The supply inside the proof.
    public var supplyFromBonding: UInt64? { reserveProof?.supplyFromBonding }

    /// The older of the two timestamps.
    public var serverTimestamp: Instant {
        guard let reserveProof else { return rateProof.timestamp }
        return min(rateProof.timestamp, reserveProof.timestamp)
    }

    /// How old the older proof is.
    public func age(at now: Instant) -> Duration { now.duration(since: serverTimestamp) }

    /// How long the pin may still be used; negative when that is over.
    public func usableTime(at now: Instant) -> Duration { Self.pinAgeMax - age(at: now) }

    /// Whether the pin must not be used any more, or not yet.
    public func isStale(at now: Instant) -> Bool {
        let timestamps = [rateProof.timestamp, reserveProof?.timestamp].compactMap(\.self)
        return !timestamps.allSatisfy { Self.isFresh($0, at: now) }
    }

    /// Whether a proof of this time may be used.
    public static func isFresh(_ timestamp: Instant, at now: Instant) -> Bool {
        timestamp.isFresh(at: now, ages: Duration.zero - pinLeadMax..<pinAgeMax)
    }

    /// Whether a proof is dated in a future that no clock explains. It stands in no other's way.
    public static func isAhead(_ timestamp: Instant, of now: Instant) -> Bool {
        timestamp.duration(since: now) > pinLeadMax
    }

    /// Whether this pin has what a payment in `mint` needs.
    public func isComplete(for mint: PublicKey) -> Bool {
        mint.isDollarMint ? reserveProof == nil : reserveProof?.mint == mint
    }
}

extension VerifiedState {
    /// The two proofs, which never change.
    private final class Storage: Sendable {
        let rateProof: VerifiedRate
        let reserveProof: VerifiedReserve?

        init(_ rateProof: VerifiedRate, _ reserveProof: VerifiedReserve?) {
            self.rateProof = rateProof
            self.reserveProof = reserveProof
        }
    }

    public static func == (left: VerifiedState, right: VerifiedState) -> Bool {
        left.rateProof == right.rateProof && left.reserveProof == right.reserveProof
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rateProof)
        hasher.combine(reserveProof)
    }
}
