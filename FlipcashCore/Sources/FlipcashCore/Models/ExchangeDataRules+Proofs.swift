public import FlipcashAPI
internal import ProtobufCodec

/// A payment's exchange data after every check.
public struct CheckedExchange: Hashable, Sendable {
    /// What is paid with.
    public let mint: PublicKey
    /// What moves, in the mint's smallest unit.
    public let quarks: UInt64
    /// Units of ``currencyCode``, as received.
    public let nativeAmount: Double
    /// The lower-case code of the proven rate.
    public let currencyCode: String
    /// Units of ``currencyCode`` per US dollar, as proven.
    public let rate: Double
    /// The proven supply of a launchpad currency; nil for the core mint.
    public let supplyFromBonding: UInt64?
    /// The dollar value in micro-dollars.
    public let usdMicros: Int64
}

/// The whole check of received exchange data, proofs included (payment specification §10.4).
extension ExchangeDataRules {
    /// Who signs proofs and how old they may be.
    public struct ProofPolicy: Hashable, Sendable {
        /// The node's key, which signed the proofs.
        public let nodeKey: PublicKey
        /// The mint whose unit is a dollar.
        public let coreMint: PublicKey
        /// Oldest rate proof that is accepted.
        public let rateProofAgeMax: Duration
        /// Oldest reserve proof that is accepted.
        public let reserveProofAgeMax: Duration

        /// A policy; the ages are the server's unless given.
        public init(
            nodeKey: PublicKey, coreMint: PublicKey = .usdf,
            rateProofAgeMax: Duration = ExchangeDataRules.rateProofAgeMax,
            reserveProofAgeMax: Duration = ExchangeDataRules.reserveProofAgeMax
        ) {
            self.nodeKey = nodeKey
            self.coreMint = coreMint
            self.rateProofAgeMax = rateProofAgeMax
            self.reserveProofAgeMax = reserveProofAgeMax
        }
    }

    /// Checks presence, proofs and amounts, in the server's order.
    ///
    /// - Throws: the first broken rule.
    public static func checked(
        _ data: Ocp_Transaction_V1_VerifiedExchangeData?, policy: ProofPolicy, now: Instant
    ) throws(ExchangeDataFailure) -> CheckedExchange {
        guard let data else { throw .missing }
        guard data.hasMint else { throw .missingMint }
        guard let mint = PublicKey(exactly: data.mint.value) else { throw .invalidMint }
        guard data.quarks > 0 else { throw .noQuarks }
        guard data.nativeAmount > 0 else { throw .noNativeAmount }
        guard data.hasCoreMintFiatExchangeRate else { throw .missingRateProof }
        let proof = data.coreMintFiatExchangeRate
        if let failure = failure(ofRate: proof, policy: policy, now: now) { throw .rateProof(failure) }
        let pricing = try pricing(of: data, mint: mint, policy: policy, now: now)
        let rate = proof.exchangeRate
        let broken = check(
            quarks: data.quarks, nativeAmount: data.nativeAmount, rate: rate.exchangeRate,
            currencyCode: rate.currencyCode, pricing: pricing)
        if let broken { throw broken }
        guard let usd = usdMicros(nativeAmount: data.nativeAmount, rate: rate.exchangeRate) else {
            throw .valueOutOfRange
        }
        return CheckedExchange(
            mint: mint, quarks: data.quarks, nativeAmount: data.nativeAmount, currencyCode: rate.currencyCode,
            rate: rate.exchangeRate, supplyFromBonding: pricing.supplyFromBonding, usdMicros: usd)
    }

    /// What is wrong with a rate proof; nil when nothing is.
    public static func failure(
        ofRate proof: Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate, policy: ProofPolicy, now: Instant
    ) -> ExchangeDataFailure.ProofFailure? {
        let rate = proof.exchangeRate
        guard proof.hasExchangeRate, proof.hasSignature, !rate.currencyCode.isEmpty, rate.exchangeRate > 0,
            rate.exchangeRate.isFinite
        else { return .missingRequiredFields }
        guard rate.hasTimestamp else { return .missingTimestamp }
        let timestamp = Instant(seconds: rate.timestamp.seconds, nanoseconds: Int64(rate.timestamp.nanos))
        guard isCurrent(timestamp, now: now, ageMax: policy.rateProofAgeMax) else { return .stale }
        return isSigned(rate, by: policy.nodeKey, proof.signature) ? nil : .invalidSignature
    }

    /// What is wrong with a reserve proof; nil when nothing is.
    public static func failure(
        ofReserve proof: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState, policy: ProofPolicy, now: Instant
    ) -> ExchangeDataFailure.ProofFailure? {
        let state = proof.reserveState
        guard proof.hasReserveState, proof.hasSignature, state.hasMint else { return .missingRequiredFields }
        guard state.hasTimestamp else { return .missingTimestamp }
        let timestamp = Instant(seconds: state.timestamp.seconds, nanoseconds: Int64(state.timestamp.nanos))
        guard isCurrent(timestamp, now: now, ageMax: policy.reserveProofAgeMax) else { return .stale }
        return isSigned(state, by: policy.nodeKey, proof.signature) ? nil : .invalidSignature
    }

    private static func pricing(
        of data: Ocp_Transaction_V1_VerifiedExchangeData, mint: PublicKey, policy: ProofPolicy, now: Instant
    ) throws(ExchangeDataFailure) -> Pricing {
        if mint == policy.coreMint {
            guard !data.hasLaunchpadCurrencyReserveState else { throw .unexpectedReserveProof }
            return .core
        }
        guard data.hasLaunchpadCurrencyReserveState else { throw .missingReserveProof }
        let proof = data.launchpadCurrencyReserveState
        if let failure = failure(ofReserve: proof, policy: policy, now: now) { throw .reserveProof(failure) }
        guard PublicKey(exactly: proof.reserveState.mint.value) == mint else { throw .reserveMintMismatch }
        return .launchpad(supplyFromBonding: proof.reserveState.supplyFromBonding)
    }

    private static func isCurrent(_ timestamp: Instant, now: Instant, ageMax: Duration) -> Bool {
        timestamp.isFresh(at: now, ages: Duration.zero - proofLeadMax...ageMax)
    }

    /// The signature covers the canonical bytes of the inner message, unknown fields included.
    private static func isSigned(
        _ message: some Message, by key: PublicKey, _ signature: Ocp_Common_V1_Signature
    ) -> Bool {
        guard let signature = Signature(exactly: signature.value), let bytes: [UInt8] = try? message.serializedBytes()
        else { return false }
        return key.verify(signature: signature, data: bytes)
    }
}

extension ExchangeDataRules.Pricing {
    /// The supply, if one decides the value.
    var supplyFromBonding: UInt64? {
        switch self {
        case .core: nil
        case .launchpad(let supply): supply
        }
    }
}
