import FlipcashCore

/// The execution of a swap's transaction, decided inside the unit that writes it, so that trades of one currency follow
/// each other in the order of their commits (unit T6, payment specification §21.6).
///
/// Balances, supply and pools change together with the state. A trade that the pools refuse changes only the state: the
/// funds are returned next.
enum SwapExecution {
    /// Returns what executing the swap writes.
    ///
    /// - Throws: `IntentRefusal` when the swap is not being submitted.
    static func writes(_ id: SwapID, now: Instant, view: some LedgerView) throws -> [UnitWrite] {
        guard let swap = try view.swap(id), swap.state == .submitting else { throw IntentRefusal.swapMoved }
        guard let source = try view.mint(swap.from), let target = try view.mint(swap.to),
            let funding = try view.intent(swap.fundingID)?.amount
        else { throw StoreError.refusedRecord(reason: "swap \(id.base58) refers to nothing") }
        let flow = swap.flow(source: source, target: target)
        guard try canReceive(swap, target, view) else { return cancelled(swap) }
        let trade: SwapTrade
        do throws(DiscreteBondingCurve.ChainError) {
            trade = try SwapTrade(
                flow, amount: swap.amount, fee: swap.fee, source: source.launchpad, target: target.launchpad)
        } catch {
            return cancelled(swap)
        }
        let values = SwapValues(flow, swap, trade, funding: funding, target: target)
        return try settled(swap, flow, source, target, trade, values, funding: funding, now: now, view: view)
    }

    /// Whether the destination is open and managed. The creator's vault of a new currency is opened with its first
    /// tokens.
    private static func canReceive(_ swap: SwapRecord, _ target: MintRecord, _ view: some LedgerView) throws -> Bool {
        guard let vault = try view.vault(target.timelock(of: swap.owner).vault.address) else {
            return swap.isFirstPurchase
        }
        return vault.balance.isOpen && vault.isManaged
    }

    private static func cancelled(_ swap: SwapRecord) -> [UnitWrite] {
        [.swapState(swap.id, from: .submitting, to: .cancelling)]
    }

    private static func settled(
        _ swap: SwapRecord, _ flow: SwapFlow, _ source: MintRecord, _ target: MintRecord, _ trade: SwapTrade,
        _ values: SwapValues, funding: IntentAmount, now: Instant, view: some LedgerView
    ) throws -> [UnitWrite] {
        let timelock = target.timelock(of: swap.owner)
        let token = timelock.vault.address
        var writes: [UnitWrite] = []
        if try view.vault(token) == nil {
            let vault = Vault(
                token: token, owner: swap.owner, authority: swap.owner, mint: target.mint, type: .primary, index: 0,
                createdAt: now, vaultState: .locked, balance: .opened)
            writes.append(.open(OpenedVault(vault, timelock: timelock)))
        }
        let deposit = DepositRecord(
            reference: swap.transactionID.base58, vault: token, owner: swap.owner, mint: target.mint,
            tokenAccount: nil, amount: values.proceeds, usd: values.proceeds.usdMicros, createdAt: now,
            flags: .swapBuy)
        var postings = try SwapPostings(swap, flow, source, target, trade, values, funding: funding).all
        if let reconciled = values.reconciled, reconciled != funding.usdMicros {
            let change = funding.usdMicros - reconciled
            postings.append(
                Posting(
                    account: .vault(source.timelock(of: swap.owner).vault.address), mint: source.mint,
                    delta: .adjust(usd: change)))
            writes.append(.reconcile(swap.fundingID, usdMicros: reconciled))
        }
        writes += [.deposit(deposit), .postings(postings)]
        if let state = trade.source { writes.append(.pool(PoolChange(mint: source.mint, state: state, at: now))) }
        if let state = trade.target { writes.append(.pool(PoolChange(mint: target.mint, state: state, at: now))) }
        writes.append(.settleSwap(swap.id, from: .submitting, to: .finalized))
        if swap.isFirstPurchase {
            writes.append(.currencyState(.available, of: target.mint, from: .executingInitialPurchase))
        }
        return writes
    }
}

extension SwapRecord {
    /// How the swap is carried out.
    func flow(source: MintRecord, target: MintRecord) -> SwapFlow {
        SwapFlow(fromCore: source.isCore, toCore: target.isCore, isFirstPurchase: isFirstPurchase)
    }

    /// The account that holds the funds until the swap ends.
    func holding(_ source: MintRecord) -> LedgerAccount {
        .swapHolding(tokenAccount: source.timelock(of: owner).swapTokenAccount.address, mint: from)
    }
}

/// The movements of an executed swap. Those of each mint add up to zero.
private struct SwapPostings {
    private(set) var all: [Posting] = []

    init(
        _ swap: SwapRecord, _ flow: SwapFlow, _ source: MintRecord, _ target: MintRecord, _ trade: SwapTrade,
        _ values: SwapValues, funding: IntentAmount
    ) throws {
        let core = flow == .sell ? target.mint : source.isCore ? source.mint : CoreMint.usdf.mint
        let funds = Int64(clamping: funding.quarks)
        let holdingUSD = source.isCore ? funds : funding.usdMicros
        take(funds, usd: holdingUSD, from: swap.holding(source), source.mint)
        if flow.sellsSource {
            // Sold tokens are burned: their issuer owes less.
            give(funds, usd: holdingUSD, to: .mintAuthority(mint: source.mint), source.mint)
            take(trade.proceeds, from: .pool(mint: source.mint), core)
        }
        if trade.target != nil { give(trade.coreQuarks, to: .pool(mint: target.mint), core) }
        if trade.collected > 0 { give(trade.collected, to: .feeCollector(mint: core), core) }
        let received = try trade.received.stored()
        let usd = target.isCore ? received : values.proceeds.usdMicros
        if !target.isCore { take(received, usd: usd, from: .mintAuthority(mint: target.mint), target.mint) }
        give(received, usd: usd, to: .vault(target.timelock(of: swap.owner).vault.address), target.mint)
    }

    private mutating func take(_ quarks: Int64, usd: Int64, from account: LedgerAccount, _ mint: PublicKey) {
        all.append(Posting(account: account, mint: mint, delta: .debit(quarks: quarks, usd: usd)))
    }

    private mutating func give(_ quarks: Int64, usd: Int64, to account: LedgerAccount, _ mint: PublicKey) {
        all.append(Posting(account: account, mint: mint, delta: .credit(quarks: quarks, usd: usd)))
    }

    /// Core-mint quarks, whose cost is their number.
    private mutating func take(_ quarks: UInt64, from account: LedgerAccount, _ mint: PublicKey) {
        take(Int64(clamping: quarks), usd: Int64(clamping: quarks), from: account, mint)
    }

    private mutating func give(_ quarks: UInt64, to account: LedgerAccount, _ mint: PublicKey) {
        give(Int64(clamping: quarks), usd: Int64(clamping: quarks), to: account, mint)
    }
}
