extension Client {
    /// The accounts of `owner`: the source of all balances.
    ///
    /// - Throws: `AccountInfoError.notFound` when the owner has none, `.malformed`, `.rpc`.
    public func fetchAccountInfos(owner: KeyPair) async throws(AccountInfoError) -> [AccountInfo] {
        try await accounts.tokenAccountInfos(owner: owner)
    }

    /// The accounts of `owner` in one mint.
    ///
    /// - Throws: `AccountInfoError.notFound` when the owner has none in it, `.malformed`, `.rpc`.
    public func fetchAccountInfos(owner: KeyPair, mint: PublicKey) async throws(AccountInfoError) -> [AccountInfo] {
        try await accounts.tokenAccountInfos(owner: owner, filter: .mint(mint))
    }

    /// The primary account of `owner` in one mint.
    ///
    /// - Throws: `AccountInfoError.notFound` when it was never opened.
    public func fetchAccountInfo(owner: KeyPair, mint: PublicKey) async throws(AccountInfoError) -> AccountInfo {
        let infos = try await fetchAccountInfos(owner: owner, mint: mint)
        guard let info = infos.first(where: { $0.kind == .primary && $0.mint == mint }) else { throw .notFound }
        return info
    }

    /// The account behind a cash link, as `requestingOwner` may see it.
    ///
    /// - Throws: `AccountInfoError.notFound` when there is no such link, or none yet.
    public func fetchGiftCardInfo(
        giftCard: KeyPair, requestingOwner: KeyPair
    ) async throws(AccountInfoError) -> AccountInfo {
        let infos = try await accounts.tokenAccountInfos(owner: giftCard, requestingOwner: requestingOwner)
        guard let info = infos.first(where: { $0.kind == .giftCard }) else { throw .notFound }
        return info
    }

    /// Whether `owner` may use the payments service.
    ///
    /// - Throws: `RPCFailure`.
    public func isOcpAccount(owner: KeyPair) async throws(RPCFailure) -> OcpAccountState {
        try await accounts.isOcpAccount(owner: owner)
    }
}
