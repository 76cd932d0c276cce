import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the checks of openings (payment specification §6.2): one field of an honest request is wrong.
@Suite struct OpeningRefusalTests {
    typealias Opening = Ocp_Transaction_V1_OpenAccountAction

    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user()
        b = try await world.user()
    }

    /// An opening by A, whose action is changed and signed by `authority`.
    private func open(
        _ mint: MintRecord, _ set: Ocp_Transaction_V1_OpenAccountsMetadata.AccountSet, authority: Payer,
        _ change: (inout Opening) -> Void
    ) -> LedgerWorld.Actions {
        a.open(mint, id: world.id()).changed(signedBy: a.key) { request in
            request.metadata.openAccounts.accountSet = set
            change(&request.actions[0].openAccount)
            request.actions[0].openAccount.signAuthority(authority.key)
        }
    }

    @Test("a PRIMARY account has its owner's key and the address that follows from it")
    func open_primary_isExact() async throws {
        let stranger = world.stranger()
        let foreign = open(world.jeffy, .user, authority: stranger) {
            $0.authority = stranger.owner.accountID
            $0.token = stranger.vault(world.jeffy).accountID
        }
        #expect(
            try await world.answer(to: foreign) == .invalid("actions[0]: authority must be \(a.owner.base58)"))
        let known = open(world.jeffy, .user, authority: a) { $0.token = b.vault(world.usdf).accountID }
        #expect(
            try await world.answer(to: known)
                == .invalid("actions[0]: token must be \(a.vault(world.jeffy).base58)"))
    }

    @Test("a POOL account has the type POOL, its own key and the address that follows from it")
    func open_pool_isExact() async throws {
        let key = world.stranger()
        func pool(_ change: (inout Opening) -> Void, signer: Payer? = nil) -> LedgerWorld.Actions {
            open(world.usdf, .pool, authority: signer ?? key) { action in
                action.accountType = .pool
                action.authority = key.owner.accountID
                action.token = key.vault(world.usdf).accountID
                change(&action)
            }
        }
        #expect(try await world.answer(to: pool { _ in }) == .denied("pool account opening is disabled"))
        #expect(
            try await world.answer(to: pool { $0.accountType = .primary })
                == .invalid("actions[0]: account type must be POOL"))
        let owned = pool(
            { action in
                action.authority = a.owner.accountID
                action.token = a.vault(world.usdf).accountID
            }, signer: a)
        #expect(
            try await world.answer(to: owned) == .invalid("actions[0]: authority cannot be \(a.owner.base58)"))
        #expect(
            try await world.answer(to: pool { $0.owner = b.owner.accountID })
                == .invalid("actions[0]: owner must be \(a.owner.base58)"))
        #expect(
            try await world.answer(to: pool { $0.token = b.vault(world.usdf).accountID })
                == .invalid("actions[0]: token must be \(key.vault(world.usdf).base58)"))
    }

    @Test("an account that was closed is not opened again")
    func open_closedAccount_isStale() async throws {
        try world.close(b.vault(world.usdf))
        #expect(
            try await world.answer(to: b.open(world.usdf, id: world.id()))
                == .stale("actions[0]: account is already closed and won't be reused"))
    }
}
