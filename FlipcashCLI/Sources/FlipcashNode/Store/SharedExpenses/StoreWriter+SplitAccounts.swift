import FlipcashCore
import SharedExpenses

/// Clearing and deleting everything of an account (expense specification §12).
extension StoreWriter {
    // MARK: Clearing

    /// Clears an account step by step. The account is marked until the last step.
    func clear(_ request: SplitRequest, _ account: SplitAccountRow, cutoff: SplitTime) throws -> OperationResult {
        var budget = SplitLimits.cascade
        while budget > 0 {
            let count = try clearSome(of: account, cutoff: cutoff, at: request.now, limit: budget)
            guard count > 0 else {
                try setClearing(nil, of: account)
                return OperationResult(operation: request.operation.id, code: .ok)
            }
            budget -= count
        }
        try setClearing(cutoff, of: account)
        var result = OperationResult(operation: request.operation.id, code: .inProgress)
        result.remaining = try remaining(of: account, cutoff: cutoff)
        return result
    }

    private func setClearing(_ cutoff: SplitTime?, of account: SplitAccountRow) throws {
        guard cutoff != account.clearingUntil else { return }
        try execute(
            "UPDATE split_accounts SET clearing_until = ? WHERE id = ?", [cutoff?.milliseconds, account.number])
    }

    /// How many entities are left; counted up to 10,000.
    private func remaining(of account: SplitAccountRow, cutoff: SplitTime) throws -> UInt32 {
        let count = try integer(
            """
            SELECT count(*) FROM (SELECT 1 AS one FROM split_entities
                WHERE owner = ? AND kind IN (1, 2, 3) AND updated_at <= ? LIMIT 10000) t
            """, [account.number, cutoff.milliseconds])
        return max(1, UInt32(clamping: count))
    }

    /// Clears the next entities: expenses, then groups, then friends. Returns how many.
    private func clearSome(
        of account: SplitAccountRow, cutoff: SplitTime, at now: SplitTime, limit: Int
    ) throws -> Int {
        var loader = SplitLoader(self)
        try loader.load(caller: account.id)
        func owned(_ kind: EntityKey.Kind, limit: Int) throws -> Int {
            try loader.load(
                where: "e.owner = ? AND e.kind = ? AND e.updated_at <= ? ORDER BY e.updated_at, e.id LIMIT ?",
                [account.number, kind.stored, cutoff.milliseconds, limit]
            ).count
        }
        let expenses = try owned(.expense, limit: limit)
        if expenses > 0 {
            try loader.loadGroups()
            let groups = loader.world.groups
            var world = loader.world
            world.groups = [:]
            world.clearAll(of: account.id, cutoff: cutoff)
            world.groups = groups
            try save(world, loader, now)
            return expenses
        }
        if try owned(.group, limit: 1) > 0, let group = loader.world.groups.values.first,
            let number = loader.groupNumber(group.id)
        {
            do { try loader.loadDependents(of: number) } catch is SplitTooLarge {
                if try removeExpenses(of: number, at: now) { return limit }
                try loader.loadAllDependents(of: number)
            }
            var world = loader.world
            world.removeGroup(group.id)
            try save(world, loader, now)
            return 1 + loader.world.expenses.count
        }
        let left = try leaveGroups(&loader, account, cutoff: cutoff, at: now)
        if left > 0 { return left }
        let friends = try owned(.friend, limit: limit)
        guard friends > 0 else { return 0 }
        try loader.load(
            personsOf: Set(loader.world.friends(of: account.id).flatMap(\.identityIDs)), ofFriendsOf: account.id)
        var world = loader.world
        world.clearAll(of: account.id, cutoff: cutoff)
        try save(world, loader, now)
        return friends
    }

    /// Takes the account out of some groups of others, and clears its view of their expenses.
    private func leaveGroups(
        _ loader: inout SplitLoader<StoreWriter>, _ account: SplitAccountRow, cutoff: SplitTime, at now: SplitTime
    ) throws -> Int {
        let own = SQLList(try loader.world.ids(of: account.id).sorted().map { try $0.blob() })
        let places = try loader.load(
            where: """
                e.id IN (SELECT n.entity FROM split_named n WHERE n.member IN (\(own.placeholders)) AND n.kind = 2)
                AND e.updated_at <= ? ORDER BY e.id LIMIT 16
                """, SQLArguments(own.values) + [cutoff.milliseconds])
        guard !places.isEmpty else { return 0 }
        var world = loader.world
        world.clearAll(of: account.id, cutoff: cutoff)
        try save(world, loader, now)
        for place in places {
            guard let number = loader.entityNumbers[place] else { continue }
            try SplitVisibility(writer: self, now: now.instant).clear(expensesOf: number, from: account.number)
        }
        return places.count
    }

