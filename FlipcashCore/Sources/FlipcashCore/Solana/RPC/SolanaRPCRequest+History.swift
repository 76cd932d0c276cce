import Foundation

/// A transaction of an address, as the chain lists it.
public struct SolanaHistoryEntry: Hashable, Sendable {
    /// The id of the transaction.
    public let signature: Signature
    /// When the transaction's block was made; nil if the server does not know.
    public let date: Instant?
    /// Whether the transaction failed, so that it moved nothing but its fee.
    public let isFailed: Bool
}

/// What a transaction changed in the balances of its accounts.
public struct SolanaBalanceChanges: Hashable, Sendable {
    /// A balance before and after the transaction.
    public struct Change: Hashable, Sendable {
        /// Before.
        public var before: UInt64
        /// After.
        public var after: UInt64

        /// Creates a change.
        public init(before: UInt64, after: UInt64) {
            self.before = before
            self.after = after
        }
    }

    /// The change of one account's tokens, in base units of `mint`.
    public struct Tokens: Hashable, Sendable {
        /// The account.
        public let account: PublicKey
        /// The mint of the tokens.
        public let mint: PublicKey
        /// The amounts.
        public let change: Change
    }

    /// The lamports of each account. A fee is part of the change of its payer.
    public let lamports: [PublicKey: Change]
    /// The tokens of each token account.
    public let tokens: [Tokens]
}

extension SolanaRPCRequest where Response == [SolanaHistoryEntry] {
    /// Requests the newest transactions that name an address, newest first.
    ///
    /// - Parameter limit: the largest number of them, at most 1,000.
    public static func history(of address: PublicKey, limit: Int, commitment: Commitment) -> SolanaRPCRequest {
        SolanaRPCRequest(
            method: "getSignaturesForAddress",
            parameters: [
                .text(address.base58),
                .options(.init(commitment: commitment.rawValue, limit: max(1, min(limit, 1_000)))),
            ]
        ) { data in
            try JSONDecoder().decode(SolanaRPCAnswer<[HistoryValue]>.self, from: data).result.map { value in
                SolanaHistoryEntry(
                    signature: value.signature, date: value.blockTime.map { Instant(seconds: $0) },
                    isFailed: value.failed)
            }
        }
    }
}

extension SolanaRPCRequest where Response == SolanaBalanceChanges? {
    /// Requests what a transaction changed; the response is nil when the server does not have it.
    public static func balanceChanges(of signature: Signature, commitment: Commitment) -> SolanaRPCRequest {
        SolanaRPCRequest(
            method: "getTransaction",
            parameters: [
                .text(signature.base58),
                .options(
                    .init(commitment: commitment.rawValue, encoding: "json", maxSupportedTransactionVersion: 0)),
            ], mayBeNull: true
        ) { data in
            guard let value = try JSONDecoder().decode(OptionalAnswer.self, from: data).result else { return nil }
            return try value.changes()
        }
    }
}

private struct HistoryValue: Decodable {
    let signature: Signature
    let blockTime: Int64?
    let failed: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        signature = try container.decode(Signature.self, forKey: .signature)
        blockTime = try container.decodeIfPresent(Int64.self, forKey: .blockTime)
        failed = try container.contains(.err) && !container.decodeNil(forKey: .err)
    }

    enum Key: CodingKey { case signature, blockTime, err }
}

/// A result that may be null.
private struct OptionalAnswer: Decodable {
    let result: TransactionValue?
}

private struct TransactionValue: Decodable {
    let transaction: Content
    let meta: Meta?

    struct Content: Decodable { let message: Message }
    struct Message: Decodable { let accountKeys: [PublicKey] }

    struct Meta: Decodable {
        let preBalances, postBalances: [UInt64]
        let preTokenBalances, postTokenBalances: [TokenBalance]?
        let loadedAddresses: Loaded?
    }

    /// Accounts that the transaction names through lookup tables, in the order in which they are numbered.
    struct Loaded: Decodable { let writable, readonly: [PublicKey] }

    struct TokenBalance: Decodable {
        let accountIndex: Int
        let mint: PublicKey
        let uiTokenAmount: Amount

        struct Amount: Decodable { let amount: String }
    }

    func changes() throws -> SolanaBalanceChanges {
        guard let meta else { throw SolanaRPCError.decoding("the transaction has no balances") }
        let keys =
            transaction.message.accountKeys + (meta.loadedAddresses?.writable ?? [])
            + (meta.loadedAddresses?.readonly ?? [])
        guard meta.preBalances.count == keys.count, meta.postBalances.count == keys.count else {
            throw SolanaRPCError.decoding("the transaction's balances do not match its accounts")
        }
        var lamports: [PublicKey: SolanaBalanceChanges.Change] = [:]
        for (index, key) in keys.enumerated() {
            lamports[key] = .init(before: meta.preBalances[index], after: meta.postBalances[index])
        }
        return SolanaBalanceChanges(lamports: lamports, tokens: try tokens(meta, keys))
    }

    private func tokens(_ meta: Meta, _ keys: [PublicKey]) throws -> [SolanaBalanceChanges.Tokens] {
        let (before, after) = (meta.preTokenBalances ?? [], meta.postTokenBalances ?? [])
        var mints: [Int: PublicKey] = [:]
        var changes: [Int: SolanaBalanceChanges.Change] = [:]
        for balance in before + after {
            mints[balance.accountIndex] = balance.mint
            changes[balance.accountIndex] = .init(before: 0, after: 0)
        }
        for balance in before { changes[balance.accountIndex]?.before = try balance.units() }
        for balance in after { changes[balance.accountIndex]?.after = try balance.units() }
        return try changes.sorted { $0.key < $1.key }.map { index, change in
            guard keys.indices.contains(index), let mint = mints[index] else {
                throw SolanaRPCError.decoding("the transaction's tokens name an account that it does not have")
            }
            return SolanaBalanceChanges.Tokens(account: keys[index], mint: mint, change: change)
        }
    }
}

extension TransactionValue.TokenBalance {
    fileprivate func units() throws -> UInt64 {
        guard let units = UInt64(uiTokenAmount.amount) else {
            throw SolanaRPCError.decoding("an amount of tokens is not a whole number")
        }
        return units
    }
}
