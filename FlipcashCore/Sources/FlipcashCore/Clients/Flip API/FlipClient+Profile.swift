extension FlipClient {
    /// Sets the name under which others see a user.
    ///
    /// - Parameters:
    ///   - name: 1 to 64 Unicode scalars, as `DisplayNameValidator` returns it.
    ///   - owner: the key that signs for the user.
    /// - Throws: `DisplayNameError`.
    public func setDisplayName(_ name: String, owner: KeyPair) async throws(DisplayNameError) {
        try await profiles.setDisplayName(name, owner: owner)
    }
}
