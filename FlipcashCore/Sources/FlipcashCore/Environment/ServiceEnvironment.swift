/// Which of a profile's endpoint sets is used (expense specification §16).
///
/// Files, accounts and node pins of the two are kept apart.
public enum ServiceEnvironment: String, Hashable, Sendable, CaseIterable {
    /// The two sets; the raw values are the words of the setting.
    case development, production

    /// Reads the setting, in any case and with white space around it.
    ///
    /// A missing or unknown word means development in debug builds and production in release builds.
    public init(setting: String?, isDebugBuild: Bool = Self.isDebugBuild) {
        let word = (setting ?? "").trimmingBlanks().lowercased()
        self = Self(rawValue: word) ?? (isDebugBuild ? .development : .production)
    }

    #if DEBUG
        /// Whether this code was compiled as a debug build.
        public static let isDebugBuild = true
    #else
        /// Whether this code was compiled as a debug build.
        public static let isDebugBuild = false
    #endif
}
