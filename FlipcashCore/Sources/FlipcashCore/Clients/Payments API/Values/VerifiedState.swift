public import FlipcashAPI
import ProtobufCodec

/// The pin: a snapshot of the proofs that a payment is computed from and carries (client specification §5.1).
///
/// The proofs are in one immutable object, because all payments and messages of a bill hold this type, and Swift 6.3.1
/// miscompiles enum cases that hold a struct of their size beside a label (`Tests/Layout`).
public struct VerifiedState: Hashable, Sendable {
    private let storage: Storage

    /// The rate of the display currency.
    public var rateProof: VerifiedRate { storage.rateProof }
    /// The supply of the mint; required for launchpad currencies, not allowed for the core mint.
    public var reserveProof: VerifiedReserve? { storage.reserveProof }

    /// The age at which a client stops using a pin: 13 minutes.
    public static let pinAgeMax: Duration = ExchangeDataRules.clientPinAgeMax
    /// How far in the future a client accepts a proof: 13 minutes, in case its clock is slow.
    public static let pinLeadMax: Duration = ExchangeDataRules.clientPinLeadMax
    /// The longest time from any moment on during which a pin may be used: 26 minutes.
    public static let usableTimeMax: Duration = pinAgeMax + pinLeadMax

    /// Creates a pin from proofs of one moment; ``isComplete(for:)`` says for which mint they suffice.
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

    /// The age of the older proof.
    public func age(at now: Instant) -> Duration { now.duration(since: serverTimestamp) }

    /// How long the pin may still be used; negative after that time.
    public func usableTime(at now: Instant) -> Duration { Self.pinAgeMax - age(at: now) }

    /// Whether the pin is too old to use, or dated too far in the future.
    public func isStale(at now: Instant) -> Bool {
        let timestamps = [rateProof.timestamp, reserveProof?.timestamp].compactMap(\.self)
        return !timestamps.allSatisfy { Self.isFresh($0, at: now) }
    }

    /// Whether a proof with this time may be used.
    public static func isFresh(_ timestamp: Instant, at now: Instant) -> Bool {
        timestamp.isFresh(at: now, ages: Duration.zero - pinLeadMax..<pinAgeMax)
    }

    /// Whether a proof is dated too far in the future to be explained by a slow clock.
    ///
    /// A held proof of this kind may be replaced by one with an earlier time.
    public static func isAhead(_ timestamp: Instant, of now: Instant) -> Bool {
        timestamp.duration(since: now) > pinLeadMax
    }

    /// Whether this pin has the proofs that a payment in `mint` needs.
    public func isComplete(for mint: PublicKey) -> Bool {
        mint.isDollarMint ? reserveProof == nil : reserveProof?.mint == mint
    }
}

extension VerifiedState {
    /// The two proofs, which are immutable.
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
