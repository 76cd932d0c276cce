import FlipcashCore

/// A step of a swap that moves no money (payment specification §16.6).
struct SwapStep: Hashable, Sendable {
    let swap: SwapID
    let from: SwapState
    let to: SwapState
    /// The currency whose first purchase the swap is; nil for other swaps.
    let firstPurchaseOf: PublicKey?
    /// The state of that currency before.
    let currencyState: CurrencyState

    /// - Parameter currency: the currency that the swap buys, if it may have begun to execute its first purchase.
    init(_ swap: SwapRecord, to state: SwapState, currency: CurrencyRecord? = nil) {
        self.swap = swap.id
        from = swap.state
        to = state
        firstPurchaseOf = swap.isFirstPurchase ? swap.to : nil
        currencyState = currency?.state ?? .prePurchaseSetup
    }

    var writes: [UnitWrite] {
        var writes: [UnitWrite] = [.swapState(swap, from: from, to: to)]
        if let mint = firstPurchaseOf {
            switch to {
            case .submitting: writes.append(.currencyState(.executingInitialPurchase, of: mint, from: currencyState))
            case .cancelled, .failed: writes.append(.currencyState(.abandoning, of: mint, from: currencyState))
            case .created, .funding, .funded, .finalized, .cancelling: break
            }
        }
        if from == .created, to == .cancelled { writes.append(.discardSwap(swap)) }
        return writes
    }
}

/// The return of a swap's funds to the vault that they came from (payment specification §16.6 and §16.7).
struct SwapRefund: Hashable, Sendable {
    let swap: SwapID
    let owner: PublicKey
    let vault: PublicKey
    let firstPurchaseOf: PublicKey?
    /// The state of the currency before; nil for other swaps.
    let currencyState: CurrencyState?
    let deposit: DepositRecord
    let postings: [Posting]

    /// - Parameter reference: the signature that identifies the transaction that returns the funds.
    init(
        _ swap: SwapRecord, source: MintRecord, funding: IntentAmount, reference: Signature,
        currency: CurrencyRecord?, now: Instant
    ) throws {
        self.swap = swap.id
        owner = swap.owner
        vault = source.timelock(of: swap.owner).vault.address
        firstPurchaseOf = swap.isFirstPurchase ? swap.to : nil
        currencyState = currency?.state
        let quarks = try funding.quarks.stored()
        let usd = source.isCore ? quarks : funding.usdMicros
        deposit = DepositRecord(
            reference: reference.base58, vault: vault, owner: swap.owner, mint: source.mint, tokenAccount: nil,
            amount: funding, usd: usd, createdAt: now, flags: .returned)
        postings = [
            Posting(account: swap.holding(source), mint: source.mint, delta: .debit(quarks: quarks, usd: usd)),
            Posting(account: .vault(vault), mint: source.mint, delta: .credit(quarks: quarks, usd: usd)),
        ]
    }

    /// The state comes before the postings: of two refunds, the second finds the swap moved on, and not its funds gone.
    var writes: [UnitWrite] {
        var writes: [UnitWrite] = [
            .deposit(deposit), .settleSwap(swap, from: .cancelling, to: .cancelled), .postings(postings),
        ]
        if let mint = firstPurchaseOf, let currencyState {
            writes.append(.currencyState(.abandoning, of: mint, from: currencyState))
        }
        return writes
    }
}
