/// A node's folder and the files in it (payment specification §21.9).
public struct NodeFolder: Hashable, Sendable {
    /// The folder itself, mode 0700.
    public let path: String
    private let keyElsewhere: String?

    /// Names a folder without creating it; drops one trailing slash.
    ///
    /// - Parameter key: the file of the node's key, if it is elsewhere.
    public init(_ path: String, key: String? = nil) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        keyElsewhere = key
    }

    /// The ledger and everything else that must survive.
    public var database: String { path + "/node.sqlite" }
    /// The node's seed, mode 0600.
    public var key: String { keyElsewhere ?? path + "/node.key" }
    /// The seed of a new node, until its database stores the key.
    var keyDraft: String { key + ".new" }
    /// A backup's database while it is being examined.
    var databaseDraft: String { database + ".restoring" }
    /// The operator's settings; optional.
    public var settings: String { path + "/node.json" }
    /// The empty file that a running node locks. Operator commands that open the folder lock it too. The first
    /// of them creates it, and it is never removed.
    public var lock: String { path + "/node.lock" }
    /// The running node's operator socket.
    public var adminSocket: String { path + "/admin.sock" }
}

/// The maximum length of Unix socket paths.
enum SocketPath {
    /// The most bytes that the operating system accepts, without the terminating zero.
    #if canImport(Darwin)
        static let limit = 103
    #else
        static let limit = 107
    #endif

    static func check(_ path: String) throws(NodeError) {
        guard path.utf8.count <= limit else { throw .socketPathTooLong(path: path, limit: limit) }
    }
}
