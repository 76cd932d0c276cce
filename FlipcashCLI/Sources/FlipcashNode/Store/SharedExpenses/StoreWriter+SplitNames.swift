import FlipcashCore
import SharedExpenses

extension StoreWriter {
    /// Gives linked friend rows of some owners the present name of an account (expense specification §4). A repetition
    /// changes nothing.
    ///
    /// - Returns: the next step; nil when no rows are left.
    func rename(_ renaming: SplitRenaming) throws -> SplitRenaming? {
        guard let account = try splitAccount(renaming.account), account.state == .active else { return nil }
        let owners = try rows(
            "SELECT DISTINCT owner FROM split_friends WHERE linked_user = ? AND owner > ? ORDER BY owner LIMIT ?",
            [account.id.blob(), renaming.owner, SplitRenaming.batch]
        ).map { try $0.integer("owner") }
        guard let last = owners.last else { return nil }
        var loader = SplitLoader(self)
        try loader.load(caller: account.id)
        let list = SQLList(owners.map(\.sqlValue))
        try loader.load(
            where: """
                e.id IN (SELECT f.entity FROM split_friends f
                    WHERE f.linked_user = ? AND f.owner IN (\(list.placeholders)))
                """, [account.id.blob()] + list)
        for friend in loader.world.friends.values {
            try loader.load(personsOf: Set(friend.identityIDs), ofFriendsOf: friend.owner)
        }
        var world = loader.world
        world.rename(account.id, to: world.accounts[account.id]?.displayName ?? "", at: renaming.now)
        var saver = SplitSaver(self, loader, after: world, now: renaming.now.instant)
        try saver.save()
        var next = renaming
        next.owner = last
        return next
    }
}
