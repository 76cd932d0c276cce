/// How many of a message's accounts sign and how many are only read.
public struct MessageHeader: Hashable, Sendable {
    /// The accounts that sign: the first ones of the list.
    public let requiredSignatures: UInt8
    /// The accounts that sign and are only read: the last of those that sign.
    public let readonlySigned: UInt8
    /// The accounts that neither sign nor change: the last ones of the list.
    public let readonlyUnsigned: UInt8

    init(requiredSignatures: UInt8, readonlySigned: UInt8, readonlyUnsigned: UInt8) {
        self.requiredSignatures = requiredSignatures
        self.readonlySigned = readonlySigned
        self.readonlyUnsigned = readonlyUnsigned
    }
}

/// An instruction whose program and accounts are places in the message's list of accounts.
public struct CompiledInstruction: Hashable, Sendable {
    /// The place of the program.
    public let programIndex: UInt8
    /// The places of the accounts.
    public let accountIndexes: [UInt8]
    /// What the program is told.
    public let data: [UInt8]

    init(programIndex: UInt8, accountIndexes: [UInt8], data: [UInt8]) {
        self.programIndex = programIndex
        self.accountIndexes = accountIndexes
        self.data = data
    }
}

/// What a v0 message takes from one lookup table.
public struct AddressTableLookup: Hashable, Sendable {
    /// The table.
    public let table: PublicKey
    /// The places in the table of accounts that may change.
    public let writableIndexes: [UInt8]
    /// The places in the table of accounts that are only read.
    public let readonlyIndexes: [UInt8]

    init(table: PublicKey, writableIndexes: [UInt8], readonlyIndexes: [UInt8]) {
        self.table = table
        self.writableIndexes = writableIndexes
        self.readonlyIndexes = readonlyIndexes
    }
}
