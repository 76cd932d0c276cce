extension FlipClient {
    /// Changes a user's settings; what is nil stays as it is.
    ///
    /// - Parameters:
    ///   - owner: the key that signs for the user.
    ///   - locale: a BCP-47 tag, such as `en-US`: the language of the texts that the service writes.
    ///   - region: the currency that those texts name amounts in.
    /// - Throws: `SettingsUpdateError`.
    public func updateSettings(
        owner: KeyPair, locale: String?, region: CurrencyCode?
    ) async throws(SettingsUpdateError) {
        try await settings.update(owner: owner, locale: locale, region: region)
    }
}
