public import FlipcashCoreAPI

/// The core API (`flipcash.*`): one service type for each RPC group, and a method for every RPC (in
/// `FlipClient+X.swift`).
public struct FlipClient: Sendable {
    let accounts: CoreAccountService
    let activities: ActivityService
    let moderation: ModerationService
    let profiles: ProfileService
    let settings: SettingsService
    let environment: RuntimeEnvironment
    /// The stub of shared expenses. Its client is in the module `SharedExpenses`.
    public let sharedExpenses: any Flipcash_Split_V1_SharedExpenses.ClientProtocol

    /// Creates a client that calls over `connection`, which the payments API may share.
    public init(connection: ServiceConnection, environment: RuntimeEnvironment) {
        accounts = CoreAccountService(connection.stubs.coreAccount)
        activities = ActivityService(connection.stubs.activity)
        moderation = ModerationService(connection.stubs.moderation)
        profiles = ProfileService(connection.stubs.profile)
        settings = SettingsService(connection.stubs.settings)
        sharedExpenses = connection.stubs.sharedExpenses
        self.environment = environment
    }
}
