/// A nonce account of the chain: a transaction that rests on its stored value stays valid until the value is used.
public struct DurableNonce: Hashable, Sendable {
    /// The nonce account.
    public let address: PublicKey
    /// The stored value, which takes the place of the block hash.
    public let value: Hash

    /// Names a nonce and its value.
    public init(address: PublicKey, value: Hash) {
        self.address = address
        self.value = value
    }
}

/// What the node sets for a transaction that client and node build each by itself (key specification §11).
public struct ServerTerms: Hashable, Sendable {
    /// The most bytes of a memo.
    public static let memoByteCountMax = 64

    /// The account that pays fees and rent.
    public let payer: PublicKey
    /// The tables that the message may use.
    public let lookupTables: [AddressLookupTable]
    /// The most compute units; 0 where none is set.
    public let computeUnitLimit: UInt32
    /// The price of a compute unit in millionths of a lamport; 0 where none is set.
    public let computeUnitPrice: UInt64
    /// A text in the transaction; empty where none is set.
    public let memo: String

    /// Takes the node's terms.
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

    /// Limit, price and memo, each of them whether it is set or not.
    var wholeBudget: [Instruction] { priceAndLimit + [MemoProgram.Memo(memo).instruction] }

    /// Limit and price, whether they are set or not.
    var priceAndLimit: [Instruction] {
        [
            ComputeBudgetProgram.SetComputeUnitLimit(units: computeUnitLimit).instruction,
            ComputeBudgetProgram.SetComputeUnitPrice(microLamports: computeUnitPrice).instruction,
        ]
    }

    /// Those of limit, price and memo that are set.
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

    /// The use of `nonce`, which the payer may use.
    func advance(_ nonce: DurableNonce) -> Instruction {
        SystemProgram.AdvanceNonceAccount(nonce: nonce.address, authority: payer).instruction
    }
}

/// A place in a memory account of the virtual machine that receives.
public struct MemorySlot: Hashable, Sendable {
    /// The memory account.
    public let account: PublicKey
    /// The place.
    public let index: UInt16

    /// Takes what the node says.
    ///
    /// - Throws: `SwapTransactionError.invalidServerParameter` for an index above 65535.
    public init(account: PublicKey, index: UInt32) throws(SwapTransactionError) {
        guard let index = UInt16(exactly: index) else { throw .invalidServerParameter("memory_index") }
        self.account = account
        self.index = index
    }
}

/// A fee that is taken when a swap starts, and the token account that gets it.
public struct SwapFee: Hashable, Sendable {
    /// The quarks of the fee.
    public let amount: UInt64
    /// The token account that gets it.
    public let destination: PublicKey

    /// Names a fee.
    public init(amount: UInt64, destination: PublicKey) {
        self.amount = amount
        self.destination = destination
    }

    /// The fee that both sides agree on; nil for none.
    ///
    /// - Throws: `SwapTransactionError.invalidServerParameter` when there is a fee and nobody to get it, or the
    ///   other way round (payment specification §16.4).
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

/// Why a swap's transaction was not built or not signed.
public enum SwapTransactionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The metadata of the currency with this symbol lacks its virtual machine or its pool.
    case missingMintMetadata(String)
    /// The node sent a value that this field cannot have.
    case invalidServerParameter(String)
    /// The mint that the node's parameters lead to is not the one that is being bought.
    case mintMismatch(expected: PublicKey, derived: PublicKey)
    /// The node's treasury would buy for another amount than the person accepted.
    case purchaseAmountMismatch(accepted: UInt64, offered: UInt64)
    /// Amount and fee together are more than 64 bits hold.
    case amountTooLarge
    /// The transaction would have this many bytes, more than the chain takes.
    case tooLarge(byteCount: Int)
    /// The instructions do not make a message.
    case compilation(MessageCompilationError)
    /// The transaction does not want one of the keys.
    case signing(TransactionSigningError)

    public var description: String {
        switch self {
        case .missingMintMetadata(let symbol):
            "\(symbol) cannot be swapped: the service does not say where its reserve lies"
        case .invalidServerParameter(let name):
            "the service sent an impossible \(name) for the swap"
        case .mintMismatch(let expected, let derived):
            "the service's parameters make the mint \(derived.base58) and not \(expected.base58)"
        case .purchaseAmountMismatch(let accepted, let offered):
            "the service would buy for \(offered) quarks instead of the \(accepted) that were accepted"
        case .amountTooLarge:
            "amount and fee together are too large"
        case .tooLarge(let byteCount):
            "the swap makes a transaction of \(byteCount) bytes; the chain takes \(SolanaTransaction.byteCountMax)"
        case .compilation(let error):
            error.description
        case .signing(let error):
            error.description
        }
    }
}
