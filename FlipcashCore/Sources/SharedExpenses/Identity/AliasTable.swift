/// The table of aliases: ids that stand for another id of the same person (expense specification §3).
///
/// A row is added when an account is linked. An account's own id is never an alias.
public struct AliasTable: Hashable, Sendable {
    /// The longest chain of aliases that is followed.
    public static let depthLimit = 20

    /// The result of an insertion.
    public enum Insertion: Hashable, Sendable {
        /// The row was added; `canonical` is the id at the end of the chain.
        case inserted(canonical: MemberID)
        /// The alias already stood for this person; nothing was written.
        case alreadyPresent(canonical: MemberID)
    }

    /// Alias to canonical id.
    public private(set) var rows: [MemberID: MemberID]
    /// The member ids of accounts.
    public var accounts: Set<MemberID>

    /// Creates a table.
    public init(rows: [MemberID: MemberID] = [:], accounts: Set<MemberID> = []) {
        self.rows = rows
        self.accounts = accounts
    }

    /// The id that stands for the person; the id itself when it is unknown.
    ///
    /// Stops at an account's own id, after ``depthLimit`` steps, and at an id that it has already passed.
    public func resolve(_ id: MemberID) -> MemberID {
        guard rows[id] != nil else { return id }
        var (current, seen) = (id, Set([id]))
        for _ in 0..<Self.depthLimit {
            guard !accounts.contains(current), let next = rows[current] else { return current }
            guard seen.insert(next).inserted else { return next }
            current = next
        }
        return current
    }

    /// All ids of the person with this id, that id included.
    public func equivalents(of id: MemberID) -> Set<MemberID> {
        let canonical = resolve(id)
        return Set(rows.keys.filter { resolve($0) == canonical }).union([canonical, id])
    }

    /// Makes `alias` stand for `canonical`. Writes nothing when it already does.
    ///
    /// - Throws: ``SplitFailure`` with the first rule that is broken (expense specification §3).
    @discardableResult
    public mutating func insert(_ alias: MemberID, canonical: MemberID) throws(SplitFailure) -> Insertion {
        guard !alias.text.isEmpty, !canonical.text.isEmpty else { throw SplitFailure(.invalidMemberID) }
        guard alias != canonical else { throw SplitFailure(.selfAlias) }
        guard !accounts.contains(alias) else { throw SplitFailure(.aliasShadowsAccount) }
        let target = resolve(canonical)
        guard target != alias else { throw SplitFailure(.aliasCycle) }
        if rows[alias] != nil {
            let existing = resolve(alias)
            guard existing == target else {
                throw SplitFailure(.aliasConflict, ["existing": .text(existing.text)])
            }
            return .alreadyPresent(canonical: target)
        }
        guard depth(below: alias) + 1 + depth(of: canonical) <= Self.depthLimit else {
            throw SplitFailure(.aliasTooDeep)
        }
        rows[alias] = canonical
        return .inserted(canonical: target)
    }

    /// Removes the aliases of an account's id.
    public mutating func removeAliases(of canonical: MemberID) {
        for alias in rows.keys.filter({ resolve($0) == canonical }) { rows[alias] = nil }
    }

    /// The number of steps from an id to the end of its chain.
    private func depth(of id: MemberID) -> Int {
        var (current, steps) = (id, 0)
        while steps <= Self.depthLimit, !accounts.contains(current), let next = rows[current] {
            (current, steps) = (next, steps + 1)
        }
        return steps
    }

    /// The longest chain that ends in an id.
    private func depth(below id: MemberID) -> Int {
        var (level, steps) = (Set([id]), 0)
        while steps <= Self.depthLimit {
            let next = Set(rows.filter { level.contains($0.value) }.keys)
            guard !next.isEmpty else { return steps }
            (level, steps) = (next, steps + 1)
        }
        return steps
    }
}
