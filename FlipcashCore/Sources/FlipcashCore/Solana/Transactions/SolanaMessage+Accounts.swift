extension SolanaMessage {
    /// Whether the account at this place of the static list signs.
    public func isSigner(_ index: Int) -> Bool { index < Int(header.requiredSignatures) }

    /// Whether the account at this place of the static list may change.
    public func isWritable(_ index: Int) -> Bool {
        let required = Int(header.requiredSignatures)
        return index < required
            ? index < required - Int(header.readonlySigned)
            : index < staticAccounts.count - Int(header.readonlyUnsigned)
    }

    /// Every account with its flags in the order of the indexes: the static ones, then what changes in the tables,
    /// then what is only read in them.
    ///
    /// - Throws: `LookupError` when a table is not given or is too short.
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

    /// The instructions with addresses instead of indexes. Their flags are those of the whole message, which merges
    /// what its instructions ask for.
    ///
    /// - Throws: `LookupError` when a table is not given or is too short.
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

/// Why the accounts of a v0 message cannot be told.
public enum LookupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message takes accounts from a table that was not given.
    case missingTable(PublicKey)
    /// The message takes a place that the table does not have.
    case indexOutOfRange(PublicKey)

    public var description: String {
        switch self {
        case .missingTable(let table): "the lookup table \(table.base58) is not known"
        case .indexOutOfRange(let table): "the lookup table \(table.base58) is shorter than the message says"
        }
    }
}
