/// Converts USDC in the owner's plain token account to USDF for deposit into the vault (key specification §11).
///
/// It uses a recent block hash and leaves no state behind.
public struct SweepTransaction: SwapTransaction {
    /// The node's terms.
    public let terms: ServerTerms
    /// A recent block hash, which limits how long the transaction is valid.
    public let blockhash: Hash
    /// The owner, who signs alone.
    public let owner: PublicKey
    /// The virtual machine of the core mint.
    public let core: VirtualMachine
    /// The amount to swap, in quarks.
    public let amount: UInt64
    /// The account that receives the pool's fees.
    public let poolFeeRecipient: PublicKey

    /// Creates a sweep.
    public init(
        terms: ServerTerms, blockhash: Hash, owner: PublicKey, core: VirtualMachine, amount: UInt64,
        poolFeeRecipient: PublicKey
    ) {
        self.terms = terms
        self.blockhash = blockhash
        self.owner = owner
        self.core = core
        self.amount = amount
        self.poolFeeRecipient = poolFeeRecipient
    }

    /// The node's payer.
    public var payer: PublicKey { terms.payer }
    /// The tables of the node's terms: always a v0 message.
    public var lookupTables: [AddressLookupTable]? { terms.lookupTables }
    /// The owner alone.
    public var clientSigners: [PublicKey] { [owner] }

    /// Swaps USDC in the owner's token account to USDF at the owner's deposit address, which is opened if needed.
    public var instructions: [Instruction] {
        let deposit = core.depositAddress(owner: owner).address
        return terms.budgetWhereSet + [
            SwapInstructions.open(payer: payer, owner: deposit, mint: core.mint),
            SwapInstructions.swapStablecoins(
                user: owner, from: .usdc, to: core.mint, amount: amount,
                destination: SwapInstructions.tokenAccount(deposit, core.mint), feeRecipient: poolFeeRecipient),
        ]
    }
}

/// Pays out USDF as USDC to an external account (key specification §11).
public struct StablecoinWithdrawalTransaction: OwnerSwapTransaction {
    /// The node's terms.
    public let terms: ServerTerms
    /// The nonce that the transaction uses.
    public let nonce: DurableNonce
    /// The owner and the accounts of the swap.
    public let parties: SwapParties
    /// The owner of the USDC account that receives.
    public let destinationOwner: PublicKey
    /// The amount to swap, in quarks.
    public let amount: UInt64
    /// The fee; transferred even if it is 0.
    public let fee: SwapFee
    /// The account that receives the pool's fees.
    public let poolFeeRecipient: PublicKey

    /// Creates a withdrawal.
    public init(
        terms: ServerTerms, nonce: DurableNonce, parties: SwapParties, destinationOwner: PublicKey, amount: UInt64,
        fee: SwapFee, poolFeeRecipient: PublicKey
    ) {
        self.terms = terms
        self.nonce = nonce
        self.parties = parties
        self.destinationOwner = destinationOwner
        self.amount = amount
        self.fee = fee
        self.poolFeeRecipient = poolFeeRecipient
    }

    /// Moves USDF and the fee out of the owner's swap address, swaps it to USDC at the destination, and closes the
    /// emptied token account.
    public var instructions: [Instruction] {
        let core = parties.core
        let holder = parties.swapAuthority
        return [terms.advance(nonce)] + terms.wholeBudget + [
            SwapInstructions.open(payer: payer, owner: holder, mint: core.mint),
            SwapInstructions.open(payer: payer, owner: destinationOwner, mint: .usdc),
            SwapInstructions.transfer(
                vm: core, owner: parties.owner, amount: amount,
                to: SwapInstructions.tokenAccount(holder, core.mint), fee: fee),
            SwapInstructions.swapStablecoins(
                user: holder, from: core.mint, to: .usdc, amount: amount,
                destination: SwapInstructions.tokenAccount(destinationOwner, .usdc),
                feeRecipient: poolFeeRecipient),
            SwapInstructions.close(owner: holder, mint: core.mint, destination: payer),
        ]
    }
}

