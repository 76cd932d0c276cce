import FlipcashCore

/// Carries out what the ledger has decided (payment specification §21.6). The path of an intent does not know which
/// settlement is attached.
protocol Settlement: Sendable {
    /// Makes sure that a vault exists where funds are held.
    func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness
    /// Hands over a signed movement; handing it over again gives the same ticket.
    func submit(_ movement: SettledMovement) async throws -> SettlementTicket
    /// How far a movement has come.
    func status(_ ticket: SettlementTicket) async throws -> SettlementStatus
    /// Whether the unlocking of a vault's timelock has begun, with or without the node's knowing the vault.
    func unlockStarted(_ vault: PublicKey) async throws -> Bool
    /// What there is at an address that the node does not manage.
    func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence
}

/// Whether a vault exists where funds are held.
enum AccountReadiness: Hashable, Sendable {
    case pending
    case done
    case failed
}

/// A movement with the signature that allows it.
struct SettledMovement: Hashable, Sendable {
    let kind: FulfillmentKind
    let signed: SignedMovement
    let source: PublicKey
    let destination: PublicKey
    /// Nil for a withdrawal of everything.
    let quantity: UInt64?
    let isCreateOnSend: Bool
}

/// Names a movement that was handed over: its signature.
struct SettlementTicket: Hashable, Sendable {
    let signature: Signature
}

/// How far a movement has come.
enum SettlementStatus: Hashable, Sendable {
    case unknown
    case pending
    case finalized(slot: UInt64)
    case failed(reason: String)
}

/// Settlement without a chain: the ledger is the truth, so whatever it has booked is final at once.
struct LedgerSettlement: Settlement {
    let store: NodeStore

    func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { .done }

    func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
        SettlementTicket(signature: movement.signed.signature)
    }

    func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { .finalized(slot: 0) }

    /// Without a chain there is nothing that anybody could unlock.
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
