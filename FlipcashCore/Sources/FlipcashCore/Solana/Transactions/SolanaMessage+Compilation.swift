import CodeCurves

extension SolanaMessage {
    /// Compiles instructions into a legacy message, byte for byte as Solana's own tools do (key specification §8).
    ///
    /// - Throws: `MessageCompilationError`.
    public static func legacy(
        payer: PublicKey, instructions: [Instruction], blockhash: Hash = .zero
    ) throws(MessageCompilationError) -> SolanaMessage {
        let accounts = CollectedAccount.collect(payer: payer, instructions: instructions).sorted {
            $0.legacyRank < $1.legacyRank
        }
        return try SolanaMessage(
            version: .legacy, static: accounts, loaded: [], instructions: instructions, blockhash: blockhash)
    }

    /// Compiles instructions into a v0 message that uses `lookupTables` where possible (key specification §8).
    ///
    /// The order of accounts is that of the node and its clients. It differs from that of Solana's own tools and is
    /// equally valid.
    ///
    /// - Throws: `MessageCompilationError`.
    public static func v0(
        payer: PublicKey, instructions: [Instruction], lookupTables: [AddressLookupTable], blockhash: Hash = .zero
    ) throws(MessageCompilationError) -> SolanaMessage {
        let accounts = CollectedAccount.collect(payer: payer, instructions: instructions).sorted {
            $0.v0Rank < $1.v0Rank
        }
        var takings = lookupTables.sorted { $0.address < $1.address }.map(TableTaking.init)
        let listed = accounts.filter { account in
            guard account.mayBeLookedUp else { return true }
            for index in takings.indices where takings[index].take(account) { return false }
            return true
        }
        let loaded = takings.flatMap(\.writable) + takings.flatMap(\.readonly)
        return try SolanaMessage(
            version: .v0(lookups: takings.compactMap(\.lookup)), static: listed, loaded: loaded,
            instructions: instructions, blockhash: blockhash)
    }

    private init(
        version: Version, static accounts: [CollectedAccount], loaded: [PublicKey], instructions: [Instruction],
        blockhash: Hash
    ) throws(MessageCompilationError) {
        let keys = accounts.map(\.key)
        let all = keys + loaded
        guard all.count <= Self.accountCountMax else { throw .tooManyAccounts(all.count) }
        let signers = accounts.count(where: \.isSigner)
        guard signers <= Self.signerCountMax else { throw .tooManySigners(signers) }
        // The header can express the flags only if accounts are ordered by their rights.
        for (account, next) in zip(accounts, accounts.dropFirst()) where account.rights > next.rights {
            throw .programWithRights(next.key)
        }
        guard instructions.count <= ShortVector.max else { throw .tooLong }
        let places = Dictionary(
            all.enumerated().map { ($0.element, UInt8(truncatingIfNeeded: $0.offset)) },
            uniquingKeysWith: { first, _ in first })
        var compiled: [CompiledInstruction] = []
        for instruction in instructions {
            guard instruction.program != keys[0] else { throw .payerIsProgram }
            guard instruction.accounts.count <= ShortVector.max, instruction.data.count <= ShortVector.max else {
                throw .tooLong
            }
            compiled.append(
                CompiledInstruction(
                    programIndex: places[instruction.program] ?? 0,
                    accountIndexes: instruction.accounts.compactMap { places[$0.publicKey] }, data: instruction.data))
        }
        self.init(
            version: version,
            header: MessageHeader(
                requiredSignatures: UInt8(signers),
                readonlySigned: UInt8(accounts.count { $0.isSigner && !$0.isWritable }),
                readonlyUnsigned: UInt8(truncatingIfNeeded: accounts.count { !$0.isSigner && !$0.isWritable })),
            staticAccounts: keys, blockhash: blockhash, instructions: compiled)
    }
}

/// An account of some instructions, with the combined flags of all of them.
private struct CollectedAccount {
    let key: PublicKey
    var isPayer = false
    var isSigner = false
    var isWritable = false
    var isProgram = false