/// Converts USDC of an external wallet to USDF for deposit into the vault (key specification §11).
///
/// Only the wallet signs and pays.
public struct ExternalWalletTransaction: SwapTransaction {
    /// The owner's address that receives.
    public enum Destination: String, CaseIterable, Hashable, Sendable {
        /// The address that holds tokens before a swap.
        case swap
        /// The address whose tokens are collected into the vault.
        case deposit
    }

    /// The pool for the swap.
    public enum Pool: Hashable, Sendable {
        /// The USDF swap program.
        case usdf(UsdfPool)
        /// Coinbase's pool, whose fees go to this key.
        case coinbase(feeRecipient: PublicKey)
    }

    /// The compute unit limit of such a transaction.
    public static let computeUnitLimit: UInt32 = 200_000
    /// The price of a compute unit in millionths of a lamport.
    public static let computeUnitPrice: UInt64 = 1_000

    /// The wallet's key.
    public let sender: PublicKey
    /// The owner of the vault that receives.
    public let owner: PublicKey
    /// The virtual machine of the core mint.
    public let core: VirtualMachine
    /// The amount to swap, in quarks.
    public let amount: UInt64
    /// The id of the swap, contained in the memo.
    public let swapID: SwapID
    /// The owner's address that receives.
    public let destination: Destination
    /// The pool for the swap.
    public let pool: Pool
    /// A recent block hash, which limits how long the transaction is valid.
    public let blockhash: Hash

    /// Creates a conversion.
    public init(
        sender: PublicKey, owner: PublicKey, core: VirtualMachine, amount: UInt64, swapID: SwapID,
        destination: Destination = .swap, pool: Pool, blockhash: Hash
    ) {
        self.sender = sender
        self.owner = owner
        self.core = core
        self.amount = amount
        self.swapID = swapID
        self.destination = destination
        self.pool = pool
        self.blockhash = blockhash
    }

    /// The wallet, ``sender``, pays the fees.
    public var payer: PublicKey { sender }
    /// Nil: the message is a legacy message.
    public var lookupTables: [AddressLookupTable]? { nil }
    /// The wallet alone, ``sender``.
    public var clientSigners: [PublicKey] { [sender] }

    /// Opens the token accounts that are missing, notes the swap's id in a memo, swaps USDC to USDF, and sends it to
    /// the owner's address.
    public var instructions: [Instruction] {
        let holding =
            switch destination {
            case .swap: core.swapAddress(owner: owner).address
            case .deposit: core.depositAddress(owner: owner).address
            }
        let account = SwapInstructions.tokenAccount(sender, core.mint)
        return [
            ComputeBudgetProgram.SetComputeUnitLimit(units: Self.computeUnitLimit).instruction,
            ComputeBudgetProgram.SetComputeUnitPrice(microLamports: Self.computeUnitPrice).instruction,
            SwapInstructions.open(payer: sender, owner: sender, mint: core.mint),
            SwapInstructions.open(payer: sender, owner: holding, mint: core.mint),
            SwapInstructions.open(payer: sender, owner: sender, mint: .usdc),
            MemoProgram.Memo(swapID.base58).instruction,
            swap(into: account),
            TokenProgram.Transfer(
                amount: amount, source: account, destination: SwapInstructions.tokenAccount(holding, core.mint),
                owner: sender
            ).instruction,
        ]
    }

    private func swap(into account: PublicKey) -> Instruction {
        switch pool {
        case .usdf(let pool):
            UsdfSwapProgram.Swap(
                amount: amount, usdfToOther: false, user: sender, pool: pool.address, usdfVault: pool.usdfVault,
                otherVault: pool.otherVault, userUsdfAccount: account,
                userOtherAccount: SwapInstructions.tokenAccount(sender, .usdc)
            ).instruction
        case .coinbase(let feeRecipient):
            SwapInstructions.swapStablecoins(
                user: sender, from: .usdc, to: core.mint, amount: amount, destination: account,
                feeRecipient: feeRecipient)
        }
    }
}
