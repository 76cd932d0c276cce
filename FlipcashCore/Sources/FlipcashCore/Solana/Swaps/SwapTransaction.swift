/// A transaction that client and node build independently (key specification §9 and §11).
///
/// The client signs its own bytes, so its signatures are valid only if the node's bytes are the same.
public protocol SwapTransaction: Hashable, Sendable {
    /// The instructions in order.
    var instructions: [Instruction] { get }
    /// The account that pays fees.
    var payer: PublicKey { get }
    /// The stored value of the durable nonce, or a recent block hash.
    var blockhash: Hash { get }
    /// The tables of a v0 message; nil for a legacy message.
    var lookupTables: [AddressLookupTable]? { get }
    /// The keys whose signatures the client sends, in the order of sending: by role, not by position in the message.
    var clientSigners: [PublicKey] { get }
}

/// A swap between accounts of one owner, built from the node's terms.
public protocol OwnerSwapTransaction: SwapTransaction {
    /// The node's terms.
    var terms: ServerTerms { get }
    /// The nonce that the transaction uses.
    var nonce: DurableNonce { get }
    /// The owner and the accounts of the swap.
    var parties: SwapParties { get }
}

extension OwnerSwapTransaction {
    /// The node's payer, who also receives the rent of the closed token accounts.
    public var payer: PublicKey { terms.payer }
    /// The value of ``nonce``, so the transaction stays valid until the nonce is used.
    public var blockhash: Hash { nonce.value }
    /// The tables of the node's terms: always a v0 message.
    public var lookupTables: [AddressLookupTable]? { terms.lookupTables }
    /// The owner, then the swap authority.
    public var clientSigners: [PublicKey] { [parties.owner, parties.swapAuthority] }
}

extension SwapTransaction {
    /// Returns the message to sign.
    ///
    /// - Throws: `SwapTransactionError.compilation`, `.tooLarge` when the signed transaction would be too large for the
    ///   chain.
    public func message() throws(SwapTransactionError) -> SolanaMessage {
        let compiled = Result { () throws(MessageCompilationError) in
            guard let lookupTables else {
                return try SolanaMessage.legacy(payer: payer, instructions: instructions, blockhash: blockhash)
            }
            return try SolanaMessage.v0(
                payer: payer, instructions: instructions, lookupTables: lookupTables, blockhash: blockhash)
        }
        switch compiled {
        case .success(let message):
            let byteCount = SolanaTransaction(message: message).byteCount
            guard byteCount <= SolanaTransaction.byteCountMax else { throw .tooLarge(byteCount: byteCount) }
            return message
        case .failure(let error): throw .compilation(error)
        }
    }

    /// Returns the transaction without signatures, for comparison when signatures are invalid.
    ///
    /// - Throws: `SwapTransactionError.compilation`, `.tooLarge`.
    public func unsigned() throws(SwapTransactionError) -> SolanaTransaction {
        SolanaTransaction(message: try message())
    }

    /// Returns the transaction with the client's signatures, and these signatures in the order of sending.
    ///
    /// - Throws: `SwapTransactionError.compilation`, `.tooLarge`, `.signing` when `keys` are not those of
    ///   `clientSigners`.
    public func signed(
        by keys: [KeyPair]
    ) throws(SwapTransactionError) -> (transaction: SolanaTransaction, signatures: [Signature]) {
        var transaction = try unsigned()
        var signatures: [Signature] = []
        for signer in clientSigners {
            guard let key = keys.first(where: { $0.publicKey == signer }) else {
                throw .signing(.accountNotInAccountList(signer))
            }
            let signing = Result { () throws(TransactionSigningError) in try transaction.sign(with: [key]) }
            if case .failure(let error) = signing { throw .signing(error) }
            signatures.append(transaction.signature(of: signer) ?? .zero)
        }
        return (transaction, signatures)
    }
}

/// The owner and the accounts of a server-coordinated swap.
public struct SwapParties: Hashable, Sendable {
    /// The owner of the money.
    public let owner: PublicKey
    /// The one-time key that holds the money during the swap.
    public let swapAuthority: PublicKey
    /// The virtual machine of the core mint.
    public let core: VirtualMachine

    /// Creates the parties of a swap.
    public init(owner: PublicKey, swapAuthority: PublicKey, core: VirtualMachine) {
        self.owner = owner
        self.swapAuthority = swapAuthority
        self.core = core
    }
}
