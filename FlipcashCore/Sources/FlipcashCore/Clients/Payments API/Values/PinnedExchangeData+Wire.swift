public import FlipcashAPI
import ProtobufCodec

extension PinnedExchangeData {
    /// Returns the exchange data of a payment: amounts and proofs of one computation, with the native amount as
    /// entered.
    func wire() throws -> Ocp_Transaction_V1_VerifiedExchangeData {
        try check()
        return .with {
            $0.mint = amount.mint.wire
            $0.quarks = amount.quarks
            $0.nativeAmount = amount.nativeAmount.wireValue
            $0.coreMintFiatExchangeRate = state.rateProto
            if let reserve = state.reserveProto { $0.launchpadCurrencyReserveState = reserve }
        }
    }

    /// Checks the rules that the server checks, so that the client signs nothing that it must reject (payment
    /// specification §7).
    ///
    /// - Throws: `ExchangeDataFailure` with the first violated rule.
    public func check() throws(ExchangeDataFailure) {
        guard amount.currencyRate == state.rate else { throw .coreMismatch }
        let pricing: ExchangeDataRules.Pricing
        if amount.mint.isDollarMint {
            guard state.reserveProof == nil else { throw .unexpectedReserveProof }
            pricing = .core
        } else {
            guard let reserve = state.reserveProof else { throw .missingReserveProof }
            guard reserve.mint == amount.mint else { throw .reserveMintMismatch }
            pricing = .launchpad(supplyFromBonding: reserve.supplyFromBonding)
        }
        let failure = ExchangeDataRules.check(
            quarks: amount.quarks, nativeAmount: amount.nativeAmount.wireValue,
            rate: state.rateProto.exchangeRate.exchangeRate,
            currencyCode: state.rateProto.exchangeRate.currencyCode, pricing: pricing)
        if let failure { throw failure }
    }

    /// Reads a sender's offer and verifies its proofs under the node's key; nil when any part of it is invalid.
    public init?(_ wire: Ocp_Transaction_V1_VerifiedExchangeData, nodeKey: PublicKey) {
        guard let mint = PublicKey(wire: wire.mint),
            let rate = try? VerifiedRate(wire.coreMintFiatExchangeRate, nodeKey: nodeKey)
        else { return nil }
        var reserve: VerifiedReserve?
        if wire.hasLaunchpadCurrencyReserveState {
            guard let proof = try? VerifiedReserve(wire.launchpadCurrencyReserveState, nodeKey: nodeKey) else {
                return nil
            }
            reserve = proof
        }
        guard let native = try? FiatAmount(wireValue: wire.nativeAmount, currency: rate.rate.currency),
            let amount = try? ExchangedFiat(
                onChainAmount: TokenAmount(quarks: wire.quarks, mint: mint), nativeAmount: native,
                currencyRate: rate.rate)
        else { return nil }
        self.init(amount: amount, state: VerifiedState(rateProof: rate, reserveProof: reserve))
    }
}
