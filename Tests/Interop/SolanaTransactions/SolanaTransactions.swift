import FlipcashCore
import Foundation

/// Builds and signs the transactions that a script asks for, so that they can be tried in a real Solana runtime and
/// compared with those of Solana's own library. A tool of the tests; nothing else uses it.
///
/// One JSON object a line comes in, one goes out: a transaction's message and signed bytes in hexadecimal, or the time
/// that an operation takes.
@main
struct SolanaTransactions {
    static func main() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        while let line = readLine() {
            let job = try JSONDecoder().decode(Job.self, from: Data(line.utf8))
            print(String(decoding: try encoder.encode(job.run()), as: UTF8.self))
            // Whoever reads is waiting for this line.
            fflush(nil)
        }
    }
}

/// What one line asks for.
enum Job: Decodable {
    case transaction(TransactionJob)
    case check(String)
    case measure(String, rounds: Int)

    private enum Key: CodingKey { case transaction, check, measure, rounds }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .check) {
            self = .check(text)
        } else if let name = try container.decodeIfPresent(String.self, forKey: .measure) {
            self = .measure(name, rounds: try container.decode(Int.self, forKey: .rounds))
        } else {
            self = .transaction(try container.decode(TransactionJob.self, forKey: .transaction))
        }
    }

    func run() throws -> [String: String] {
        switch self {
        case .transaction(let job):
            let transaction = try job.build()
            return [
                "message": hexadecimal(transaction.message.encoded), "transaction": hexadecimal(transaction.encoded),
                "id": transaction.id.base58,
            ]
        case .check(let text):
            // Whether we would take these bytes: they parse and every signature fits.
            guard let transaction = try? SolanaTransaction(decoding: bytes(hexadecimal: text)) else {
                return ["verdict": "malformed"]
            }
            return ["verdict": transaction.isFullySigned ? "good" : "unsigned"]
        case .measure(let name, let rounds):
            return ["nanoseconds": "\(try Measurement(name).nanoseconds(rounds: rounds))"]
        }
    }
}

/// A transaction to build.
struct TransactionJob: Decodable {
    struct Table: Decodable {
        let address: PublicKey
        let addresses: [PublicKey]
    }

    /// Present for a v0 message.
    let tables: [Table]?
    let payer: PublicKey
    let blockhash: Hash
    let calls: [Call]
    /// The seeds of those who sign, in hexadecimal.
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

/// An operation whose time is compared with that of Solana's own library.
enum Measurement {
    case findAddress
    case wordsToCluster

    init(_ name: String) throws {
        switch name {
        case "find-address": self = .findAddress
        case "words-to-cluster": self = .wordsToCluster
        default: throw UnknownMeasurement(name: name)
        }
    }

    struct UnknownMeasurement: Error {
        let name: String
    }

    /// The average time of one round.
    func nanoseconds(rounds: Int) throws -> Int {
        let phrase = "grant taste adapt picture build pact opinion ripple sock poet deposit snow"
        let clock = ContinuousClock()
        let start = clock.now
        var kept = 0
        for round in 0..<rounds {
            switch self {
            case .findAddress:
                let owner = PublicKey.usdf.bytes
                let number = withUnsafeBytes(of: UInt64(round).littleEndian) { Array($0) }
                let found = try ProgramDerivedAddress.find(
                    program: Program.virtualMachine, seeds: [Array("code_vm".utf8), owner, number])
                kept &+= Int(found.bump)
            case .wordsToCluster:
                let key = try Mnemonic(phrase: phrase).key().keyPair
                let cluster = AccountCluster(authority: key, mint: .usdf, timeAuthority: .usdfAuthority)
                kept &+= Int(cluster.timelock.vault.bump)
            }
        }
        let elapsed = clock.now - start
        precondition(kept > 0)
        let (seconds, attoseconds) = elapsed.components
        return (Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)) / max(rounds, 1)
    }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func bytes(hexadecimal text: String) throws -> [UInt8] {
    let digits = Array(text)
    return try stride(from: 0, to: digits.count, by: 2).map { index in
        guard index + 1 < digits.count, let byte = UInt8(String(digits[index...index + 1]), radix: 16) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not hexadecimal"))
        }
        return byte
    }
}
