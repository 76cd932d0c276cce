import FlipcashCore

/// What the two sides of a swap were worth (payment specification §16.7).
struct SwapValues: Hashable, Sendable {
    /// The amount of the intent that pays out the proceeds.
    let proceeds: IntentAmount
    /// The value that the funding intent gets, in millionths of a US dollar; nil when it keeps its own.
    let reconciled: Int64?

    init(_ flow: SwapFlow, _ swap: SwapRecord, _ trade: SwapTrade, funding: IntentAmount, target: MintRecord) {
        let micros = Int64(clamping: trade.coreQuarks)
        switch flow {
        case .buy, .launch:
            let share = Double(swap.amount) / Double(funding.quarks)
            proceeds = .tokens(
                trade.received, of: target, currency: funding.currency, native: funding.native * share,
                usdMicros: Self.share(swap.amount, of: funding.quarks, micros: funding.usdMicros))
            reconciled = nil
        case .sell:
            proceeds = IntentAmount(
                quarks: trade.received, currency: "usd", rate: 1,
                native: TokenCount.whole(trade.received, decimals: target.decimals), usdMicros: micros)
            reconciled = Self.grossed(micros)
        case .convert:
            proceeds = .tokens(
                trade.received, of: target, currency: funding.currency,
                native: funding.native * Double(10_000 - SwapFees.sellBasisPoints) / 10_000, usdMicros: micros)
            reconciled = nil
        case .treasuryLaunch:
            proceeds = .tokens(
                trade.received, of: target, currency: "usd",
                native: TokenCount.whole(trade.coreQuarks, decimals: PublicKey.stableMintDecimals), usdMicros: micros)
            reconciled = nil
        }
    }

    /// The part of `micros` that belongs to `part` of `whole`, rounded half up.
    private static func share(_ part: UInt64, of whole: UInt64, micros: Int64) -> Int64 {
        guard whole > 0, micros > 0 else { return 0 }
        // Safe: the product of two numbers below 2⁶⁴ fits, and the part is at most the whole.
        let product = UInt128(UInt64(micros)) * UInt128(part)
        return Int64(clamping: (product + UInt128(whole / 2)) / UInt128(whole))
    }

    /// The proceeds of a sale before the pool's fee, rounded half up.
    private static func grossed(_ micros: Int64) -> Int64 {
        let kept = UInt128(10_000 - SwapFees.sellBasisPoints)
        return Int64(clamping: (UInt128(UInt64(max(0, micros))) * 10_000 + kept / 2) / kept)
    }
}

extension IntentAmount {
    /// An amount of a launched currency, whose rate is the price of a whole token.
    fileprivate static func tokens(
        _ quarks: UInt64, of mint: MintRecord, currency: String, native: Double, usdMicros: Int64
    ) -> IntentAmount {
        IntentAmount(
            quarks: quarks, currency: currency, rate: native / TokenCount.whole(quarks, decimals: mint.decimals),
            native: native, usdMicros: usdMicros)
    }
}
