import FlipcashCore

/// The stores of the operating system that a program may keep words in.
///
/// Tests and simulations have none unless they name one.
public struct SystemKeyStores: Sendable {
    private let make: @Sendable (ProfileName) -> [any SecretItemStore]

    init(_ make: @escaping @Sendable (ProfileName) -> [any SecretItemStore]) { self.make = make }

    /// No store at all: words go to files.
    public static let none = SystemKeyStores { _ in [] }

    /// Those of the machine and session that the program runs in, in the order in which they are tried.
    ///
    /// - Parameter environment: says whether the session has a message bus.
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

    /// The stores of one profile.
    func stores(of profile: ProfileName) -> [any SecretItemStore] { make(profile) }
}