    private func save(_ world: SplitWorld, _ loader: SplitLoader<StoreWriter>, _ now: SplitTime) throws {
        var saver = SplitSaver(self, loader, after: world, now: now.instant)
        try saver.save()
    }

    // MARK: Deleting

    /// Starts the deletion of an account by its person. A small one is complete when this returns; a worker does the
    /// rest of a larger one.
    func startDeletion(
        _ request: SplitRequest, _ account: SplitAccountRow, confirmed: MemberID
    ) throws -> OperationResult {
        guard confirmed == account.member else { return OperationResult(refusing: request.operation, .unknownMember) }
        try execute(
            "UPDATE split_accounts SET state = ?, clearing_until = NULL WHERE id = ?",
            [SplitAccount.State.deleting.stored, account.number])
        var steps = 0
        while try withdraw(account.id, at: request.now), steps < 8 { steps += 1 }
        return OperationResult(operation: request.operation.id, code: .ok)
    }

    /// Takes the next step of the deletion of an account. Returns whether another step is due.
    func withdraw(_ id: AccountID, at now: SplitTime) throws -> Bool {
        guard let account = try splitAccount(id), account.state == .deleting else { return false }
        var loader = SplitLoader(self)
        try loader.load(caller: id)
        guard let row = loader.world.accounts[id] else { return false }
        let places = try loadNext(of: account, &loader)
        if !places.isEmpty {
            try loader.loadGroups()
            if try emptyAbandoned(places, of: account, &loader, at: now) { return true }
            var world = loader.world
            world.withdraw(row)
            try save(world, loader, now)
            let numbers = SQLList(places.compactMap { loader.entityNumbers[$0]?.sqlValue })
            try execute(
                "DELETE FROM split_visibility WHERE account = ? AND entity IN (\(numbers.placeholders))",
                [account.number] + numbers)
            return true
        }
        if try ghost(row, account, at: now) { return true }
        if try forgetVisibility(of: account) { return true }
        try execute("DELETE FROM split_windows WHERE account = ?", [account.number])
        try execute(
            "UPDATE split_accounts SET state = ? WHERE id = ?", [SplitAccount.State.deleted.stored, account.number])
        return false
    }

    /// Reads some entities that the account sees or owns.
    private func loadNext(
        of account: SplitAccountRow, _ loader: inout SplitLoader<StoreWriter>
    ) throws -> [SplitPlace] {
        let shown = try loader.load(
            where: """
                e.id IN (SELECT v.entity FROM split_visibility v WHERE v.account = ? AND v.state = 0
                    ORDER BY v.entity LIMIT 32)
                """, [account.number])
        if !shown.isEmpty { return shown }
        return try loader.load(where: "e.owner = ? ORDER BY e.kind, e.id LIMIT 32", [account.number])
    }

    /// Reads what is in the groups without another member who could own them. A group with too many entities is emptied
    /// in steps. Returns whether this call was such a step.
    private func emptyAbandoned(
        _ places: [SplitPlace], of account: SplitAccountRow, _ loader: inout SplitLoader<StoreWriter>,
        at now: SplitTime
    ) throws -> Bool {
        for place in places where place.kind == .group {
            let id = EntityID(place.id)
            guard let group = loader.world.groups[id], group.owner == account.id,
                loader.world.steward(among: group.members.map(\.id), except: account.id) == nil,
                let number = loader.groupNumber(id)
            else { continue }
            do { try loader.loadDependents(of: number) } catch is SplitTooLarge {
                if try removeExpenses(of: number, at: now) { return true }
                try loader.loadAllDependents(of: number)
            }
        }
        return false
    }

    /// Turns some rows of others about the account into ghosts. Returns whether there were any.
    private func ghost(_ row: SplitAccount, _ account: SplitAccountRow, at now: SplitTime) throws -> Bool {
        var loader = SplitLoader(self)
        try loader.load(caller: account.id)
        try loadRows(about: account, &loader)
        for friend in loader.world.friends.values {
            try loader.load(personsOf: Set(friend.identityIDs), ofFriendsOf: friend.owner)
        }
        var world = loader.world
        world.withdraw(row)
        guard world != loader.world else { return false }
        try save(world, loader, now)
        return true
    }

    /// Reads some friend rows of others about an account.
    private func loadRows(about account: SplitAccountRow, _ loader: inout SplitLoader<StoreWriter>) throws {
        try loader.load(
            where: "e.id IN (SELECT f.entity FROM split_friends f WHERE f.linked_user = ? LIMIT 64)",
            [account.id.blob()])
        try loader.load(
            where: "e.id IN (SELECT f.entity FROM split_friends f WHERE f.linked_member = ? LIMIT 64)",
            [account.member.blob()])
    }

