import CodeCurves
public import FlipcashCore

/// The objects that exist while an owner is logged in: session, store, rates and history (client specification §2.1).
public struct SessionContainer: Sendable {
    /// The account's words and key.
    public let account: KeyAccount
    /// The user of the core API.
    public let userID: UserID
    /// The wallet.
    public let session: Session

    /// The store of balances, currencies, rates and history.
    public var database: Database { session.database }
    /// The rates, their proofs and the live stream.
    public var ratesController: RatesController { session.rates }
    /// Syncs the history.
    public var historyController: HistoryController { session.history }
    /// The links, payments and requests that were recorded here.
    public var journal: Journal { session.journal }

    /// Opens the store and creates the session, without asking a server.
    ///
    /// - Parameter keepsNothing: keeps the store in memory, for words that are used for one call only. The journal is
    ///   on disk even then, because it may hold the only key to money.
    /// - Throws: `DatabaseFailure`, `KeyStoreFailure`.
    init(
        account: KeyAccount, userID: UserID, node: PinnedNode, container: Container, keepsNothing: Bool
    ) throws {
        self.account = account
        self.userID = userID
        let database =
            keepsNothing || container.options.keepsStoreInMemory
            ? try Database.inMemory()
            : try Database(owner: account.owner, folder: container.folder, files: container.files)
        if keepsNothing {
            do { try container.files.makeFolder(container.folder.path) } catch { throw KeyStoreFailure.file(error) }
        }
        guard let seed = account.ownerKey.seed else {
            throw KeyStoreFailure.unusable(reason: "the account's key has no seed")
        }
        let journal = Journal(
            path: container.folder.journal(account.owner), seed: seed, files: container.files,
            random: container.environment.random)
        let rates = RatesController(
            client: container.client, node: node, database: database, preferences: container.preferences,
            environment: container.environment, localeCurrency: container.options.localeCurrency)
        session = Session(
            account: account, userID: userID, node: node, container: container, database: database, journal: journal,
            rates: rates)
    }
}
