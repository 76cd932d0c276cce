public import FlipcashCore

extension Session {
    /// Fetches the currencies of a category, best first. Stores nothing.
    ///
    /// - Throws: `SwapFailure.service`, `PinFailure`, `NodeGateFailure`.
    public func discover(_ category: DiscoverCategory) async throws -> [MintMetadata] {
        try await nodeGate.verify()
        do throws(RPCFailure) {
            return try await client.discover(category).currencies
        } catch {
            throw SwapFailure.service(error)
        }
    }

    /// Fetches the history of a currency's market capitalisation in `currency`, ascending in time; empty if the service
    /// has none for this range.
    ///
    /// - Throws: `SessionError.mintNotFound`, `SwapFailure.service`, `.other`, `PinFailure`, `NodeGateFailure`.
    public func marketCapHistory(
        of mint: PublicKey, range: ChartRange, currency: CurrencyCode
    ) async throws -> [ChartPoint] {
        try await nodeGate.verify()
        do throws(MarketHistoryError) {
            return try await client.fetchMarketCapHistory(of: mint, range: range, currency: currency)
        } catch {
            switch error {
            case .missingData: return []
            case .notFound: throw SessionError.mintNotFound(mint)
            case .malformed: throw SwapFailure.other("the service's history cannot be read")
            case .rpc(let failure): throw SwapFailure.service(failure)
            }
        }
    }

    /// Changes a currency that this account created. A value that is nil stays as it is. The service checks the text
    /// and the picture before it changes anything.
    ///
    /// - Throws: `SwapFailure.moderation`, `.launch`, `PinFailure`, `NodeGateFailure`.
    public func editCurrency(
        _ mint: PublicKey, description: String? = nil, billColors: [String]? = nil, socialLinks: [SocialLink]? = nil,
        icon: [UInt8]? = nil
    ) async throws {
        try await passGates()
        do {
            // Everything is checked before anything is changed.
            var text: AttestedText?
            if let description { text = try await attested(description, as: .description) }
            var image: AttestedImage?
            if let icon { image = try await attestedIcon(icon) }
            if text != nil || billColors != nil || socialLinks != nil {
                try await client.updateMetadata(
                    CurrencyUpdate(description: text, billColors: billColors, socialLinks: socialLinks), of: mint,
                    owner: owner)
            }
            if let image { try await client.updateIcon(image, of: mint, owner: owner) }
        } catch {
            throw SwapFailure(error)
        }
        // The stored description is now old.
        if let renewed = try? await client.fetchMint(mint) { await rememberMint(renewed) }
    }
}
