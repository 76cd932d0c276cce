public import FlipcashCore

/// The settings of one profile. Values of the profile come first, then those of `config.json`, then the built-in ones.
///
/// Command-line options and environment variables take precedence over all of these; the caller applies them.
public struct Settings: Sendable {
    /// The profile.
    public let profile: ProfileName
    /// Which endpoints, files and pins are used.
    public let environment: ServiceEnvironment
    private let layers: [JSONValue]

    /// - Parameter environmentName: the environment that takes precedence over the setting.
    init(profile: ProfileName, layers: [JSONValue], environmentName: String? = nil) {
        self.profile = profile
        self.layers = layers
        let setting = layers.lazy.compactMap { $0[path: SettingsKey.environment.path]?.text }.first
        environment = ServiceEnvironment(setting: environmentName ?? setting)
    }

    /// Returns the raw value of `key`, from the first layer that has one.
    public func value(_ key: SettingsKey) -> JSONValue? {
        for layer in layers {
            if let value = layer[path: key.path], value != .null { return value }
        }
        return nil
    }

    /// Returns the text of `key`.
    public func text(_ key: SettingsKey) -> String? { value(key)?.text }

    /// The endpoint of the payments service; by default the user's own node.
    public var endpoint: EndpointSetting {
        endpoint(environment == .production ? .endpoint : .developmentEndpoint) ?? .local
    }

    /// The endpoint of the core API; by default the payments endpoint.
    public var coreEndpoint: EndpointSetting {
        endpoint(environment == .production ? .coreEndpoint : .developmentCoreEndpoint) ?? endpoint
    }

    private func endpoint(_ key: SettingsKey) -> EndpointSetting? { text(key).flatMap(EndpointSetting.init(text:)) }

    /// The currency that this profile always uses, if it names one.
    public var currency: CurrencyCode? { text(.currency).flatMap { try? CurrencyCode(currencyCode: $0) } }

    /// The chosen key store.
    public var keyStore: KeyStoreChoice { text(.keyStore).flatMap(KeyStoreChoice.init(rawValue:)) ?? .auto }

    /// Whether the profile accepts keys in a plain file.
    public var allowsInsecureKeys: Bool { value(.insecureKeys)?.boolean ?? false }

    /// The `user-agent` header to send instead of the built-in one.
    public var userAgent: String? { text(.userAgent) }

    /// The node that was pinned at first contact (payment specification §2.1).
    public var pinnedNode: PinnedNode? {
        let keys = SettingsKey.pin(environment).map { text($0).flatMap { try? PublicKey(base58: $0) } }
        guard keys.count == 3, let key = keys[0], let coreMint = keys[1], let authority = keys[2] else { return nil }
        return PinnedNode(key: key, coreMint: coreMint, coreVMAuthority: authority)
    }
}
