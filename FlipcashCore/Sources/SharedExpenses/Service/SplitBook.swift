import FlipcashCore

/// A world and the other state of a server: results of operations, revisions and the rates of requests.
///
/// The rules of the service stand here and in ``SplitWorld``. A server adds storage and the reading of signatures.
public struct SplitBook: Sendable {
    /// Requests of an account in one window (expense specification §2).
    public struct Rates: Hashable, Sendable {
        /// New expenses.
        public var expenses = 10
        /// Marks of splits as settled or open.
        public var settlements = 20
        /// Invitations and link requests.
        public var invitations = 10

        /// Creates bounds for one window of ``FixedWindow/length``.
        public init(expenses: Int = 10, settlements: Int = 20, invitations: Int = 10) {
            self.expenses = expenses
            self.settlements = settlements
            self.invitations = invitations
        }

        /// The number of requests of a class in one window.
        public func limit(of rate: SplitRateClass) -> Int {
            switch rate {
            case .expenses: expenses
            case .settlements: settlements
            case .invitations: invitations
            }
        }
    }

    private struct Trace {
        var entity: SplitEntity?
        var revision: UInt64
    }

    private struct Window: Hashable {
        let account: AccountID
        let rate: SplitRateClass
    }

    /// The entities.
    public private(set) var world = SplitWorld()
    /// Counts the changes of what accounts see.
    public private(set) var revision: UInt64 = 0
    /// Single changes before this revision are no longer kept. A client that asks for them has to fetch a snapshot.
    public private(set) var horizon: UInt64 = 0
    private var results: [AccountID: [EntityID: OperationResult]] = [:]
    private var traces: [AccountID: [EntityKey: Trace]] = [:]
    private var owners: [AccountID: [UInt8]] = [:]
    private var windows: [Window: FixedWindow] = [:]
    private let rates: Rates

    /// Creates a book without entities.
    public init(rates: Rates = Rates()) { self.rates = rates }

    /// The account of a caller; the first call creates it.
    ///
    /// - Parameters:
    ///   - owner: the 32 bytes of the key that the account is paid with.
    ///   - makeID: makes an unused id for a new account.
    public mutating func account(
        _ id: AccountID, name: String, owner: [UInt8], makeID: () -> MemberID
    ) throws(ServiceFailure) -> OwnAccount {
        if world.accounts[id] == nil {
            var member = makeID()
            // An id that is taken would make two people one.
            while world.aliases.accounts.contains(member) || world.aliases.rows[member] != nil { member = makeID() }
            world.insert(SplitAccount(id: id, memberID: member, displayName: name))
        }
        owners[id] = owner
        guard let account = world.accounts[id], account.state == .active else { throw .denied }
        return OwnAccount(account: account, aliases: world.aliasIDs(of: id), revision: revision(of: id))
    }

    /// Gives an account another name.
    public mutating func rename(_ account: AccountID, to name: String, at now: SplitTime) {
        let before = world
        world.rename(account, to: name, at: now)
        recordChanges(since: before)
    }

    /// Carries out operations, one after another.
    public mutating func apply(
        _ operations: [SplitOperation], by caller: AccountID, time: SplitTime, at now: SplitTime,
        proof: PaymentProof
    ) throws(ServiceFailure) -> AppliedOperations {
        try check(caller)
        guard operations.count <= SharedExpensesLimits.operations else { throw .invalidRequest("ops") }
        guard time.isWithin(seconds: SharedExpensesLimits.clockTolerance + 1, of: now) else {
            throw .invalidTimestamp
        }
        var answers: [OperationResult] = []
        var counted = CountedMoments()
        for operation in operations {
            // A later operation may need one that has to be sent again.
            if let last = answers.last, last.isRetryable {
                answers.append(last.repeated(for: operation))
            } else {
                answers.append(apply(operation, by: caller, at: now, counted: &counted, proof: proof))
            }
        }
        return AppliedOperations(results: answers, revision: revision(of: caller))
    }

    private func check(_ caller: AccountID) throws(ServiceFailure) {
        guard world.accounts[caller]?.state == .active else { throw .denied }
    }

    private mutating func apply(
        _ operation: SplitOperation, by caller: AccountID, at now: SplitTime, counted: inout CountedMoments,
        proof: PaymentProof
    ) -> OperationResult {
        if let known = results[caller]?[operation.id] { return known }
        if let seconds = limit(operation, of: caller, at: now, counted: &counted) {
            return OperationResult(
                operation: operation.id, code: .rateLimited, detail: SplitFailure.Code.rateLimited.rawValue,
                retryAfterSeconds: seconds)
        }
        let before = world
        let result = world.perform(operation, by: caller, at: now, proof: proof)
        recordChanges(since: before)
        results[caller, default: [:]][operation.id] = result
        return result
    }

    /// The seconds to wait if the caller makes too many requests; else nil.
    private mutating func limit(
        _ operation: SplitOperation, of caller: AccountID, at now: SplitTime, counted: inout CountedMoments
    ) -> Int64? {
        guard let rate = world.rate(of: operation), !counted.contain(operation, rate) else { return nil }
        let key = Window(account: caller, rate: rate)
        var window = windows[key] ?? FixedWindow(limit: rates.limit(of: rate))
        let wait = window.admit(at: now)
        windows[key] = window
        if wait == nil { counted.note(operation, rate) }
        return wait
    }

