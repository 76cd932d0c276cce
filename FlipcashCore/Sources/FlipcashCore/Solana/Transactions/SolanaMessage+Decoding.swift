extension SolanaMessage {
    /// Decodes an untrusted message; checks every length and index, and rejects trailing bytes.
    ///
    /// - Throws: `SolanaDecodingError`.
    public init(decoding bytes: some Collection<UInt8>) throws(SolanaDecodingError) {
        var reader = ByteReader(bytes)
        try self.init(reading: &reader)
        guard reader.isAtEnd else { throw .trailingBytes(reader.remaining) }
    }

    init(reading reader: inout ByteReader) throws(SolanaDecodingError) {
        guard let first = reader.peek else { throw .truncated(.header) }
        let isVersioned = first > Self.signerCountMax
        if isVersioned {
            guard first == Self.v0Prefix else { throw .unknownVersion(first) }
            _ = reader.byte()
        }
        let header = try Self.header(&reader)
        guard let accounts = reader.prefixedKeys() else { throw .truncated(.accounts) }
        guard accounts.count <= Self.accountCountMax,
            Int(header.requiredSignatures) + Int(header.readonlyUnsigned) <= accounts.count
        else { throw .invalidHeader }
        guard let blockhash = reader.value(Hash.self) else { throw .truncated(.blockhash) }
        let instructions = try Self.instructions(&reader)
        let lookups = isVersioned ? try Self.lookups(&reader) : []
        self.init(
            version: isVersioned ? .v0(lookups: lookups) : .legacy, header: header, staticAccounts: accounts,
            blockhash: blockhash, instructions: instructions)
        try checkIndexes()
    }

    private static func header(_ reader: inout ByteReader) throws(SolanaDecodingError) -> MessageHeader {
        guard let required = reader.byte(), let readonlySigned = reader.byte(), let readonlyUnsigned = reader.byte()
        else { throw .truncated(.header) }
        // The payer signs and is writable, so at least one signer is not read-only.
        guard readonlySigned < required else { throw .invalidHeader }
        return MessageHeader(
            requiredSignatures: required, readonlySigned: readonlySigned, readonlyUnsigned: readonlyUnsigned)
    }

    private static func instructions(
        _ reader: inout ByteReader
    ) throws(SolanaDecodingError) -> [CompiledInstruction] {
        guard let count = reader.shortLength() else { throw .truncated(.instructions) }
        var instructions: [CompiledInstruction] = []
        for _ in 0..<count {
            guard let program = reader.byte(), let accounts = reader.prefixed(), let data = reader.prefixed() else {
                throw .truncated(.instructions)
            }
            instructions.append(CompiledInstruction(programIndex: program, accountIndexes: accounts, data: data))
        }
        return instructions
    }

    private static func lookups(_ reader: inout ByteReader) throws(SolanaDecodingError) -> [AddressTableLookup] {
        guard let count = reader.shortLength() else { throw .truncated(.lookups) }
        var lookups: [AddressTableLookup] = []
        for _ in 0..<count {
            guard let table = reader.value(PublicKey.self), let writable = reader.prefixed(),
                let readonly = reader.prefixed()
            else { throw .truncated(.lookups) }
            guard !writable.isEmpty || !readonly.isEmpty else { throw .emptyLookup }
            lookups.append(AddressTableLookup(table: table, writableIndexes: writable, readonlyIndexes: readonly))
        }
        return lookups
    }

    private func checkIndexes() throws(SolanaDecodingError) {
        let loaded = lookups.reduce(0) { $0 + $1.writableIndexes.count + $1.readonlyIndexes.count }
        let count = staticAccounts.count + loaded
        guard count <= Self.accountCountMax else { throw .tooManyAccounts(count) }
        for (position, instruction) in instructions.enumerated() {
            // The payer is account 0 and cannot be a program.
            guard instruction.programIndex > 0, instruction.programIndex < staticAccounts.count else {
                throw .programIndexOutOfRange(instruction: position)
            }
            guard instruction.accountIndexes.allSatisfy({ $0 < count }) else {
                throw .accountIndexOutOfRange(instruction: position)
            }
        }
    }
}

/// Errors from decoding a message or a transaction.
public enum SolanaDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parts of a transaction, in order.
    public enum Part: String, Hashable, Sendable {
        /// The signatures before the message, the message's header, its account keys, its block hash, its
        /// instructions, and a v0 message's table lookups.
        case signatures, header, accounts, blockhash, instructions, lookups
    }

    /// The bytes end inside this part, or a length in it is malformed.
    case truncated(Part)
    /// The first byte is not a known layout.
    case unknownVersion(UInt8)
    /// The counts in the header contradict each other or the accounts.
    case invalidHeader
    /// The number of accounts exceeds the range of one-byte indexes.
    case tooManyAccounts(Int)
    /// The instruction at this index, from 0, calls an account that is not a listed program.
    case programIndexOutOfRange(instruction: Int)
    /// The instruction at this index, from 0, uses an account that does not exist.
    case accountIndexOutOfRange(instruction: Int)
    /// A lookup uses no account of its table.
    case emptyLookup
    /// The number of signatures is not the number of signers.
    case wrongSignatureCount(expected: Int, actual: Int)
    /// This many bytes follow the end.
    case trailingBytes(Int)

    /// What is wrong, in lower case and without a full stop. Instructions are counted from 1.
    public var description: String {
        switch self {
        case .truncated(let part):
            "the transaction ends in its \(part.rawValue), or a length there is malformed"
        case .unknownVersion(let byte):
            "the message starts with \(byte), which is not a known layout"
        case .invalidHeader:
            "the message's header does not match its accounts"
        case .tooManyAccounts(let count):
            "the message has \(count) accounts; the maximum is \(SolanaMessage.accountCountMax)"
        case .programIndexOutOfRange(let instruction):
            "instruction \(instruction + 1) calls an account that is not a listed program"
        case .accountIndexOutOfRange(let instruction):
            "instruction \(instruction + 1) uses an account that the message does not have"
        case .emptyLookup:
            "the message has a lookup table that it does not use"
        case .wrongSignatureCount(let expected, let actual):
            "the message requires \(expected) signatures, the transaction has \(actual)"
        case .trailingBytes(let count):
            "\(count) bytes follow the end of the transaction"
        }
    }
}
