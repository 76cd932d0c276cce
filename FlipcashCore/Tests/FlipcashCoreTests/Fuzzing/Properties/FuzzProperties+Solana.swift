import FlipcashCore

extension FuzzProperties {
    /// Bytes are rejected, or are the only encoding of a message or a transaction of either layout.
    ///
    /// They are rejected with a byte less or more. Calls are unchanged after compiling them again.
    static func solana(_ input: [UInt8]) throws {
        try message(input)
        try transaction(input)
        if let length = ShortVector.decode(input) {
            try claim(ShortVector.encode(length) == input, "a length has two encodings")
        }
    }

    private static func message(_ input: [UInt8]) throws {
        switch decodedMessage(input) {
        case .failure(let error): try check(error, of: input)
        case .success(let message):
            try claim(message.encoded == input, "the message encodes to other bytes")
            try claim(decodedMessage(input + [0]) == .failure(.trailingBytes(1)), "a byte after the end is read")
            guard case .failure(.truncated) = decodedMessage(Array(input.dropLast())) else {
                throw BrokenClaim(description: "a message without its last byte is read")
            }
            try claim(
                message.requiredSigners.count == message.header.requiredSignatures && message.isWritable(0),
                "the payer is not the first signer")
            try unsigned(message)
            try recompiled(message)
        }
    }

    private static func transaction(_ input: [UInt8]) throws {
        switch decodedTransaction(input) {
        case .failure(let error): try check(error, of: input)
        case .success(let transaction):
            try claim(transaction.encoded == input, "the transaction encodes to other bytes")
            try claim(decodedTransaction(input + [0]) == .failure(.trailingBytes(1)), "a byte after the end is read")
            try claim(
                transaction.signatures.count == transaction.message.requiredSigners.count,
                "the number of signatures is not the number of signers")
            try message(transaction.message.encoded)
        }
    }

    /// Checks that an error is true of this input.
    private static func check(_ error: SolanaDecodingError, of input: [UInt8]) throws {
        _ = error.description
        switch error {
        case .truncated, .invalidHeader, .emptyLookup: break
        case .unknownVersion(let byte): try claim(input.contains(byte), "the version is not in the input")
        case .tooManyAccounts(let count):
            try claim(count > SolanaMessage.accountCountMax, "the number of accounts is not too large")
        case .programIndexOutOfRange(let place), .accountIndexOutOfRange(let place):
            try claim(0..<input.count ~= place, "the instruction does not exist")
        case .wrongSignatureCount(let expected, let actual):
            try claim(expected != actual && actual * 64 <= input.count, "the number of signatures is wrong")
        case .trailingBytes(let count): try claim(1...input.count ~= count, "the number of trailing bytes is wrong")
        }
    }

    private static func unsigned(_ message: SolanaMessage) throws {
        let transaction = SolanaTransaction(message: message)
        try claim(
            decodedTransaction(transaction.encoded) == .success(transaction), "the transaction changes when read")
        // One account may be in several signers' positions; its signature is missing in each.
        try claim(
            transaction.missingSigners == Array(message.requiredSigners), "an unsigned transaction has a signature")
    }

    /// Compiles the message's calls again and compares them.
    ///
    /// Messages that list an account twice are not checked: compiling lists it once, with the rights of both.
    private static func recompiled(_ message: SolanaMessage) throws {
        let tables = tables(of: message)
        let metas = try message.accountMetas(lookupTables: tables)
        guard metas.map(\.publicKey).isDistinct, message.lookups.map(\.table).isDistinct else { return }
        let calls = try message.decompiledInstructions(lookupTables: tables)
        let compiled = Result { () throws(MessageCompilationError) in
            switch message.version {
            case .legacy:
                try SolanaMessage.legacy(payer: message.payer, instructions: calls, blockhash: message.blockhash)
            case .v0:
                try SolanaMessage.v0(
                    payer: message.payer, instructions: calls, lookupTables: tables, blockhash: message.blockhash)
            }
        }
        // A message may give a program rights of its own; a compiled message cannot.
        guard case .success(let copy) = compiled else { return }
        try claim(decodedMessage(copy.encoded) == .success(copy), "a compiled message changes when it is read again")
        try claim(try copy.decompiledInstructions(lookupTables: tables) == calls, "the calls change when compiled")
    }

    /// Returns tables that contain the addresses that the message uses, and unrelated addresses elsewhere.
    private static func tables(of message: SolanaMessage) -> [AddressLookupTable] {
        message.lookups.enumerated().map { place, lookup in
            AddressLookupTable(
                address: lookup.table,
                addresses: (0..<AddressLookupTable.addressCountMax).map { index in
                    let bytes = [UInt8(truncatingIfNeeded: place), UInt8(truncatingIfNeeded: index)]
                    return PublicKey(exactly: bytes + [UInt8](repeating: 0xA5, count: 30)) ?? lookup.table
                })
        }
    }

    private static func decodedMessage(_ bytes: [UInt8]) -> Result<SolanaMessage, SolanaDecodingError> {
        Result { () throws(SolanaDecodingError) in try SolanaMessage(decoding: bytes) }
    }

    private static func decodedTransaction(_ bytes: [UInt8]) -> Result<SolanaTransaction, SolanaDecodingError> {
        Result { () throws(SolanaDecodingError) in try SolanaTransaction(decoding: bytes) }
    }
}

extension Collection where Element: Hashable {
    /// Whether no element occurs twice.
    fileprivate var isDistinct: Bool { Set(self).count == count }
}
