import FlipcashCore
import SharedExpenses

extension StoreReading {
    /// What belongs to an account, for the operator who deletes it (expense specification §12).
    func splitDeletion(of id: AccountID) throws -> SplitDeletionReport {
        var report = SplitDeletionReport(
            exists: false, name: "", friends: 0, groups: 0, expenses: 0, invitations: 0, rowsOfOthers: 0, deleted: false
        )
        guard let account = try splitAccount(id) else { return report }
        report.exists = true
        report.name = try id.userID.flatMap { try user(id: $0)?.displayName } ?? ""
        func count(_ sql: String, _ arguments: SQLArguments) throws -> Int { Int(try integer(sql, arguments)) }
        func owned(_ kind: EntityKey.Kind) throws -> Int {
            try count(
                "SELECT count(*) FROM split_entities WHERE owner = ? AND kind = ?", [account.number, kind.stored])
        }
        report.friends = try owned(.friend)
        report.groups = try owned(.group)
        report.expenses = try count(
            """
            SELECT count(*) FROM split_entities e WHERE e.kind = ?1 AND e.data IS NOT NULL AND (e.owner = ?2
                OR e.grp IN (SELECT g.id FROM split_entities g WHERE g.owner = ?2 AND g.kind = ?3))
            """, [EntityKey.Kind.expense.stored, account.number, EntityKey.Kind.group.stored])
        report.invitations =
            try owned(.invite)
            + count(
                "SELECT count(*) FROM split_requests WHERE requester = ?1 OR recipient = ?1", [account.number])
        report.rowsOfOthers = try count(
            "SELECT count(*) FROM split_friends WHERE (linked_user = ? OR linked_member = ?) AND owner <> ?",
            [try id.blob(), try account.member.blob(), account.number])
        return report
    }
}
