/// How far a payment's two amounts may disagree, as the server checks it and a wallet can check beforehand (money
/// specification §5.5, payment specification §10.4).
///
/// Doubles count at their exact binary value and the arithmetic is exact; bounds are inclusive.
public enum ExchangeDataRules {
    /// Oldest rate proof that the server accepts, in seconds.
    public static let rateProofAgeMax: Duration = .seconds(900)
    /// Oldest reserve proof that the server accepts by default, in seconds.
    public static let reserveProofAgeMax: Duration = .seconds(900)
    /// How far ahead of the server's clock a proof may be, in seconds.
    public static let proofLeadMax: Duration = .seconds(60)
    /// Age at which a client stops using a verified state: two minutes before the server would refuse it.
    public static let clientPinAgeMax: Duration = .seconds(780)
    /// How far ahead of a client's clock a verified state may be: as far as it may lie behind. A clock that is slow by
    /// less than that pays as before; the server judges by its own.
    public static let clientPinLeadMax: Duration = clientPinAgeMax

    /// How the moved quarks get their value.
    public enum Pricing: Hashable, Sendable {
        /// A core-mint unit is a dollar.
        case core
        /// The discrete curve at the proven supply, in quarks.
        case launchpad(supplyFromBonding: UInt64)
    }

    /// Fraction digits that decide the tolerance in a currency. Unknown codes have two.
    public static func decimals(ofCurrency code: String) -> Int {
        CurrencyCode(rawValue: code)?.serverDigits ?? 2
    }

    /// Checks that `quarks` and `nativeAmount` agree at the proven rate, within half a unit of the currency.
    ///
    /// - Returns: nil when they do, otherwise the first rule that is broken.
    public static func check(
        quarks: UInt64, nativeAmount: Double, rate: Double, currencyCode: String, pricing: Pricing
    ) -> ExchangeDataFailure? {
        guard quarks > 0 else { return .noQuarks }
        guard nativeAmount > 0 else { return .noNativeAmount }
        guard rate > 0, let exactRate = ExactRational(exactly: rate) else {
            return .rateProof(.missingRequiredFields)
        }
        let mismatch: ExchangeDataFailure =
            switch pricing {
            case .core: .coreMismatch
            case .launchpad: .launchpadMismatch
            }
        guard let native = ExactRational(exactly: nativeAmount) else { return mismatch }
        let tolerance = Tolerance(native: native, decimals: decimals(ofCurrency: currencyCode))
        guard native >= tolerance.half else { return .belowMinimum }
        guard let value = valueQuarks(of: quarks, pricing: pricing) else { return mismatch }
        let worth = ExactRational(quarks: value, decimals: DiscreteBondingCurve.valueDecimals) * exactRate
        return tolerance.contains(worth) ? nil : mismatch
    }

    /// Core-mint quarks that the server says `quarks` are worth; nil beyond the curve.
    private static func valueQuarks(of quarks: UInt64, pricing: Pricing) -> UInt64? {
        switch pricing {
        case .core: quarks
        case .launchpad(let supply):
            DiscreteBondingCurve().serverSell(supplyQuarks: supply, tokenQuarks: quarks, feeBps: 0)?.value
        }
    }

    /// The dollar value of a payment, to the nearest micro-dollar, halves up: what daily limits and cost bases add up.
    ///
    /// - Returns: nil unless both are positive numbers and the value fits.
    public static func usdMicros(nativeAmount: Double, rate: Double) -> Int64? {
        guard nativeAmount > 0, rate > 0, let native = ExactRational(exactly: nativeAmount),
            let usd = ExactRational(exactly: rate).flatMap({ native.divided(by: $0) })
        else { return nil }
        return usd.scaledMagnitude(places: 6, .halfUp).uint64.flatMap { Int64(exactly: $0) }
    }

    /// Native amounts that pass for an entered one.
    private struct Tolerance {
        let half: ExactRational
        let lower: ExactRational
        let upper: ExactRational

