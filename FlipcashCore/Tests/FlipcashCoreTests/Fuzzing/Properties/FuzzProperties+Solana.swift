import FlipcashCore

extension FuzzProperties {
    /// Bytes are refused, or are a message or a transaction of either layout whose only form they are: it encodes to
    /// them, and neither less nor more than them is read. Its calls survive being compiled again.
    static func solana(_ input: [UInt8]) throws {
        try message(input)
        try transaction(input)
        if let length = ShortVector.decode(input) {
            try claim(ShortVector.encode(length) == input, "a length has two forms")
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
                "the payer does not pay")
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
                "there are not as many signatures as signers")
            try message(transaction.message.encoded)
        }
    }

    /// What is wrong is wrong with this input.
    private static func check(_ error: SolanaDecodingError, of input: [UInt8]) throws {
        _ = error.description
        switch error {
        case .truncated, .invalidHeader, .emptyLookup: break
        case .unknownVersion(let byte): try claim(input.contains(byte), "the version is not in the input")
        case .tooManyAccounts(let count):
            try claim(count > SolanaMessage.accountCountMax, "so many accounts are not too many")
        case .programIndexOutOfRange(let place), .accountIndexOutOfRange(let place):
            try claim(0..<input.count ~= place, "there are not so many instructions")
        case .wrongSignatureCount(let expected, let actual):
            try claim(expected != actual && actual * 64 <= input.count, "there are not so many signatures")
        case .trailingBytes(let count): try claim(1...input.count ~= count, "there are not so many bytes")
        }
    }

    private static func unsigned(_ message: SolanaMessage) throws {
        let transaction = SolanaTransaction(message: message)
        try claim(
            decodedTransaction(transaction.encoded) == .success(transaction), "the transaction does not come back")
        // One account may stand in several signers' places; its signature is missing in each.
        try claim(
            transaction.missingSigners == Array(message.requiredSigners), "a signature stands there from nowhere")
    }

    /// Compiles the message's calls again and compares them. Nothing is said of messages that list an account twice:
    /// compiling lists it once, with the rights of both.
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
        // A message may give a program rights of its own accord; one that is compiled has no way to say so.
        guard case .success(let copy) = compiled else { return }
        try claim(decodedMessage(copy.encoded) == .success(copy), "a compiled message does not come back")
        try claim(try copy.decompiledInstructions(lookupTables: tables) == calls, "the calls change when compiled")
    }

    /// Tables that hold what the message takes from them, and an address of its own in every other place.
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
