import Foundation

/// A block hash and how long transactions may use it.
public struct LatestBlockhash: Hashable, Sendable {
    /// The hash.
    public let blockhash: Hash
    /// The height of the last block that accepts it.
    public let lastValidBlockHeight: UInt64
    /// The slot of the server's answer.
    public let slot: UInt64
}

/// An account of the chain.
public struct SolanaAccount: Hashable, Sendable {
    /// The account's data.
    public let data: [UInt8]
    /// The program that may change the account.
    public let owner: PublicKey
    /// The balance in lamports.
    public let lamports: UInt64
    /// Whether the account is a program.
    public let isExecutable: Bool
}

extension SolanaRPCRequest where Response == LatestBlockhash {
    /// Requests a block hash for a transaction.
    public static func latestBlockhash(commitment: Commitment) -> SolanaRPCRequest {
        SolanaRPCRequest(
            method: "getLatestBlockhash", parameters: [.options(.init(commitment: commitment.rawValue))]
        ) { data in
            let answer = try JSONDecoder().decode(SolanaRPCAnswer<InContext<BlockhashValue>>.self, from: data).result
            return LatestBlockhash(
                blockhash: answer.value.blockhash, lastValidBlockHeight: answer.value.lastValidBlockHeight,
                slot: answer.context.slot)
        }
    }
}

extension SolanaRPCRequest where Response == SolanaAccount? {
    /// Requests an account; the response is nil when it does not exist.
    public static func accountInfo(of address: PublicKey, commitment: Commitment) -> SolanaRPCRequest {
        SolanaRPCRequest(
            method: "getAccountInfo",
            parameters: [
                .text(address.base58), .options(.init(commitment: commitment.rawValue, encoding: "base64")),
            ]
        ) { data in
            let answer = try JSONDecoder().decode(SolanaRPCAnswer<InContext<AccountValue?>>.self, from: data).result
            guard let value = answer.value else { return nil }
            guard value.data.count == 2, value.data[1] == "base64", let bytes = Data(base64Encoded: value.data[0])
            else { throw SolanaRPCError.decoding("the account's data is not base64") }
            return SolanaAccount(
                data: Array(bytes), owner: value.owner, lamports: value.lamports, isExecutable: value.executable)
        }
    }
}

extension SolanaRPCRequest where Response == Signature {
    /// Sends a signed transaction; the response is its id, which the sender compares with its own.
    public static func sendTransaction(_ transaction: SolanaTransaction) -> SolanaRPCRequest {
        SolanaRPCRequest(
            method: "sendTransaction",
            parameters: [.text(transaction.base64), .options(.init(encoding: "base64"))]
        ) { data in
            try JSONDecoder().decode(SolanaRPCAnswer<Signature>.self, from: data).result
        }
    }
}

/// The log lines of a simulated transaction's programs.
public struct SimulationLogs: Hashable, Sendable {
    /// The lines.
    public let lines: [String]
}

extension SolanaRPCRequest where Response == SimulationLogs {
    /// Simulates a transaction without executing it.
    ///
    /// Reading the response throws `SolanaRPCError.transactionSimulationError` when the transaction would fail.
    public static func simulateTransaction(
        _ transaction: SolanaTransaction, commitment: Commitment, replaceRecentBlockhash: Bool
    ) -> SolanaRPCRequest {
        SolanaRPCRequest(
            method: "simulateTransaction",
            parameters: [
                .text(transaction.base64),
                .options(
                    .init(
                        commitment: commitment.rawValue, encoding: "base64",
                        replaceRecentBlockhash: replaceRecentBlockhash)),
            ]
        ) { data in
            let value = try JSONDecoder().decode(SolanaRPCAnswer<InContext<Outcome>>.self, from: data).result.value
            guard !value.failed else { throw SolanaRPCError.transactionSimulationError(logs: value.logs) }
            return SimulationLogs(lines: value.logs)
        }
    }
}

private struct BlockhashValue: Decodable {
    let blockhash: Hash
    let lastValidBlockHeight: UInt64
}

private struct AccountValue: Decodable {
    let data: [String]
    let executable: Bool
    let lamports: UInt64
    let owner: PublicKey
}

/// The part of a response that contains the result.
struct SolanaRPCAnswer<Result: Decodable>: Decodable {
    let result: Result
}

/// A result with the slot of the server's answer.
private struct InContext<Value: Decodable>: Decodable {
    struct Context: Decodable { let slot: UInt64 }

    let context: Context
    let value: Value
}

/// The outcome of a simulated transaction; its error may have any form, so only its presence is read.
private struct Outcome: Decodable {
    let failed: Bool
    let logs: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        failed = try container.contains(.err) && !container.decodeNil(forKey: .err)
        logs = try container.decodeIfPresent([String].self, forKey: .logs) ?? []
    }

    enum Key: CodingKey { case err, logs }
}
