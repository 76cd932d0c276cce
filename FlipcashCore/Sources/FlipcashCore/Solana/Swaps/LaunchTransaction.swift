/// A new currency: its creator, its names, and the parameters from the node (key specification §11).
public struct NewCurrency: Hashable, Sendable {
    /// The key that creates the currency and controls its virtual machine.
    public let authority: PublicKey
    /// The name.
    public let name: PaddedName
    /// The symbol.
    public let symbol: PaddedSymbol
    /// 32 random bytes from which the mint's address is derived.
    public let seed: PublicKey
    /// The selling fee in basis points.
    public let sellFeeBps: UInt16
    /// The days that a non-custodial exit takes.
    public let lockDays: UInt8
    /// The mint derived from name, seed and authority.
    public let mint: ProgramDerivedAddress

    /// Creates a currency from the node's values and checks that they give the mint to be bought.
    ///
    /// - Throws: `SwapTransactionError.invalidServerParameter`, `.mintMismatch`.
    public init(
        authority: PublicKey, name: String, symbol: String, seed: PublicKey, sellFeeBps: UInt32, lockDays: UInt32,
        expectedMint: PublicKey
    ) throws(SwapTransactionError) {
        guard let name = try? PaddedName(name: name) else { throw .invalidServerParameter("name") }
        guard let symbol = try? PaddedSymbol(symbol: symbol) else { throw .invalidServerParameter("symbol") }
        guard let sellFeeBps = UInt16(exactly: sellFeeBps) else { throw .invalidServerParameter("sell_fee_bps") }
        guard let lockDays = UInt8(exactly: lockDays) else { throw .invalidServerParameter("vm_lock_days") }
        let mint = CurrencyCreatorAddresses.mint(authority: authority, name: name, seed: seed)
        guard mint.address == expectedMint else {
            throw .mintMismatch(expected: expectedMint, derived: mint.address)
        }
        self.authority = authority
        self.name = name
        self.symbol = symbol
        self.seed = seed
        self.sellFeeBps = sellFeeBps
        self.lockDays = lockDays
        self.mint = mint
    }

    /// Returns the currency in the form that other transactions use.
    public func reserve(coreMint: PublicKey) -> ReserveCurrency {
        ReserveCurrency(mint: mint.address, authority: authority, lockDays: lockDays, coreMint: coreMint)
    }
}

/// Creates a currency and buys its first tokens with the core mint (key specification §11).
public struct LaunchTransaction: SwapTransaction {
    /// The node's terms.
    public let terms: ServerTerms
    /// The nonce that the transaction uses.
    public let nonce: DurableNonce
    /// The user who makes the first purchase and signs alone.
    public let owner: PublicKey
    /// The virtual machine of the core mint.
    public let core: VirtualMachine
    /// The currency to create.
    public let currency: NewCurrency
    /// The amount of the first purchase, in core quarks.
    public let amount: UInt64
    /// The fee of a launch.
    public let fee: SwapFee

    /// Creates a launch.
    public init(
        terms: ServerTerms, nonce: DurableNonce, owner: PublicKey, core: VirtualMachine, currency: NewCurrency,
        amount: UInt64, fee: SwapFee
    ) {
        self.terms = terms
        self.nonce = nonce
        self.owner = owner
        self.core = core
        self.currency = currency
        self.amount = amount
        self.fee = fee
    }

    /// The node's payer. The currency's creator, not the payer, pays the rent of the new token accounts.
    public var payer: PublicKey { terms.payer }
    /// The value of ``nonce``, so the transaction stays valid until the nonce is used.
    public var blockhash: Hash { nonce.value }
    /// The tables of the node's terms: always a v0 message.
    public var lookupTables: [AddressLookupTable]? { terms.lookupTables }
    /// The owner alone.
    public var clientSigners: [PublicKey] { [owner] }

    /// Creates currency, pool and virtual machine, moves the core tokens and the fee out of the owner's swap address,
    /// and buys to the owner's deposit address.
    public var instructions: [Instruction] {
        let reserve = currency.reserve(coreMint: core.mint)
        let vm = reserve.virtualMachine
        let deposit = vm.depositAddress(owner: owner).address
        let account = SwapInstructions.tokenAccount(owner, core.mint)
        // The currency's creator, not the payer, pays the rent here and gets it back.
        return [terms.advance(nonce)] + terms.budgetWhereSet + creation(reserve) + [
            SwapInstructions.open(payer: currency.authority, owner: owner, mint: core.mint),
            SwapInstructions.open(payer: currency.authority, owner: deposit, mint: reserve.mint),
            SwapInstructions.transfer(vm: core, owner: owner, amount: amount, to: account, fee: fee),
            SwapInstructions.buy(
                reserve, buyer: owner, coreMint: core.mint, inAmount: amount,
                targetAccount: SwapInstructions.tokenAccount(deposit, reserve.mint)),
            SwapInstructions.close(owner: owner, mint: core.mint, destination: currency.authority),
        ]
    }

