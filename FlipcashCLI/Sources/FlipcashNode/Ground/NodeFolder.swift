/// A node's folder and the files in it (payment specification §21.9).
public struct NodeFolder: Hashable, Sendable {
    /// The folder itself, mode 0700.
    public let path: String

    /// Names a folder; one slash at the end is dropped, and nothing is made.
    public init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The ledger and everything else that must survive.
    public var database: String { path + "/node.sqlite" }
    /// The node's seed, mode 0600.
    public var key: String { path + "/node.key" }
    /// The seed of a node that is being made, until its database knows the key.
    var keyDraft: String { key + ".new" }
    /// A backup's database while it is being examined.
    var databaseDraft: String { database + ".restoring" }
    /// The operator's settings; need not exist.
    public var settings: String { path + "/node.json" }
    /// Held by the node that runs.
    public var lock: String { path + "/node.lock" }
    /// The operator socket of the node that runs.
    public var adminSocket: String { path + "/admin.sock" }
}

/// The length of Unix socket paths.
enum SocketPath {
    /// How many bytes the operating system has room for, the closing zero not counted.
    #if canImport(Darwin)
        static let limit = 103
    #else
        static let limit = 107
    #endif

    static func check(_ path: String) throws(NodeError) {
        guard path.utf8.count <= limit else { throw .socketPathTooLong(path: path, limit: limit) }
    }
}
