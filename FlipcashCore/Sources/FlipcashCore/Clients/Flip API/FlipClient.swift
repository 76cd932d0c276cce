/// The core API (`flipcash.*`): one service type for each RPC group, and a method for every RPC (in
/// `FlipClient+X.swift`).
public struct FlipClient: Sendable {
    let accounts: FlipAccountService
    let activities: ActivityService
    let settings: SettingsService
    let environment: RuntimeEnvironment

    /// Speaks over `connection`, which may be the payments API's too.
    public init(connection: ServiceConnection, environment: RuntimeEnvironment) {
        accounts = FlipAccountService(connection.stubs.flipAccount)
        activities = ActivityService(connection.stubs.activity)
        settings = SettingsService(connection.stubs.settings)
        self.environment = environment
    }
}
