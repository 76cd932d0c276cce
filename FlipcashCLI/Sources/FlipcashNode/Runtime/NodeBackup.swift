public import FlipcashCore

/// A copy of a node: its database in one file, and beside it, in a file of the same name with `.key` behind it, the
/// node's seed.
public struct NodeBackup: Hashable, Sendable {
    /// The database.
    public let database: String
    /// The seed, mode 0600.
    public var key: String { database + ".key" }

    /// Names the backup whose database is at `path`.
    public init(_ path: String) { database = path }

    /// What was put back.
    public struct Restored: Hashable, Sendable {
        /// The node's key.
        public let node: PublicKey
        /// False when the folder had the database of this key already, which stays as it is.
        public let hasWrittenDatabase: Bool
        /// False when the folder had the key already.
        public let hasWrittenKey: Bool
    }

    /// Writes database and key, neither in the place of another file.
    ///
    /// - Throws: `NodeError.unusableBackup` when one of the files exists already, `NodeError` or `StoreError` when one
    ///   cannot be written. Nothing is left behind then.
    func write(_ store: NodeStore, key pair: KeyPair) throws {
        for path in [database, key] {
            guard try PrivateFile.size(path) == nil else {
                throw NodeError.unusableBackup(path: path, reason: "the file exists already; choose another name")
            }
        }
        guard try NodeKeyFile.create(key, key: pair) else {
            throw NodeError.unusableBackup(path: key, reason: "the file exists already; choose another name")
        }
        do {
            try store.backUp(to: database)
        } catch {
            PrivateFile.remove(key)
            throw error
        }
    }

    /// Puts database and key back into `folder`, where a node can then be started.
    ///
    /// A folder that still has one of the two gets the other one back if they belong together; nothing is overwritten.
    ///
    /// - Throws: `NodeError.folderInUse` when a node runs there, `.folderHasNode` when the folder has a node already,
    ///   `.unusableBackup` when the backup is not whole or its parts do not belong together; `NodeError` or
    ///   `StoreError` when a file cannot be used.
    public func restore(into folder: NodeFolder) throws -> Restored {
        let pair = try pair()
        try PrivateFile.makeDirectory(folder.path)
        let lock = try NodeLock.acquire(folder.lock, folder: folder.path)
        defer { lock.release() }
        let plan = try plan(for: pair.publicKey, in: folder)
        if plan.hasWrittenDatabase { try copyDatabase(to: folder, key: pair.publicKey) }
        if plan.hasWrittenKey { _ = try NodeKeyFile.create(folder.key, key: pair) }
        PrivateFile.remove(folder.keyDraft)
        return plan
    }

    /// What ``restore(into:)`` would put back; writes nothing.
    ///
    /// - Throws: as ``restore(into:)``, but for what only a copy of the database would show.
    public func check(against folder: NodeFolder) throws -> Restored {
        let pair = try pair()
        guard try PrivateFile.size(folder.path) != nil else {
            return Restored(node: pair.publicKey, hasWrittenDatabase: true, hasWrittenKey: true)
        }
        let lock = try NodeLock.acquire(folder.lock, folder: folder.path)
        defer { lock.release() }
        return try plan(for: pair.publicKey, in: folder)
    }

    private func pair() throws(NodeError) -> KeyPair {
        guard let pair = try NodeKeyFile.load(key) else {
            throw .unusableBackup(
                path: database, reason: "its key \(key) is missing; without it the database is of no use")
        }
        return pair
    }

    /// What is missing in `folder`, whose lock is held.
    private func plan(for node: PublicKey, in folder: NodeFolder) throws -> Restored {
        let present = try NodeKeyFile.load(folder.key)?.publicKey
        let owner = try NodeStore.owner(ofDatabaseAt: folder.database)
        guard present == nil || owner == nil else {
            throw NodeError.folderHasNode(path: folder.path)
        }
        if let present, present != node {
            throw NodeError.unusableBackup(path: folder.key, reason: "it is another key than the backup's")
        }
        if let owner { try Self.check(owner, of: folder.database, is: node) }
        return Restored(node: node, hasWrittenDatabase: owner == nil, hasWrittenKey: present == nil)
    }

    /// Copies the database under another name first, and examines the copy: the backup itself is only read.
    private func copyDatabase(to folder: NodeFolder, key node: PublicKey) throws {
        let draft = folder.databaseDraft
        defer { Self.removeDatabase(draft) }
        Self.removeDatabase(draft)
        try PrivateFile.copy(database, to: draft)
        try Self.check(Self.ownerOfWhole(draft), of: database, is: node)
        // One without a node is what a start without the database has left.
        Self.removeDatabase(folder.database)
        guard try PrivateFile.rename(draft, to: folder.database) else {
            throw NodeError.unusableBackup(path: folder.database, reason: "the file exists already")
        }
    }

    private static func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { PrivateFile.remove(path + suffix) }
    }

    /// The node that the database at `path` belongs to, which is examined, and upgraded, as for a start; nil when it is
    /// empty, or has no node.
    private static func ownerOfWhole(_ path: String) throws -> PublicKey? {
        guard try PrivateFile.size(path) ?? 0 > 0 else { return nil }
        let store = try NodeStore(path: path)
        do {
            let owner = try store.nodeKey()
            try store.close()
            return owner
        } catch {
            try? store.close()
            throw error
        }
    }

    private static func check(
        _ owner: PublicKey?, of path: String, is node: PublicKey
    ) throws(NodeError) {
        guard owner != node else { return }
        throw .unusableBackup(
            path: path,
            reason: owner.map { "it belongs to the node key \($0.base58), the key of the backup is \(node.base58)" }
                ?? "it holds no node")
    }
}
