public import FlipcashCore

extension SolanaRPCClient {
    /// Fetches a block hash for a transaction.
    public func latestBlockhash(
        commitment: Commitment = .finalized
    ) async throws(SolanaRPCError) -> LatestBlockhash {
        try await call(.latestBlockhash(commitment: commitment))
    }

    /// Fetches an account; nil when it does not exist.
    public func accountInfo(
        of address: PublicKey, commitment: Commitment = .finalized
    ) async throws(SolanaRPCError) -> SolanaAccount? {
        try await call(.accountInfo(of: address, commitment: commitment))
    }

    /// Sends a signed transaction and returns its id.
    ///
    /// An attempt without an answer may have succeeded. If the server then rejects a retry because the chain has
    /// already processed the transaction, this returns the id. If the rejection does not say so, this throws the error
    /// of the earlier attempt.
    ///
    /// - Throws: `SolanaRPCError.responseError` when the server rejected the transaction, `.encoding` when it was never
    ///   sent, `.decoding` when the answer has another transaction's id. After any other error it is unknown whether
    ///   the chain has the transaction.
    public func send(_ transaction: SolanaTransaction) async throws(SolanaRPCError) -> Signature {
        let id = try await call(.sendTransaction(transaction)) { refusal, trouble throws(SolanaRPCError) in
            guard case .responseError = refusal else { throw refusal }
            if refusal.saysAlreadyProcessed { return transaction.id }
            throw refusal.rejectsTransaction && !refusal.saysBlockhashNotFound ? refusal : trouble
        }
        guard id == transaction.id else { throw .decoding("it has another transaction's id") }
        return id
    }

    /// Simulates a transaction without executing it and returns the log lines of its programs.
    ///
    /// - Throws: `SolanaRPCError.transactionSimulationError` when it would fail.
    public func simulate(
        _ transaction: SolanaTransaction, commitment: Commitment = .confirmed, replaceRecentBlockhash: Bool = true
    ) async throws(SolanaRPCError) -> SimulationLogs {
        try await call(
            .simulateTransaction(
                transaction, commitment: commitment, replaceRecentBlockhash: replaceRecentBlockhash))
    }

    /// Sends a transaction that an external wallet has signed, unless a simulation shows that it would fail (key
    /// specification §15.2).
    ///
    /// If the server is unreachable or does not support simulation, the transaction is sent nevertheless.
    ///
    /// - Throws: `SolanaRPCError.transactionSimulationError` or `.responseError` of the simulation, and the errors of
    ///   ``send(_:)``.
    public func sendUnlessRejected(_ transaction: SolanaTransaction) async throws(SolanaRPCError) -> Signature {
        let simulation = await Result { () async throws(SolanaRPCError) in try await simulate(transaction) }
        switch simulation {
        case .failure(let error) where error.rejectsTransaction: throw error
        case .failure, .success: return try await send(transaction)
        }
    }

    /// Fetches the account that receives the fees of Coinbase's pool.
    ///
    /// - Throws: `SolanaRPCError.decoding` when the pool does not exist or its data is too short.
    public func coinbaseFeeRecipient(
        pool: PublicKey = .coinbasePool
    ) async throws(SolanaRPCError) -> PublicKey {
        guard let account = try await accountInfo(of: pool, commitment: .confirmed) else {
            throw .decoding("there is no stablecoin pool at \(pool.base58)")
        }
        guard let data = try? CoinbasePoolAccount(decoding: account.data) else {
            throw .decoding("the stablecoin pool's data is too short")
        }
        return data.feeRecipient
    }
}

extension Result {
    /// Runs an asynchronous call and captures its result.
    fileprivate init(catching body: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

extension SolanaRPCError {
    /// The JSON-RPC error codes with which Solana's servers reject a transaction after checking it.
    private enum Code {
        /// The simulation before sending failed.
        static let preflightFailure = -32002
        /// A signature is invalid.
        static let signatureVerificationFailure = -32003
    }

    /// Whether the server checked the transaction and found that it would fail.
    ///
    /// Other rejections concern the call: the server does not know the method, is behind the chain, or limits the
    /// caller.
    fileprivate var rejectsTransaction: Bool {
        switch self {
        case .transactionSimulationError: true
        case .responseError(let code, _, _):
            code == Code.preflightFailure || code == Code.signatureVerificationFailure
        case .transport, .timedOut, .invalidHTTPStatus, .encoding, .decoding, .missingResult: false
        }
    }

    /// Whether the chain has already executed the transaction, which servers report only in their message.
    fileprivate var saysAlreadyProcessed: Bool { refuses(with: "transaction has already been processed") }

    /// Whether the transaction's block hash is too old, or its nonce was used by this or another transaction.
    fileprivate var saysBlockhashNotFound: Bool { refuses(with: "blockhash not found") }

    private func refuses(with words: String) -> Bool {
        guard case .responseError(Code.preflightFailure, let message?, _) = self else { return false }
        return message.lowercased().contains(words)
    }
}

extension SolanaRPCClient {
    /// Fetches the newest transactions that name an address, newest first.
    ///
    /// - Parameter limit: the largest number of them, at most 1,000.
    public func history(
        of address: PublicKey, limit: Int, commitment: Commitment = .confirmed
    ) async throws(SolanaRPCError) -> [SolanaHistoryEntry] {
        try await call(.history(of: address, limit: limit, commitment: commitment))
    }

    /// Fetches what a transaction changed; nil when the server does not have it.
    public func balanceChanges(
        of signature: Signature, commitment: Commitment = .confirmed
    ) async throws(SolanaRPCError) -> SolanaBalanceChanges? {
        try await call(.balanceChanges(of: signature, commitment: commitment))
    }
}
