/// What the caller has: what the server sent, with the changes that wait on top.
public struct SplitView: Sendable {
    /// The entities.
    public let world: SplitWorld
    /// The caller's ids.
    public let me: OwnIdentity
    /// The operations whose effects are shown although the server has not sent them.
    public let waiting: [SplitOperation]
    /// The operations that the rules would refuse on this state. The server decides.
    public let doubtful: [EntityID: SplitFailure]

    /// Who owes whom, for all expenses that the caller sees.
    public func ledger() throws(SplitFailure) -> DebtLedger {
        var identity = PersonIdentity(
            friends: Array(world.friends.values), members: world.groups.values.flatMap(\.members))
        identity.join(me.ids)
        let people = identity
        return try DebtLedger(
            expenses: world.expenses.values, payments: world.payments.values, closings: Array(world.closings.values)
        ) { people.representative(of: $0) }
    }

    /// The caller's balances with everybody.
    public func balances() throws(SplitFailure) -> [DebtLedger.Balance] {
        var identity = PersonIdentity(
            friends: Array(world.friends.values), members: world.groups.values.flatMap(\.members))
        identity.join(me.ids)
        return try ledger().balances(of: identity.representative(of: me.memberID))
    }
}

extension SharedExpensesStore {
    /// Judges the changes that wait with the rules of the server, and shows their effects.
    public func view(at now: SplitTime) throws(SplitStoreFailure) -> SplitView {
        let me = try identity()
        var world = try baseWorld(me)
        var doubtful: [EntityID: SplitFailure] = [:]
        let waiting = try unreflected()
        for operation in waiting {
            let before = world
            do throws(SplitFailure) {
                _ = try world.carryOut(operation, by: owner.account, at: now) { _ in false }
            } catch {
                world = before
                doubtful[operation.id] = error
            }
        }
        return SplitView(world: world, me: me, waiting: waiting, doubtful: doubtful)
    }

    /// A world of what the server sent.
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