    /// Gives a new revision to each entity that an account now sees changed.
    private mutating func recordChanges(since before: SplitWorld) {
        guard world != before else { return }
        for account in Set(world.accounts.keys).union(before.accounts.keys) {
            let visible = world.visible(to: account)
            var known = traces[account] ?? [:]
            // Each has a revision of its own, so that a page of changes can end anywhere.
            for key in visible.keys.sorted() where known[key]?.entity != visible[key] {
                revision += 1
                known[key] = Trace(entity: visible[key], revision: revision)
            }
            for key in known.keys.sorted() where known[key]?.entity != nil && visible[key] == nil {
                revision += 1
                known[key] = Trace(entity: nil, revision: revision)
            }
            traces[account] = known
        }
    }

    /// The revision of the last change that an account could see.
    public func revision(of account: AccountID) -> UInt64 {
        (traces[account] ?? [:]).values.map(\.revision).max() ?? 0
    }

    /// A page of what a caller sees. A cursor is the revision and the position.
    public func snapshot(of caller: AccountID, cursor: String?) throws(ServiceFailure) -> SnapshotPage {
        try check(caller)
        let revision = revision(of: caller)
        let entities = world.visible(to: caller).sorted { $0.key < $1.key }.map(\.value)
        var start = 0
        if let cursor {
            let parts = cursor.split(separator: ":").map { Int($0) }
            guard parts.count == 2, parts[0] != nil, let position = parts[1], (0...entities.count).contains(position)
            else { throw .invalidCursor }
            start = position
        }
        let end = min(entities.count, start + SharedExpensesLimits.pageSize)
        return SnapshotPage(
            revision: revision, entities: Array(entities[start..<end]),
            next: end < entities.count ? "\(revision):\(end)" : nil)
    }

    /// What changed for a caller after a revision.
    public func changes(of caller: AccountID, since start: UInt64) throws(ServiceFailure) -> ChangePage {
        try check(caller)
        guard start >= horizon, start <= revision(of: caller) else { throw .resync }
        let newer = (traces[caller] ?? [:]).filter { $0.value.revision > start }
            .sorted { ($0.value.revision, $0.key) < ($1.value.revision, $1.key) }
        let page = newer.prefix(SharedExpensesLimits.pageSize)
        let hasMore = page.count < newer.count
        let revision = revision(of: caller)
        return ChangePage(
            revision: hasMore ? page.last?.value.revision ?? revision : revision,
            entities: page.compactMap(\.value.entity), tombstones: page.filter { $0.value.entity == nil }.map(\.key),
            hasMore: hasMore)
    }

    /// The accounts of ids that the caller can know.
    public func resolve(_ ids: [MemberID], for caller: AccountID) throws(ServiceFailure) -> [ResolvedMember] {
        try check(caller)
        do {
            let found = try world.resolveMembers(ids, for: caller)
            return found.sorted { $0.key < $1.key }.map { id, account in
                ResolvedMember(
                    id: id, canonical: account.memberID, account: account.id, aliases: world.aliasIDs(of: account.id),
                    displayName: account.displayName)
            }
        } catch { throw .refused(error.code) }
    }

    /// What an invitation is about.
    public func preview(token: [UInt8], for caller: AccountID, at now: SplitTime) throws(ServiceFailure)
        -> InvitePreview
    {
        try check(caller)
        do {
            let invite = try world.previewInvite(Hash(sha256: token), at: now)
            return try world.preview(of: invite)
        } catch { throw .refused(error.code) }
    }

    /// The account that is paid for a member of the caller's groups or friends.
    public func payee(_ member: MemberID, for caller: AccountID) throws(ServiceFailure) -> Payee {
        try check(caller)
        let surface = Set(world.surface(of: caller).map { world.aliases.resolve($0) })
        guard surface.contains(world.aliases.resolve(member)), let account = world.activeAccount(of: member),
            let owner = owners[account.id]
        else { throw .notFound }
        return Payee(owner: owner, displayName: account.displayName)
    }

    /// Deletes an account for the operator, with everything of it.
    ///
    /// - Throws: ``SplitFailure`` `account_not_found`.
    public mutating func deleteHard(_ account: AccountID) throws(SplitFailure) {
        let before = world
        try world.deleteAccount(account, .hard)
        recordChanges(since: before)
    }
}

extension SplitWorld {
    /// What an invitation is about: the groups and expenses of its creator that name the target.
    public func preview(of invite: SplitInvite) throws(SplitFailure) -> InvitePreview {
        let ids = aliases.equivalents(of: invite.target)
        let named = groups.values.filter {
            $0.owner == invite.creator && $0.members.contains { ids.contains($0.id) }
        }
        let known = expenses.values.filter { $0.owner == invite.creator && !$0.namedMembers.isDisjoint(with: ids) }
        let aliases = aliases
        let ledger = try DebtLedger(
            expenses: known, payments: payments.values.filter { ids.contains($0.from) || ids.contains($0.to) }
        ) { aliases.resolve($0) }
        var sums: [ExpenseCurrency: Int64] = [:]
        for balance in try ledger.balances(of: aliases.resolve(invite.target)) {
            sums[balance.currency] = try [sums[balance.currency] ?? 0, balance.net].checkedSum()
        }
        let row = friends[FriendKey(owner: invite.creator, memberID: invite.target)]
        return InvitePreview(
            creatorName: accounts[invite.creator]?.displayName ?? "", targetName: row?.name ?? "",
            expiresAt: invite.expiresAt, groupNames: named.map(\.name).sorted(), expenseCount: known.count,
            balances: sums.sorted { $0.key < $1.key }.map { ExpenseAmount($0.value, $0.key) })
    }
}
