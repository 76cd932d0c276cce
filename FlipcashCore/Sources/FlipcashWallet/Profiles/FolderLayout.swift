public import FlipcashCore

/// The paths of all files (client specification §12.8): the XDG base folders, or their defaults in the home folder.
public struct FolderLayout: Sendable, Hashable {
    /// `config.json` and `profiles/`.
    public let config: String
    /// One folder for each profile, and the node's folder.
    public let data: String
    /// Logs and error reports.
    public let state: String
    /// Images that can be fetched again.
    public let cache: String
    /// Sockets and locks; the data folder if the system has no runtime folder.
    public let runtime: String
    /// The environment that takes precedence over the setting; nil if the setting decides.
    public let environmentName: String?

    /// Creates the layout from the XDG variables.
    ///
    /// - Throws: `SettingsFailure.noHome` if they are incomplete and `HOME` is not set.
    public init(environment: ProcessEnvironment) throws(SettingsFailure) {
        func folder(_ variable: String, _ fallback: String) throws(SettingsFailure) -> String {
            // The XDG specification: ignore relative paths as invalid.
            if let base = environment[variable], base.hasPrefix("/") { return base + "/flipcash" }
            guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noHome(variable) }
            return "\(home)/\(fallback)/flipcash"
        }
        config = try folder("XDG_CONFIG_HOME", ".config")
        data = try folder("XDG_DATA_HOME", ".local/share")
        state = try folder("XDG_STATE_HOME", ".local/state")
        cache = try folder("XDG_CACHE_HOME", ".cache")
        if let base = environment["XDG_RUNTIME_DIR"], base.hasPrefix("/") {
            runtime = base + "/flipcash"
        } else {
            runtime = data
        }
        environmentName = environment["FLIPCASH_ENVIRONMENT"]
    }

    /// Creates a layout inside one folder, for tests and simulations, with the environment `production`.
    public init(root: String) {
        config = root + "/config"
        data = root + "/data"
        state = root + "/state"
        cache = root + "/cache"
        runtime = root + "/run"
        environmentName = ServiceEnvironment.production.rawValue
    }

    /// The settings for all profiles.
    public var configFile: String { config + "/config.json" }
    /// The lock around changes to any settings file.
    public var settingsLock: String { config + "/settings.lock" }
    /// Returns the settings file of one profile.
    public func profileFile(_ name: ProfileName) -> String { "\(config)/profiles/\(name.text).json" }
    /// The node's own folder (payment specification §21.9).
    public var nodeFolder: String { data + "/node" }
    /// The socket of the local node.
    public var nodeSocket: String { runtime + "/node.sock" }
    /// Log files and error reports.
    public var logFolder: String { state + "/logs" }
    /// Returns the folder of one profile. That of the environment `development` is inside that of `production`, so that
    /// no file belongs to both (expense specification §16).
    public func profile(_ name: ProfileName, _ environment: ServiceEnvironment = .production) -> ProfileFolder {
        switch environment {
        case .production: ProfileFolder(path: "\(data)/\(name.text)")
        case .development: ProfileFolder(path: "\(data)/\(name.text)/development")
        }
    }
    /// Returns the folder that a profile uses with its settings.
    public func profile(_ settings: Settings) -> ProfileFolder { profile(settings.profile, settings.environment) }
}

/// The files that belong to one profile.
public struct ProfileFolder: Sendable, Hashable {
    /// The folder itself, mode 0700.
    public let path: String

    /// Creates the paths for the profile folder at `path`, without touching files.
    public init(path: String) { self.path = path }

    /// The encrypted words.
    public var vault: String { path + "/vault.json" }
    /// The words of a `plain` key store.
    public var keys: String { path + "/keys.json" }
    /// The accounts' public data.
    public var accounts: String { path + "/accounts.json" }
    /// Preferences that the program records.
    public var preferences: String { path + "/preferences.json" }
    /// The recently used nonces.
    public var nonces: String { path + "/nonces" }
    /// The folder of an embedded node.
    public var embeddedNode: String { path + "/node" }
    /// Returns the journal of one owner.
    public func journal(_ owner: PublicKey) -> String { "\(path)/journal-\(owner.base58).jsonl" }
    /// Returns the disposable store of one owner.
    public func store(_ owner: PublicKey) -> String { "\(path)/flipcash-\(owner.base58).sqlite" }
    /// Returns the file with that store's schema version.
    public func storeVersion(_ owner: PublicKey) -> String { "\(path)/flipcash-\(owner.base58)version" }
    /// Returns the lock around a rebuild of that store.
    public func storeLock(_ owner: PublicKey) -> String { "\(path)/flipcash-\(owner.base58).lock" }
    /// Returns the savings goals of one owner. The file is not disposable (goals specification §12).
    public func goals(_ owner: PublicKey) -> String { "\(path)/goals-\(owner.base58).sqlite" }
    /// Returns the shared expenses of one owner in one environment. The file is not disposable (expense specification
    /// §17).
    public func split(_ owner: PublicKey, environment: String) -> String {
        "\(path)/split-\(environment)-\(owner.base58).sqlite"
    }
    /// Returns the lock around money commands of one owner.
    public func writerLock(_ owner: PublicKey) -> String { "\(path)/writer-\(owner.base58).lock" }
    /// Returns the lock around the settling of payments between people by one owner.
    public func settlingLock(_ owner: PublicKey) -> String { "\(path)/settling-\(owner.base58).lock" }
    /// The lock around changes to the account list and the key store.
    public var accountsLock: String { path + "/accounts.lock" }
}
