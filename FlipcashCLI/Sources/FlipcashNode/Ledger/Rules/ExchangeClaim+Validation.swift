internal import FlipcashCore

extension ExchangeClaim {
    /// Checks the claim as payment specification §10.4 orders it.
    ///
    /// - Parameter isCore: whether the intent is about the core mint.
    /// - Throws: `IntentRefusal.stale` for a proof that a newer one would replace, `.invalid` otherwise.
    func validate(isCore: Bool, settings: LedgerSettings, now: Instant) throws(IntentRefusal) {
        if let failure = failure(isCore: isCore, settings: settings, now: now) {
            throw failure.isStale ? .stale(failure.message) : .invalid(failure.message)
        }
    }

    /// The first rule that is broken; nil when none is.
    func failure(isCore: Bool, settings: LedgerSettings, now: Instant) -> ExchangeDataFailure? {
        guard quarks > 0 else { return .noQuarks }
        guard native > 0, native.isFinite else { return .noNativeAmount }
        guard let rate else { return .missingRateProof }
        if let failure = rate.failure(nodeKey: settings.nodeKey, now: now) { return .rateProof(failure) }
        let pricing: ExchangeDataRules.Pricing
        if isCore {
            guard reserve == nil else { return .unexpectedReserveProof }
            pricing = .core
        } else {
            guard let reserve else { return .missingReserveProof }
            if let failure = reserve.failure(settings: settings, now: now) { return .reserveProof(failure) }
            guard reserve.mint == mint else { return .reserveMintMismatch }
            pricing = .launchpad(supplyFromBonding: reserve.supply)
        }
        return ExchangeDataRules.check(
            quarks: quarks, nativeAmount: native, rate: rate.value, currencyCode: rate.currency, pricing: pricing)
    }

    /// Whether `fee` quarks of the claim's mint are worth `usd`, by the claim's own proofs (§12.1).
    func isFee(_ fee: UInt64, worth usd: Double, isCore: Bool) -> Bool {
        let pricing: ExchangeDataRules.Pricing
        if isCore {
            pricing = .core
        } else {
            guard let reserve else { return false }
            pricing = .launchpad(supplyFromBonding: reserve.supply)
        }
        return ExchangeDataRules.check(
            quarks: fee, nativeAmount: usd, rate: 1, currencyCode: "usd", pricing: pricing) == nil
    }

    /// The amount as it is stored: value in dollars, and the rate in the form of payment specification §8.
    ///
    /// - Throws: `IntentRefusal.invalid` when the value does not fit.
    func amount(mint: MintRecord) throws(IntentRefusal) -> IntentAmount {
        guard let rate, let usd = ExchangeDataRules.usdMicros(nativeAmount: native, rate: rate.value) else {
            throw .invalid(ExchangeDataFailure.missingRateProof.message)
        }
        let storedRate = mint.isCore ? rate.value : native / TokenCount.whole(quarks, decimals: mint.decimals)
        return IntentAmount(
            quarks: quarks, currency: rate.currency, rate: storedRate, native: native, usdMicros: usd)
    }
}

/// Quarks as a number of whole tokens, for display rates only.
enum TokenCount {
    static func whole(_ quarks: UInt64, decimals: Int) -> Double {
        var unit = 1.0
        for _ in 0..<decimals { unit *= 10 }
        return Double(quarks) / unit
    }
}

extension ExchangeClaim.RateProof {
    fileprivate func failure(nodeKey: PublicKey, now: Instant) -> ExchangeDataFailure.ProofFailure? {
        guard !currency.isEmpty, value > 0, value.isFinite, let signature else { return .missingRequiredFields }
        guard let timestamp else { return .missingTimestamp }
        guard ProofAge.isFresh(timestamp, ageMax: ExchangeDataRules.rateProofAgeMax, now: now) else { return .stale }
        return nodeKey.verify(signature: signature, data: signedBytes) ? nil : .invalidSignature
    }
}

extension ExchangeClaim.ReserveProof {
    fileprivate func failure(settings: LedgerSettings, now: Instant) -> ExchangeDataFailure.ProofFailure? {
        guard mint != nil, let signature else { return .missingRequiredFields }
        guard let timestamp else { return .missingTimestamp }
        guard ProofAge.isFresh(timestamp, ageMax: settings.reserveProofAgeMax, now: now) else { return .stale }
        return settings.nodeKey.verify(signature: signature, data: signedBytes) ? nil : .invalidSignature
    }
}

/// How old, and how far ahead, a proof may be.
enum ProofAge {
    static func isFresh(_ timestamp: Instant, ageMax: Duration, now: Instant) -> Bool {
        let age = now.duration(since: timestamp)
        return age <= ageMax && age >= .zero - ExchangeDataRules.proofLeadMax
    }
}