    /// Returns the payer and all programs and accounts of `instructions`, each once.
    static func collect(payer: PublicKey, instructions: [Instruction]) -> [CollectedAccount] {
        var accounts: [PublicKey: CollectedAccount] = [:]
        func note(_ key: PublicKey, _ change: (inout CollectedAccount) -> Void) {
            change(&accounts[key, default: CollectedAccount(key: key)])
        }
        note(payer) {
            $0.isPayer = true
            $0.isSigner = true
            $0.isWritable = true
        }
        for instruction in instructions {
            note(instruction.program) { $0.isProgram = true }
            for account in instruction.accounts {
                note(account.publicKey) {
                    $0.isSigner = $0.isSigner || account.isSigner
                    $0.isWritable = $0.isWritable || account.isWritable
                }
            }
        }
        return Array(accounts.values)
    }

    /// The position in a legacy message: payer, signers, writable accounts, then by address.
    var legacyRank: (Int, PublicKey) {
        ((isPayer ? 0 : 8) + (isSigner ? 0 : 4) + (isWritable ? 0 : 2), key)
    }

    /// The position in a v0 message, in which programs are always last.
    var v0Rank: (Int, PublicKey) {
        ((isPayer ? 0 : 16) + (isProgram ? 8 : 0) + (isSigner ? 0 : 4) + (isWritable ? 0 : 2), key)
    }

    /// 0 for a writable account that signs, 3 for a read-only account that does not sign.
    var rights: Int { (isSigner ? 0 : 2) + (isWritable ? 0 : 1) }

    var mayBeLookedUp: Bool { !isPayer && !isSigner && !isProgram }
}

/// The accounts that a message uses from one table, during compilation.
private struct TableTaking {
    let table: AddressLookupTable
    private let places: [PublicKey: UInt8]
    private(set) var writable: [PublicKey] = []
    private(set) var readonly: [PublicKey] = []

    init(_ table: AddressLookupTable) {
        self.table = table
        places = Dictionary(
            table.addresses.prefix(AddressLookupTable.addressCountMax).enumerated().map {
                ($0.element, UInt8(truncatingIfNeeded: $0.offset))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Adds `account` if the table contains it.
    mutating func take(_ account: CollectedAccount) -> Bool {
        guard places[account.key] != nil else { return false }
        if account.isWritable { writable.append(account.key) } else { readonly.append(account.key) }
        return true
    }

    /// The lookup entry of the message; nil when no account is used.
    var lookup: AddressTableLookup? {
        guard !writable.isEmpty || !readonly.isEmpty else { return nil }
        return AddressTableLookup(
            table: table.address, writableIndexes: writable.compactMap { places[$0] },
            readonlyIndexes: readonly.compactMap { places[$0] })
    }
}

/// Errors from compiling instructions into a message.
public enum MessageCompilationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of accounts exceeds the range of one-byte indexes.
    case tooManyAccounts(Int)
    /// The number of signers exceeds the maximum of a message.
    case tooManySigners(Int)
    /// An instruction calls the account that pays.
    case payerIsProgram
    /// A v0 message calls this program and also lets it sign or change, which the order of accounts cannot express.
    case programWithRights(PublicKey)
    /// A list or an instruction's data has more than 65535 entries.
    case tooLong

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .tooManyAccounts(let count):
            "a transaction has at most \(SolanaMessage.accountCountMax) accounts, not \(count)"
        case .tooManySigners(let count):
            "a transaction has at most \(SolanaMessage.signerCountMax) signers, not \(count)"
        case .payerIsProgram:
            "the account that pays cannot be the program that an instruction calls"
        case .programWithRights(let program):
            "a v0 transaction cannot call \(program.base58) and also let it sign or change"
        case .tooLong:
            "a transaction has too many instructions, or one of them has too many accounts or too much data"
        }
    }
}
