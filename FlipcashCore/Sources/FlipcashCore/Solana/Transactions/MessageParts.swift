/// The numbers of a message's accounts that sign and that are read-only.
public struct MessageHeader: Hashable, Sendable {
    /// The number of accounts that sign: the first ones of the list.
    public let requiredSignatures: UInt8
    /// The number of read-only accounts that sign: the last ones of those that sign.
    public let readonlySigned: UInt8
    /// The number of read-only accounts that do not sign: the last ones of the list.
    public let readonlyUnsigned: UInt8

    init(requiredSignatures: UInt8, readonlySigned: UInt8, readonlyUnsigned: UInt8) {
        self.requiredSignatures = requiredSignatures
        self.readonlySigned = readonlySigned
        self.readonlyUnsigned = readonlyUnsigned
    }
}

/// An instruction that refers to its program and accounts by their indexes in the message's list.
public struct CompiledInstruction: Hashable, Sendable {
    /// The index of the program.
    public let programIndex: UInt8
    /// The indexes of the accounts.
    public let accountIndexes: [UInt8]
    /// The program's input.
    public let data: [UInt8]

    init(programIndex: UInt8, accountIndexes: [UInt8], data: [UInt8]) {
        self.programIndex = programIndex
        self.accountIndexes = accountIndexes
        self.data = data
    }
}

/// The accounts that a v0 message uses from one lookup table.
public struct AddressTableLookup: Hashable, Sendable {
    /// The table.
    public let table: PublicKey
    /// The indexes of writable accounts in the table.
    public let writableIndexes: [UInt8]
    /// The indexes of read-only accounts in the table.
    public let readonlyIndexes: [UInt8]

    init(table: PublicKey, writableIndexes: [UInt8], readonlyIndexes: [UInt8]) {
        self.table = table
        self.writableIndexes = writableIndexes
        self.readonlyIndexes = readonlyIndexes
    }
}
