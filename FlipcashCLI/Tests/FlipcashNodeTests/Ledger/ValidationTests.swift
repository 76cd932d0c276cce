import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the rows of payment specification §6, each with the text that clients match on.
@Suite struct ValidationTests {
    typealias Actions = LedgerWorld.Request.SubmitActions
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    /// An honest payment, changed and then signed again.
    func payment(_ change: (inout Actions) -> Void = { _ in }) -> Actions {
        a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            .changed(signedBy: a.key, change)
    }

    func link(card: Payer, _ change: (inout Actions) -> Void = { _ in }) -> Actions {
        a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()).changed(signedBy: a.key, change)
    }

    /// Submits a request that must be refused, and checks that it changed nothing.
    func expect(
        _ actions: Actions, _ expected: Outcome, signers: [Payer] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try fingerprint()
        let outcome = try await world.submit(actions, signers: [a, b] + signers)
        #expect(outcome == expected, sourceLocation: sourceLocation)
        #expect(try fingerprint() == before, sourceLocation: sourceLocation)
        #expect(try world.findings().map(\.description) == [], sourceLocation: sourceLocation)
    }

    /// The state that a refused intent must not change.
    func fingerprint() throws -> [Int64] {
        try world.store.read { reader in
            try ["intents", "actions", "accounts", "balances", "journal", "history", "sent"].map {
                try reader.integer("SELECT count(*) FROM \($0)")
            } + [try reader.integer("SELECT CAST(sum(quarks * account) AS BIGINT) FROM balances")]
        }
    }

    // MARK: Envelope

    @Test("more actions than any intent has are refused by their number, before anything is read for each of them")
    func submit_manyActions_areRefusedByTheirNumber() async throws {
        let payment = a.pay(world.dollars(1_000), to: b.vault(world.usdf), world.usdf, id: world.id())
        var opening = world.stranger().open(world.jeffy, id: world.id())
        opening.actions[0].openAccount.authoritySignature = Signature.zero.wire
        for (count, text) in [(4, "expected 1 action for payment"), (1024, "expected 1 action for payment")] {
            var many = payment
            // The opening is not signed by its authority. It would be unauthenticated if that were checked.
            many.actions = (0..<count).map { index in
                var action = index == 0 ? payment.actions[0] : opening.actions[0]
                action.id = UInt32(index)
                return action
            }
            many.sign(a.key)
            try await expect(many, .invalid(text))
        }
    }

    @Test("openings and claims with too many actions are refused before the signature of any action is checked")
    func submit_manyActionsToOpenOrClaim_areRefusedByTheirNumber() async throws {
        let (world, a, b) = (world, a, b)
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        let opening = a.open(world.jeffy, id: world.id())
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        for (request, owner, text) in [(opening, a, "expected 1 total actions"), (claim, b, "expected 1 action")] {
            // The openings that are added are not signed by their authority.
            var unsigned = owner.openAction(.primary, world.jeffy)
            unsigned.openAccount.authoritySignature = Signature.zero.wire
            func adding(_ count: Int) -> Actions {
                request.changed(signedBy: owner.key) { request in
                    request.actions += Array(repeating: unsigned, count: count)
                    request.numberActions()
                }
            }
            try await expect(adding(2), .status(.unauthenticated, ""))
            for count in [3, 1023] { try await expect(adding(count), .invalid(text)) }
        }
    }

    @Test("a request that breaks its own rules is an invalid argument")
    func submit_malformed_isInvalidArgument() async throws {
        let world = world
        for request in [
            payment { $0.actions = [] }, payment { $0.clearMetadata() }, payment { $0.owner.value = [1] },
            payment { $0.actions[0].noPrivacyTransfer.amount = 0 }, payment { $0.actions[0].id = 1 },
            payment { $0.actions[0].type = nil }, payment { $0.metadata.type = nil },
            a.open(world.jeffy, id: world.id()).changed(signedBy: a.key) {
                $0.metadata.openAccounts.accountSet = .UNRECOGNIZED(9)
            },
        ] {
            guard case .status(.invalidArgument, let text) = try await world.submit(request, signers: [a]) else {
                Issue.record("accepted")
                continue
            }
            #expect(!text.isEmpty)
        }
    }

    @Test("a wrong signature over the request is unauthenticated, with an empty message")
    func submit_wrongSignature_isUnauthenticated() async throws {
        var request = payment()
        request.metadata.sendPublicPayment.isWithdrawal = true
        try await expect(request, .status(.unauthenticated, ""))
        try await expect(payment().changed(signedBy: b.key) { _ in }, .status(.unauthenticated, ""))
    }

    @Test("unknown fields are part of what is signed")
    func submit_unknownField_isCovered() async throws {
        var request = payment()
        let bytes: [UInt8] = try request.serializedBytes()
        request = try Actions(serializedBytes: bytes + [0xa0, 0x1f, 0x07])
        try await expect(request, .status(.unauthenticated, ""))
        request.sign(a.key)
        #expect(try await world.submit(request, signers: [a]) == .success)
    }

    @Test("an unknown owner may only open the core account")
    func submit_unknownOwner_isDenied() async throws {
        let stranger = world.stranger()
        try await expect(
            stranger.pay(world.dollars(1), to: b.vault(world.usdf), world.usdf, id: world.id()),
            .denied("unexpected owner account"))
        try await expect(stranger.open(world.jeffy, id: world.id()), .denied("unexpected owner account"))
    }

    @Test("an id is committed once")
    func submit_usedID_isStale() async throws {
        let request = payment()
        #expect(try await world.submit(request, signers: [a]) == .success)
        try await expect(request, .stale("intent already exists"))
        let other = payment { $0.id = request.id }
        try await expect(other, .stale("intent already exists"))
    }

    @Test("an unknown mint is refused")
    func submit_unknownMint_isInvalid() async throws {
        let mint = world.stranger().owner.accountID
        try await expect(
            payment { $0.metadata.sendPublicPayment.mint = mint },
            .invalid("mint account must be the core mint or a launchpad currency"))
    }

    @Test("pools cannot be distributed and app metadata must be readable")
    func submit_unsupportedKinds_areDenied() async throws {
        let (world, b) = (world, b)
        try await expect(
            payment {
                $0.metadata.publicDistribution = .with {
                    $0.source = b.owner.accountID
                    $0.mint = world.usdf.mint.accountID
                    $0.distributions = [
                        .with {
                            $0.destination = b.vault(world.usdf).accountID
                            $0.quarks = 1
                        }
                    ]
                }
            }, .denied("flipcash does not support the intent type"))
        try await expect(
            payment { $0.metadata.appMetadata.value = [0xff, 0xff] }, .invalid("invalid flipcash app metadata"))
        try await expect(
            a.open(world.jeffy, id: world.id()).changed(signedBy: a.key) { $0.metadata.appMetadata.value = [1] },
            .denied("flipcash app metadata only supported for public payment intents"))
    }

    // MARK: Opening accounts

    @Test("opening an open account succeeds and changes nothing, even with a used id")
    func open_openAccount_isNoOp() async throws {
        let before = try fingerprint()
        #expect(try await world.submit(a.open(world.usdf, id: world.id()), signers: []) == .success)
        #expect(try fingerprint() == before)
    }

    @Test("an opening must be exactly the one account of its owner")
    func open_variations_areRefused() async throws {
        let (world, a, b) = (world, a, b)
        let vault = a.vault(world.jeffy)
        func open(_ change: (inout Ocp_Transaction_V1_OpenAccountAction) -> Void) -> Actions {
            a.open(world.jeffy, id: world.id()).changed(signedBy: a.key) { request in
                change(&request.actions[0].openAccount)
                request.actions[0].openAccount.signAuthority(a.key)
            }
        }
        try await expect(open { $0.accountType = .swap }, .invalid("actions[0]: account type must be PRIMARY"))
        try await expect(open { $0.index = 1 }, .invalid("actions[0]: index must be 0"))
        try await expect(
            open { $0.owner = b.owner.accountID }, .invalid("actions[0]: owner must be \(a.owner.base58)"))
        try await expect(
            open { $0.token = b.vault(world.jeffy).accountID }, .invalid("actions[0]: token must be \(vault.base58)"))
        try await expect(
            open { $0.mint = world.usdf.mint.accountID },
            .invalid("actions[0]: mint must be \(world.jeffy.mint.base58)"))
        var forged = a.open(world.jeffy, id: world.id())
        forged.actions[0].openAccount.signAuthority(b.key)
        try await expect(forged.changed(signedBy: a.key) { _ in }, .status(.unauthenticated, ""))
        try await expect(
            a.open(world.jeffy, id: world.id()).changed(signedBy: a.key) {
                $0.actions.append($0.actions[0])
                $0.numberActions()
            }, .invalid("expected 1 total actions"))
        var pool = a.open(world.jeffy, id: world.id())
        pool.metadata.openAccounts.accountSet = .pool
        try await expect(
            pool.changed(signedBy: a.key) { _ in },
            .denied("non-core mint account opening is only supported for the user account set"))
    }

    @Test("pool accounts are disabled")
    func open_pool_isDenied() async throws {
        let authority = world.stranger()
        let request = a.open(world.usdf, id: world.id()).changed(signedBy: a.key) { request in
            request.metadata.openAccounts.accountSet = .pool
            request.actions[0].openAccount.accountType = .pool
            request.actions[0].openAccount.authority = authority.owner.accountID
            request.actions[0].openAccount.token = authority.vault(world.usdf).accountID
            request.actions[0].openAccount.signAuthority(authority.key)
        }
        try await expect(request, .denied("pool account opening is disabled"))
    }

    @Test("only registered users open accounts")
    func open_unregistered_isDenied() async throws {
        let world = try LedgerWorld(antispam: RegisteredUsersPolicy())
        let person = world.stranger()
        let denied = Outcome.denied("antispam guard denied account creation")
        #expect(try await world.submit(person.open(world.usdf, id: world.id()), signers: []) == denied)
        var user = UserRecord(
            id: Array(repeating: 1, count: 16), publicKey: person.owner, isRegistered: false, isStaff: false,
            locale: nil, region: nil, displayName: nil, phone: nil, email: nil, createdAt: world.clock.now())
        try world.store.write { try $0.insert(user) }
        #expect(try await world.submit(person.open(world.usdf, id: world.id()), signers: []) == denied)
        user.isRegistered = true
        let registered = user
        try world.store.write { try $0.update(registered) }
        #expect(try await world.submit(person.open(world.usdf, id: world.id()), signers: []) == .success)
    }

    // MARK: Payments

    @Test("a payment's shape must be exact")
    func pay_variations_areRefused() async throws {
        let (world, a, b) = (world, a, b)
        let (from, to) = (a.vault(world.usdf), b.vault(world.usdf))
        try await expect(
            payment {
                $0.metadata.sendPublicPayment.serverExchangeData = .with {
                    $0.currency = "usd"
                    $0.exchangeRate = 1
                    $0.nativeAmount = 1
                    $0.quarks = 1_000_000
                    $0.mint = world.usdf.mint.accountID
                }
            }, .denied("client exchange data not provided"))
        try await expect(
            payment {
                $0.metadata.sendPublicPayment.isWithdrawal = true
                $0.metadata.sendPublicPayment.isIndirectSend = true
            }, .invalid("remote send cannot be a withdraw"))
        try await expect(
            payment {
                $0.actions.append($0.actions[0])
                $0.numberActions()
            }, .invalid("expected 1 action for payment"))
        try await expect(
            payment { $0.metadata.sendPublicPayment.isIndirectSend = true },
            .invalid("expected 3 actions for remote send"))
        try await expect(
            payment { $0.actions[0].noPrivacyTransfer.mint = world.jeffy.mint.accountID },
            .invalid("actions[0]: token must be \(a.vault(world.jeffy).base58)"))
        try await expect(
            payment { $0.metadata.sendPublicPayment.source = to.accountID },
            .invalid("source account must be a PRIMARY account"))
        try await expect(
            payment { $0.actions[0].noPrivacyTransfer.amount = 999_999 },
            .invalid("must send 1000000 quarks to destination account"))
        try await expect(
            payment { $0.actions[0].noPrivacyTransfer.destination = world.stranger().owner.accountID },
            .invalid("must send payment to destination account \(to.base58)"))
        try await expect(
            payment {
                $0.metadata.sendPublicPayment.destination = from.accountID
                $0.actions[0].noPrivacyTransfer.destination = from.accountID
            }, .invalid("payment is a no-op"))
        let outside = world.stranger().owner.accountID
        try await expect(
            payment {
                $0.metadata.sendPublicPayment.destination = outside
                $0.actions[0].noPrivacyTransfer.destination = outside
            }, .invalid("payments to external destinations must be withdrawals"))
    }

    @Test("a user cannot move another user's money")
    func pay_foreignSource_isRefused() async throws {
        let (world, a, b) = (world, a, b)
        let request = b.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            .changed(signedBy: b.key) { request in
                request.metadata.sendPublicPayment.source = a.vault(world.usdf).accountID
                request.actions[0].noPrivacyTransfer.source = a.vault(world.usdf).accountID
            }
        try await expect(request, .invalid("actions[0]: token must be \(b.vault(world.usdf).base58)"))
        let named = request.changed(signedBy: b.key) {
            $0.actions[0].noPrivacyTransfer.authority = a.owner.accountID
        }
        try await expect(named, .invalid("source account must be a PRIMARY account"))
    }

    @Test("a payment needs the money", arguments: [25_000_001, UInt64(Int64.max), .max])
    func pay_tooMuch_isInvalid(quarks: UInt64) async throws {
        let exchange = world.amount(quarks, "usd", 1, native: Double(quarks) / 1_000_000)
        let request = a.pay(exchange, to: b.vault(world.usdf), world.usdf, id: world.id())
        let outcome = try await world.submit(request, signers: [a])
        if quarks == 25_000_001 {
            let text = "actions[0]: \(a.vault(world.usdf).base58) has insufficient balance to perform action"
            #expect(outcome == .invalid(text))
        } else {
            #expect(outcome == .denied("dollar value exceeds limit"))
        }
        #expect(try world.balance(a) == 25_000_000)
    }

    @Test("a withdrawal above the possible maximum is refused, not wrapped")
    func withdraw_overflow_isInvalid() async throws {
        let owner = world.stranger().owner
        let account = AssociatedTokenAccount.address(owner: owner, mint: world.usdf.mint).address
        for quarks in [UInt64(1) << 63, .max] {
            let exchange = world.amount(quarks, "usd", 1, native: Double(quarks) / 1_000_000)
            let outcome = try await world.submit(
                a.withdraw(exchange, to: account, owner: owner, fee: nil, world.usdf, id: world.id()), signers: [a])
            guard case .invalid = outcome else {
                Issue.record("unexpected \(outcome)")
                continue
            }
        }
        let fee = UInt64.max - 400_000
        try await expect(
            a.withdraw(world.dollars(5_000_000), to: account, owner: owner, fee: fee, world.usdf, id: world.id()),
            .invalid("actions[1]: \(a.vault(world.usdf).base58) has insufficient balance to perform action"))
    }

    @Test("a withdrawal has one transfer: it cannot be split, or come with a transfer to oneself")
    func withdraw_twoTransfers_isInvalid() async throws {
        let (world, a) = (world, a)
        let owner = world.stranger().owner
        let account = AssociatedTokenAccount.address(owner: owner, mint: world.usdf.mint).address
        try world.store.write {
            try $0.register(.external(address: account, mint: world.usdf.mint), mint: world.usdf.mint)
        }
        let whole = a.withdraw(
            world.dollars(5_000_000), to: account, owner: owner, fee: nil, world.usdf, id: world.id())
        let text = "actions[1]: must send 5000000 quarks to destination account in one transfer"
        let split = whole.changed(signedBy: a.key) { request in
            request.actions[0].noPrivacyTransfer.amount = 2_000_000
            request.actions.append(a.transfer(to: account, 3_000_000, world.usdf))
            request.numberActions()
        }
        try await expect(split, .invalid(text))
        let turning = whole.changed(signedBy: a.key) { request in
            request.actions.append(a.transfer(to: a.vault(world.usdf), 1, world.usdf))
            request.numberActions()
        }
        try await expect(turning, .invalid(text))
        let feeFirst = a.withdraw(
            world.dollars(5_000_000), to: account, owner: owner, fee: 500_000, world.usdf, id: world.id()
        ).changed(signedBy: a.key) { request in
            request.actions.reverse()
            request.numberActions()
        }
        #expect(try await world.submit(feeFirst, signers: [a]) == .success)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("fees are counted only after the number of actions and the destination are checked")
    func withdraw_twoFees_isRefusedInOrder() async throws {
        let (world, a, b) = (world, a, b)
        let owner = world.stranger().owner
        let account = AssociatedTokenAccount.address(owner: owner, mint: world.usdf.mint).address
        func withdrawal(_ change: (inout Actions) -> Void) -> Actions {
            a.withdraw(world.dollars(5_000_000), to: account, owner: owner, fee: 500_000, world.usdf, id: world.id())
                .changed(signedBy: a.key) { request in
                    change(&request)
                    request.numberActions()
                }
        }
        try await expect(
            withdrawal { $0.actions.append($0.actions[1]) }, .invalid("expected 1 or 2 actions for withdrawal"))
        try await expect(
            withdrawal { request in
                request.metadata.sendPublicPayment.destination = b.vault(world.usdf).accountID
                request.actions[0] = request.actions[1]
            }, .invalid("CREATE_ON_SEND_WITHDRAWAL fee payment not required for code destination"))
        try await expect(
            withdrawal { $0.actions[0] = $0.actions[1] }, .invalid("expected at most 1 fee payment"))
        try await expect(
            withdrawal { request in
                request.actions.append(request.actions[1])
                request.actions[2].feePayment.amount = 490_000
            }, .invalid("actions[2]: CREATE_ON_SEND_WITHDRAWAL fee payment amount must be 0.50 USD"))
    }

    @Test("unlocked vaults can neither pay nor be paid")
    func pay_unlockedVault_isDenied() async throws {
        let (world, a, b) = (world, a, b)
        try world.store.write { try $0.setVaultState(.unlocking, of: b.vault(world.usdf)) }
        try await expect(payment(), .denied("a destination account is no longer managed by code"))
        try world.store.write { try $0.setVaultState(.unlocked, of: a.vault(world.usdf)) }
        try await expect(payment(), .denied("at least one source account is no longer managed by code"))
    }
}
