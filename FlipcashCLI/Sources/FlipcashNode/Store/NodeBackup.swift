public import FlipcashCore

/// A copy of a node: its database in one file, and its seed in a second file with the same name plus `.key`.
public struct NodeBackup: Hashable, Sendable {
    /// The database.
    public let database: String
    /// The seed, mode 0600.
    public var key: String { database + ".key" }

    /// Creates a backup whose database is at `path`.
    public init(_ path: String) { database = path }

    /// What a restore writes into a folder.
    public struct Restored: Hashable, Sendable {
        /// The node's key.
        public let node: PublicKey
        /// False when the folder already has the database of this key, which is not changed.
        public let includesDatabase: Bool
        /// False when the folder already has the key.
        public let includesKey: Bool
    }

    /// Writes database and key without replacing any file.
    ///
    /// - Throws: `NodeError.refused` for a database on PostgreSQL, `.unusableBackup` when one of the files exists
    ///   already, `NodeError` or `StoreError` when one cannot be written or the task is cancelled. No file is left behind
    ///   then.
    func write(_ store: NodeStore, key pair: KeyPair) throws {
        guard try store.read({ $0.connection.dialect }) == .sqlite else {
            throw NodeError.refused(reason: Self.onServer("pg_dump"))
        }
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

    /// Restores database and key into a folder, where a node can then be started.
    ///
    /// If the folder has only one of the two, restores the other one if they belong together. Overwrites neither. A
    /// folder and its lock file that were missing are created first, and stay if the restore fails.
    ///
    /// - Throws: `NodeError.folderInUse` when a node runs there, `.folderHasNode` when the folder has a node already,
    ///   `.unusableBackup` when the backup is incomplete or its parts do not belong together; `NodeError` or
    ///   `StoreError` when a file cannot be used.
    public func restore(into place: NodeFolder) throws -> Restored {
        let pair = try pair()
        try PrivateFile.makeDirectory(place.path)
        let folder = try NodeSettings.load(place).folder(place)
        let lock = try NodeLock.acquire(folder.lock, folder: folder.path)
        defer { lock.release() }
        let plan = try plan(for: pair.publicKey, in: folder)
        if plan.includesDatabase { try copyDatabase(to: folder, key: pair.publicKey) }
        if plan.includesKey { _ = try NodeKeyFile.create(folder.key, key: pair) }
        PrivateFile.remove(folder.keyDraft)
        return plan
    }

    /// Returns what ``restore(into:)`` would restore.
    ///
    /// Changes neither database nor key and creates no folder. Locks an existing folder meanwhile, which creates the
    /// empty lock file if it is missing.
    ///
    /// - Throws: as ``restore(into:)``, except for faults that only a copy of the database shows.
    public func check(against place: NodeFolder) throws -> Restored {
        let pair = try pair()
        let folder = try NodeSettings.load(place).folder(place)
        guard try PrivateFile.size(folder.path) != nil else {
            return Restored(node: pair.publicKey, includesDatabase: true, includesKey: true)
        }
        let lock = try NodeLock.acquire(folder.lock, folder: folder.path)
        defer { lock.release() }
        return try plan(for: pair.publicKey, in: folder)
    }

    private static func onServer(_ program: String) -> String {
        "the node's database is on PostgreSQL: use \(program) for it, and copy the key file node.key by hand"
    }

    private func pair() throws(NodeError) -> KeyPair {
        guard let pair = try NodeKeyFile.load(key) else {
            throw .unusableBackup(
                path: database,
                reason: "its key \(key) is missing; put it beside the database, which cannot be used without it")
        }
        return pair
    }

    /// Returns what is missing in `folder`. The caller holds its lock.
    private func plan(for node: PublicKey, in folder: NodeFolder) throws -> Restored {
        guard try NodeSettings.load(folder.settings).database == nil else {
            throw NodeError.refused(reason: Self.onServer("pg_restore"))
        }
        let present = try NodeKeyFile.load(folder.key)?.publicKey
        let owner = try NodeStore.owner(ofDatabaseAt: folder.database)
        guard present == nil || owner == nil else {
            throw NodeError.folderHasNode(path: folder.path)
        }
        if let present, present != node {
            throw NodeError.unusableBackup(
                path: folder.key, reason: "it is another key than the backup's; choose another folder")
        }
        if let owner { try Self.check(owner, of: folder.database, is: node) }
        return Restored(node: node, includesDatabase: owner == nil, includesKey: present == nil)
    }

    /// Copies the database to a draft and checks the copy; the backup itself is only read.
    private func copyDatabase(to folder: NodeFolder, key node: PublicKey) throws {
        let draft = folder.databaseDraft
        defer { Self.removeDatabase(draft) }
        Self.removeDatabase(draft)
        try PrivateFile.copy(database, to: draft)
        try Self.check(Self.ownerOfWhole(draft), of: database, is: node)
        // A database without a node is left by a start without the database.
        Self.removeDatabase(folder.database)
        guard try PrivateFile.rename(draft, to: folder.database) else {
            throw NodeError.unusableBackup(
                path: folder.database, reason: "the file exists already; choose another folder")
        }
    }

    private static func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { PrivateFile.remove(path + suffix) }
    }

    /// Returns the node that the database at `path` belongs to; nil when it is empty, or has no node. Checks and
    /// upgrades the database as a start does.
    private static func ownerOfWhole(_ path: String) throws -> PublicKey? {
        guard try PrivateFile.size(path) ?? 0 > 0 else { return nil }
        // The backup itself is the copy of an earlier version.
        let store = try NodeStore(path: path, keepsOlder: false)
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
            reason: owner.map {
                "it belongs to the node key \($0.base58), the key of the backup is \(node.base58); use "
                    + "the files of one node"
            } ?? "it holds no node; use another backup")
    }
}
