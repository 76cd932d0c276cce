import FlipcashCore
import FlipcashWallet

/// What the profile and its files say, completed by the options of this call.
extension Invocation {
    /// Where everything lies.
    var layout: FolderLayout {
        get throws(SettingsFailure) { try FolderLayout(environment: environment) }
    }

    var files: POSIXFileSystem { POSIXFileSystem() }

    /// The profile of this call: option, variable, `config.json`, `default`.
    func profileName() throws(SettingsFailure) -> ProfileName {
        if let name = options.profile { return try ProfileName(name) }
        return try SettingsStore(layout: layout, files: files).preferredProfile()
    }

    /// The settings of this call's profile.
    func settings() throws(SettingsFailure) -> Settings {
        try SettingsStore(layout: layout, files: files).settings(for: profileName())
    }

    /// Where the payments service is.
    ///
    /// - Throws: `CommandFailure` when the option or variable is no endpoint.
    func endpoint(_ settings: Settings) throws(CommandFailure) -> EndpointSetting {
        try endpoint(named: options.endpoint) ?? settings.endpoint
    }

    /// Where the core service is: at the payments endpoint unless said otherwise.
    func coreEndpoint(_ settings: Settings) throws(CommandFailure) -> EndpointSetting {
        if let named = try endpoint(named: options.coreEndpoint) { return named }
        if let named = try endpoint(named: options.endpoint) { return named }
        return settings.coreEndpoint
    }

    private func endpoint(named text: String?) throws(CommandFailure) -> EndpointSetting? {
        guard let text else { return nil }
        guard let endpoint = EndpointSetting(text: text) else {
            throw .usage(
                "\"\(DisplayText.sanitized(text))\" is no endpoint: use local:, embedded:, https://HOST:PORT or "
                    + "http://HOST:PORT.")
        }
        return endpoint
    }

    /// The display currency that this call or its profile names; nil leaves the choice to the account's preferences.
    func namedCurrency(_ settings: Settings) throws(CommandFailure) -> CurrencyCode? {
        guard let text = options.currency else { return settings.currency }
        return try CurrencyArgument(argument: text)?.currency()
    }

    /// The currency that amounts are entered in: the one named, else the one last chosen, else dollars.
    func entryCurrency() throws -> CurrencyCode {
        let settings = try settings()
        if let named = try namedCurrency(settings) { return named }
        let preferences = Preferences(path: try layout.profile(settings.profile).preferences, files: files)
        return preferences.balanceCurrency ?? .usd
    }

    /// The local node's starter.
    func localNode() throws -> LocalNode {
        LocalNode(layout: try layout, runtime: runtime, variables: variables, executable: executable)
    }
}
