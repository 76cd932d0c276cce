import FlipcashCore

/// A node's storage: the locked folder, or memory.
///
/// A database belongs to one key, since every vault's address depends on that key. The key of a new node therefore
/// stays a draft until its database knows it. An interrupted first start then never leaves a key without a database, or
/// a database without its key, and the node can refuse both.
struct OpenedStorage {
    let lock: FileLock?
    let key: KeyPair
    let keyPath: String
    let settings: NodeSettings
    let store: NodeStore
    /// The path of a new node's key until ``keepKey()``; nil for any other node.
    private let keyDraft: String?

    /// Locks and opens the storage of `configuration`. Creates a missing folder and its lock file.
    ///
    /// - Throws: `NodeError.missingKey`, `.missingDatabase` when one of the two is missing, `.unreadableKey` when they do
    ///   not belong together, without having changed the database; `NodeError` or `StoreError` when one cannot be used.
    init(_ configuration: NodeConfiguration, environment: RuntimeEnvironment) throws {
        switch configuration.storage {
        case .folder(let place):
            try PrivateFile.makeDirectory(place.path)
            lock = try NodeLock.acquire(place.lock, folder: place.path)
            settings = try configuration.settings ?? NodeSettings.load(place)
            let folder = settings.folder(place)
            keyPath = folder.key
            let database = configuration.database.map(DatabasePlace.postgreSQL) ?? settings.databasePlace(in: folder)
            try database.settle()
            if let known = try NodeKeyFile.load(folder.key) {
                guard let owner = try database.owner() else {
                    throw NodeError.missingDatabase(path: database.path, key: folder.key)
                }
                // Before it is opened, which upgrades it.
                guard owner == known.publicKey else { throw NodeError.foreignDatabase(of: owner, key: folder.key) }
                store = try database.open()
                (key, keyDraft) = (known, nil)
            } else {
                let draft = try NodeKeyFile.load(folder.keyDraft)
                if let owner = try database.owner(), owner != draft?.publicKey {
                    throw NodeError.missingKey(path: folder.key, owner: owner)
                }
                store = try database.open()
                key = try draft ?? NodeKeyFile.loadOrCreate(folder.keyDraft, random: environment.random)
                keyDraft = folder.keyDraft
            }
        case .memory(let seed):
            lock = nil
            settings = configuration.settings ?? .standard
            key = try seed.map { try KeyPair(seed: $0) } ?? KeyPair.generate(using: environment.random)
            keyPath = "in memory"
            keyDraft = nil
            store = try Self.store(for: configuration)
        }
    }

    /// Returns whether only the operator was ever able to reach the node, and records if others can from now on.
    ///
    /// - Parameter addresses: where the node is about to listen; empty for none.
    func notePrivacy(on addresses: [ListenAddress]) throws -> Bool {
        guard settings.isPrivate(on: addresses) else {
            try store.write { try $0.noteServingOthers() }
            return false
        }
        return try settings.isPrivate(on: settings.listen) && !store.read { try $0.hasServedOthers() }
    }

    /// Opens the database of a node without a folder.
    private static func store(for configuration: NodeConfiguration) throws -> NodeStore {
        if let url = configuration.database { return try NodeStore(url) }
        return try configuration.databaseURI.map { try NodeStore(uri: $0) } ?? NodeStore()
    }

    /// Renames a new node's key from draft to final, once the database knows it.
    func keepKey() throws(NodeError) {
        guard let keyDraft else { return }
        guard try PrivateFile.rename(keyDraft, to: keyPath) else {
            throw .fileSystem(operation: "create", path: keyPath, reason: "another program has created it")
        }
    }
}
