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
    /// How many times a deposit is decided while others keep booking.
    private static let attempts = 3

    let store: NodeStore
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
        try await book(
            { try $0.decideDeposit(quarks, mint: mint, to: owner, reference: reference, now: environment.clock.now()) },
            attempts: Self.attempts)
    }

    /// Decides and commits. If others have booked the reference, or have taken the deposit's id, between the two,
    /// decides again.
    private func book(
        _ decide: (StoreReader) throws -> DepositDecision, attempts: Int
    ) async throws -> Booking {
        switch try store.read(decide) {
        case .booked(let intent):
            return Booking(intent: intent, isNew: false)
        case .due(let deposit):
            switch await committer.commit(.deposit(deposit)) {
            case .refused where attempts > 1:
                return try await book(decide, attempts: attempts - 1)
            case let outcome:
                guard let intent = try outcome.get().intents.first else { throw StoreError.writesSuspended }
                return Booking(intent: intent, isNew: true)
            }
        }
    }

    /// Gives `owner` test money: a deposit with a new reference.
    @discardableResult
    func faucet(_ quarks: UInt64, mint: PublicKey, to owner: PublicKey) async throws -> IntentRecord {
        let reference = "faucet-" + Base58.encode(environment.random.bytes(32))
        return try await deposit(quarks, mint: mint, to: owner, reference: reference)
    }
}

/// What is to be done for a deposit.
private enum DepositDecision {
    /// The reference was booked before, by this intent.
    case booked(IntentRecord)
    case due(DepositRecord)
}

extension StoreReading {
    fileprivate func decideDeposit(
        _ quarks: UInt64, mint: PublicKey, to owner: PublicKey, reference: String, now: Instant
    ) throws -> DepositDecision {
        guard quarks > 0 else { throw DepositError.noQuarks }
        guard !reference.isEmpty else { throw DepositError.noReference }
        guard let record = try self.mint(mint), record.isCore else { throw DepositError.notTheCoreMint(mint) }
        guard let vault = try vaults(owner: owner).first(where: { $0.mint == mint && $0.type == .primary }) else {
            throw DepositError.noAccount(owner: owner, mint: mint)
        }
        if let earlier = try deposit(reference: reference, into: vault.token) {
            guard earlier.amount?.quarks == quarks else {
                throw DepositError.referenceUsed(reference, quarks: earlier.amount?.quarks ?? 0)
            }
            return .booked(earlier)
        }
        let stored = try quarks.stored()
        return .due(
            DepositRecord(
                reference: reference, vault: vault.token, owner: owner, mint: mint, tokenAccount: nil,
                amount: IntentAmount(
                    quarks: quarks, currency: "usd", rate: 1,
                    native: TokenCount.whole(quarks, decimals: record.decimals), usdMicros: stored),
                usd: stored, createdAt: now))
    }
}
