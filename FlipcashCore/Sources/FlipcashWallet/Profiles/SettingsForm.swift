import FlipcashCore

extension SettingsKey {
    /// Parses typed text into the stored value.
    ///
    /// - Throws: `SettingsFailure.badNewValue`.
    func value(parsing text: String) throws(SettingsFailure) -> JSONValue {
        let value: JSONValue
        switch (form, text) {
        case (.truth, "true"): value = .bool(true)
        case (.truth, "false"): value = .bool(false)
        case (.truth, _), (.text, _), (.endpoint, _), (.publicKey, _), (.currency, _), (.locale, _), (.keyStore, _),
            (.profileName, _), (.fingerprint, _), (.absolutePath, _):
            value = .string(text)
        }
        guard isValid(value) else { throw .badNewValue(key: self, value: text, expected: expectation) }
        return value
    }

    /// Checks that `value` has this key's form.
    ///
    /// - Throws: `SettingsFailure.badValue`.
    func check(_ value: JSONValue, path: String) throws(SettingsFailure) {
        guard isValid(value) else { throw .badValue(key: rawValue, path: path, expected: expectation) }
    }

    private func isValid(_ value: JSONValue) -> Bool {
        switch form {
        case .truth: value.boolean != nil
        case .text: value.text != nil
        case .endpoint: value.text.flatMap(EndpointSetting.init(text:)) != nil
        case .publicKey: value.text.flatMap { try? PublicKey(base58: $0) } != nil
        case .currency: value.text.flatMap { try? CurrencyCode(currencyCode: $0) } != nil
        case .locale: value.text.flatMap(NumberLocale.init(identifier:)) != nil
        case .keyStore: value.text.flatMap(KeyStoreChoice.init(rawValue:)) != nil
        case .profileName: value.text.flatMap { try? ProfileName($0) } != nil
        case .fingerprint: value.text.flatMap { CertificateFingerprint($0) } != nil
        case .absolutePath: value.text?.hasPrefix("/") ?? false
        }
    }

    private var expectation: String {
        switch form {
        case .truth: "true or false"
        case .text: "a text"
        case .endpoint: "an endpoint: local:, embedded:, https://host:port, http://host:port or unix:/path"
        case .publicKey: "a key in base58 (32 bytes)"
        case .currency: "a known currency code"
        case .locale: "a locale such as en_US or de_DE"
        case .keyStore: "a key store: " + KeyStoreChoice.allCases.map(\.rawValue).joined(separator: ", ")
        case .profileName: "a profile's name"
        case .fingerprint: "a SHA-256 fingerprint (64 hexadecimal digits)"
        case .absolutePath: "an absolute path"
        }
    }
}
