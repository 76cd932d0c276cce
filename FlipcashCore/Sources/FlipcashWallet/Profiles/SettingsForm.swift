import FlipcashCore

extension SettingsKey {
    /// Turns what a person typed into the stored value.
    ///
    /// - Throws: `SettingsFailure.badValue`.
    func value(parsing text: String, path: String) throws(SettingsFailure) -> JSONValue {
        let value: JSONValue
        switch form {
        case .truth:
            switch text {
            case "true": value = .bool(true)
            case "false": value = .bool(false)
            default: throw .badValue(key: rawValue, path: path, expected: expectation)
            }
        case .text, .endpoint, .publicKey, .currency, .keyStore, .profileName: value = .string(text)
        }
        try check(value, path: path)
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
        case .keyStore: value.text.flatMap(KeyStoreChoice.init(rawValue:)) != nil
        case .profileName: value.text.flatMap { try? ProfileName($0) } != nil
        }
    }

    private var expectation: String {
        switch form {
        case .truth: "true or false"
        case .text: "a text"
        case .endpoint: "an endpoint: local:, embedded:, https://host:port, http://host:port or unix:/path"
        case .publicKey: "a key in base58 (32 bytes)"
        case .currency: "a known currency code"
        case .keyStore: "a key store: " + KeyStoreChoice.allCases.map(\.rawValue).joined(separator: ", ")
        case .profileName: "a profile's name"
        }
    }
}
