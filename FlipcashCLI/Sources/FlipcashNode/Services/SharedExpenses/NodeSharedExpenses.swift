import FlipcashCore
import Logging
import SharedExpenses

/// Shared expenses as one user of the node sees them.
///
/// Writes are units of the ledger; reads are snapshots of the database that read one page each.
struct NodeSharedExpenses: SharedExpensesService {
    let context: NodeContext
    let caller: AccountID

    private var now: Instant { context.environment.clock.now() }

    func account() async throws(ServiceFailure) -> OwnAccount {
        if try await read({ try $0.splitAccount(caller) }) == nil {
            let joining = SplitJoining(
                account: caller, member: MemberID(context.environment.random.uuid().text), now: now)
            _ = try await commit(.join(joining))
        }
        return try await read { reader throws in
            var loader = SplitLoader(reader)
            try loader.load(caller: caller)
            guard let account = loader.world.accounts[caller], account.state == .active,
                let row = try reader.splitAccount(caller)
            else { throw ServiceFailure.denied }
            return OwnAccount(
                account: account, aliases: loader.world.aliasIDs(of: caller), revision: UInt64(row.revision))
        }
    }

    func apply(
        _ operations: [SplitOperation], at time: SplitTime
    ) async throws(ServiceFailure) -> AppliedOperations {
        let account = try await read { try $0.activeSplitAccount(caller) }
        let now = SplitTime(now)
        guard operations.count <= SharedExpensesLimits.operations else { throw .invalidRequest("ops") }
        guard time.isWithin(seconds: SharedExpensesLimits.clockTolerance + 1, of: now) else {
            throw .invalidTimestamp
        }
        if account.clearingUntil != nil, operations.first?.change.isClearing == false { throw .clearing }
        var results: [OperationResult] = []
        var counted = CountedMoments()
        // A later operation may need one that has to be sent again, so that nothing after it is carried out.
        for operation in operations where results.last?.isRetryable != true {
            let request = SplitRequest(operation: operation, caller: caller, now: now, counted: counted)
            let receipt = try await commit(.perform(request))
            counted = receipt.counted
            if let result = receipt.result { results.append(result) }
        }
        if let last = results.last, last.isRetryable {
            results += operations.dropFirst(results.count).map { last.repeated(for: $0) }
        }
        let revision = try await read { try $0.splitAccount(caller)?.revision ?? account.revision }
        return AppliedOperations(
            results: results, revision: UInt64(max(account.revision, revision)))
    }

    func snapshot(cursor: String?) async throws(ServiceFailure) -> SnapshotPage {
        try await read { reader in
            let account = try reader.activeSplitAccount(caller)
            let place = try cursor.map { try SplitCursor($0, of: account) }
            return try SplitPages(reader: reader, account: account).snapshot(after: place)
        }
    }

    func changes(since revision: UInt64) async throws(ServiceFailure) -> ChangePage {
        try await read { reader in
            let account = try reader.activeSplitAccount(caller)
            guard let start = Int64(exactly: revision), (account.horizon...account.revision).contains(start) else {
                throw ServiceFailure.resync
            }
            return try SplitPages(reader: reader, account: account).changes(since: start)
        }
    }

    func resolve(_ ids: [MemberID]) async throws(ServiceFailure) -> [ResolvedMember] {
        try await read { reader in
            let account = try reader.activeSplitAccount(caller)
            guard ids.count <= SplitWorld.lookupLimit else { throw ServiceFailure.refused(.tooManyIDs) }
            var loader = SplitLoader(reader)
            try loader.load(caller: caller)
            let known = try reader.surface(of: account, among: Set(ids), own: loader.world.ids(of: caller))
            try loader.load(idsOf: known)
            return known.sorted().compactMap { id in
                guard let found = loader.world.account(of: id) else { return nil }
                return ResolvedMember(
                    id: id, canonical: found.memberID, account: found.id,
                    aliases: loader.world.aliasIDs(of: found.id), displayName: found.displayName)
            }
        }
    }

    func preview(token: [UInt8]) async throws(ServiceFailure) -> InvitePreview {
        let now = SplitTime(now)
        return try await read { reader in
            _ = try reader.activeSplitAccount(caller)
            var loader = SplitLoader(reader)
            let hash = Hash(sha256: token)
            try loader.loadPreview(hash)
            do {
                return try loader.world.preview(of: loader.world.previewInvite(hash, at: now))
            } catch let failure as SplitFailure {
                throw ServiceFailure.refused(failure.code)
            }
        }
    }

    func payee(_ member: MemberID) async throws(ServiceFailure) -> Payee {
        try await read { reader in
            let account = try reader.activeSplitAccount(caller)
            var loader = SplitLoader(reader)
            try loader.load(caller: caller)
            try loader.load(idsOf: [member])
            let known = try reader.surface(
                of: account, among: loader.ids(of: [member]), own: loader.world.ids(of: caller))
            guard !known.isEmpty, let found = loader.world.activeAccount(of: member), let id = found.id.userID,
                let user = try reader.user(id: id)
            else { throw ServiceFailure.notFound }
            return Payee(owner: user.publicKey.bytes, displayName: found.displayName)
        }
    }

    // MARK: Database

    private func read<Value>(_ body: (StoreReader) throws -> Value) async throws(ServiceFailure) -> Value {
        do {
            return try context.store.read(body)
        } catch let failure as ServiceFailure {
            throw failure
        } catch {
            throw unavailable(error)
        }
    }

    /// Writes a unit, and returns when it is durable.
    private func commit(_ order: SplitOrder) async throws(ServiceFailure) -> SplitReceipt {
        do {
            return try await context.committer.commit(.sharedExpenses(order)).get().split ?? SplitReceipt()
        } catch {
            throw unavailable(error)
        }
    }

    /// The failure for an error of the database. The cause is logged and not sent to the client.
    private func unavailable(_ error: any Error) -> ServiceFailure {
        context.log.error("shared expenses could not be read or written", metadata: ["error": "\(error)"])
        return .unreachable("the database failed")
    }
}

extension StoreReading {
    /// The account of a user, which takes part.
    ///
    /// - Throws: `ServiceFailure.denied`.
    func activeSplitAccount(_ id: AccountID) throws -> SplitAccountRow {
        guard let account = try splitAccount(id), account.state == .active else { throw ServiceFailure.denied }
        return account
    }
}
