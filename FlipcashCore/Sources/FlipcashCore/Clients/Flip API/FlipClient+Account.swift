extension FlipClient {
    /// Registers `owner` as a user of the core API; returns the existing user if `owner` is registered.
    ///
    /// - Throws: `RegisterError`.
    public func register(owner: KeyPair) async throws(RegisterError) -> UserID {
        try await accounts.register(owner: owner)
    }

    /// Returns the user of `owner`.
    ///
    /// - Throws: `LoginError.denied` when no user has this key.
    public func login(owner: KeyPair) async throws(LoginError) -> UserID {
        try await accounts.login(owner: owner, now: environment.clock.now())
    }

    /// Fetches the flags of a user.
    ///
    /// - Parameters:
    ///   - userID: the user whose flags are fetched.
    ///   - owner: the key that signs for that user.
    ///   - countryCode: two letters; the service offers more if it knows the country.
    /// - Throws: `UserFlagsError.denied` when the user does not belong to this key, `.malformed`, `.rpc`.
    public func fetchUserFlags(
        userID: UserID, owner: KeyPair, countryCode: String? = nil
    ) async throws(UserFlagsError) -> UserFlags {
        try await accounts.userFlags(userID: userID, owner: owner, countryCode: countryCode)
    }

    /// Fetches the flags that apply without login.
    ///
    /// - Throws: `UserFlagsError.malformed`, `.rpc`.
    public func fetchUnauthenticatedUserFlags(countryCode: String? = nil) async throws(UserFlagsError) -> UserFlags {
        try await accounts.unauthenticatedUserFlags(countryCode: countryCode)
    }
}
