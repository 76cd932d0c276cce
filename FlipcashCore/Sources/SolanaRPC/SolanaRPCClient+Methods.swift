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
    public func send(_ transaction: SolanaTransaction) async throws(SolanaRPCError) -> Signature {
        try await call(.sendTransaction(transaction))
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
    /// (key specification §15.2). That the server cannot be asked does not stop it.
    ///
    /// - Throws: `SolanaRPCError.transactionSimulationError` or `.responseError` of the rehearsal, else what sending
    ///   throws.
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
    /// Whether the server has looked at the transaction and found that it would fail.
    fileprivate var rejectsTransaction: Bool {
        switch self {
        case .transactionSimulationError, .responseError: true
        case .transport, .timedOut, .invalidHTTPStatus, .encoding, .decoding, .missingResult: false
        }
    }
}
