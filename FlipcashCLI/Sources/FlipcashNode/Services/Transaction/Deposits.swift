import FlipcashCore

/// Why a deposit is not booked.
enum DepositError: Error, Hashable, Sendable {
    /// The owner has no account for the mint.
    case noAccount(owner: PublicKey, mint: PublicKey)
    /// Only the core mint can be deposited from outside.
    case notTheCoreMint(PublicKey)
    /// The amount is zero.
    case noQuarks
    /// The reference was used for another amount before.
    case referenceUsed(String, quarks: UInt64)
    /// A reference needs text.
    case noReference
}

extension DepositError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noAccount(let owner, let mint):
            "\(owner.base58) has no account for \(mint.base58); open one first"
        case .notTheCoreMint(let mint):
            "\(mint.base58) cannot be deposited; only the core mint comes in from outside"
        case .noQuarks:
            "the amount must be greater than zero"
        case .referenceUsed(let reference, let quarks):
            "the reference \(reference) was booked before, for \(quarks) quarks"
        case .noReference:
            "a deposit needs a reference"
        }
    }
}

/// Books money from outside, as reported by an operator, or later by a chain (unit T7).
struct Deposits: Sendable {
    let committer: GroupCommitter
    let environment: RuntimeEnvironment

    /// Books `quarks` of the core mint for `owner`. Idempotent: one reference books once.
    ///
    /// - Returns: the deposit's intent, the earlier one for a repeated reference.
    /// - Throws: `DepositError`, `StoreError`.
    @discardableResult
    func deposit(_ quarks: UInt64, mint: PublicKey, to owner: PublicKey, reference: String) async throws
        -> IntentRecord
    {
        try await book(quarks, mint: mint, to: owner, reference: reference).intent
    }

    /// A deposit's intent, and whether it was booked now or earlier under the same reference.
    struct Booking: Hashable, Sendable {
        let intent: IntentRecord
        let isNew: Bool
    }

    /// As ``deposit(_:mint:to:reference:)``, and also reports whether anything was booked.
    func book(_ quarks: UInt64, mint: PublicKey, to owner: PublicKey, reference: String) async throws -> Booking {
        let now = environment.clock.now()
        return try await committer.commit { writer in
            try writer.deposit(quarks, mint: mint, to: owner, reference: reference, now: now)
        }
    }

    /// Gives `owner` test money: a deposit with a new reference.
    @discardableResult
    func faucet(_ quarks: UInt64, mint: PublicKey, to owner: PublicKey) async throws -> IntentRecord {
        let reference = "faucet-" + Base58.encode(environment.random.bytes(32))
        return try await deposit(quarks, mint: mint, to: owner, reference: reference)
    }
}

extension StoreWriter {
    fileprivate func deposit(
        _ quarks: UInt64, mint: PublicKey, to owner: PublicKey, reference: String, now: Instant
    ) throws -> Deposits.Booking {
        guard quarks > 0 else { throw DepositError.noQuarks }
        guard !reference.isEmpty else { throw DepositError.noReference }
        guard let record = try self.mint(mint), record.isCore else { throw DepositError.notTheCoreMint(mint) }
        guard let vault = try primaryVault(owner: owner, mint: mint) else {
            throw DepositError.noAccount(owner: owner, mint: mint)
        }
        if let earlier = try deposit(reference: reference, into: vault.token) {
            guard earlier.amount?.quarks == quarks else {
                throw DepositError.referenceUsed(reference, quarks: earlier.amount?.quarks ?? 0)
            }
            return Deposits.Booking(intent: earlier, isNew: false)
        }
        let stored = try quarks.stored()
        // A client may have taken the first id, which follows from the reference. The reference is booked once
        // regardless.
        let id = try firstFree { .externalDeposit(reference: reference, destination: vault.token, attempt: $0) }
        var intent = IntentRecord(
            sequence: nil, id: id, type: .externalDeposit,
            mint: mint, initiator: owner, destinationOwner: owner, destination: vault.token, source: nil,
            amount: IntentAmount(
                quarks: quarks, currency: "usd", rate: 1,
                native: TokenCount.whole(quarks, decimals: record.decimals), usdMicros: stored),
            flags: [], appMetadata: nil, state: .confirmed, createdAt: now)
        guard let sequence = try insert(intent) else { throw IntentRefusal.intentExists }
        intent.sequence = sequence
        try insertDeposit(reference: reference, into: vault.token, sequence: sequence)
        try book(Movement.deposit(to: vault.token, mint: mint, quarks: stored, usd: stored), cause: sequence)
        return Deposits.Booking(intent: intent, isNew: true)
    }
}
