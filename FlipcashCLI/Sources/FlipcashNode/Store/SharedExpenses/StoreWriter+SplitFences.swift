import FlipcashCore
import SharedExpenses

/// Deletions of groups that are too large for one unit. A worker continues them in steps. Meanwhile a fence refuses
/// other changes of the group.
extension StoreWriter {
    /// Whether a group that the operation touches is being deleted.
    func isFenced(_ change: SplitChange, _ loader: SplitLoader<StoreWriter>) throws -> Bool {
        var touched = Set(loader.world.groups.keys)
        // The other groups were read only to find a direct group of the same two people.
        if case .putGroup(let put) = change { touched.formIntersection([put.group.id]) }
        let groups = touched.compactMap(loader.groupNumber)
        guard !groups.isEmpty else { return false }
        let list = SQLList(groups.sorted().map(\.sqlValue))
        return try row(
            "SELECT grp FROM split_fences WHERE grp IN (\(list.placeholders)) LIMIT 1", SQLArguments(list.values))
            != nil
    }

    /// Marks a group as fenced if its deletion is too large for one unit. Refuses any other operation of that size.
    func fence(_ request: SplitRequest, _ loader: SplitLoader<StoreWriter>) throws -> OperationResult {
        let operation = request.operation
        let (id, member): (EntityID, MemberID?)
        switch operation.change {
        case .deleteGroup(let group), .leaveGroup(let group): (id, member) = (group, nil)
        case .removeMember(let removal): (id, member) = (removal.group, removal.member)
        default: return OperationResult(refusing: operation, .limitExceeded)
        }
        // A member with a balance cannot be removed, and the check reads the whole group.
        var whole = SplitLoader(self)
        whole.limit = member == nil ? SplitLimits.cascade : SplitLoader<StoreWriter>.noLimit
        do { try whole.load(for: request) } catch is SplitTooLarge {}
        var world = whole.world
        let result = world.perform(operation, by: request.caller, at: request.now) { _ in false }
        guard result.isAccepted, let number = whole.groupNumber(id) else { return result }
        let isWhole = world.groups[id] == nil
        try execute(
            "INSERT INTO split_fences (grp, kind, member) VALUES (?, ?, ?)",
            [number, isWhole ? 1 : 2, isWhole ? nil : try member?.blob()])
        return result
    }

    /// Takes the next step of a deletion. Returns whether another step is due.
    func proceed(_ proceeding: SplitProceeding) throws -> Bool {
        switch proceeding.target {
        case .group(let number): try proceed(group: number, at: proceeding.now)
        case .account(let id): try withdraw(id, at: proceeding.now)
        }
    }

    private func proceed(group number: Int64, at now: SplitTime) throws -> Bool {
        guard let fence = try row("SELECT kind, member FROM split_fences WHERE grp = ?", [number]) else { return false }
        let member = try fence.optionalBytes("member") == nil ? nil : try fence.memberID("member")
        if try removeExpenses(of: number, naming: member, at: now) { return true }
        var loader = SplitLoader(self)
        loader.limit = SplitLoader<StoreWriter>.noLimit
        try loader.load(where: "e.id = ?", [number])
        if let group = loader.world.groups.values.first {
            if member == nil || group.members.count <= 2 { try loader.loadDependents(of: number) }
            if let member { try loader.load(idsOf: [member]) }
            try loader.loadGroups()
            var world = loader.world
            if let member, let owner = group.owner {
                let caller = SplitCaller(account: owner, ids: world.ids(of: owner))
                try? world.removeMember(member, from: group.id, by: caller, force: true)
            } else {
                world.removeGroup(group.id)
            }
            var saver = SplitSaver(self, loader, after: world, now: now.instant)
            try saver.save()
        }
        try execute("DELETE FROM split_fences WHERE grp = ?", [number])
        return false
    }

    /// Removes some expenses of a group, or only expenses that name `member`. Returns whether there were any.
    func removeExpenses(of group: Int64, naming member: MemberID? = nil, at now: SplitTime) throws -> Bool {
        var loader = SplitLoader(self)
        let (kind, limit) = (EntityKey.Kind.expense.stored, SplitLimits.cascade)
        if let member {
            try loader.load(idsOf: [member])
            let list = SQLList(try loader.ids(of: [member]).sorted().map { try $0.blob() })
            try loader.load(
                where: """
                    e.id IN (SELECT n.entity FROM split_named n WHERE n.grp = ?
                        AND n.member IN (\(list.placeholders)) AND n.kind = ? LIMIT ?)
                    """, [group] + list + [kind, limit])
        } else {
            try loader.load(where: "e.grp = ? AND e.kind = ? ORDER BY e.id LIMIT ?", [group, kind, limit])
        }
        guard !loader.world.expenses.isEmpty else { return false }
        try loader.loadGroups()
        var world = loader.world
        world.expenses = [:]
        var saver = SplitSaver(self, loader, after: world, now: now.instant)
        try saver.save()
        return true
    }
}
