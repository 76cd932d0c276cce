import FlipcashCore

/// Carries out what the ledger has decided (payment specification §21.6). The code that accepts intents does not depend
/// on the settlement in use.
protocol Settlement: Sendable {
    /// Whether a movement is final as soon as the ledger has booked it. Otherwise a worker submits it and asks for its
    /// state.
    var isImmediate: Bool { get }
    /// Ensures that a vault exists where funds are held.
    func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness
    /// Submits a signed movement. Idempotent: submitting it again returns the same ticket.
    func submit(_ movement: SettledMovement) async throws -> SettlementTicket
    /// The state of a submitted movement.
    func status(_ ticket: SettlementTicket) async throws -> SettlementStatus
    /// Whether a vault's timelock has begun to unlock, for vaults known to the node or not.
    func unlockStarted(_ vault: PublicKey) async throws -> Bool
    /// The kind of account at an address that the node does not manage.
    func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence
    /// Money that has arrived from outside and is not acknowledged yet, the oldest first.
    func arrivedDeposits(limit: Int) async throws -> [ArrivedDeposit]
    /// Records durably that a deposit is booked. May be called twice for one deposit.
    func acknowledge(_ deposit: ArrivedDeposit) async throws
}

/// Whether a vault exists where funds are held.
enum AccountReadiness: Hashable, Sendable {
    case pending
    case done
    case failed
}

/// A movement with the signature that authorizes it.
struct SettledMovement: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case transfer
        /// Everything, and closes the source.
        case withdraw
    }

    let kind: Kind
    let signed: SignedMovement
    let source: PublicKey
    let destination: PublicKey
    /// Nil for a withdrawal of everything.
    let quantity: UInt64?
    let isCreateOnSend: Bool
}

/// Identifies a submitted movement by its signature.
struct SettlementTicket: Hashable, Sendable {
    let signature: Signature
}

/// The state of a submitted movement.
enum SettlementStatus: Hashable, Sendable {
    case unknown
    case pending
    case finalized(slot: UInt64)
    case failed(reason: String)
}

/// Settlement without a chain: everything that the ledger has booked is final at once.
struct LedgerSettlement: Settlement {
    let store: NodeStore

    var isImmediate: Bool { true }

    func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { .done }

    func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
        SettlementTicket(signature: movement.signed.signature)
    }

    func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { .finalized(slot: 0) }

    /// Always false: without a chain there are no timelocks to unlock.
    func unlockStarted(_ vault: PublicKey) async throws -> Bool { false }

    /// An outside account exists once it has been credited or registered (payment specification §15).
    func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence {
        switch try store.read({ try $0.externalAccountMint(address) }) {
        case nil: .missing
        case mint?: .exists
        case _?: .invalid
        }
    }
}
