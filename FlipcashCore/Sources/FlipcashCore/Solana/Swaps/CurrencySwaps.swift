/// Buys a launchpad currency with the core mint (key specification §11).
public struct BuyTransaction: OwnerSwapTransaction {
    /// The node's terms.
    public let terms: ServerTerms
    /// The nonce that the transaction uses.
    public let nonce: DurableNonce
    /// The owner and the accounts of the swap.
    public let parties: SwapParties
    /// The currency that is bought.
    public let target: ReserveCurrency
    /// The amount paid, in core quarks.
    public let amount: UInt64
    /// The fee on top; nil without a fee.
    public let fee: SwapFee?
    /// The slot of the owner's timelock for the target.
    public let memory: MemorySlot

    /// Creates a purchase.
    public init(
        terms: ServerTerms, nonce: DurableNonce, parties: SwapParties, target: ReserveCurrency, amount: UInt64,
        fee: SwapFee?, memory: MemorySlot
    ) {
        self.terms = terms
        self.nonce = nonce
        self.parties = parties
        self.target = target
        self.amount = amount
        self.fee = fee
        self.memory = memory
    }

    /// Moves the core tokens and the fee out of the owner's swap address, buys into the vault, and closes the emptied
    /// token accounts.
    public var instructions: [Instruction] {
        let core = parties.core
        let holder = parties.swapAuthority
        let account = SwapInstructions.tokenAccount(holder, core.mint)
        let transfer =
            if let fee {
                SwapInstructions.transfer(vm: core, owner: parties.owner, amount: amount, to: account, fee: fee)
            } else {
                SwapInstructions.transfer(vm: core, owner: parties.owner, amount: amount, to: account)
            }
        return [terms.advance(nonce)] + terms.wholeBudget + [
            SwapInstructions.open(payer: payer, owner: holder, mint: core.mint),
            transfer,
            SwapInstructions.buyIntoVault(target, parties: parties, inAmount: amount, memory: memory),
            SwapInstructions.close(owner: holder, mint: core.mint, destination: payer),
            SwapInstructions.closeHolding(vm: core, owner: parties.owner, destination: payer),
        ]
    }
}

/// Sells a launchpad currency for the core mint (key specification §11).
public struct SellTransaction: OwnerSwapTransaction {
    /// The node's terms.
    public let terms: ServerTerms
    /// The nonce that the transaction uses.
    public let nonce: DurableNonce
    /// The owner and the accounts of the swap.
    public let parties: SwapParties
    /// The currency that is sold.
    public let source: ReserveCurrency
    /// The amount to sell, in quarks of the source.
    public let amount: UInt64
    /// The slot of the owner's timelock for the core mint.
    public let memory: MemorySlot

    /// Creates a sale.
    public init(
        terms: ServerTerms, nonce: DurableNonce, parties: SwapParties, source: ReserveCurrency, amount: UInt64,
        memory: MemorySlot
    ) {
        self.terms = terms
        self.nonce = nonce
        self.parties = parties
        self.source = source
        self.amount = amount
        self.memory = memory
    }

    /// Moves the currency out of the owner's swap address, sells it into the vault, and closes the emptied token
    /// accounts.
    public var instructions: [Instruction] {
        let holder = parties.swapAuthority
        let vm = source.virtualMachine
        return [terms.advance(nonce)] + terms.wholeBudget + [
            SwapInstructions.open(payer: payer, owner: holder, mint: source.mint),
            SwapInstructions.transfer(
                vm: vm, owner: parties.owner, amount: amount,
                to: SwapInstructions.tokenAccount(holder, source.mint)),
            SwapInstructions.sellIntoVault(source, parties: parties, inAmount: amount, memory: memory),
            SwapInstructions.close(owner: holder, mint: source.mint, destination: payer),
            SwapInstructions.closeHolding(vm: vm, owner: parties.owner, destination: payer),
        ]
    }
}

/// Converts one launchpad currency to another through the core mint (key specification §11).
public struct ConvertTransaction: OwnerSwapTransaction {
    /// The node's terms.
    public let terms: ServerTerms
    /// The nonce that the transaction uses.
    public let nonce: DurableNonce
    /// The owner and the accounts of the swap.
    public let parties: SwapParties
    /// The currency that is sold.
    public let source: ReserveCurrency
    /// The currency that is bought with all proceeds of the sale.
    public let target: ReserveCurrency
    /// The amount to sell, in quarks of the source.
    public let amount: UInt64
    /// The slot of the owner's timelock for the target.
    public let memory: MemorySlot

    /// Creates a conversion.
    public init(
        terms: ServerTerms, nonce: DurableNonce, parties: SwapParties, source: ReserveCurrency,
        target: ReserveCurrency, amount: UInt64, memory: MemorySlot
    ) {
        self.terms = terms
        self.nonce = nonce
        self.parties = parties
        self.source = source
        self.target = target
        self.amount = amount
        self.memory = memory
    }

    /// Moves the source out of the owner's swap address, sells it for core tokens, buys the target into the vault with
    /// all of them, and closes the emptied token accounts.
    public var instructions: [Instruction] {
        let holder = parties.swapAuthority
        let core = parties.core
        let vm = source.virtualMachine
        return [terms.advance(nonce)] + terms.wholeBudget + [
            SwapInstructions.open(payer: payer, owner: holder, mint: core.mint),
            SwapInstructions.open(payer: payer, owner: holder, mint: source.mint),
            SwapInstructions.transfer(
                vm: vm, owner: parties.owner, amount: amount,
                to: SwapInstructions.tokenAccount(holder, source.mint)),
            SwapInstructions.sell(
                source, seller: holder, coreMint: core.mint, inAmount: amount,
                baseAccount: SwapInstructions.tokenAccount(holder, core.mint)),
            SwapInstructions.buyIntoVault(target, parties: parties, inAmount: 0, memory: memory),
            SwapInstructions.close(owner: holder, mint: core.mint, destination: payer),
            SwapInstructions.close(owner: holder, mint: source.mint, destination: payer),
            SwapInstructions.closeHolding(vm: vm, owner: parties.owner, destination: payer),
        ]
    }
}
