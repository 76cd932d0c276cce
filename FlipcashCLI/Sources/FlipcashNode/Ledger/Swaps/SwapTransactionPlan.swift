import FlipcashCore

/// The transaction of a swap, which client and node build independently (payment specification §16.4, key specification
/// §11). Without a chain it is not sent; its bytes are what the client signs.
struct SwapTransactionPlan: Hashable, Sendable {
    let plan: SwapPlan
    let nonce: DurableNonce
    /// The virtual machine of the core mint.
    let core: VirtualMachine

    /// - Parameter core: the record of the core mint.
    init(_ plan: SwapPlan, nonce: VirtualNonce, core: MintRecord) {
        self.plan = plan
        self.nonce = DurableNonce(address: nonce.address, value: nonce.value)
        self.core = core.virtualMachine
    }

    /// The limits and the memo of each flow.
    private var budget: (limit: UInt32, memo: String) {
        switch plan.flow {
        case .buy: (150_000, "buy_v0")
        case .sell: (175_000, "sell_v0")
        case .convert: (400_000, "buy_sell_v0")
        // Without a memo, which would make the signed transaction larger than the chain accepts.
        case .launch: (350_000, "")
        case .treasuryLaunch: (300_000, "")
        }
    }

    /// The lookup tables of the currencies involved, the source's first. Without them the largest transactions would not
    /// fit.
    var lookupTables: [AddressLookupTable] {
        [plan.source, plan.target].filter { !$0.isCore }.map { mint in
            .launchpad(at: mint.lookupTable, currency: mint.reserve, coreMint: core.mint)
        }
    }

    func terms() throws(SwapTransactionError) -> ServerTerms {
        try ServerTerms(
            payer: plan.addresses.nodeKey, lookupTables: lookupTables, computeUnitLimit: budget.limit,
            computeUnitPrice: 1_000, memo: budget.memo)
    }

    /// The account that keeps the virtual accounts of the destination's machine.
    func memory() throws(SwapTransactionError) -> MemorySlot {
        try MemorySlot(account: plan.target.memoryAccount, index: 0)
    }

    /// Where the fee goes; nil when the swap has none. For a treasury it is where its proceeds go.
    var feeDestination: PublicKey? {
        switch plan.flow {
        case .buy: plan.request.fee > 0 ? plan.addresses.feeDestination : nil
        case .sell, .convert: nil
        case .launch: plan.addresses.feeDestination
        case .treasuryLaunch: AssociatedTokenAccount.address(owner: treasury, mint: core.mint).address
        }
    }

    /// Sells and buys for first purchases that another currency pays.
    var treasury: PublicKey { plan.addresses.nodeKey }

    private var parties: SwapParties {
        SwapParties(owner: plan.request.owner, swapAuthority: plan.request.swapAuthority, core: core)
    }

    /// The currency that is created.
    ///
    /// - Throws: `SwapTransactionError` when the stored values do not give its mint.
    func newCurrency() throws(SwapTransactionError) -> NewCurrency {
        guard let identity = plan.identity else { throw .missingMintMetadata(plan.target.symbol) }
        return try NewCurrency(
            authority: identity.authority, name: plan.target.name, symbol: plan.target.symbol, seed: identity.seed,
            sellFeeBps: UInt32(SwapFees.sellBasisPoints), lockDays: UInt32(VirtualMachine.lockDays),
            expectedMint: plan.target.mint)
    }

    /// The transaction.
    ///
    /// - Throws: `SwapTransactionError`, which only a fault of the node causes.
    func transaction() throws(SwapTransactionError) -> any SwapTransaction {
        let request = plan.request
        let fee = feeDestination.map { SwapFee(amount: request.fee, destination: $0) }
        switch plan.flow {
        case .buy:
            return BuyTransaction(
                terms: try terms(), nonce: nonce, parties: parties, target: plan.target.reserve,
                amount: request.amount, fee: fee, memory: try memory())
        case .sell:
            return SellTransaction(
                terms: try terms(), nonce: nonce, parties: parties, source: plan.source.reserve,
                amount: request.amount, memory: try memory())
        case .convert:
            return ConvertTransaction(
                terms: try terms(), nonce: nonce, parties: parties, source: plan.source.reserve,
                target: plan.target.reserve, amount: request.amount, memory: try memory())
        case .launch:
            return LaunchTransaction(
                terms: try terms(), nonce: nonce, owner: request.owner, core: core, currency: try newCurrency(),
                amount: request.amount,
                fee: SwapFee(amount: request.fee, destination: plan.addresses.feeDestination))
        case .treasuryLaunch:
            let destination = AssociatedTokenAccount.address(owner: treasury, mint: core.mint).address
            return try TreasuryLaunchTransaction(
                terms: try terms(), nonce: nonce, owner: request.owner, core: core, source: plan.source.reserve,
                currency: try newCurrency(), amount: request.amount,
                fee: SwapFee(amount: request.fee, destination: destination), treasury: treasury,
                purchaseAmount: plan.treasuryPurchase, acceptedPurchaseAmount: plan.treasuryPurchase)
        }
    }
}

extension MintRecord {
    /// The currency with the addresses of its pool.
    var reserve: ReserveCurrency {
        ReserveCurrency(mint: mint, authority: vmAuthority, lockDays: UInt8(clamping: lockDays))
    }

    /// The address of the currency's lookup table. Without a chain it only names the table.
    var lookupTable: PublicKey { Self.named("node-lookup-table", mint) }

    /// The address of the account that keeps the machine's virtual accounts. Without a chain it only names it.
    var memoryAccount: PublicKey { Self.named("node-memory-account", mint) }

    private static func named(_ use: String, _ mint: PublicKey) -> PublicKey {
        PublicKey(raw: Hash(sha256: Array(use.utf8) + mint.bytes).raw)
    }
}
