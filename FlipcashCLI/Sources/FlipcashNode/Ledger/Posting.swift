import FlipcashCore

/// One delta of one account, as part of a movement.
struct Posting: Hashable, Sendable {
    let account: LedgerAccount
    let mint: PublicKey
    let delta: BalanceDelta
}

/// Why a set of postings cannot be booked.
enum PostingFailure: Error, Hashable, Sendable {
    /// A delta's predicate does not hold. Indirect, because the compiler miscompiles a large value beside another
    /// (`Tests/Layout`).
    indirect case refused(LedgerAccount, BalanceRefusal)
    /// The ledger has no such vault.
    case unknownVault(PublicKey)
    /// The vault holds another mint.
    case otherMint(PublicKey)
    /// The quarks of one mint do not add up to zero: a bug, never the client's fault.
    case unbalanced(mint: PublicKey, sum: Int64)
    /// The account changed after it was read.
    case changedMeanwhile(LedgerAccount)
}

extension PostingFailure: CustomStringConvertible {
    /// For the operator; clients see only an `IntentRefusal`.
    var description: String {
        switch self {
        case .refused(let account, let refusal): "\(account) cannot be booked: \(refusal)"
        case .unknownVault(let token): "there is no vault \(token.base58)"
        case .otherMint(let token): "the vault \(token.base58) holds another mint"
        case .unbalanced(let mint, let sum): "the postings of \(mint.base58) sum to \(sum) quarks"
        case .changedMeanwhile(let account): "\(account) has changed since it was read"
        }
    }
}

/// The movements of the ledger as postings whose quarks add up to zero per mint (payment specification §9, I1).
///
/// `usd` is the running cost that moves along, in millionths of a US dollar.
enum Movement {
    /// Moves `quarks` from a vault to another account.
    static func transfer(
        from source: PublicKey, to destination: LedgerAccount, mint: PublicKey, quarks: Int64, usd: Int64
    )
        -> [Posting]
    {
        [
            Posting(account: .vault(source), mint: mint, delta: .debit(quarks: quarks, usd: usd)),
            Posting(account: destination, mint: mint, delta: .credit(quarks: quarks, usd: usd)),
        ]
    }

    /// Moves everything from a vault to another account and closes the vault.
    static func withdraw(
        from source: PublicKey, to destination: LedgerAccount, mint: PublicKey, quarks: Int64, usd: Int64
    )
        -> [Posting]
    {
        [
            Posting(account: .vault(source), mint: mint, delta: .drain(quarks: quarks)),
            Posting(account: destination, mint: mint, delta: .credit(quarks: quarks, usd: usd)),
        ]
    }

    /// Moves money from a deposit address's token account to its vault.
    static func arrival(
        at account: LedgerAccount, to destination: PublicKey, mint: PublicKey, quarks: Int64, usd: Int64
    ) -> [Posting] {
        [
            Posting(account: account, mint: mint, delta: .debit(quarks: quarks, usd: usd)),
            Posting(account: .vault(destination), mint: mint, delta: .credit(quarks: quarks, usd: usd)),
        ]
    }

    /// Brings `quarks` from outside: the issuer's debt grows by that amount.
    static func deposit(to destination: PublicKey, mint: PublicKey, quarks: Int64, usd: Int64) -> [Posting] {
        [
            Posting(account: .mintAuthority(mint: mint), mint: mint, delta: .debit(quarks: quarks, usd: usd)),
            Posting(account: .vault(destination), mint: mint, delta: .credit(quarks: quarks, usd: usd)),
        ]
    }
}
