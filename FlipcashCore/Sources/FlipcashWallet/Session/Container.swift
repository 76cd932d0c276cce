public import FlipcashCore

/// The objects that a process creates once and shares: clients, files, accounts (client specification §2.1).
public struct Container: Sendable {
    /// The clocks, the random source and the task spawner.
    public let environment: RuntimeEnvironment
    /// The payments API.
    public let client: Client
    /// The core API.
    public let flipClient: FlipClient
    /// The accounts of the profile.
    public let accountManager: AccountManager
    /// Choices that the program remembers for the profile.
    public let preferences: Preferences
    /// The files of the profile.
    public let folder: ProfileFolder
    /// The file system that holds these files.
    public let files: any FileSystem
    /// Checks that the service is the pinned node.
    public let nodeGate: NodeGate
    /// The options of this process's sessions.
    public let options: SessionOptions

    /// Creates a container from existing parts.
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

    /// Creates everything for one profile over connections to its services.
    ///
    /// - Parameters:
    ///   - settings: the profile's settings.
    ///   - endpoint: the effective payments endpoint, which decides whether plain keys are allowed.
    ///   - layout: the paths of the profile's files.
    ///   - files: the file system.
    ///   - environment: the clocks, the random source and the task spawner.
    ///   - payments: the connection to the payments API.
    ///   - core: the connection to the core API; the same connection when one endpoint serves both.
    ///   - passphrase: asks for the vault's passphrase.
    ///   - keyStores: the operating system's stores that may keep the words.
    ///   - options: the options of sessions.
    public init(
        settings: Settings, endpoint: EndpointSetting, layout: FolderLayout, files: any FileSystem,
        environment: RuntimeEnvironment, payments: ServiceConnection, core: ServiceConnection,
        passphrase: any PassphraseSource, keyStores: SystemKeyStores = .none,
        options: SessionOptions = SessionOptions()
    ) {
        let folder = layout.profile(settings)
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
                // Do not pin the node of a service other than the profile's own.
                guard isProfileEndpoint else { return node }
                return try await environment.tasks.performBlocking { try store.pin(node, in: profile) }
            },
            options: options)
    }
}

extension AccountManager {
    /// Creates the account manager of one profile. The settings choose its key store.
    public convenience init(
        settings: Settings, endpoint: EndpointSetting, layout: FolderLayout, files: any FileSystem,
        environment: RuntimeEnvironment, passphrase: any PassphraseSource, keyStores: SystemKeyStores = .none
    ) {
        let store = SettingsStore(layout: layout, files: files)
        let profile = settings.profile
        self.init(
            folder: layout.profile(settings),
            options: Options(
                endpoint: endpoint, isProfileEndpoint: endpoint == settings.endpoint,
                allowsInsecureKeys: settings.allowsInsecureKeys, systemStores: keyStores, profile: profile,
                environment: settings.environment,
                readChoice: { () throws(SettingsFailure) in try store.settings(for: profile).keyStore }
            ) { choice throws(SettingsFailure) in
                try store.set(.keyStore, to: choice.rawValue, in: profile)
            },
            passphrase: passphrase, files: files, environment: environment)
    }
}
