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
