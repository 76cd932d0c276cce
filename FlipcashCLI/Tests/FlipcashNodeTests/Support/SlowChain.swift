import FlipcashCore

@testable import FlipcashNode

/// A settlement that is not immediate, as a chain is.
struct SlowChain: Settlement {
    /// The state of everything that was submitted.
    var status = SettlementStatus.finalized(slot: 0)

    var isImmediate: Bool { false }

    func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { .done }

    func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
        SettlementTicket(signature: movement.signed.signature)
    }

    func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { status }

    func unlockStarted(_ vault: PublicKey) async throws -> Bool { false }

    func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence { .missing }
}
