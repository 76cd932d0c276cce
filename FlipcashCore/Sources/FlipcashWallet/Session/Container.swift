public import FlipcashCore

/// What a process builds once and passes on: clients, files, accounts (client specification §2.1).
public struct Container: Sendable {
    /// Time, randomness and background work.
    public let environment: RuntimeEnvironment
    /// The payments API.
    public let client: Client
    /// The core API.
    public let flipClient: FlipClient
    /// The accounts of the profile.
    public let accountManager: AccountManager
    /// What the program remembers of the profile by itself.
    public let preferences: Preferences
    /// The files of the profile.
    public let folder: ProfileFolder
    /// The file system that all of these lie on.
    public let files: any FileSystem
    /// Guards against another node than the pinned one.
    public let nodeGate: NodeGate
    /// What this process decides about its sessions.
    public let options: SessionOptions

    /// Gathers parts that were built before.
    public init(
        environment: RuntimeEnvironment, client: Client, flipClient: FlipClient, accountManager: AccountManager,
        preferences: Preferences, folder: ProfileFolder, files: any FileSystem, nodeGate: NodeGate,
        options: SessionOptions = SessionOptions()
    ) {
        self.environment = environment
        self.client = client
        self.flipClient = flipClient
        self.accountManager = accountManager
        self.preferences = preferences
        self.folder = folder
        self.files = files
        self.nodeGate = nodeGate
        self.options = options
    }

    /// Builds everything for one profile over connections to its services.
    ///
    /// - Parameters:
    ///   - settings: the profile's settings.
    ///   - endpoint: the effective payments endpoint, which decides whether plain keys are allowed.
    ///   - layout: where the profile keeps its files.
    ///   - files: the file system that they lie in.
    ///   - environment: the clocks, randomness and tasks.
    ///   - payments: the connection to the payments API.
    ///   - core: the connection to the core API; the same one where one endpoint serves both.
    ///   - passphrase: asks for the vault's passphrase.
    ///   - keyStores: the operating system's stores that words may go to.
    ///   - options: how sessions behave.
    public init(
        settings: Settings, endpoint: EndpointSetting, layout: FolderLayout, files: any FileSystem,
        environment: RuntimeEnvironment, payments: ServiceConnection, core: ServiceConnection,
        passphrase: any PassphraseSource, keyStores: SystemKeyStores = .none,
        options: SessionOptions = SessionOptions()
    ) {
        let folder = layout.profile(settings.profile)
        let store = SettingsStore(layout: layout, files: files)
        let nonces = NonceMemory(store: FileNonceStore(path: folder.nonces, files: files))
        let client = Client(connection: payments, environment: environment, nonces: nonces)
        let profile = settings.profile
        let isProfileEndpoint = endpoint == settings.endpoint
        self.init(
            environment: environment, client: client,
            flipClient: FlipClient(connection: core, environment: environment),
            accountManager: AccountManager(
                settings: settings, endpoint: endpoint, layout: layout, files: files, environment: environment,
                passphrase: passphrase, keyStores: keyStores),
            preferences: Preferences(path: folder.preferences, files: files), folder: folder, files: files,
            nodeGate: NodeGate(
                client: client, pinned: settings.pinnedNode, isProfileEndpoint: isProfileEndpoint
            ) { node in
                // A call to another service says nothing about which node the profile trusts.
                isProfileEndpoint ? try store.pin(node, in: profile) : node
            },
            options: options)
    }
}

extension AccountManager {
    /// The accounts of one profile, its key store chosen by the settings.
    public convenience init(
        settings: Settings, endpoint: EndpointSetting, layout: FolderLayout, files: any FileSystem,
        environment: RuntimeEnvironment, passphrase: any PassphraseSource, keyStores: SystemKeyStores = .none
    ) {
        let store = SettingsStore(layout: layout, files: files)
        let profile = settings.profile
        self.init(
            folder: layout.profile(profile),
            options: Options(
                endpoint: endpoint, isProfileEndpoint: endpoint == settings.endpoint,
                allowsInsecureKeys: settings.allowsInsecureKeys, systemStores: keyStores, profile: profile,
                readChoice: { () throws(SettingsFailure) in try store.settings(for: profile).keyStore }
            ) { choice throws(SettingsFailure) in
                try store.set(.keyStore, to: choice.rawValue, in: profile)
            },
            passphrase: passphrase, files: files, environment: environment)
    }
}
