extension Client {
    /// Fetches the accounts of `owner`, which give all balances.
    ///
    /// - Throws: `AccountInfoError.notFound` when the owner has no account, `.malformed`, `.rpc`.
    public func fetchAccountInfos(owner: KeyPair) async throws(AccountInfoError) -> [AccountInfo] {
        try await accounts.tokenAccountInfos(owner: owner)
    }

    /// Fetches the accounts of `owner` in one mint.
    ///
    /// - Throws: `AccountInfoError.notFound` when the owner has no account in it, `.malformed`, `.rpc`.
    public func fetchAccountInfos(owner: KeyPair, mint: PublicKey) async throws(AccountInfoError) -> [AccountInfo] {
        try await accounts.tokenAccountInfos(owner: owner, filter: .mint(mint))
    }

    /// Fetches the primary account of `owner` in one mint.
    ///
    /// - Throws: `AccountInfoError.notFound` when it was never opened.
    public func fetchAccountInfo(owner: KeyPair, mint: PublicKey) async throws(AccountInfoError) -> AccountInfo {
        let infos = try await fetchAccountInfos(owner: owner, mint: mint)
        guard let info = infos.first(where: { $0.kind == .primary && $0.mint == mint }) else { throw .notFound }
        return info
    }

    /// Fetches the account of a cash link, with the details that `requestingOwner` may see.
    ///
    /// - Throws: `AccountInfoError.notFound` when the link does not exist, or not yet.
    public func fetchGiftCardInfo(
        giftCard: KeyPair, requestingOwner: KeyPair
    ) async throws(AccountInfoError) -> AccountInfo {
        let infos = try await accounts.tokenAccountInfos(owner: giftCard, requestingOwner: requestingOwner)
        guard let info = infos.first(where: { $0.kind == .giftCard }) else { throw .notFound }
        return info
    }

    /// Returns whether `owner` may use the payments service.
    ///
    /// - Throws: `RPCFailure`.
    public func isOcpAccount(owner: KeyPair) async throws(RPCFailure) -> OcpAccountState {
        try await accounts.isOcpAccount(owner: owner)
    }
}
