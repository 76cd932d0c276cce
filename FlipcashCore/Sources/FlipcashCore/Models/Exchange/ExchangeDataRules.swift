/// The server's limits for the difference between a payment's two amounts; a wallet can check them before it pays
/// (money specification §5.5, payment specification §10.4).
///
/// Doubles count with their exact binary value, and the arithmetic is exact. Bounds are inclusive.
public enum ExchangeDataRules {
    /// The maximum age of a rate proof for the server: 900 s.
    public static let rateProofAgeMax: Duration = .seconds(900)
    /// The server's default for the maximum age of a reserve proof: 900 s.
    public static let reserveProofAgeMax: Duration = .seconds(900)
    /// How far ahead of the server's clock a proof may be: 60 s.
    public static let proofLeadMax: Duration = .seconds(60)
    /// The age at which a client stops using a verified state: 780 s, two minutes before the server would reject it.
    public static let clientPinAgeMax: Duration = .seconds(780)
    /// How far ahead of a client's clock a verified state may be: the same as the maximum age.
    ///
    /// A client whose clock is slow by less than that can still pay; the server judges by its own clock.
    public static let clientPinLeadMax: Duration = clientPinAgeMax

    /// How the value of the moved quarks is computed.
    public enum Pricing: Hashable, Sendable {
        /// One core-mint unit is one dollar.
        case core
        /// By the discrete curve at the proven supply, in quarks.
        case launchpad(supplyFromBonding: UInt64)
    }

    /// The number of fraction digits that sets the tolerance in a currency; 2 for unknown codes.
    public static func decimals(ofCurrency code: String) -> Int {
        CurrencyCode(rawValue: code)?.serverDigits ?? 2
    }

    /// Checks that `quarks` and `nativeAmount` agree at the proven rate, within half a unit of the currency.
    ///
    /// - Returns: nil if they agree, otherwise the first violated rule.
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

    /// The value of `quarks` in core-mint quarks by the server's computation; nil beyond the curve.
    private static func valueQuarks(of quarks: UInt64, pricing: Pricing) -> UInt64? {
        switch pricing {
        case .core: quarks
        case .launchpad(let supply):
            DiscreteBondingCurve().serverSell(supplyQuarks: supply, tokenQuarks: quarks, feeBps: 0)?.value
        }
    }

    /// The dollar value of a payment to the nearest micro-dollar, halves up, as daily limits and cost bases count it.
    ///
    /// - Returns: nil unless both arguments are positive numbers and the value fits.
    public static func usdMicros(nativeAmount: Double, rate: Double) -> Int64? {
        guard nativeAmount > 0, rate > 0, let native = ExactRational(exactly: nativeAmount),
            let usd = ExactRational(exactly: rate).flatMap({ native.divided(by: $0) })
        else { return nil }
        return usd.scaledMagnitude(places: 6, .halfUp).uint64.flatMap { Int64(exactly: $0) }
    }

    /// The native amounts that count as equal to an entered amount.
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

/// A violated rule of exchange data. The messages are the server's answers and part of its interface.
public enum ExchangeDataFailure: Error, Hashable, Sendable {
    /// The exchange data is missing.
    case missing
    /// The mint is missing.
    case missingMint
    /// The mint is not 32 bytes.
    case invalidMint
    /// The amount of quarks is 0.
    case noQuarks
    /// The native amount is not above zero.
    case noNativeAmount
    /// The proof of the exchange rate is missing.
    case missingRateProof
    /// The proof of the exchange rate is invalid.
    case rateProof(ProofFailure)
    /// A core-mint payment has a reserve proof, which it must not have.
    case unexpectedReserveProof
    /// A launchpad payment has no reserve proof.
    case missingReserveProof
    /// The reserve proof is invalid.
    case reserveProof(ProofFailure)
    /// The reserve proof is of another currency.
    case reserveMintMismatch
    /// The native amount is below half a unit of its currency.
    case belowMinimum
    /// The dollar value exceeds the range of daily limits and records.
    case valueOutOfRange
    /// The two amounts of a core-mint payment differ by more than half a unit.
    case coreMismatch
    /// The two amounts of a launchpad payment differ by more than half a unit.
    case launchpadMismatch

    /// Why a signed proof is invalid.
    public enum ProofFailure: Hashable, Sendable {
        /// A part of the proof is missing or not a number.
        case missingRequiredFields
        /// The proof has no timestamp.
        case missingTimestamp
        /// The proof is too old, or too far in the future.
        case stale
        /// The node did not sign the proof.
        case invalidSignature
    }

    /// The server's message.
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

    /// Whether a newer proof would help; the server then reports a stale state instead of an invalid intent.
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
    /// The ``message``.
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
