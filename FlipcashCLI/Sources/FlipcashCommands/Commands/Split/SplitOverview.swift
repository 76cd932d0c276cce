import FlipcashCore
import SharedExpenses

/// What an account sees of its shared expenses, with the names of people.
struct SplitOverview: Sendable {
    /// A person whom an argument can name.
    struct Person: Sendable {
        /// The id to use in a change.
        let id: MemberID
        let name: String
        /// Other names that an argument may have.
        let otherNames: [String]
        /// Every id of the person.
        let ids: Set<MemberID>
        let link: Friend.LinkState
        let isMe: Bool
    }

    let view: SplitView
    let account: AccountID
    let money: MoneyText
    /// The ids of what waits to be sent.
    let queued: Set<String>
    /// The friend rows, one for each person.
    let friends: [Friend]
    let identity: PersonIdentity

    init(view: SplitView, account: AccountID, pending: [SplitOperation], money: MoneyText) {
        self.init(view: view, account: account, money: money, queued: Set(pending.compactMap(\.change.target)))
    }

    private init(view: SplitView, account: AccountID, money: MoneyText, queued: Set<String>) {
        self.view = view
        self.account = account
        self.money = money
        self.queued = queued
        identity = view.people
        friends = Friend.deduplicated(
            view.world.friends.values.filter { $0.owner == account }.sorted { $0.memberID < $1.memberID }
        ).sorted { ($0.displayName().lowercased(), $0.memberID) < ($1.displayName().lowercased(), $1.memberID) }
    }

    /// The overview after further changes.
    ///
    /// - Throws: `SplitFailure` with the first rule that is broken.
    func after(_ changes: [SplitChange], at now: SplitTime) throws(SplitFailure) -> SplitOverview {
        SplitOverview(
            view: try view.after(changes, by: account, at: now), account: account, money: money,
            queued: queued.union(changes.compactMap(\.target)))
    }

    var me: MemberID { view.me.memberID }

    /// Whether an id is the viewer's.
    func isMe(_ id: MemberID) -> Bool { view.me.isMe(id) || identity.areSamePerson(id, me) }

    /// The friend row of a person.
    func friend(of id: MemberID) -> Friend? {
        let ids = identity.ids(of: id)
        return friends.first { !ids.isDisjoint(with: $0.identityIDs) }
    }

    /// The name to show for a person: `me`, the friend's name, or the name that a group or an expense has.
    func name(of id: MemberID, cached: String? = nil) -> String {
        if isMe(id) { return "me" }
        let known = cached ?? cachedName(of: id)
        if let friend = friend(of: id) { return friend.displayName(cached: known) }
        return Friend(owner: account, memberID: id, name: known ?? "").displayName()
    }

    private func cachedName(of id: MemberID) -> String? {
        let ids = identity.ids(of: id)
        for group in view.world.groups.values.sorted(by: { $0.id < $1.id }) {
            if let member = group.members.first(where: { ids.contains($0.id) }) { return member.name }
        }
        for expense in view.world.expenses.values.sorted(by: { $0.id < $1.id }) {
            if let person = expense.participants.first(where: { ids.contains($0.member) }) { return person.name }
        }
        return nil
    }

    /// How a person is bound to an account.
    func link(of id: MemberID) -> Friend.LinkState {
        if let friend = friend(of: id) { return friend.linkState }
        let ids = identity.ids(of: id)
        let isMember = view.world.groups.values.contains { group in
            group.members.contains { ids.contains($0.id) && $0.account != nil }
        }
        return isMember ? .linked : .unlinked
    }

    /// The groups, by name.
    var groups: [SplitGroup] {
        view.world.groups.values.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// The expenses, newest first.
    var expenses: [Expense] {
        view.world.expenses.values.sorted { ($1.date, $1.id) < ($0.date, $0.id) }
    }

    /// The payments of and to the viewer, newest first.
    var payments: [SplitPayment] {
        view.world.payments.values.filter { isMe($0.from) || isMe($0.to) }
            .sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
    }
}

extension SplitChange {
    /// The id of what the change creates, changes or deletes.
    var target: String? {
        switch self {
        case .putGroup(let put): put.group.id.text
        case .deleteGroup(let id), .leaveGroup(let id), .deleteExpense(let id), .revokeInvite(let id),
            .cancelRequest(let id):
            id.text
        case .removeMember(let removal): removal.group.text
        case .putExpense(let put): put.expense.id.text
        case .setSettlement(let settlement): settlement.expense.text
        case .putFriend(let put): put.friend.memberID.text
        case .deleteFriend(let member): member.text
        case .mergeFriends(let merge): merge.source.text
        case .putPayment(let payment): payment.id.text
        case .advancePayment(let advance): advance.payment.text
        case .putClosing(let closing): closing.id.text
        case .createInvite(let draft): draft.id.text
        case .createRequest(let draft): draft.id.text
        case .respondRequest(let response): response.id.text
        case .claimInvite, .clearAll, .deleteAccount: nil
        }
    }
}