    private func creation(_ reserve: ReserveCurrency) -> [Instruction] {
        let mint = reserve.mint
        let addresses = LaunchpadAddresses(mint: mint, coreMint: core.mint)
        let vm = reserve.virtualMachine
        return [
            CurrencyCreatorProgram.InitializeCurrency(
                name: currency.name, symbol: currency.symbol, seed: currency.seed,
                currencyBump: addresses.currency.bump, mintBump: currency.mint.bump, authority: currency.authority,
                mint: mint, currency: addresses.currency.address
            ).instruction,
            CurrencyCreatorProgram.InitializePool(
                sellFeeBps: currency.sellFeeBps, poolBump: addresses.pool.bump,
                targetVaultBump: addresses.targetVault.bump, baseVaultBump: addresses.baseVault.bump,
                authority: currency.authority, currency: addresses.currency.address, targetMint: mint,
                baseMint: core.mint, pool: addresses.pool.address, targetVault: addresses.targetVault.address,
                baseVault: addresses.baseVault.address
            ).instruction,
            VirtualMachineProgram.InitializeVm(
                lockDays: currency.lockDays, vmBump: vm.address.bump, omnibusBump: vm.omnibus.bump,
                authority: vm.authority, vm: vm.address.address, omnibus: vm.omnibus.address, mint: mint
            ).instruction,
        ]
    }
}

/// Buys the first tokens of a new currency with another currency, through the node's treasury (key specification §11).
public struct TreasuryLaunchTransaction: SwapTransaction {
    /// The node's terms.
    public let terms: ServerTerms
    /// The nonce that the transaction uses.
    public let nonce: DurableNonce
    /// The user who makes the first purchase and signs alone.
    public let owner: PublicKey
    /// The virtual machine of the core mint.
    public let core: VirtualMachine
    /// The currency that the owner pays with.
    public let source: ReserveCurrency
    /// The currency that is bought.
    public let currency: NewCurrency
    /// The amount to swap, in quarks of the source.
    public let amount: UInt64
    /// The fee in quarks of the source, and the treasury's core account that receives the proceeds of the sale.
    public let fee: SwapFee
    /// The node's key for selling and buying.
    public let treasury: PublicKey
    /// The amount of the treasury's purchase, in core quarks.
    public let purchaseAmount: UInt64
    private let soldAmount: UInt64

    /// Creates a launch and checks that the treasury buys for the amount that the user accepted.
    ///
    /// - Throws: `SwapTransactionError.purchaseAmountMismatch`, `.amountTooLarge`.
    public init(
        terms: ServerTerms, nonce: DurableNonce, owner: PublicKey, core: VirtualMachine, source: ReserveCurrency,
        currency: NewCurrency, amount: UInt64, fee: SwapFee, treasury: PublicKey, purchaseAmount: UInt64,
        acceptedPurchaseAmount: UInt64
    ) throws(SwapTransactionError) {
        guard purchaseAmount == acceptedPurchaseAmount else {
            throw .purchaseAmountMismatch(accepted: acceptedPurchaseAmount, offered: purchaseAmount)
        }
        let (sold, overflow) = amount.addingReportingOverflow(fee.amount)
        guard !overflow else { throw .amountTooLarge }
        self.terms = terms
        self.nonce = nonce
        self.owner = owner
        self.core = core
        self.source = source
        self.currency = currency
        self.amount = amount
        self.fee = fee
        self.treasury = treasury
        self.purchaseAmount = purchaseAmount
        soldAmount = sold
    }

    /// The node's payer.
    public var payer: PublicKey { terms.payer }
    /// The value of ``nonce``, so the transaction stays valid until the nonce is used.
    public var blockhash: Hash { nonce.value }
    /// The tables of the node's terms: always a v0 message.
    public var lookupTables: [AddressLookupTable]? { terms.lookupTables }
    /// The owner alone.
    public var clientSigners: [PublicKey] { [owner] }

    /// Moves the source and the fee to the treasury, which sells both for core tokens and buys to the owner's deposit
    /// address.
    public var instructions: [Instruction] {
        let reserve = currency.reserve(coreMint: core.mint)
        let deposit = reserve.virtualMachine.depositAddress(owner: owner).address
        let account = SwapInstructions.tokenAccount(treasury, source.mint)
        return [terms.advance(nonce)] + terms.priceAndLimit + [
            SwapInstructions.open(payer: payer, owner: treasury, mint: source.mint),
            SwapInstructions.transfer(
                vm: source.virtualMachine, owner: owner, amount: amount, to: account,
                fee: SwapFee(amount: fee.amount, destination: account)),
            SwapInstructions.sell(
                source, seller: treasury, coreMint: core.mint, inAmount: soldAmount, baseAccount: fee.destination),
            SwapInstructions.buy(
                reserve, buyer: treasury, coreMint: core.mint, inAmount: purchaseAmount,
                targetAccount: SwapInstructions.tokenAccount(deposit, reserve.mint)),
        ]
    }
}