    private func forgetVisibility(of account: SplitAccountRow) throws -> Bool {
        try execute(
            """
            DELETE FROM split_visibility WHERE account = ?1 AND entity IN (
                SELECT v.entity FROM split_visibility v WHERE v.account = ?1 ORDER BY v.revision LIMIT ?2)
            """, [account.number, SplitLimits.cascade]) > 0
    }

    /// Takes the next step of the removal of an account by the operator. Returns whether another step is due.
    func erase(_ erasure: SplitErasure) throws -> Bool {
        guard let account = try splitAccount(erasure.account) else { return false }
        if account.state != .deleted {
            try execute(
                "UPDATE split_accounts SET state = ? WHERE id = ?",
                [SplitAccount.State.deleted.stored, account.number])
        }
        if try eraseOwned(account, at: erasure.now) { return true }
        if try eraseRows(about: account, at: erasure.now) { return true }
        if try forgetVisibility(of: account) { return true }
        // All aliases of an account stand for its own id, by which they have an index.
        try execute("DELETE FROM split_aliases WHERE canonical = ?", [account.member.blob()])
        for table in ["split_results", "split_windows"] {
            try execute("DELETE FROM \(table) WHERE account = ?", [account.number])
        }
        try execute("DELETE FROM split_accounts WHERE id = ?", [account.number])
        return false
    }

    private func eraseOwned(_ account: SplitAccountRow, at now: SplitTime) throws -> Bool {
        var loader = SplitLoader(self)
        let places = try loader.load(where: "e.owner = ? ORDER BY e.kind, e.id LIMIT 32", [account.number])
        guard !places.isEmpty else { return false }
        for place in places where place.kind == .group {
            guard let number = loader.entityNumbers[place] else { continue }
            do { try loader.loadDependents(of: number) } catch is SplitTooLarge {
                if try removeExpenses(of: number, at: now) { return true }
                try loader.loadAllDependents(of: number)
            }
        }
        try loader.loadGroups()
        var world = loader.world
        for place in places {
            let id = EntityID(place.id)
            switch place.kind {
            case .friend: world.friends[FriendKey(owner: account.id, memberID: MemberID(place.id))] = nil
            case .group: world.removeGroup(id)
            case .expense: world.expenses[id] = nil
            case .invite: world.invites[id] = nil
            case .payment, .closing, .request: break
            }
        }
        try save(world, loader, now)
        return true
    }

    private func eraseRows(about account: SplitAccountRow, at now: SplitTime) throws -> Bool {
        var loader = SplitLoader(self)
        try loadRows(about: account, &loader)
        let rows = Set(loader.world.friends.keys)
        for friend in loader.world.friends.values {
            try loader.load(personsOf: Set(friend.identityIDs), ofFriendsOf: friend.owner)
        }
        try loader.load(
            where: """
                e.id IN (SELECT r.entity FROM split_requests r WHERE r.requester = ? LIMIT 64)
                OR e.id IN (SELECT r.entity FROM split_requests r WHERE r.recipient = ? LIMIT 64)
                """, [account.number, account.number])
        guard !rows.isEmpty || !loader.world.requests.isEmpty else { return false }
        var world = loader.world
        for key in rows { world.friends[key] = nil }
        world.requests = [:]
        try save(world, loader, now)
        return true
    }

    // MARK: Forgetting

    /// Deletes some old results and removals. Returns whether there may be more.
    func forgetSplits(_ now: Instant) throws -> Bool {
        let oldResults = now.advanced(by: .zero - SplitRetention.results).nanosecondsSinceEpoch
        let results = try rows(
            """
            SELECT account, operation FROM split_results WHERE made_at < ? ORDER BY made_at, account, operation LIMIT ?
            """, [oldResults, SplitRetention.batch])
        // One by one: a set of pairs makes SQLite read all results of their accounts.
        for row in results {
            try execute(
                "DELETE FROM split_results WHERE account = ? AND operation = ?",
                [try row.integer("account"), try row.bytes("operation").blob])
        }
        let oldRemovals = now.advanced(by: .zero - SplitRetention.tombstones).nanosecondsSinceEpoch
        let gone = try rows(
            """
            SELECT entity, account, revision FROM split_visibility WHERE state <> 0 AND state <> 2 AND changed_at < ?
            ORDER BY changed_at, account, entity LIMIT ?
            """, [oldRemovals, SplitRetention.batch])
        for row in gone {
            let (entity, account) = (try row.integer("entity"), try row.integer("account"))
            try execute(
                "UPDATE split_accounts SET horizon = ? WHERE id = ? AND horizon < ?",
                [try row.integer("revision"), account, try row.integer("revision")])
            try execute("DELETE FROM split_visibility WHERE entity = ? AND account = ?", [entity, account])
        }
        return results.count == SplitRetention.batch || gone.count == SplitRetention.batch
    }
}
