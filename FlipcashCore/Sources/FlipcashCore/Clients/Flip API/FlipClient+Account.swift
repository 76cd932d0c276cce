extension FlipClient {
    /// Makes `owner` a user of the core service, or finds the user that it is.
    ///
    /// - Throws: `RegisterError`.
    public func register(owner: KeyPair) async throws(RegisterError) -> UserID {
        try await accounts.register(owner: owner)
    }

    /// Finds the user that `owner` is.
    ///
    /// - Throws: `LoginError.denied` when no user has this key.
    public func login(owner: KeyPair) async throws(LoginError) -> UserID {
        try await accounts.login(owner: owner, now: environment.clock.now())
    }

    /// The flags of a user.
    ///
    /// - Parameters:
    ///   - userID: the user whose flags are asked for.
    ///   - owner: the key that signs for that user.
    ///   - countryCode: two letters; the service offers more where it knows the country.
    /// - Throws: `UserFlagsError.denied` when the user is not this key's, `.malformed`, `.rpc`.
    public func fetchUserFlags(
        userID: UserID, owner: KeyPair, countryCode: String? = nil
    ) async throws(UserFlagsError) -> UserFlags {
        try await accounts.userFlags(userID: userID, owner: owner, countryCode: countryCode)
    }

    /// The flags that hold for anybody.
    ///
    /// - Throws: `UserFlagsError.malformed`, `.rpc`.
    public func fetchUnauthenticatedUserFlags(countryCode: String? = nil) async throws(UserFlagsError) -> UserFlags {
        try await accounts.unauthenticatedUserFlags(countryCode: countryCode)
    }
}
