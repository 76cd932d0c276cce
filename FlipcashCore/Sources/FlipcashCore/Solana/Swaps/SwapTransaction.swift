/// A transaction that client and node build each by itself: the client signs its own bytes, and its signatures fit
/// only if the node's are the same (key specification §9 and §11).
public protocol SwapTransaction: Hashable, Sendable {
    /// The instructions in order.
    var instructions: [Instruction] { get }
    /// The account that pays.
    var payer: PublicKey { get }
    /// The stored value of the durable nonce, or a recent block hash.
    var blockhash: Hash { get }
    /// The tables of a v0 message; nil for a legacy message.
    var lookupTables: [AddressLookupTable]? { get }
    /// Whose signatures the client sends, in the order in which it sends them: by role, not by place in the message.
    var clientSigners: [PublicKey] { get }
}

extension SwapTransaction {
    /// The message that is signed.
    ///
    /// - Throws: `SwapTransactionError.compilation`, `.tooLarge` when the chain would not take it with its signatures.
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

    /// The transaction without a signature: what a node compares and shows when signatures do not fit.
    ///
    /// - Throws: `SwapTransactionError.compilation`, `.tooLarge`.
    public func unsigned() throws(SwapTransactionError) -> SolanaTransaction {
        SolanaTransaction(message: try message())
    }

    /// The transaction with the client's signatures, and these in the order in which they are sent.
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

/// What a server-coordinated swap moves, and who moves it.
public struct SwapParties: Hashable, Sendable {
    /// The owner of the money.
    public let owner: PublicKey
    /// The one-time key that holds the money on its way.
    public let swapAuthority: PublicKey
    /// The virtual machine of the core mint.
    public let core: VirtualMachine

    /// Names who takes part.
    public init(owner: PublicKey, swapAuthority: PublicKey, core: VirtualMachine) {
        self.owner = owner
        self.swapAuthority = swapAuthority
        self.core = core
    }
}
