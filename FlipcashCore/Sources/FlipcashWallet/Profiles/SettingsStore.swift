import FlipcashCore

/// Reads and changes `config.json` and `profiles/NAME.json`, and keeps unknown members.
///
/// Every method throws `SettingsFailure`: `.file` or `.notAnObject` if a file cannot be used.
public struct SettingsStore: Sendable {
    private let layout: FolderLayout
    private let files: any FileSystem

    /// Creates a store for the files in `layout`, without reading them.
    public init(layout: FolderLayout, files: any FileSystem) {
        self.layout = layout
        self.files = files
    }

    /// Returns the profile that `config.json` names, or `default`.
    ///
    /// - Throws: `SettingsFailure.badProfileName`.
    public func preferredProfile() throws(SettingsFailure) -> ProfileName {
        guard let name = try document(layout.configFile)[path: SettingsKey.profile.path]?.text else { return .default }
        return try ProfileName(name)
    }

    /// Returns the settings of `profile`.
    ///
    /// - Throws: `SettingsFailure` if a file is unreadable or a known key has the wrong form.
    public func settings(for profile: ProfileName) throws(SettingsFailure) -> Settings {
        let profilePath = layout.profileFile(profile)
        let own = try document(profilePath)
        let shared = try document(layout.configFile)
        try check(own, path: profilePath)
        try check(shared, path: layout.configFile)
        return Settings(
            profile: profile, layers: [own, shared, BuiltInProfiles.document(profile)],
            environmentName: layout.environmentName)
    }

    /// Sets `key` of `profile` to the value that `text` denotes.
    ///
    /// - Throws: `SettingsFailure.badNewValue`; the file is then unchanged.
    public func set(_ key: SettingsKey, to text: String, in profile: ProfileName) throws(SettingsFailure) {
        let path = file(for: key, in: profile)
        try change(path, at: key.path, to: try key.value(parsing: text))
    }

    /// Returns the value that `set` would store for `text`, without storing it.
    ///
    /// - Throws: `SettingsFailure.badNewValue`.
    public static func value(of key: SettingsKey, parsing text: String) throws(SettingsFailure) -> JSONValue {
        try key.value(parsing: text)
    }

    /// Removes `key` of `profile`.
    public func unset(_ key: SettingsKey, in profile: ProfileName) throws(SettingsFailure) {
        try change(file(for: key, in: profile), at: key.path, to: nil)
    }

    /// Removes the pinned node of `profile` in its environment; the next contact pins again.
    public func unsetNode(in profile: ProfileName) throws(SettingsFailure) {
        let environment = try settings(for: profile).environment
        let path = environment == .production ? ["node"] : ["development", "node"]
        try change(layout.profileFile(profile), at: path, to: nil)
    }

    /// Pins the node at first contact, unless another program has pinned one first.
    ///
    /// - Returns: the node that the profile trusts from now on.
    @discardableResult
    public func pin(_ node: PinnedNode, in profile: ProfileName) throws(SettingsFailure) -> PinnedNode {
        let path = layout.profileFile(profile)
        let environment = try settings(for: profile).environment
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        let present = try document(path)
        let stored = Settings(profile: profile, layers: [present], environmentName: environment.rawValue)
        if let pinned = stored.pinnedNode { return pinned }
        let values = zip(SettingsKey.pin(environment), [node.key, node.coreMint, node.coreVMAuthority])
        try write(values.reduce(present) { $0.setting(.string($1.1.base58), at: $1.0.path) }, to: path)
        return node
    }

    /// Returns all keys of `profile` with their values, sorted by name.
    ///
    /// - Throws: `SettingsFailure.badValue` for a known key of the wrong form.
    public func list(_ profile: ProfileName) throws(SettingsFailure) -> [(key: SettingsKey, value: JSONValue)] {
        let settings = try settings(for: profile)
        return SettingsKey.allCases.sorted { $0.rawValue < $1.rawValue }.compactMap { key in
            settings.value(key).map { (key, $0) }
        }
    }

    private func file(for key: SettingsKey, in profile: ProfileName) -> String {
        key == .profile ? layout.configFile : layout.profileFile(profile)
    }

    private func document(_ path: String) throws(SettingsFailure) -> JSONValue {
        let bytes: [UInt8]?
        do { bytes = try files.read(path) } catch { throw .file(error) }
        guard let bytes else { return .object([:]) }
        guard let value = try? JSONFile.decode(JSONValue.self, from: bytes), case .object = value else {
            throw .notAnObject(path: path)
        }
        return value
    }

    private func check(_ document: JSONValue, path: String) throws(SettingsFailure) {
        for key in SettingsKey.allCases {
            if let value = document[path: key.path], value != .null { try key.check(value, path: path) }
        }
    }

    /// Changes one member of a file, under a lock so that concurrent programs do not overwrite each other's changes.
    private func change(_ path: String, at member: [String], to value: JSONValue?) throws(SettingsFailure) {
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        try write(document(path).setting(value, at: member), to: path)
    }

    private func takeLock() throws(SettingsFailure) -> HeldLock {
        do {
            try files.makeFolder(layout.config)
            return try files.lock(layout.settingsLock)
        } catch { throw .file(error) }
    }

    private func write(_ value: JSONValue, to path: String) throws(SettingsFailure) {
        guard let bytes = try? JSONFile.encode(value, indented: true) else { throw .notAnObject(path: path) }
        do {
            try files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
            try files.replace(path, with: bytes + [0x0A])
        } catch { throw .file(error) }
    }
}
