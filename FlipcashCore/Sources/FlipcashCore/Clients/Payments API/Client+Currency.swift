extension Client {
    /// Fetches the currencies at `addresses`.
    ///
    /// - Throws: `MintsError.notFound` when any of them is unknown.
    public func fetchMints(_ addresses: [PublicKey]) async throws(MintsError) -> [PublicKey: MintMetadata] {
        try await currencies.mints(addresses)
    }

    /// Fetches those currencies at `addresses` that the service knows.
    ///
    /// The service returns all currencies or an error, so unknown ones are found by requests for each address (wire
    /// contract §7.3).
    ///
    /// - Throws: `MintsError.malformed`, `.rpc`.
    public func fetchKnownMints(_ addresses: [PublicKey]) async throws(MintsError) -> [PublicKey: MintMetadata] {
        do {
            return try await currencies.mints(addresses)
        } catch .notFound {
            var known: [PublicKey: MintMetadata] = [:]
            for address in addresses {
                do {
                    known.merge(try await currencies.mints([address])) { $1 }
                } catch .notFound {
                    continue
                }
            }
            return known
        }
    }

    /// Fetches one currency.
    ///
    /// - Throws: `MintsError.notFound` when the service does not know it, `.malformed`, `.rpc`.
    public func fetchMint(_ address: PublicKey) async throws(MintsError) -> MintMetadata {
        guard let mint = try await currencies.mints([address])[address] else { throw .notFound }
        return mint
    }

    /// Keeps the live stream of signed rates and supplies open until it ends; see `LiveMintDataStreamer`.
    ///
    /// Returns when the server closes the stream without an error.
    ///
    /// - Throws: `RPCFailure` when the stream ends with an error.
    public func streamLiveMintData(
        mints: [PublicKey], onEvent: @escaping @Sendable (LiveMintEvent) async -> Void
    ) async throws(RPCFailure) {
        let clock = environment.clock
        try await currencies.streamLiveMintData(mints: mints, now: { clock.now() }, onEvent: onEvent)
    }
}

extension Client {
    /// Creates a currency and returns its mint, which is reserved until the creator buys the first tokens.
    ///
    /// - Throws: `CurrencyLaunchError`.
    public func launch(_ launch: CurrencyLaunch, owner: KeyPair) async throws(CurrencyLaunchError) -> PublicKey {
        try await currencies.launch(launch, owner: owner)
    }

    /// Returns whether no currency has the name. Upper and lower case and repeated spaces make no difference.
    ///
    /// - Throws: `RPCFailure`.
    public func checkAvailability(name: String) async throws(RPCFailure) -> Bool {
        try await currencies.isAvailable(name: name)
    }

    /// Replaces the icon of a currency; only its creator may.
    ///
    /// - Throws: `CurrencyLaunchError`.
    public func updateIcon(
        _ icon: AttestedImage, of mint: PublicKey, owner: KeyPair
    ) async throws(CurrencyLaunchError) {
        try await currencies.updateIcon(icon, of: mint, owner: owner)
    }

    /// Changes description, bill colours or links of a currency; only its creator may.
    ///
    /// - Throws: `CurrencyLaunchError`.
    public func updateMetadata(
        _ update: CurrencyUpdate, of mint: PublicKey, owner: KeyPair
    ) async throws(CurrencyLaunchError) {
        try await currencies.updateMetadata(update, of: mint, owner: owner)
    }

    /// Fetches the list of a category, best first; empty if the service lists none.
    ///
    /// - Throws: `RPCFailure`.
    public func discover(_ category: DiscoverCategory) async throws(RPCFailure) -> DiscoverRanking {
        try await currencies.discover(category)
    }

    /// Fetches the history of a currency's market capitalisation, ascending in time, in `currency`.
    ///
    /// - Throws: `MarketHistoryError`.
    public func fetchMarketCapHistory(
        of mint: PublicKey, range: ChartRange, currency: CurrencyCode
    ) async throws(MarketHistoryError) -> [ChartPoint] {
        try await currencies.marketCapHistory(of: mint, range: range, currency: currency)
    }
}
