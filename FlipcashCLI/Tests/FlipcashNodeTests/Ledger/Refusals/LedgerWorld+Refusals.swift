import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec

@testable import FlipcashNode

extension LedgerWorld {
    typealias Actions = Request.SubmitActions

    /// The answer to a request whose client gives no signatures. What the commit would refuse is not seen: a request
    /// that passes the checks before the signatures ends with ``unsigned``.
    func answer(to actions: Actions) async throws -> Outcome { try await submit(actions) { _ in [] } }

    /// The answer to a request without signatures that passes the checks before them.
    static let unsigned = Outcome.signatureError("at least one signature is missing", actions: [])

    /// A gift card that holds `quarks` of `issuer`.
    func fundedCard(_ quarks: UInt64, from issuer: Payer) async throws -> Payer {
        let card = stranger()
        try await submitted(issuer.link(dollars(quarks), card: card, usdf, id: id()), signers: [issuer, card])
        return card
    }

    /// Opens a POOL account of `owner`. Requests cannot open one.
    func openPool(of owner: Payer, authority: Payer) throws -> PublicKey {
        let timelock = usdf.timelock(of: authority.owner)
        let vault = Vault(
            token: timelock.vault.address, owner: owner.owner, authority: authority.owner, mint: usdf.mint, type: .pool,
            index: 0, createdAt: clock.now(), vaultState: .locked, balance: .opened)
        try store.write { try $0.open(OpenedVault(vault, timelock: timelock)) }
        return vault.token
    }

    func set(_ state: VaultState, of token: PublicKey) throws {
        try store.write { try $0.setVaultState(state, of: token) }
    }

    /// Closes an account behind the ledger's back. No request closes a PRIMARY account.
    func close(_ token: PublicKey) throws {
        try store.write {
            try $0.execute(
                "UPDATE balances SET is_open = 0 WHERE account = (SELECT id FROM accounts WHERE address = ?)",
                [token.blob])
        }
    }

    /// Changes a balance behind the ledger's back.
    func setBalance(_ quarks: Int64, of token: PublicKey) throws {
        try store.write {
            try $0.execute(
                "UPDATE balances SET quarks = ? WHERE account = (SELECT id FROM accounts WHERE address = ?)",
                [quarks, token.blob])
        }
    }

    /// A withdrawal by `payer` to the token account that wallets derive from `owner`.
    func withdrawal(
        _ quarks: UInt64, by payer: Payer, toAccountOf owner: PublicKey, fee: UInt64? = 500_000,
        _ change: (inout Actions) -> Void = { _ in }
    ) -> Actions {
        let account = AssociatedTokenAccount.address(owner: owner, mint: usdf.mint).address
        return payer.withdraw(dollars(quarks), to: account, owner: owner, fee: fee, usdf, id: id())
            .changed(signedBy: payer.key) { request in
                change(&request)
                request.numberActions()
            }
    }
}

/// Refuses to let anyone pay or collect.
struct NoPaymentsPolicy: AntispamPolicy {
    func allowsOpenAccounts(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }

    func allowsSendPayment(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict {
        .refused(reason: "test")
    }

    func allowsReceivePayments(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict {
        .refused(reason: "test")
    }
}

/// A settlement that can answer nothing.
struct UnreachableSettlement: Settlement {
    struct Unreachable: Error {}

    var isImmediate: Bool { true }

    func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { throw Unreachable() }

    func submit(_ movement: SettledMovement) async throws -> SettlementTicket { throw Unreachable() }

    func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { throw Unreachable() }

    func unlockStarted(_ vault: PublicKey) async throws -> Bool { throw Unreachable() }

    func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence {
        throw Unreachable()
    }
}
