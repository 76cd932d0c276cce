import FlipcashCore
import FlipcashTestKit
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// The units of shared expenses on a store, beside the service in memory with the same accounts and ids.
struct SplitBench: Sendable {
    let store: NodeStore
    let memory = InMemorySharedExpenses(rates: .init(expenses: 9999, settlements: 9999, invitations: 9999))
    let accounts: [AccountID]
    let members: [MemberID]
    /// The settings of an audit. The ledger beside the shared expenses is empty.
    let settings = LedgerSettings(nodeKey: .usdf, feeCollector: .usdf, coreMint: .usdf)

    init(people: Int, database: any SQLDatabase) async throws {
        store = try NodeStore(database: database, path: ":test:")
        let now = memory.now.instant
        var (accounts, members) = ([AccountID](), [MemberID]())
        for number in 1...people {
            let id = TestID.account(number)
            let account = try await memory.service(for: id, name: "P\(number)").account()
            try store.write { writer in
                try writer.insert(
                    UserRecord(
                        id: try #require(id.userID), publicKey: try Somebody("bench/\(number)").key.publicKey,
                        isRegistered: true, isStaff: false, displayName: "P\(number)",
                        createdAt: now))
                _ = try writer.apply(
                    .sharedExpenses(
                        .join(
                            SplitJoining(
                                account: id, member: account.account.memberID, now: now))))
            }
            accounts.append(id)
            members.append(account.account.memberID)
        }
        (self.accounts, self.members) = (accounts, members)
    }

    /// The bench of accounts that have joined already. The service in memory does not know them.
    init(of store: NodeStore, people: Int) throws {
        let accounts = (1...people).map { TestID.account($0) }
        self.store = store
        self.accounts = accounts
        members = try store.read { reader in
            try accounts.map { account in try #require(try reader.splitAccount(account)).member }
        }
    }

    /// Carries a change out on the store alone.
    @discardableResult
    func perform(_ change: SplitChange, _ id: Int, by person: Int, at now: SplitTime? = nil) throws -> OperationResult {
        let operation = operation(change, id, by: person)
        return try perform(operation, by: person, at: now)
    }

    func operation(_ change: SplitChange, _ id: Int, by person: Int) -> SplitOperation {
        SplitOperation(
            id: TestID.entity(id),
            stamp: ClockStamp(
                milliseconds: UInt64(memory.now.milliseconds), counter: UInt32(id % 1000),
                actor: "000000000000000\(person)"), change: change)
    }

    @discardableResult
    func perform(_ operation: SplitOperation, by person: Int, at now: SplitTime? = nil) throws -> OperationResult {
        let request = SplitRequest(operation: operation, caller: accounts[person], now: now ?? memory.now)
        let receipt = try store.write { try $0.apply(.sharedExpenses(.perform(request))) }
        return try #require(receipt.split?.result)
    }

    /// Gives a person another name, on the store and in memory; returns the number of steps.
    @discardableResult
    func rename(_ person: Int, to name: String) throws -> Int {
        let account = accounts[person]
        let id = try #require(account.userID)
        try store.write { writer in
            var user = try #require(try writer.user(id: id))
            user.displayName = name
            try writer.update(user)
        }
        var (next, steps): (SplitRenaming?, Int) = (SplitRenaming(account: account, now: memory.now), 0)
        while let step = next {
            next = try store.write { try $0.apply(.sharedExpenses(.rename(step))).split?.renaming }
            steps += 1
        }
        memory.rename(account, to: name)
        return steps
    }

    /// What an account sees, by its snapshot; nil for an account that does not take part.
    func sees(_ person: Int) throws -> [EntityKey: SplitEntity]? {
        try store.read { reader in
            guard let account = try reader.splitAccount(accounts[person]), account.state == .active else { return nil }
            let pages = SplitPages(reader: reader, account: account)
            var found: [EntityKey: SplitEntity] = [:]
            var cursor: String?
            repeat {
                let page = try pages.snapshot(after: try cursor.map { try SplitCursor($0, of: account) })
                for entity in page.entities { found[entity.key] = entity }
                cursor = page.next
            } while cursor != nil
            return found
        }
    }

    /// What an account sees, by its changes since the beginning.
    func hears(_ person: Int) throws -> [EntityKey: SplitEntity]? {
        try store.read { reader in
            guard let account = try reader.splitAccount(accounts[person]), account.state == .active else { return nil }
            var found: [EntityKey: SplitEntity] = [:]
            var (since, hasMore): (Int64, Bool) = (0, true)
            while hasMore {
                let page = try SplitPages(reader: reader, account: account).changes(since: since)
                for entity in page.entities { found[entity.key] = entity }
                for key in page.tombstones { found[key] = nil }
                (since, hasMore) = (Int64(page.revision), page.hasMore)
            }
            return found
        }
    }

    func findings() throws -> [String] {
        var report = AuditReport()
        try LedgerAudit(steps: store, settings: settings).checkSharedExpenses(&report)
        return report.findings.map(\.description)
    }
}
