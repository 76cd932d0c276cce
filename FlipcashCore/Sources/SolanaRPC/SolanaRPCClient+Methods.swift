public import FlipcashCore

extension SolanaRPCClient {
    /// A block hash to rest a transaction on.
    public func latestBlockhash(
        commitment: Commitment = .finalized
    ) async throws(SolanaRPCError) -> LatestBlockhash {
        try await call(.latestBlockhash(commitment: commitment))
    }

    /// An account; nil when it does not exist.
    public func accountInfo(
        of address: PublicKey, commitment: Commitment = .finalized
    ) async throws(SolanaRPCError) -> SolanaAccount? {
        try await call(.accountInfo(of: address, commitment: commitment))
    }

    /// Sends a signed transaction and returns its id.
    ///
    /// An attempt whose answer got lost may have been carried out. When the next one is refused because the chain has
    /// processed the transaction, it has been sent; when the refusal does not tell, what is thrown is why the earlier
    /// attempt had no answer.
    ///
    /// - Throws: `SolanaRPCError.responseError` when the server refused the transaction, `.encoding` when it was never
    ///   sent; after any other error it is not known whether the chain has it. An answer that names another transaction
    ///   is `.decoding`.
    public func send(_ transaction: SolanaTransaction) async throws(SolanaRPCError) -> Signature {
        let id = try await call(.sendTransaction(transaction)) { refusal, trouble throws(SolanaRPCError) in
            guard case .responseError = refusal else { throw refusal }
            if refusal.saysAlreadyProcessed { return transaction.id }
            throw refusal.rejectsTransaction && !refusal.saysBlockhashNotFound ? refusal : trouble
        }
        guard id == transaction.id else { throw .decoding("it names another transaction") }
        return id
    }

    /// Tries a transaction without carrying it out and returns what its programs said.
    ///
    /// - Throws: `SolanaRPCError.transactionSimulationError` when it would fail.
    public func simulate(
        _ transaction: SolanaTransaction, commitment: Commitment = .confirmed, replaceRecentBlockhash: Bool = true
    ) async throws(SolanaRPCError) -> SimulationLogs {
        try await call(
            .simulateTransaction(
                transaction, commitment: commitment, replaceRecentBlockhash: replaceRecentBlockhash))
    }

    /// Sends a transaction that an external wallet has signed, unless the server says beforehand that it would fail
    /// (key specification §15.2). That the server cannot be asked, or does not rehearse, does not stop it.
    ///
    /// - Throws: `SolanaRPCError.transactionSimulationError` or `.responseError` of the rehearsal, else what
    ///   ``send(_:)`` throws.
    public func sendUnlessRejected(_ transaction: SolanaTransaction) async throws(SolanaRPCError) -> Signature {
        let simulation = await Result { () async throws(SolanaRPCError) in try await simulate(transaction) }
        switch simulation {
        case .failure(let error) where error.rejectsTransaction: throw error
        case .failure, .success: return try await send(transaction)
        }
    }

    /// Who gets the fees of Coinbase's pool.
    ///
    /// - Throws: `SolanaRPCError.decoding` when there is no such pool or its data are too short.
    public func coinbaseFeeRecipient(
        pool: PublicKey = .coinbasePool
    ) async throws(SolanaRPCError) -> PublicKey {
        guard let account = try await accountInfo(of: pool, commitment: .confirmed) else {
            throw .decoding("there is no stablecoin pool at \(pool.base58)")
        }
        guard let data = try? CoinbasePoolAccount(decoding: account.data) else {
            throw .decoding("the stablecoin pool's data are too short")
        }
        return data.feeRecipient
    }
}

extension Result {
    /// What an asynchronous call gives.
    fileprivate init(catching body: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

extension SolanaRPCError {
    /// The codes of the JSON-RPC by which Solana's servers refuse a transaction that they have looked at.
    private enum Code {
        /// Its rehearsal failed.
        static let preflightFailure = -32002
        /// A signature does not verify.
        static let signatureVerificationFailure = -32003
    }

    /// Whether the server has looked at the transaction and found that it would fail. Any other refusal is about the
    /// call: the server does not know the method, is behind, or has had enough of the caller.
    fileprivate var rejectsTransaction: Bool {
        switch self {
        case .transactionSimulationError: true
        case .responseError(let code, _, _):
            code == Code.preflightFailure || code == Code.signatureVerificationFailure
        case .transport, .timedOut, .invalidHTTPStatus, .encoding, .decoding, .missingResult: false
        }
    }

    /// Whether the chain has carried out the transaction before. Servers say so in words only.
    fileprivate var saysAlreadyProcessed: Bool { refuses(with: "transaction has already been processed") }

    /// Whether the transaction's block hash is too old, or its nonce was used: by itself or by something else.
    fileprivate var saysBlockhashNotFound: Bool { refuses(with: "blockhash not found") }

    private func refuses(with words: String) -> Bool {
        guard case .responseError(Code.preflightFailure, let message?, _) = self else { return false }
        return message.lowercased().contains(words)
    }
}
