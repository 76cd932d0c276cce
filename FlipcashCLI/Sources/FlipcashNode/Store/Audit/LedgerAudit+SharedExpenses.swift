import FlipcashCore
import SharedExpenses

/// Checks the invariants of shared expenses (expense specification §2, V1 to V8).
extension LedgerAudit {
    func checkSharedExpenses(_ report: inout AuditReport) throws {
        let end = try source.read { try $0.integer("SELECT max(id) FROM split_entities") }
        try forEachRange(to: end) { range in
            try source.read { reader in
                var loader = SplitLoader(reader)
                let places = try loader.load(where: AuditRange.condition("e.id"), range.bounds)
                try loader.loadGroups()
                try loader.loadPaymentsOfClosings()
                for owner in Set(loader.world.friends.keys.map(\.owner)) {
                    let ids = loader.world.friends(of: owner).flatMap(\.identityIDs)
                    try loader.load(personsOf: Set(ids), ofFriendsOf: owner)
                }
                let entities = loader.world.entities { loader.accountNumbers[$0] }
                for place in places {
                    try check(place, entities[place], loader, &report)
                }
            }
        }
        try checkSplitAccounts(&report)
    }

    private func check(
        _ place: SplitPlace, _ entity: SplitEntity?, _ loader: SplitLoader<StoreReader>, _ report: inout AuditReport
    ) throws {
        guard let number = loader.entityNumbers[place] else { return }
        switch entity {
        case .expense(let expense): check(expense, loader.world, &report)
        case .friend(let friend): check(friend, loader.world, &report)
        case .group, .payment, .closing, .invite, .request, nil: break
        }
        try checkViewers(of: entity, place, number, loader, &report)
        try checkNames(of: entity, place, number, loader, &report)
    }

    /// V1, V2 and V3.
    private func check(_ expense: Expense, _ world: SplitWorld, _ report: inout AuditReport) {
        do throws(SplitFailure) {
            try expense.checkSums()
        } catch {
            let finding = "expense \(expense.id): \(error.code.rawValue)"
            if error.code == .duplicateID { report.add("V2", finding) } else { report.add("V1", finding) }
        }
        for (member, splits) in Dictionary(grouping: expense.splits, by: \.member)
        where splits.count > 1 && Set(splits.map(\.isSettled)).count < splits.count {
            report.add("V2", "expense \(expense.id) has several splits of \(member) with one flag")
        }
        if let id = expense.groupID {
            guard let group = world.groups[id], group.isDirect == (expense.context == .direct) else {
                report.add("V3", "expense \(expense.id) is not in a group of its kind")
                return
            }
        } else {
            let people = Set((expense.involved + expense.inactive).map { world.aliases.resolve($0) })
            for payer in expense.payers where !people.contains(world.aliases.resolve(payer.member)) {
                report.add("V3", "the payer of expense \(expense.id) takes no part in it")
            }
        }
    }

    /// V6 and V7.
    private func check(_ friend: Friend, _ world: SplitWorld, _ report: inout AuditReport) {
        guard let linked = friend.linkedAccount else {
            if friend.linkState == .linked || friend.linkedMemberID != nil {
                report.add("V7", "friend \(friend.memberID) has a link without an account")
            }
            return
        }
        guard let account = world.account(of: friend.memberID), account.id == linked, account.state == .active else {
            report.add("V6", "friend \(friend.memberID) is linked to another account than its id")
            return
        }
        if friend.linkState != .linked || friend.linkedMemberID != account.memberID {
            report.add("V7", "the link of friend \(friend.memberID) is not that of its account")
        }
    }

    /// V4: the accounts that see an entity are those that may.
    private func checkViewers(
        of entity: SplitEntity?, _ place: SplitPlace, _ number: Int64, _ loader: SplitLoader<StoreReader>,
        _ report: inout AuditReport
    ) throws {
        let rows = try loader.store.rows("SELECT account, state FROM split_visibility WHERE entity = ?", [number])
        var (shown, cleared) = (Set<Int64>(), Set<Int64>())
        for row in rows {
            switch SplitVisibilityState(rawValue: Int(try row.integer("state"))) {
            case .shown: shown.insert(try row.integer("account"))
            case .cleared: cleared.insert(try row.integer("account"))
            case .gone, nil: break
            }
        }
        var expected: Set<Int64> = []
        if let entity, loader.world.isShown(entity) {
            expected = Set(loader.world.viewers(of: entity).compactMap { loader.accountNumbers[$0] })
        }
        for account in expected.subtracting(shown).subtracting(cleared).sorted() {
            report.add("V4", "\(place.kind) \(place.id) is not shown to account \(account)")
        }
        for account in shown.subtracting(expected).sorted() {
            report.add("V4", "\(place.kind) \(place.id) is shown to account \(account), who must not see it")
        }
    }

    /// The index of who is named agrees with the entity.
    private func checkNames(
        of entity: SplitEntity?, _ place: SplitPlace, _ number: Int64, _ loader: SplitLoader<StoreReader>,
        _ report: inout AuditReport
    ) throws {
        guard let entity else { return }
        let owner = entity.owner.flatMap { loader.accountNumbers[$0] } ?? 0
        for naming in entity.named {
            let count = try loader.store.integer(
                "SELECT count(*) FROM split_named WHERE member = ? AND kind = ? AND owner = ? AND entity = ?",
                [try naming.member.blob(), naming.kind, owner, number])
            if count != 1 { report.add("V4", "\(place.kind) \(place.id) is not found by \(naming.member)") }
        }
    }

    /// V5 and V8.
    private func checkSplitAccounts(_ report: inout AuditReport) throws {
        let end = try source.read { try $0.integer("SELECT max(id) FROM split_accounts") }
        try forEachRange(to: end) { range in
            try source.read { reader in
                let shadowed = try reader.rows(
                    """
                    SELECT a.id FROM split_accounts a JOIN split_aliases s ON s.alias = a.member
                    WHERE \(AuditRange.condition("a.id"))
                    """, range.bounds)
                for row in shadowed {
                    report.add("V5", "the id of account \(try row.integer("id")) stands for another account")
                }
                let behind = try reader.rows(
                    """
                    SELECT a.id FROM split_accounts a WHERE \(AuditRange.condition("a.id"))
                        AND EXISTS (SELECT 1 FROM split_visibility v
                            WHERE v.account = a.id AND v.revision > a.revision)
                    """, range.bounds)
                for row in behind {
                    report.add("V8", "account \(try row.integer("id")) has a change after its revision")
                }
            }
        }
    }
}

extension SplitWorld {
    /// Whether an entity is shown at all: of several friend rows of one person, only one is.
    fileprivate func isShown(_ entity: SplitEntity) -> Bool {
        guard case .friend(let friend) = entity else { return true }
        return Friend.deduplicated(friends(of: friend.owner)).contains { $0.memberID == friend.memberID }
    }
}

extension SplitLoader {
    /// Reads the payments of groups that were deleted, whose closings are still seen by the parties.
    fileprivate mutating func loadPaymentsOfClosings() throws {
        for closing in world.closings.values where world.groups[closing.groupID] == nil {
            guard let number = entityNumbers[SplitPlace(kind: .group, space: 0, id: closing.groupID.text)] else {
                continue
            }
            try load(where: "e.grp = ? AND e.kind = ?", [number, EntityKey.Kind.payment.stored])
        }
    }
}
