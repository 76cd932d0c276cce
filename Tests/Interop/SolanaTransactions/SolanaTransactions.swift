import FlipcashCore
import Foundation

/// Builds and signs transactions for tests, which execute them in a real Solana runtime and compare them with Solana's
/// library.
///
/// Reads one JSON object per line and writes one: the message and the signed bytes of a transaction in hexadecimal, or
/// whether our parser accepts given bytes.
@main
struct SolanaTransactions {
    static func main() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        while let line = readLine() {
            let job = try JSONDecoder().decode(Job.self, from: Data(line.utf8))
            print(String(decoding: try encoder.encode(job.run()), as: UTF8.self))
            // The reader waits for this line.
            fflush(nil)
        }
    }
}

/// The request in one line.
enum Job: Decodable {
    case transaction(TransactionJob)
    case check(String)

    private enum Key: CodingKey { case transaction, check }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .check) {
            self = .check(text)
        } else {
            self = .transaction(try container.decode(TransactionJob.self, forKey: .transaction))
        }
    }

    func run() throws -> [String: String] {
        switch self {
        case .transaction(let job):
            let transaction = try job.build()
            return [
                "message": Hexadecimal.encode(transaction.message.encoded),
                "transaction": Hexadecimal.encode(transaction.encoded),
                "id": transaction.id.base58,
            ]
        case .check(let text):
            // Whether we accept these bytes: they parse, and every signature is valid.
            guard let transaction = try? SolanaTransaction(decoding: bytes(hexadecimal: text)) else {
                return ["verdict": "malformed"]
            }
            return ["verdict": transaction.isFullySigned ? "good" : "unsigned"]
        }
    }
}

/// A transaction to build.
struct TransactionJob: Decodable {
    struct Table: Decodable {
        let address: PublicKey
        let addresses: [PublicKey]
    }

    /// Set for a v0 message.
    let tables: [Table]?
    let payer: PublicKey
    let blockhash: Hash
    let calls: [Call]
    /// The seeds of the signers, in hexadecimal.
    let seeds: [String]

    func build() throws -> SolanaTransaction {
        let instructions = calls.map(\.instruction)
        let message =
            if let tables {
                try SolanaMessage.v0(
                    payer: payer, instructions: instructions,
                    lookupTables: tables.map { AddressLookupTable(address: $0.address, addresses: $0.addresses) },
                    blockhash: blockhash)
            } else {
                try SolanaMessage.legacy(payer: payer, instructions: instructions, blockhash: blockhash)
            }
        var transaction = SolanaTransaction(message: message)
        for seed in seeds { try transaction.sign(with: [KeyPair(seed: bytes(hexadecimal: seed))]) }
        return transaction
    }
}

/// A call by its name and arguments.
enum Call: Decodable {
    case advanceNonce(nonce: PublicKey, authority: PublicKey)
    case transferLamports(lamports: UInt64, source: PublicKey, destination: PublicKey)
    case transferTokens(amount: UInt64, source: PublicKey, destination: PublicKey, owner: PublicKey)
    case closeAccount(account: PublicKey, destination: PublicKey, owner: PublicKey)
    case createTokenAccount(payer: PublicKey, owner: PublicKey, mint: PublicKey)
    case memo(text: String)
    case computeUnitLimit(units: UInt32)
    case computeUnitPrice(microLamports: UInt64)

    var instruction: Instruction {
        switch self {
        case .advanceNonce(let nonce, let authority):
            SystemProgram.AdvanceNonceAccount(nonce: nonce, authority: authority).instruction
        case .transferLamports(let lamports, let source, let destination):
            SystemProgram.Transfer(lamports: lamports, source: source, destination: destination).instruction
        case .transferTokens(let amount, let source, let destination, let owner):
            TokenProgram.Transfer(amount: amount, source: source, destination: destination, owner: owner).instruction
        case .closeAccount(let account, let destination, let owner):
            TokenProgram.CloseAccount(account: account, destination: destination, owner: owner).instruction
        case .createTokenAccount(let payer, let owner, let mint):
            AssociatedTokenProgram.CreateIdempotent(
                payer: payer, account: AssociatedTokenAccount.address(owner: owner, mint: mint).address, owner: owner,
                mint: mint
            ).instruction
        case .memo(let text): MemoProgram.Memo(text).instruction
        case .computeUnitLimit(let units): ComputeBudgetProgram.SetComputeUnitLimit(units: units).instruction
        case .computeUnitPrice(let price): ComputeBudgetProgram.SetComputeUnitPrice(microLamports: price).instruction
        }
    }
}

private func bytes(hexadecimal text: String) throws -> [UInt8] {
    guard let bytes = Hexadecimal.decode(text) else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not hexadecimal"))
    }
    return bytes
}
