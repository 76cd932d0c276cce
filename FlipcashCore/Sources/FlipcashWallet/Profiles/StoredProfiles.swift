import Foundation

/// The profiles of this machine.
public struct StoredProfiles: Sendable {
    private let layout: FolderLayout

    /// The profiles that work without a settings file.
    public static let builtIn: [ProfileName] = [.default, .flipcash, .test]

    /// Names the folders; none is read yet.
    public init(layout: FolderLayout) { self.layout = layout }

    /// Every profile that has settings or accounts, and the built-in ones, sorted by name.
    public var names: [ProfileName] {
        let settings = Self.entries(of: layout.config + "/profiles").filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(".json".count)) }
        // The data folder also holds the node's folder.
        let accounts = Self.entries(of: layout.data).filter {
            FileManager.default.fileExists(atPath: "\(layout.data)/\($0)/accounts.json")
        }
        let stored = (settings + accounts).compactMap { try? ProfileName($0) }
        return Set(Self.builtIn + stored).sorted { $0.text < $1.text }
    }

    private static func entries(of folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
