extension NodeSettings {
    /// Reads the settings of the node in `folder`; returns the standard ones when it has no settings file.
    ///
    /// - Throws: `NodeError.invalidSettings` with the line and the name of the first unusable setting,
    ///   `NodeError.fileSystem` when the file cannot be read, `NodeError.insecureFile` when others can read a file that
    ///   contains a password, `NodeError.missingDatabaseLibrary` when it names a database and libpq cannot be loaded.
    public static func load(_ folder: NodeFolder) throws(NodeError) -> NodeSettings { try load(folder.settings) }

    /// Reads the settings file at `path`; returns the standard settings when there is no file.
    static func load(_ path: String) throws(NodeError) -> NodeSettings {
        guard let content = try PrivateFile.read(path, requiringPrivacy: false) else { return .standard }
        let settings: NodeSettings
        do throws(SettingProblem) {
            settings = try NodeSettings(json: content)
        } catch {
            throw error.obstacle ?? .invalidSettings(path: path, reason: error.description)
        }
        if settings.database?.hasPassword == true { _ = try PrivateFile.read(path, requiringPrivacy: true) }
        return settings
    }

    /// Parses settings from JSON.
    init(json: [UInt8]) throws(SettingProblem) {
        self.init()
        let members = try SettingsDocument(json).members
        for member in members {
            guard let definition = SettingDefinition.all.first(where: { $0.name == member.name }) else {
                let names = SettingDefinition.all.map(\.name)
                throw SettingProblem(
                    place: member.place,
                    reason: "there is no setting \"\(member.name)\"; the nearest is "
                        + "\"\(SettingNames.nearest(to: member.name, among: names))\"")
            }
            try read(member, as: definition)
        }
        // The defaults agree with each other, so a conflict concerns at least one setting of the file.
        for member in members {
            guard let conflict = conflict(over: member.name) else { continue }
            throw SettingProblem(place: member.valuePlace, reason: conflict)
        }
    }

    private mutating func read(
        _ member: SettingsDocument.Member, as definition: SettingDefinition
    ) throws(SettingProblem) {
        let isAccepted: Bool
        do {
            isAccepted = try definition.read(member.value, &self)
        } catch {
            throw SettingProblem(place: member.valuePlace, reason: error.description, obstacle: error)
        }
        guard !isAccepted else { return }
        throw SettingProblem(
            place: member.valuePlace,
            reason: "\"\(member.name)\" is \(definition.shown(member.value)); it must be \(definition.allowed)")
    }

    /// Why a setting cannot be used together with another one; nil if it can.
    private func conflict(over name: String) -> String? {
        switch name {
        case "tls_certificate", "tls_key":
            guard (tlsCertificate == nil) != (tlsKey == nil) else { return nil }
            return "\"tls_certificate\" and \"tls_key\" must be set together, or neither of them"
        case "message_bytes", "message_bytes_per_address":
            guard bounds.messageBytesPerAddress > bounds.messageBytes else { return nil }
            return "\"message_bytes_per_address\" is \(bounds.messageBytesPerAddress); it must be at most "
                + "\"message_bytes\", which is \(bounds.messageBytes)"
        case "connections", "connections_per_address":
            guard bounds.connectionsPerAddress > bounds.connections else { return nil }
            return "\"connections_per_address\" is \(bounds.connectionsPerAddress); it must be at most "
                + "\"connections\", which is \(bounds.connections)"
        default: return nil
        }
    }

    /// Every setting with its value, defaults included, in the order of the documentation. Leaves out settings that
    /// have no value, such as a certificate in plaintext.
    ///
    /// - Parameter isPrivate: whether only the operator was ever able to reach the node, on which two defaults depend.
    public func entries(isPrivate: Bool) -> [SettingEntry] {
        var settings = self
        settings.faucet = faucet ?? isPrivate
        settings.bounds.registrationsPerHour = registrationsPerHour(isPrivate: isPrivate)
        return SettingDefinition.all.compactMap { definition in
            definition.value(settings).map { SettingEntry(name: definition.name, value: $0) }
        }
    }

    /// The most users that an address registers within an hour; nil for any number.
    func registrationsPerHour(isPrivate: Bool) -> Int? {
        bounds.registrationsPerHour ?? (isPrivate ? nil : PeerBounds.publicRegistrationsPerHour)
    }
}

/// Looks for the setting that a mistyped name means.
enum SettingNames {
    /// The name that needs the fewest insertions, removals and replacements of letters.
    static func nearest(to name: String, among names: [String]) -> String {
        names.min { distance(name, $0) < distance(name, $1) } ?? ""
    }

    private static func distance(_ first: String, _ second: String) -> Int {
        let letters = Array(second.utf8)
        var row = Array(0...letters.count)
        for (line, letter) in first.utf8.prefix(64).enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in letters.indices {
                let replaced = diagonal + (letters[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(row[column], row[column + 1]) + 1)
            }
        }
        return row[letters.count]
    }
}
