import FlipcashCore
import SharedExpenses

/// Records which account sees which entity, and since which revision (expense specification §10.3 and §13.4).
///
/// Each statement gives every entity a separate revision in every account that it reaches, for any number of accounts
/// and entities.
struct SplitVisibility {
    let writer: StoreWriter
    let now: Instant

    private var time: Int64 { now.nanosecondsSinceEpoch }

    /// Shows an entity to these accounts as changed, and hides it from all other accounts.
    func show(_ entity: Int64, to accounts: [Int64]) throws {
        if !accounts.isEmpty { try add(entity, accounts) }
        let list = SQLList((accounts.isEmpty ? [0] : accounts).map(\.sqlValue))
        let losers = try writer.rows(
            """
            SELECT account FROM split_visibility
            WHERE entity = ? AND state = 0 AND account NOT IN (\(list.placeholders)) ORDER BY account
            """, [entity] + list
        ).map { try $0.integer("account") }
        guard !losers.isEmpty else { return }
        try bump(losers)
        let gone = SQLList(losers.map(\.sqlValue))
        try writer.execute(
            """
            UPDATE split_visibility SET state = 1, changed_at = ?,
                revision = (SELECT a.revision FROM split_accounts a WHERE a.id = split_visibility.account)
            WHERE entity = ? AND account IN (\(gone.placeholders))
            """, [time, entity] + gone)
    }

    /// Shows an entity to one more account.
    func show(_ entity: Int64, alsoTo account: Int64) throws { try add(entity, [account]) }

    private func add(_ entity: Int64, _ accounts: [Int64]) throws {
        try bump(accounts)
        let list = SQLList(accounts.map(\.sqlValue))
        try writer.execute(
            """
            INSERT INTO split_visibility (entity, account, revision, state, changed_at)
            SELECT ?, a.id, a.revision, 0, ? FROM split_accounts a WHERE a.id IN (\(list.placeholders))
            ON CONFLICT (entity, account) DO UPDATE SET revision = excluded.revision, state = 0,
                changed_at = excluded.changed_at
            """, [entity, time] + list)
    }

    private func bump(_ accounts: [Int64]) throws {
        let list = SQLList(accounts.map(\.sqlValue))
        try writer.execute(
            "UPDATE split_accounts SET revision = revision + 1 WHERE id IN (\(list.placeholders))",
            SQLArguments(list.values))
    }

    // MARK: Many entities of one account

    /// Shows an account everything in a group.
    func show(contentOf group: Int64, to account: Int64) throws {
        try show(
            "SELECT e.id AS entity FROM split_entities e WHERE e.grp = ?", [group], to: account)
    }

    /// Shows an account everything that names a member, and what is in the groups that do.
    func show(naming member: MemberID, to account: Int64) throws {
        let blob = try member.blob()
        try show(
            """
            SELECT n.entity FROM split_named n WHERE n.member = ? AND n.kind IN (2, 3, 4)
            UNION SELECT e.id FROM split_named g JOIN split_entities e ON e.grp = g.entity
                WHERE g.member = ? AND g.kind = 2
            UNION SELECT c.id FROM split_named p JOIN split_entities c ON c.grp = p.grp AND c.kind = 5
                WHERE p.member = ? AND p.kind = 4
            """, [blob, blob, blob], to: account)
    }

    /// - Parameter selection: selects a column `entity`.
    private func show(_ selection: String, _ arguments: SQLArguments, to account: Int64) throws {
        let base = try writer.integer("SELECT revision FROM split_accounts WHERE id = ?", [account])
        let count = try writer.execute(
            """
            INSERT INTO split_visibility (entity, account, revision, state, changed_at)
            SELECT s.entity, ?, ? + row_number() OVER (ORDER BY s.entity), 0, ? FROM (\(selection)) s
            WHERE NOT EXISTS (SELECT 1 FROM split_visibility v
                WHERE v.entity = s.entity AND v.account = ? AND v.state = 0)
            ON CONFLICT (entity, account) DO UPDATE SET revision = excluded.revision, state = 0,
                changed_at = excluded.changed_at
            """, [account, base, time] + arguments + [account])
        try advance(account, by: count)
    }

    /// Hides the content of a group from an account, except the entities that the account owns or that name it. If a
    /// payment names the account, the group's closings stay visible, because they end the credits of the payment.
    func hide(contentOf group: Int64, from account: Int64, ids: Set<MemberID>) throws {
        let list = SQLList(try ids.sorted().map { try $0.blob() })
        try change(
            """
            SELECT e.id AS entity FROM split_entities e WHERE e.grp = ? AND coalesce(e.owner, 0) <> ?
                AND NOT EXISTS (SELECT 1 FROM split_named n WHERE n.member IN (\(list.placeholders))
                    AND n.kind = e.kind AND n.owner = coalesce(e.owner, 0) AND n.entity = e.id)
                AND NOT (e.kind = 5 AND EXISTS (SELECT 1 FROM split_named p
                    WHERE p.member IN (\(list.placeholders)) AND p.kind = 4 AND p.grp = e.grp))
            """, [group, account] + list + list, of: account, to: .gone)
    }

    /// Clears an account's view of the expenses of a group.
    func clear(expensesOf group: Int64, from account: Int64) throws {
        try change(
            "SELECT e.id AS entity FROM split_entities e WHERE e.grp = ? AND e.kind = 3", [group], of: account,
            to: .cleared)
    }

    private func change(
        _ selection: String, _ arguments: SQLArguments, of account: Int64, to state: SplitVisibilityState
    ) throws {
        let base = try writer.integer("SELECT revision FROM split_accounts WHERE id = ?", [account])
        let count = try writer.execute(
            """
            UPDATE split_visibility SET state = ?, changed_at = ?, revision = r.revision
            FROM (SELECT s.entity, ? + row_number() OVER (ORDER BY s.entity) AS revision FROM (\(selection)) s
                WHERE EXISTS (SELECT 1 FROM split_visibility v
                    WHERE v.entity = s.entity AND v.account = ? AND v.state = 0)) r
            WHERE split_visibility.account = ? AND split_visibility.entity = r.entity
            """, [state.rawValue, time, base] + arguments + [account, account])
        try advance(account, by: count)
    }

    private func advance(_ account: Int64, by count: Int) throws {
        guard count > 0 else { return }
        try writer.execute("UPDATE split_accounts SET revision = revision + ? WHERE id = ?", [count, account])
    }
}
