public import FlipcashAPI
import ProtobufCodec

extension ReceivedExchangeData {
    /// Reads a message and checks nothing.
    public init(_ wire: Ocp_Transaction_V1_VerifiedExchangeData) {
        self.init(
            mintBytes: wire.hasMint ? wire.mint.value : nil, quarks: wire.quarks, nativeAmount: wire.nativeAmount,
            rateProof: wire.hasCoreMintFiatExchangeRate ? RateProof(wire: wire.coreMintFiatExchangeRate) : nil,
            reserveProof: wire.hasLaunchpadCurrencyReserveState
                ? ReserveProof(wire: wire.launchpadCurrencyReserveState) : nil)
    }
}

// The signatures cover the canonical bytes of the inner message, including unknown fields.
extension ReceivedExchangeData.RateProof {
    fileprivate init(wire: Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate) {
        let inner = wire.exchangeRate
        self.init(
            currencyCode: inner.currencyCode, rate: inner.exchangeRate,
            timestamp: inner.hasTimestamp ? Instant(wire: inner.timestamp) : nil,
            signedBytes: try? canonicalBytes(inner), signature: wire.hasSignature ? wire.signature.value : nil)
    }
}

extension ReceivedExchangeData.ReserveProof {
    fileprivate init(wire: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState) {
        let inner = wire.reserveState
        self.init(
            mintBytes: inner.hasMint ? inner.mint.value : nil, supplyFromBonding: inner.supplyFromBonding,
            timestamp: inner.hasTimestamp ? Instant(wire: inner.timestamp) : nil,
            signedBytes: try? canonicalBytes(inner), signature: wire.hasSignature ? wire.signature.value : nil)
    }
}
