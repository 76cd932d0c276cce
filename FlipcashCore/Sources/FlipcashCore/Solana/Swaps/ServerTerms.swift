/// A nonce account of the chain; a transaction that uses its stored value stays valid until the value is used.
public struct DurableNonce: Hashable, Sendable {
    /// The nonce account.
    public let address: PublicKey
    /// The stored value, used in place of the block hash.
    public let value: Hash

    /// Creates a nonce from its address and value.
    public init(address: PublicKey, value: Hash) {
        self.address = address
        self.value = value
    }
}

/// The node's parameters for a transaction that client and node build independently (key specification §11).
public struct ServerTerms: Hashable, Sendable {
    /// The largest size of a memo, in bytes.
    public static let memoByteCountMax = 64

    /// The account that pays fees and rent.
    public let payer: PublicKey
    /// The lookup tables that the message may use.
    public let lookupTables: [AddressLookupTable]
    /// The maximum number of compute units; 0 when not set.
    public let computeUnitLimit: UInt32
    /// The price of a compute unit in millionths of a lamport; 0 when not set.
    public let computeUnitPrice: UInt64
    /// A text in the transaction; empty when not set.
    public let memo: String

    /// Creates the terms from the node's values.
    ///
    /// - Throws: `SwapTransactionError.invalidServerParameter` for a memo of more than 64 bytes.
    public init(
        payer: PublicKey, lookupTables: [AddressLookupTable], computeUnitLimit: UInt32, computeUnitPrice: UInt64,
        memo: String
    ) throws(SwapTransactionError) {
        guard memo.utf8.count <= Self.memoByteCountMax else { throw .invalidServerParameter("memo_value") }
        self.payer = payer
        self.lookupTables = lookupTables
        self.computeUnitLimit = computeUnitLimit
        self.computeUnitPrice = computeUnitPrice
        self.memo = memo
    }

    /// Limit, price and memo, set or not.
    var wholeBudget: [Instruction] { priceAndLimit + [MemoProgram.Memo(memo).instruction] }

    /// Limit and price, set or not.
    var priceAndLimit: [Instruction] {
        [
            ComputeBudgetProgram.SetComputeUnitLimit(units: computeUnitLimit).instruction,
            ComputeBudgetProgram.SetComputeUnitPrice(microLamports: computeUnitPrice).instruction,
        ]
    }

    /// Limit, price and memo, only those that are set.
    var budgetWhereSet: [Instruction] {
        var instructions: [Instruction] = []
        if computeUnitLimit > 0 {
            instructions.append(ComputeBudgetProgram.SetComputeUnitLimit(units: computeUnitLimit).instruction)
        }
        if computeUnitPrice > 0 {
            instructions.append(ComputeBudgetProgram.SetComputeUnitPrice(microLamports: computeUnitPrice).instruction)
        }
        if !memo.isEmpty { instructions.append(MemoProgram.Memo(memo).instruction) }
        return instructions
    }

    /// Returns the instruction that consumes `nonce`, whose authority is the payer.
    func advance(_ nonce: DurableNonce) -> Instruction {
        SystemProgram.AdvanceNonceAccount(nonce: nonce.address, authority: payer).instruction
    }
}

/// A slot in a memory account of the receiving virtual machine.
public struct MemorySlot: Hashable, Sendable {
    /// The memory account.
    public let account: PublicKey
    /// The index of the slot.
    public let index: UInt16

    /// Creates a slot from the node's values.
    ///
    /// - Throws: `SwapTransactionError.invalidServerParameter` for an index above 65535.
    public init(account: PublicKey, index: UInt32) throws(SwapTransactionError) {
        guard let index = UInt16(exactly: index) else { throw .invalidServerParameter("memory_index") }
        self.account = account
        self.index = index
    }
}

/// A fee that is charged when a swap starts, and its destination.
public struct SwapFee: Hashable, Sendable {
    /// The fee in quarks.
    public let amount: UInt64
    /// The token account that receives the fee.
    public let destination: PublicKey

    /// Creates a fee.
    public init(amount: UInt64, destination: PublicKey) {
        self.amount = amount
        self.destination = destination
    }

    /// Returns the fee that both sides agreed on; nil without a fee.
    ///
    /// - Throws: `SwapTransactionError.invalidServerParameter` for a fee without a destination or a destination without
    ///   a fee (payment specification §16.4).
    public static func agreed(
        amount: UInt64, destination: PublicKey?
    ) throws(SwapTransactionError) -> SwapFee? {
        switch (amount, destination) {
        case (0, nil): return nil
        case (1..., let destination?): return SwapFee(amount: amount, destination: destination)
        default: throw .invalidServerParameter("fee_destination")
        }
    }
}

/// Errors from building or signing a swap's transaction.
public enum SwapTransactionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The metadata of the currency with this symbol has no virtual machine or no pool.
    case missingMintMetadata(String)
    /// The node sent an invalid value for this field.
    case invalidServerParameter(String)
    /// The node's parameters give another mint than the one to be bought.
    case mintMismatch(expected: PublicKey, derived: PublicKey)
    /// The node's treasury would buy for another amount than the user accepted.
    case purchaseAmountMismatch(accepted: UInt64, offered: UInt64)
    /// The sum of amount and fee does not fit 64 bits.
    case amountTooLarge
    /// The transaction would have this many bytes, more than the chain accepts.
    case tooLarge(byteCount: Int)
    /// The instructions could not be compiled into a message.
    case compilation(MessageCompilationError)
    /// The transaction does not require one of the keys.
    case signing(TransactionSigningError)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .missingMintMetadata(let symbol):
            "\(symbol) cannot be swapped: the service did not send the addresses of its reserve"
        case .invalidServerParameter(let name):
            "the service sent an invalid \(name) for the swap"
        case .mintMismatch(let expected, let derived):
            "the service's parameters give the mint \(derived.base58) instead of \(expected.base58)"
        case .purchaseAmountMismatch(let accepted, let offered):
            "the service would buy for \(offered) quarks instead of the accepted \(accepted)"
        case .amountTooLarge:
            "amount and fee together are too large"
        case .tooLarge(let byteCount):
            "the swap has a transaction of \(byteCount) bytes; the chain accepts \(SolanaTransaction.byteCountMax)"
        case .compilation(let error):
            error.description
        case .signing(let error):
            error.description
        }
    }
}
