extension SplitWorld {
    /// How an account is deleted.
    public enum AccountDeletion: String, Hashable, Sendable {
        /// By the operator: deletes everything about the account, also the rows of others.
        case hard
        /// By the person: keeps what is shared with others, and the rows of others become ghosts.
        case soft
    }

    /// Gives an account another name, and with it the rows of others that are linked to it: the names of linked friends
    /// belong to them (expense specification §4).
    ///
    /// Rows keep the name that their owner had given as their original name. A name that does not say who the person is
    /// changes nothing.
    public mutating func rename(_ id: AccountID, to name: String, at now: SplitTime) {
        let name = Friend.cleaned(name)
        guard accounts[id] != nil, Friend.isRealName(name) else { return }
        accounts[id]?.displayName = name
        for (key, row) in friends where row.linkedAccount == id && row.name != name {
            friends[key] = row.renamed(name, at: now)
        }
    }

    /// Deletes an account (expense specification §12).
    ///
    /// - Returns: False when it was deleted before.
    /// - Throws: ``SplitFailure`` `account_not_found`.
    @discardableResult
    public mutating func deleteAccount(
        _ id: AccountID, _ kind: AccountDeletion
    ) throws(SplitFailure) -> Bool {
        guard let account = accounts[id] else { throw SplitFailure(.accountNotFound) }
        switch kind {
        case .hard: deleteHard(account)
        case .soft:
            guard account.state != .deleted else { return false }
            deleteSoft(account)
        }
        return true
    }

    private mutating func deleteHard(_ account: SplitAccount) {
        let own = ids(of: account.id)
        friends = friends.filter { key, row in
            key.owner != account.id && !isAbout(row, account.id, own)
        }
        for group in groups.values where group.owner == account.id { removeGroup(group.id) }
        expenses = expenses.filter { $0.value.owner != account.id }
        removeInvitations(of: account.id)
        aliases.removeAliases(of: account.memberID)
        aliases.accounts.remove(account.memberID)
        accounts[account.id] = nil
    }

    private mutating func deleteSoft(_ account: SplitAccount) {
        accounts[account.id]?.state = .deleted
        withdraw(account)
    }

    /// Takes an account that is no longer active out of everything: its own rows go, others keep theirs as ghosts, and
    /// what others share passes to a steward. Doing it twice changes nothing.
    public mutating func withdraw(_ account: SplitAccount) {
        let own = ids(of: account.id)
        friends = friends.filter { $0.key.owner != account.id }
        for (key, row) in friends where isAbout(row, account.id, own) { friends[key] = row.asGhost }
        for var group in groups.values {
            if group.owner == account.id {
                guard let steward = steward(among: group.members.map(\.id), except: account.id) else {
                    removeGroup(group.id)
                    continue
                }
                group.owner = steward
            }
            for index in group.members.indices where own.contains(group.members[index].id) {
                group.members[index].name = Friend.deletedName
                group.members[index].account = nil
            }
            groups[group.id] = group
        }
        for expense in expenses.values where expense.owner == account.id {
            if let steward = steward(among: expense.namedMembers, except: account.id) {
                expenses[expense.id]?.owner = steward
            } else {
                expenses[expense.id] = nil
            }
        }
        removeInvitations(of: account.id)
    }

    /// Whether a row is about an account, by its link or by the linked id.
    private func isAbout(_ row: Friend, _ account: AccountID, _ ids: Set<MemberID>) -> Bool {
        row.linkedAccount == account || row.linkedMemberID.map(ids.contains) ?? false
    }

    private mutating func removeInvitations(of account: AccountID) {
        invites = invites.filter { $0.value.creator != account }
        requests = requests.filter { $0.value.requester != account && $0.value.recipient != account }
    }
}

extension Friend {
    /// The row after the linked account has got another name. Its version is for what its owner changes.
    fileprivate func renamed(_ name: String, at now: SplitTime) -> Friend {
        var row = self
        if row.originalName.isEmpty, Self.isRealName(row.name) { row.originalName = row.name }
        row.name = name
        if row.nickname.lowercased() == name.lowercased() { row.nickname = "" }
        row.updatedAt = now
        return row
    }

    /// The row of a person whose account is gone: the link is cleared and the names are kept.
    var asGhost: Friend {
        var row = self
        row.linkState = .ghost
        row.linkedAccount = nil
        row.linkedMemberID = nil
        return row
    }
}
