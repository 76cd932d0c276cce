/// A payment's exchange data that passed every check.
public struct CheckedExchange: Hashable, Sendable {
    /// The mint of the payment.
    public let mint: PublicKey
    /// The amount that moves, in the mint's smallest unit.
    public let quarks: UInt64
    /// Units of ``currencyCode``, as received.
    public let nativeAmount: Double
    /// The lower-case code of the currency in the rate proof.
    public let currencyCode: String
    /// Units of ``currencyCode`` per US dollar, from the proof.
    public let rate: Double
    /// The supply of a launchpad currency, from the proof; nil for the core mint.
    public let supplyFromBonding: UInt64?
    /// The dollar value in micro-dollars.
    public let usdMicros: Int64
}

/// All checks of received exchange data, including its proofs (payment specification §10.4).
extension ExchangeDataRules {
    /// The signer of proofs and their maximum ages.
    public struct ProofPolicy: Hashable, Sendable {
        /// The node's key, which signed the proofs.
        public let nodeKey: PublicKey
        /// The mint whose unit is a dollar.
        public let coreMint: PublicKey
        /// The maximum age of a rate proof.
        public let rateProofAgeMax: Duration
        /// The maximum age of a reserve proof.
        public let reserveProofAgeMax: Duration

        /// Creates a policy, by default with the server's maximum ages.
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
    /// - Parameter memory: the proofs whose signatures were found valid before; nil to check every signature.
    /// - Throws: the first violated rule.
    public static func checked(
        _ data: ReceivedExchangeData?, policy: ProofPolicy, now: Instant, memory: ProofMemory? = nil
    ) throws(ExchangeDataFailure) -> CheckedExchange {
        guard let data else { throw .missing }
        guard data.mintBytes != nil else { throw .missingMint }
        guard let mint = data.mint else { throw .invalidMint }
        guard data.quarks > 0 else { throw .noQuarks }
        guard data.nativeAmount > 0 else { throw .noNativeAmount }
        guard let proof = data.rateProof else { throw .missingRateProof }
        if let failure = failure(ofRate: proof, policy: policy, now: now, memory: memory) { throw .rateProof(failure) }
        let pricing = try pricing(of: data, mint: mint, policy: policy, now: now, memory: memory)
        let broken = check(
            quarks: data.quarks, nativeAmount: data.nativeAmount, rate: proof.rate, currencyCode: proof.currencyCode,
            pricing: pricing)
        if let broken { throw broken }
        guard let usd = usdMicros(nativeAmount: data.nativeAmount, rate: proof.rate) else { throw .valueOutOfRange }
        return CheckedExchange(
            mint: mint, quarks: data.quarks, nativeAmount: data.nativeAmount, currencyCode: proof.currencyCode,
            rate: proof.rate, supplyFromBonding: pricing.supplyFromBonding, usdMicros: usd)
    }

    /// Returns why a rate proof is invalid; nil for a valid one.
    public static func failure(
        ofRate proof: ReceivedExchangeData.RateProof, policy: ProofPolicy, now: Instant,
        memory: ProofMemory? = nil
    ) -> ExchangeDataFailure.ProofFailure? {
        guard let signature = proof.signature, !proof.currencyCode.isEmpty, proof.rate > 0, proof.rate.isFinite
        else { return .missingRequiredFields }
        guard let timestamp = proof.timestamp else { return .missingTimestamp }
        guard isCurrent(timestamp, now: now, ageMax: policy.rateProofAgeMax) else { return .stale }
        return isSigned(proof.signedBytes, by: policy.nodeKey, signature, memory) ? nil : .invalidSignature
    }

    /// Returns why a reserve proof is invalid; nil for a valid one.
    public static func failure(
        ofReserve proof: ReceivedExchangeData.ReserveProof, policy: ProofPolicy, now: Instant,
        memory: ProofMemory? = nil
    ) -> ExchangeDataFailure.ProofFailure? {
        guard let signature = proof.signature, proof.mintBytes != nil else { return .missingRequiredFields }
        guard let timestamp = proof.timestamp else { return .missingTimestamp }
        guard isCurrent(timestamp, now: now, ageMax: policy.reserveProofAgeMax) else { return .stale }
        return isSigned(proof.signedBytes, by: policy.nodeKey, signature, memory) ? nil : .invalidSignature
    }

    private static func pricing(
        of data: ReceivedExchangeData, mint: PublicKey, policy: ProofPolicy, now: Instant, memory: ProofMemory?
    ) throws(ExchangeDataFailure) -> Pricing {
        if mint == policy.coreMint {
            guard data.reserveProof == nil else { throw .unexpectedReserveProof }
            return .core
        }
        guard let proof = data.reserveProof else { throw .missingReserveProof }
        if let failure = failure(ofReserve: proof, policy: policy, now: now, memory: memory) {
            throw .reserveProof(failure)
        }
        guard proof.mint == mint else { throw .reserveMintMismatch }
        return .launchpad(supplyFromBonding: proof.supplyFromBonding)
    }

    private static func isCurrent(_ timestamp: Instant, now: Instant, ageMax: Duration) -> Bool {
        timestamp.isFresh(at: now, ages: Duration.zero - proofLeadMax...ageMax)
    }

    /// Whether the key signed the bytes.
    private static func isSigned(
        _ bytes: [UInt8]?, by key: PublicKey, _ signature: [UInt8], _ memory: ProofMemory?
    ) -> Bool {
        guard let bytes, let signature = Signature(exactly: signature) else { return false }
        guard let memory else { return key.verify(signature: signature, data: bytes) }
        return memory.isSigned(bytes, by: key, signature)
    }
}

extension ExchangeDataRules.Pricing {
    /// The supply that the value depends on; nil for the core mint.
    var supplyFromBonding: UInt64? {
        switch self {
        case .core: nil
        case .launchpad(let supply): supply
        }
    }
}
