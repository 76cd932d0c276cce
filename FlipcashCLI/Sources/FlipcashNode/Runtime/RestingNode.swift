import FlipcashCore

/// A node that is not running, whose database is opened for reading only: it is neither changed nor upgraded.
struct RestingNode {
    private let settings: NodeSettings
    private let nodeKey: PublicKey
    private let store: NodeStore
    private let clock: any WallClock

    /// Answers an operator's command that only looks. Locks the folder meanwhile.
    ///
    /// - Throws: `NodeError.folderInUse` when its node is running, `NodeError` or `StoreError` when key, settings or
    ///   database cannot be used.
    static func perform(_ request: AdminRequest, _ folder: NodeFolder, clock: any WallClock) throws -> AdminResponse {
        try PrivateFile.checkDirectory(folder.path)
        let lock = try NodeLock.acquire(folder.lock, folder: folder.path)
        defer { lock.release() }
        let settings = try NodeSettings.load(folder)
        return try NodeStore.reading(settings.databasePlace(in: folder), key: folder.key) { store in
            try RestingNode(folder, settings, store, clock: clock).answer(request)
        }
    }

    private init(_ folder: NodeFolder, _ settings: NodeSettings, _ store: NodeStore, clock: any WallClock) throws {
        self.settings = settings
        let owner = try store.nodeKey()
        guard let key = try NodeKeyFile.load(folder.key)?.publicKey else {
            if let owner { throw NodeError.missingKey(path: folder.key, owner: owner) }
            throw NodeError.noNode(path: folder.path)
        }
        guard let owner else { throw NodeError.missingDatabase(path: store.path, key: folder.key) }
        guard key == owner else { throw NodeError.foreignDatabase(of: owner, key: folder.key) }
        nodeKey = key
        self.store = store
        self.clock = clock
    }

    private func answer(_ request: AdminRequest) throws -> AdminResponse {
        var response = AdminResponse()
        switch request.command {
        case .check:
            let report = try store.audit(LedgerSettings(settings, nodeKey: nodeKey))
            response.check = CheckReport(
                report, future: try store.readAside { try FutureTimes($0, time: time($0)) })
        case .key:
            response.key = nodeKey.base58
        case .settings:
            let isPrivate = try settings.isPrivate(on: settings.listen) && !store.read { try $0.hasServedOthers() }
            response.settings = settings.entries(isPrivate: isPrivate)
        case .clock:
            response.clock = ClockReport(try store.read { try time($0) }, accepted: false)
        case .splitDelete where request.accept != true:
            let account = try request.splitAccount
            response.splitDeletion = try store.read { try $0.splitDeletion(of: account) }
        case .status, .stop, .deposit, .faucet, .backup, .splitDelete:
            throw NodeError.refused(reason: "this command changes the node, and its database is open for reading only")
        }
        return response
    }

    private func time(_ reader: StoreReader) throws -> LedgerTime {
        try LedgerClock(clock: clock).time { try reader.latestTimeSeen() }
    }
}
