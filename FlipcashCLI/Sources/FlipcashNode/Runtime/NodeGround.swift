import FlipcashCore

/// What lies under a node: the locked folder, or memory.
///
/// A database belongs to one key, since every vault's address depends on it. The key of a new node therefore stays a
/// draft until its database knows it: a key without a database, or a database without its key, is then never what an
/// interrupted first start leaves behind, and is refused.
struct NodeGround {
    let lock: NodeLock?
    let key: KeyPair
    let keyPath: String
    let settings: NodeSettings
    let store: NodeStore
    /// Where the key of a new node lies until ``keepKey()``; nil for any other node.
    private let keyDraft: String?

    /// Locks and opens what `configuration` names.
    ///
    /// - Throws: `NodeError.missingKey`, `.missingDatabase` when one of the two is gone; `NodeError` or `StoreError`
    ///   when one cannot be used.
    init(_ configuration: NodeConfiguration, environment: RuntimeEnvironment) throws {
        switch configuration.storage {
        case .folder(let folder):
            try PrivateFile.makeDirectory(folder.path)
            lock = try NodeLock.acquire(folder.lock, folder: folder.path)
            settings = try configuration.settings ?? NodeSettings.load(folder.settings)
            keyPath = folder.key
            if let known = try NodeKeyFile.load(folder.key) {
                guard try PrivateFile.size(folder.database) ?? 0 > 0 else {
                    throw NodeError.missingDatabase(path: folder.database, key: folder.key)
                }
                store = try Self.store(folder) { owner throws(NodeError) in
                    guard owner != nil else {
                        throw .missingDatabase(path: folder.database, key: folder.key)
                    }
                }
                (key, keyDraft) = (known, nil)
            } else {
                let draft = try NodeKeyFile.load(folder.keyDraft)
                store = try Self.store(folder) { owner throws(NodeError) in
                    guard let owner, owner != draft?.publicKey else { return }
                    throw .missingKey(path: folder.key, owner: owner)
                }
                key = try draft ?? NodeKeyFile.loadOrCreate(folder.keyDraft, random: environment.random)
                keyDraft = folder.keyDraft
            }
        case .memory(let seed):
            lock = nil
            settings = configuration.settings ?? .standard
            key = try seed.map { try KeyPair(seed: $0) } ?? KeyPair.generate(using: environment.random)
            keyPath = "in memory"
            keyDraft = nil
            store = try NodeStore()
        }
    }

    /// Gives a new node's key its name, once the database knows it.
    func keepKey() throws(NodeError) {
        guard let keyDraft else { return }
        guard try PrivateFile.rename(keyDraft, to: keyPath) else {
            throw .unreadableKey(path: keyPath, reason: "it has appeared while the node was made")
        }
    }

    /// Opens the database in `folder` and hands the key it belongs to, if it belongs to any, to `check`.
    private static func store(
        _ folder: NodeFolder, check: (PublicKey?) throws(NodeError) -> Void
    ) throws -> NodeStore {
        let store = try NodeStore(path: folder.database)
        do {
            try check(store.nodeKey())
            return store
        } catch {
            try? store.close()
            throw error
        }
    }
}

extension NodeStore {
    /// The key of the node that the database belongs to; nil for one without a node.
    func nodeKey() throws -> PublicKey? { try read { try $0.mint(CoreMint.usdf.mint)?.vmAuthority } }
}
