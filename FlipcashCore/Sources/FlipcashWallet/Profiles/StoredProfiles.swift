import FlipcashCore

/// The profiles on this machine.
public struct StoredProfiles: Sendable {
    private let layout: FolderLayout

    /// The profiles that work without a settings file.
    public static let builtIn: [ProfileName] = [.default, .flipcash, .test]

    /// Creates an instance for the folders in `layout`, without reading them.
    public init(layout: FolderLayout) { self.layout = layout }

    /// The names of the built-in profiles and of all that have settings or accounts, sorted.
    public var names: [ProfileName] {
        let settings = Self.entries(of: layout.config + "/profiles").filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(".json".count)) }
        // The data folder also holds the node's folder.
        let accounts = Self.entries(of: layout.data).filter {
            let folder = "\(layout.data)/\($0)"
            return ["accounts.json", "development/accounts.json"].contains { name in
                SystemFiles.exists("\(folder)/\(name)")
            }
        }
        let stored = (settings + accounts).compactMap { try? ProfileName($0) }
        return Set(Self.builtIn + stored).sorted { $0.text < $1.text }
    }

    private static func entries(of folder: String) -> [String] {
        (try? SystemFiles.names(inFolder: folder)) ?? []
    }
}
