import FlipcashCore

@testable import FlipcashNode

/// Books with a bit of everything, for audits: two people, a payment, and a cash link that was made and collected.
struct AuditedTown: Sendable {
    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let card: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user(5_000_000)
        card = world.stranger()
        try await world.submitted(
            a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [a])
        try await world.submitted(
            a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        try await world.submitted(b.claim(card, quarks: 2_000_000, world.usdf, id: world.id()), signers: [card])
    }

    /// Damages the database directly.
    func damage(_ statements: [(sql: String, arguments: SQLArguments)]) throws {
        for (sql, arguments) in statements { try world.store.damage(sql, arguments) }
    }
}
