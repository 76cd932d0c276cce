extension FlipClient {
    /// Changes a user's settings; a nil value leaves the setting unchanged.
    ///
    /// - Parameters:
    ///   - owner: the key that signs for the user.
    ///   - locale: a BCP-47 tag, such as `en-US`: the language of the service's texts.
    ///   - region: the currency of the amounts in those texts.
    /// - Throws: `SettingsUpdateError`.
    public func updateSettings(
        owner: KeyPair, locale: String?, region: CurrencyCode?
    ) async throws(SettingsUpdateError) {
        try await settings.update(owner: owner, locale: locale, region: region)
    }
}
