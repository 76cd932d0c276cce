/// The caller's view: the entities from the server, with the queued changes applied.
public struct SplitView: Sendable {
    /// The entities.
    public let world: SplitWorld
    /// The caller's ids.
    public let me: OwnIdentity
    /// The operations whose effects are shown although the server has not sent them.
    public let waiting: [SplitOperation]
    /// The operations that the rules would refuse on this state. The server decides.
    public let doubtful: [EntityID: SplitFailure]

    /// Which ids belong to one person, as the caller sees it.
    public var people: PersonIdentity {
        // Uses only the caller's friend rows. Those of another owner could take two people for one.
        let caller = world.account(of: me.memberID)?.id
        let own = world.groups.values.filter { $0.owner == nil || $0.owner == caller }
        var identity = PersonIdentity(friends: Array(world.friends.values), members: own.flatMap(\.members))
        identity.join(me.ids)
        return identity
    }

    /// Who owes whom, for all expenses that the caller sees, or for those of one group.
    public func ledger(of group: EntityID? = nil) throws(SplitFailure) -> DebtLedger {
        let people = people
        func isMeant(_ id: EntityID?) -> Bool { group == nil || id == group }
        return try DebtLedger(
            expenses: world.expenses.values.filter { isMeant($0.groupID) },
            payments: world.payments.values.filter { isMeant($0.groupID) },
            closings: world.closings.values.filter { isMeant($0.groupID) }
        ) { people.representative(of: $0) }
    }

    /// The caller's balances with everybody, of all expenses or of one group.
    public func balances(of group: EntityID? = nil) throws(SplitFailure) -> [DebtLedger.Balance] {
        try ledger(of: group).balances(of: people.representative(of: me.memberID))
    }

    /// The caller's view after further changes, according to the rules of the server.
    ///
    /// - Throws: ``SplitFailure`` with the first rule that is broken.
    public func after(
        _ changes: [SplitChange], by account: AccountID, at now: SplitTime
    ) throws(SplitFailure) -> SplitView {
        var world = world
        for change in changes {
            let stamp = ClockStamp(milliseconds: UInt64(max(0, now.milliseconds)), counter: .max, actor: "")
            // The rules do not use the id of the operation.
            let operation = SplitOperation(id: EntityID(""), stamp: stamp, change: change)
            _ = try world.carryOut(operation, by: account, at: now) { _ in false }
        }
        return SplitView(world: world, me: me, waiting: waiting, doubtful: doubtful)
    }
}

extension SharedExpensesStore {
    /// Judges the changes that wait with the rules of the server, and shows their effects.
    ///
    /// The device knows what its wallet paid, so a payment whose end waits to be sent is shown as completed. Only the
    /// server can say that it is verified.
    public func view(at now: SplitTime) throws(SplitStoreFailure) -> SplitView {
        let me = try identity()
        var world = try baseWorld(me)
        var doubtful: [EntityID: SplitFailure] = [:]
        let waiting = try unreflected()
        let verified = Set(world.payments.values.filter(\.isVerified).map(\.id))
        for operation in waiting {
            // An operation that the rules refuse leaves the world as it is. A copy for each would be as large as all
            // expenses.
            do throws(SplitFailure) {
                _ = try world.carryOut(operation, by: owner.account, at: now) { _ in true }
            } catch {
                doubtful[operation.id] = error
            }
        }
        for id in world.payments.keys where !verified.contains(id) { world.payments[id]?.isVerified = false }
        return SplitView(world: world, me: me, waiting: waiting, doubtful: doubtful)
    }

    /// A world with the entities from the server.
    private func baseWorld(_ me: OwnIdentity) throws(SplitStoreFailure) -> SplitWorld {
        var world = SplitWorld()
        world.insert(SplitAccount(id: owner.account, memberID: me.memberID))
        for alias in me.equivalentMemberIDs.sorted() { _ = try? world.aliases.insert(alias, canonical: me.memberID) }
        var entities: [SplitEntity] = []
        for kind in EntityKey.Kind.allCases { entities += try self.entities(kind) }
        for entity in entities {
            switch entity {
            case .friend(let friend):
                world.friends[FriendKey(owner: owner.account, memberID: friend.memberID)] = friend
                if let account = friend.linkedAccount, let member = friend.linkedMemberID {
                    world.insert(SplitAccount(id: account, memberID: member, displayName: friend.name))
                }
            case .group(let group):
                world.groups[group.id] = group
                for member in group.members {
                    guard let account = member.account, world.accounts[account] == nil else { continue }
                    world.insert(SplitAccount(id: account, memberID: member.id, displayName: member.name))
                }
            case .expense(let expense): world.expenses[expense.id] = expense
            case .payment(let payment): world.payments[payment.id] = payment
            case .closing(let closing): world.closings[closing.id] = closing
            case .invite(let invite): world.invites[invite.id] = invite
            case .request(let request): world.requests[request.id] = request
            }
        }
        for friend in world.friends.values.sorted(by: { $0.memberID < $1.memberID }) {
            guard let member = friend.linkedMemberID else { continue }
            for alias in [friend.memberID] + friend.aliases { _ = try? world.aliases.insert(alias, canonical: member) }
        }
        return world
    }
}
