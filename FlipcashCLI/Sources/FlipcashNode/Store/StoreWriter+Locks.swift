import FlipcashCore

extension StoreWriter {
    /// Locks the rows of owners and vaults until the transaction ends, in ascending order (payment specification §21.3).
    /// Rows that do not exist yet have no lock: their unique names keep others out.
    func lockRows(_ keys: Set<LockKey>) throws {
        switch connection.dialect {
        case .sqlite:
            return  // Its one writer holds the lock of the whole database.
        case .postgreSQL:
            // The node's own writer is alone. The locks keep out what an operator runs by hand.
            try lock(owners: keys.compactMap(\.owner))
            try lock(vaults: keys.compactMap(\.vault))
        }
    }

    /// Locks the rows of currencies until the transaction ends, so that their trades follow each other.
    func lockPools(_ mints: [PublicKey]) throws {
        guard connection.dialect == .postgreSQL, !mints.isEmpty else { return }
        _ = try rows(
            """
            SELECT id FROM mints WHERE mint IN (\(Self.placeholders(mints.map(\.bytes)))) ORDER BY mint FOR UPDATE
            """, SQLArguments(mints.map(\.blob)))
    }

    private func lock(owners: [[UInt8]]) throws {
        guard !owners.isEmpty else { return }
        _ = try rows(
            "SELECT id FROM owners WHERE owner IN (\(Self.placeholders(owners))) ORDER BY owner FOR UPDATE",
            SQLArguments(owners.map(\.blob)))
    }

    private func lock(vaults: [[UInt8]]) throws {
        guard !vaults.isEmpty else { return }
        _ = try rows(
            """
            SELECT b.account FROM accounts a JOIN balances b ON b.account = a.id
            WHERE a.address IN (\(Self.placeholders(vaults))) AND a.class = 0 ORDER BY a.address FOR UPDATE OF b
            """, SQLArguments(vaults.map(\.blob)))
    }

    private static func placeholders(_ values: [[UInt8]]) -> String {
        values.map { _ in "?" }.joined(separator: ", ")
    }
}

extension LockKey {
    fileprivate var owner: [UInt8]? {
        switch self {
        case .owner(let address): address
        case .vault: nil
        }
    }

    fileprivate var vault: [UInt8]? {
        switch self {
        case .owner: nil
        case .vault(let address): address
        }
    }
}
