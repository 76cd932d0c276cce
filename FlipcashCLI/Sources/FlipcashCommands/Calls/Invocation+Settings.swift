import FlipcashCore
import FlipcashWallet

/// The profile's settings, overridden by the options of this call.
extension Invocation {
    /// Where the program's files are.
    var layout: FolderLayout {
        get throws(SettingsFailure) { try FolderLayout(environment: environment) }
    }

    var files: POSIXFileSystem { POSIXFileSystem() }

    /// The profile of this call, from the option, the variable or `config.json`; else `default`.
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
    /// - Throws: `CommandFailure` when the option or variable is not an endpoint.
    func endpoint(_ settings: Settings) throws(CommandFailure) -> EndpointSetting {
        try endpoint(named: options.endpoint) ?? settings.endpoint
    }

    /// Where the core API is served: at the payments endpoint unless set otherwise.
    func coreEndpoint(_ settings: Settings) throws(CommandFailure) -> EndpointSetting {
        if let named = try endpoint(named: options.coreEndpoint) { return named }
        if let named = try endpoint(named: options.endpoint) { return named }
        return settings.coreEndpoint
    }

    private func endpoint(named text: String?) throws(CommandFailure) -> EndpointSetting? {
        guard let text else { return nil }
        guard let endpoint = EndpointSetting(text: text) else {
            throw .usage(
                "\"\(DisplayText.sanitized(text))\" is not an endpoint. Use local:, embedded:, https://HOST:PORT or "
                    + "http://HOST:PORT.")
        }
        return endpoint
    }

    /// Which certificates this call accepts, from the option, the variable, the profile or the system's trust store.
    ///
    /// - Throws: `CommandFailure` for an invalid fingerprint, or if both a file and a fingerprint are given.
    func serverTrust(_ settings: Settings) throws(CommandFailure) -> ServerTrust {
        if options.caFile != nil || options.tlsFingerprint != nil {
            return try trust(file: options.caFile.map(WorkingFolder.absolute), fingerprint: options.tlsFingerprint)
        }
        // A profile's trust settings apply only to its own services.
        let named = try [endpoint(named: options.endpoint), endpoint(named: options.coreEndpoint)].compactMap { $0 }
        guard named.allSatisfy({ $0 == settings.endpoint || $0 == settings.coreEndpoint }) else { return .system }
        return try trust(file: settings.text(.tlsCAFile), fingerprint: settings.text(.tlsFingerprint))
    }

    private func trust(file: String?, fingerprint text: String?) throws(CommandFailure) -> ServerTrust {
        switch (file, text) {
        case (nil, nil): return .system
        case (let file?, nil):
            let permissions: UInt16?
            do { permissions = try files.permissions(file) } catch { throw CommandFailure(describing: error) }
            guard permissions != nil else { throw .noFile(file) }
            return .authorities(file)
        case (nil, let text?):
            guard let fingerprint = CertificateFingerprint(text) else {
                throw .usage(
                    "\"\(DisplayText.sanitized(text))\" is not a SHA-256 fingerprint. Use 64 hexadecimal digits, "
                        + "with or without colons.")
            }
            return .certificate(fingerprint)
        case (_?, _?):
            throw .usage("A file of authorities and a fingerprint cannot be combined. Use only one of them.")
        }
    }

    /// The display currency that this call or its profile names; nil if the account's preferences decide.
    func namedCurrency(_ settings: Settings) throws(CommandFailure) -> CurrencyCode? {
        guard let text = options.currency else { return settings.currency }
        return try CurrencyArgument(argument: text)?.currency()
    }

    /// The currency of entered amounts: the one named, else the one last chosen, else dollars.
    func entryCurrency() throws -> CurrencyCode {
        let settings = try settings()
        if let named = try namedCurrency(settings) { return named }
        let preferences = Preferences(path: try layout.profile(settings).preferences, files: files)
        return preferences.balanceCurrency ?? .usd
    }

    /// Finds or starts the local node.
    func localNode() throws -> LocalNode {
        LocalNode(layout: try layout, runtime: runtime, variables: variables, executable: executable)
    }
}
