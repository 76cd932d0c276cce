import FlipcashCore

/// The operating system's stores that a program may keep words in.
///
/// Tests and simulations use none by default.
public struct SystemKeyStores: Sendable {
    private let make: @Sendable (ProfileName) -> [any SecretItemStore]

    init(_ make: @escaping @Sendable (ProfileName) -> [any SecretItemStore]) { self.make = make }

    /// No stores: words go to files.
    public static let none = SystemKeyStores { _ in [] }

    /// Returns the stores of this machine and session, in the order in which they are tried.
    ///
    /// - Parameter environment: the variables that show whether the session has a message bus.
    public static func ofThisMachine(_ environment: ProcessEnvironment) -> SystemKeyStores {
        #if canImport(Security)
            SystemKeyStores { [KeychainItems(profile: $0.text)] }
        #else
            SystemKeyStores { profile in
                [
                    SecretServiceItems(
                        profile: profile.text, hasSessionBus: environment["DBUS_SESSION_BUS_ADDRESS"] != nil)
                ]
            }
        #endif
    }

    /// Returns the stores of one profile in one environment.
    func stores(of profile: ProfileName, _ environment: ServiceEnvironment = .production) -> [any SecretItemStore] {
        switch environment {
        case .production: make(profile)
        case .development: make(profile.development)
        }
    }
}
