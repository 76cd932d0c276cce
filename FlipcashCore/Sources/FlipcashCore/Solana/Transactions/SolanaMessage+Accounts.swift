extension SolanaMessage {
    /// Whether the account at this index of the static list signs.
    public func isSigner(_ index: Int) -> Bool { index < Int(header.requiredSignatures) }

    /// Whether the account at this index of the static list is writable.
    public func isWritable(_ index: Int) -> Bool {
        let required = Int(header.requiredSignatures)
        return index < required
            ? index < required - Int(header.readonlySigned)
            : index < staticAccounts.count - Int(header.readonlyUnsigned)
    }

    /// Returns every account with its flags, in the order of the indexes.
    ///
    /// The order is: static accounts, then writable accounts from the tables, then read-only accounts from the tables.
    ///
    /// - Throws: `LookupError` when a table is missing or too short.
    public func accountMetas(lookupTables: [AddressLookupTable] = []) throws(LookupError) -> [AccountMeta] {
        let listed = staticAccounts.enumerated().map { index, key in
            AccountMeta(key, isSigner: isSigner(index), isWritable: isWritable(index))
        }
        let tables = Dictionary(
            lookupTables.map { ($0.address, $0.addresses) }, uniquingKeysWith: { first, _ in first })
        var writable: [AccountMeta] = []
        var readonly: [AccountMeta] = []
        for lookup in lookups {
            guard let addresses = tables[lookup.table] else { throw .missingTable(lookup.table) }
            for (index, isWritable) in lookup.writableIndexes.map({ ($0, true) })
                + lookup.readonlyIndexes.map({ ($0, false) })
            {
                guard Int(index) < addresses.count else { throw .indexOutOfRange(lookup.table) }
                let address = addresses[Int(index)]
                if isWritable { writable.append(.writable(address)) } else { readonly.append(.readonly(address)) }
            }
        }
        return listed + writable + readonly
    }

    /// Returns the instructions with addresses instead of indexes.
    ///
    /// The flags are those of the whole message, which merges the flags of its instructions.
    ///
    /// - Throws: `LookupError` when a table is missing or too short.
    public func decompiledInstructions(
        lookupTables: [AddressLookupTable] = []
    ) throws(LookupError) -> [Instruction] {
        let metas = try accountMetas(lookupTables: lookupTables)
        return instructions.map { instruction in
            Instruction(
                program: metas[Int(instruction.programIndex)].publicKey,
                accounts: instruction.accountIndexes.map { metas[Int($0)] }, data: instruction.data)
        }
    }
}

/// Errors from resolving the accounts of a v0 message.
public enum LookupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message uses a table that was not given.
    case missingTable(PublicKey)
    /// The message uses an index beyond the end of the table.
    case indexOutOfRange(PublicKey)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .missingTable(let table): "the lookup table \(table.base58) is not known"
        case .indexOutOfRange(let table): "the lookup table \(table.base58) is shorter than the message says"
        }
    }
}
