/// A payment's exchange data as it was received: the amounts, and the proofs of the rate and of the supply.
///
/// Nothing in it has been checked. ``ExchangeDataRules/checked(_:policy:now:memory:)`` checks it.
public struct ReceivedExchangeData: Hashable, Sendable {
    /// The bytes of the mint's address; nil if the data names no mint.
    public let mintBytes: [UInt8]?
    /// The amount that moves, in the mint's smallest unit.
    public let quarks: UInt64
    /// Units of the currency in the rate proof.
    public let nativeAmount: Double
    /// The proof of the exchange rate; nil if there is none.
    public let rateProof: RateProof?
    /// The proof of a launchpad currency's supply; nil if there is none.
    public let reserveProof: ReserveProof?

    /// Creates the data from its parts.
    public init(
        mintBytes: [UInt8]?, quarks: UInt64, nativeAmount: Double, rateProof: RateProof?, reserveProof: ReserveProof?
    ) {
        self.mintBytes = mintBytes
        self.quarks = quarks
        self.nativeAmount = nativeAmount
        self.rateProof = rateProof
        self.reserveProof = reserveProof
    }

    /// The mint; nil if it is missing or has a wrong length.
    public var mint: PublicKey? { mintBytes.flatMap { PublicKey(exactly: $0) } }
}

extension ReceivedExchangeData {
    /// A signed exchange rate.
    public struct RateProof: Hashable, Sendable {
        /// The lower-case code of the currency; empty if the proof has none.
        public let currencyCode: String
        /// Units of ``currencyCode`` per US dollar; 0 if the proof has no rate.
        public let rate: Double
        /// When the node observed the rate; nil if the proof has no timestamp.
        public let timestamp: Instant?
        /// The bytes that the signature covers; nil if they cannot be written.
        public let signedBytes: [UInt8]?
        /// The bytes of the signature; nil if the proof has none.
        public let signature: [UInt8]?

        /// Creates a proof from its parts.
        public init(
            currencyCode: String, rate: Double, timestamp: Instant?, signedBytes: [UInt8]?, signature: [UInt8]?
        ) {
            self.currencyCode = currencyCode
            self.rate = rate
            self.timestamp = timestamp
            self.signedBytes = signedBytes
            self.signature = signature
        }
    }

    /// A signed supply of a launchpad currency.
    public struct ReserveProof: Hashable, Sendable {
        /// The bytes of the mint's address; nil if the proof names no mint.
        public let mintBytes: [UInt8]?
        /// Quarks in circulation.
        public let supplyFromBonding: UInt64
        /// When the node observed the supply; nil if the proof has no timestamp.
        public let timestamp: Instant?
        /// The bytes that the signature covers; nil if they cannot be written.
        public let signedBytes: [UInt8]?
        /// The bytes of the signature; nil if the proof has none.
        public let signature: [UInt8]?

        /// Creates a proof from its parts.
        public init(
            mintBytes: [UInt8]?, supplyFromBonding: UInt64, timestamp: Instant?, signedBytes: [UInt8]?,
            signature: [UInt8]?
        ) {
            self.mintBytes = mintBytes
            self.supplyFromBonding = supplyFromBonding
            self.timestamp = timestamp
            self.signedBytes = signedBytes
            self.signature = signature
        }

        /// The mint; nil if it is missing or has a wrong length.
        public var mint: PublicKey? { mintBytes.flatMap { PublicKey(exactly: $0) } }
    }
}