        init(native: ExactRational, decimals: Int) {
            half = ExactRational(numerator: .one, denominator: .powerOfTen(decimals) << 1)
            lower = max(native - half, half)
            upper = native + half
        }

        func contains(_ value: ExactRational) -> Bool { lower <= value && value <= upper }
    }
}

/// A broken rule of exchange data. The raw texts are the server's answers and part of its interface.
public enum ExchangeDataFailure: Error, Hashable, Sendable {
    /// There is no exchange data.
    case missing
    /// The data names no mint.
    case missingMint
    /// The mint is not 32 bytes.
    case invalidMint
    /// Nothing moves.
    case noQuarks
    /// The native amount is not above zero.
    case noNativeAmount
    /// There is no proof of the exchange rate.
    case missingRateProof
    /// The proof of the exchange rate is not accepted.
    case rateProof(ProofFailure)
    /// The core mint needs no proof of a reserve.
    case unexpectedReserveProof
    /// A launchpad currency comes without a proof of its reserve.
    case missingReserveProof
    /// The proof of the reserve is not accepted.
    case reserveProof(ProofFailure)
    /// The proof is about another currency's reserve.
    case reserveMintMismatch
    /// The native amount is below half a unit of its currency.
    case belowMinimum
    /// The dollar value is beyond what daily limits and books count.
    case valueOutOfRange
    /// The two amounts disagree by more than half a unit, in the core mint.
    case coreMismatch
    /// The two amounts disagree by more than half a unit, in a launchpad currency.
    case launchpadMismatch

    /// What is wrong with a signed proof.
    public enum ProofFailure: Hashable, Sendable {
        /// A part of the proof is absent or no number.
        case missingRequiredFields
        /// The proof does not say when it was made.
        case missingTimestamp
        /// The proof is too old, or too far ahead.
        case stale
        /// The node did not sign the proof.
        case invalidSignature
    }

    /// The server's text.
    public var message: String {
        switch self {
        case .missing: "verified exchange data is required"
        case .missingMint: "mint is required"
        case .invalidMint: "invalid mint"
        case .noQuarks: "quarks must be greater than zero"
        case .noNativeAmount: "native amount must be greater than zero"
        case .missingRateProof: "core mint fiat exchange rate is required"
        case .rateProof(let failure):
            "exchange rate validation failed: \(failure.message(stale: "exchange rate is stale"))"
        case .unexpectedReserveProof: "launchpad currency reserve state is not required for core mint"
        case .missingReserveProof: "reserve state is required for launchpad currencies"
        case .reserveProof(let failure):
            "reserve state validation failed: \(failure.message(stale: "reserve state is stale"))"
        case .reserveMintMismatch: "reserve state mint does not match expected mint"
        case .belowMinimum: "native amount is less than minimum transfer value error threshold"
        case .valueOutOfRange: "native amount is out of range"
        case .coreMismatch: "native amount and quark value mismatch"
        case .launchpadMismatch: "native amount does not match expected sell value"
        }
    }

    /// Whether a newer proof would help: answered as a stale state instead of an invalid intent.
    public var isStale: Bool {
        switch self {
        case .rateProof(.stale), .reserveProof(.stale): true
        case .missing, .missingMint, .invalidMint, .noQuarks, .noNativeAmount, .missingRateProof, .rateProof,
            .unexpectedReserveProof, .missingReserveProof, .reserveProof, .reserveMintMismatch, .belowMinimum,
            .valueOutOfRange, .coreMismatch, .launchpadMismatch:
            false
        }
    }
}

extension ExchangeDataFailure: CustomStringConvertible {
    public var description: String { message }
}

extension ExchangeDataFailure.ProofFailure {
    fileprivate func message(stale: String) -> String {
        switch self {
        case .missingRequiredFields: "missing required fields"
        case .missingTimestamp: "missing timestamp"
        case .stale: stale
        case .invalidSignature: "invalid signature"
        }
    }
}
