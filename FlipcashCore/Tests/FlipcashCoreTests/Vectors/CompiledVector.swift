import Foundation
import Testing

@testable import FlipcashCore

extension VectorValue {
    /// Reads an instruction with its accounts and their flags.
    func instruction() throws -> Instruction {
        Instruction(
            program: try self["program"].key(),
            accounts: try self["accounts"].array().map {
                AccountMeta(
                    try $0["pubkey"].key(), isSigner: try $0["signer"].bool(), isWritable: try $0["writable"].bool())
            }, data: try self["data"].hexBytes())
    }
}

/// A transaction of the vectors: instructions, their message, and the bytes before and after signing.
struct CompiledVector {
    let vector: VectorCase
    let instructions: [Instruction]
    let tables: [AddressLookupTable]

    init(_ vector: VectorCase) throws {
        self.vector = vector
        instructions = try vector["instructions"].array().map { try $0.instruction() }
        tables =
            vector["lookup_tables"].isNull
            ? []
            : try vector["lookup_tables"].array().map {
                AddressLookupTable(
                    address: try $0["table"].key(), addresses: try $0["addresses"].array().map { try $0.key() })
            }
    }

    func compile() throws -> SolanaMessage {
        let (payer, blockhash) = (try vector["payer"].key(), try vector["blockhash"].hash())
        switch try vector["version"].string() {
        case "legacy":
            return try .legacy(payer: payer, instructions: instructions, blockhash: blockhash)
        case "v0":
            return try .v0(payer: payer, instructions: instructions, lookupTables: tables, blockhash: blockhash)
        case let version: throw VectorValue.Mismatch(description: "unknown version \(version)")
        }
    }

    func check() throws { try check(compile()) }

    /// Compares a message with all values of the case, and decodes it again.
    func check(_ message: SolanaMessage) throws {
        #expect(try message.encoded == vector["message_hex"].hexBytes())
        #expect(try Array(message.requiredSigners) == vector["required_signers"].array().map { try $0.key() })
        let parts = vector["message"]
        let header = [
            message.header.requiredSignatures, message.header.readonlySigned, message.header.readonlyUnsigned,
        ]
        #expect(try header == parts["header"].array().map { try $0.uint8() })
        #expect(try message.staticAccounts == parts["static_accounts"].array().map { try $0.key() })
        var transaction = SolanaTransaction(message: message)
        #expect(try transaction.encoded == vector["unsigned_hex"].hexBytes())
        #expect(try transaction.encoded.count == vector["size"].int())
        #expect(try transaction.fitsPacket == vector["within_1232"].bool())
        let signers = try vector["signatures"].array()
        try transaction.sign(with: signers.map { try $0["seed"].pair() })
        for signer in signers {
            #expect(try transaction.signature(of: signer["signer"].key())?.bytes == signer["signature"].hexBytes())
        }
        let signed = try vector["signed_hex"].hexBytes()
        #expect(transaction.encoded == signed)
        #expect(try transaction.base64 == vector["signed_base64"].string())
        if !vector["id"].isNull { #expect(try transaction.id.base58 == vector["id"].string()) }
        #expect(try SolanaTransaction(decoding: signed) == transaction)
        #expect(try SolanaMessage(decoding: message.encoded) == message)
        try checkReading(message)
        try checkHostile(signed)
    }

    /// Checks that decoding returns the programs, accounts and data of the instructions; flags are those of the
    /// message.
    private func checkReading(_ message: SolanaMessage) throws {
        let read = try message.decompiledInstructions(lookupTables: tables)
        #expect(read.map(\.program) == instructions.map(\.program))
        #expect(read.map(\.data) == instructions.map(\.data))
        #expect(read.map { $0.accounts.map(\.publicKey) } == instructions.map { $0.accounts.map(\.publicKey) })
        for (got, wanted) in zip(read.flatMap(\.accounts), instructions.flatMap(\.accounts)) {
            #expect(got.isSigner || !wanted.isSigner)
            #expect(got.isWritable || !wanted.isWritable)
        }
        if !message.lookups.isEmpty {
            #expect(throws: LookupError.self) { try message.decompiledInstructions() }
        }
    }

    /// Checks that truncated bytes and trailing bytes are rejected.
    private func checkHostile(_ bytes: [UInt8]) throws {
        for count in 0..<bytes.count {
            #expect(throws: SolanaDecodingError.self) { try SolanaTransaction(decoding: bytes.prefix(count)) }
        }
        #expect(throws: SolanaDecodingError.trailingBytes(1)) { try SolanaTransaction(decoding: bytes + [0]) }
    }
}
