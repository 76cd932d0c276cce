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
    private func payment(_ change: (inout Actions) -> Void = { _ in }) -> Actions {
        a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            .changed(signedBy: a.key, change)
    }

    private func link(card: Payer, _ change: (inout Actions) -> Void = { _ in }) -> Actions {
        a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()).changed(signedBy: a.key, change)
    }

    /// Submits a request that must be refused, and checks that it changed nothing.
    private func expect(
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
    private func fingerprint() throws -> [Int64] {
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

    // MARK: Exchange data

    @Test(
        "the two amounts must agree within half a cent, inclusively",
        arguments: [
            (3_567_857, false), (3_567_858, true), (3_575_000, true), (3_575_001, false),
        ])
    func pay_tolerance_isHalfAUnit(quarks: UInt64, isAccepted: Bool) async throws {
        let exchange = world.amount(quarks, "cad", 1.4, native: 5)
        let outcome = try await world.submit(
            a.pay(exchange, to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [a])
        #expect(outcome == (isAccepted ? .success : .invalid("native amount and quark value mismatch")))
    }

    @Test("a proof must be the node's, recent, and about this mint")
    func pay_badProofs_areRefused() async throws {
        let (world, a, b) = (world, a, b)
        func pay(_ change: (inout LedgerWorld.Exchange) -> Void) -> Actions {
            var exchange = world.dollars(1_000_000)
            change(&exchange)
            return a.pay(exchange, to: b.vault(world.usdf), world.usdf, id: world.id())
        }
        let prefix = "exchange rate validation failed: "
        try await expect(
            pay { $0.coreMintFiatExchangeRate = world.rate("usd", 1, signedBy: b.key) },
            .invalid(prefix + "invalid signature"))
        try await expect(
            pay { $0.coreMintFiatExchangeRate.exchangeRate.exchangeRate = 0.5 },
            .invalid(prefix + "invalid signature"))
        try await expect(
            pay { $0.coreMintFiatExchangeRate = world.rate("usd", 1, age: .seconds(901)) },
            .stale(prefix + "exchange rate is stale"))
        try await expect(
            pay { $0.coreMintFiatExchangeRate = world.rate("usd", 1, age: .seconds(-61)) },
            .stale(prefix + "exchange rate is stale"))
        try await expect(
            pay { $0.launchpadCurrencyReserveState = world.reserve(1_000) },
            .invalid("launchpad currency reserve state is not required for core mint"))
        try await expect(
            pay { $0.mint = world.jeffy.mint.accountID },
            .invalid("expected exchange data mint to be \(world.usdf.mint.base58)"))
        let old = pay { $0.coreMintFiatExchangeRate = world.rate("usd", 1, age: .seconds(900)) }
        #expect(try await world.submit(old, signers: [a]) == .success)
    }

    @Test("a launchpad payment needs the reserve proof of its own mint")
    func payJeffy_badReserve_isRefused() async throws {
        let (world, a, b) = (world, a, b)
        for person in [a, b] { try await world.submitted(person.open(world.jeffy, id: world.id()), signers: []) }
        try world.grantJeffy(5_000_000_000_000, to: a)
        func pay(_ change: (inout LedgerWorld.Exchange) -> Void) -> Actions {
            var exchange = world.jeffyAmount(415_992_704_558, native: 1)
            change(&exchange)
            return a.pay(exchange, to: b.vault(world.jeffy), world.jeffy, id: world.id())
        }
        try await expect(
            pay { $0.launchpadCurrencyReserveState = world.reserve(10_000_000_000_000_000, mint: b.owner) },
            .invalid("reserve state mint does not match expected mint"))
        try await expect(
            pay { $0.launchpadCurrencyReserveState = world.reserve(10_000_000_000_000_000, age: .seconds(901)) },
            .stale("reserve state validation failed: reserve state is stale"))
        try await expect(
            pay { $0.launchpadCurrencyReserveState = world.reserve(10_100_000_000_000_000) },
            .invalid("native amount does not match expected sell value"))
        #expect(try await world.submit(pay { _ in }, signers: [a]) == .success)
    }

    // MARK: Limits

    @Test("a single payment is limited by its currency")
    func pay_overPerTransactionLimit_isDenied() async throws {
        let rich = try await world.user(1_000_000_000)
        let request = rich.pay(world.dollars(250_010_000), to: b.vault(world.usdf), world.usdf, id: world.id())
        #expect(try await world.submit(request, signers: [rich]) == .denied("dollar value exceeds limit"))
        let exact = rich.pay(world.dollars(250_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
        #expect(try await world.submit(exact, signers: [rich]) == .success)
        let unlisted = world.amount(1_000_000, "ssp", 1, native: 1)
        let refused = rich.pay(unlisted, to: b.vault(world.usdf), world.usdf, id: world.id())
        #expect(try await world.submit(refused, signers: [rich]) == .denied("dollar value exceeds limit"))
    }

    @Test("a day's payments are limited to 1,200 US dollars, links included, until they are a day old")
    func pay_overDailyLimit_isDenied() async throws {
        let rich = try await world.user(5_000_000_000)
        func pay(_ quarks: UInt64) async throws -> Outcome {
            try await world.submit(
                rich.pay(world.dollars(quarks), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [rich])
        }
        for _ in 0..<4 { #expect(try await pay(250_000_000) == .success) }
        let card = world.stranger()
        try await world.submitted(
            rich.link(world.dollars(200_000_000), card: card, world.usdf, id: world.id()), signers: [rich, card])
        #expect(try await pay(10_000) == .denied("dollar value exceeds limit"))
        let void = try await GiftCardVoid(ledger: world.ledger).void(card.vault(world.usdf), by: rich.owner)
        #expect(void == .ok)
        #expect(try await pay(10_000) == .denied("dollar value exceeds limit"))
        world.clock.advance(by: .seconds(86_401))
        #expect(try await pay(250_000_000) == .success)
        #expect(try world.findings().map(\.description) == [])
    }

    // MARK: Cash links

    @Test("a cash link's card must be new, its own owner, and return everything to its issuer")
    func link_variations_areRefused() async throws {
        let (world, b) = (world, b)
        let card = world.stranger()
        let vault = card.vault(world.usdf)
        try await expect(
            link(card: b), .stale("actions[0]: account is already opened"), signers: [card])
        try await expect(
            link(card: card) { request in
                request.actions[2].noPrivacyWithdraw.destination = b.vault(world.usdf).accountID
            }, .invalid("actions[2]: source account must be the PRIMARY account"), signers: [card])
        try await expect(
            link(card: card) { $0.actions[2].noPrivacyWithdraw.amount = 999_999 },
            .invalid("actions[2]: attempt to close \(vault.base58) with a non-zero balance"), signers: [card])
        try await expect(
            link(card: card) { $0.actions[2].noPrivacyWithdraw.isAutoReturn = false },
            .invalid("must send 1000000 quarks to destination account"), signers: [card])
        try await expect(
            link(card: card) { $0.actions[2].noPrivacyWithdraw.amount = 2_000_000 },
            .invalid("actions[2]: \(vault.base58) has insufficient balance to perform action"), signers: [card])
        try await expect(
            link(card: card) {
                $0.actions.swapAt(0, 1)
                $0.numberActions()
            }, .invalid("actions[1]: account is used before it is opened"), signers: [card])
        try await expect(
            link(card: card) { $0.metadata.sendPublicPayment.isIndirectSend = false },
            .invalid("expected 1 action for payment"), signers: [card])
    }

    @Test("a card cannot be opened with a user's key, or without its own signature")
    func link_foreignCard_isRefused() async throws {
        let (world, a) = (world, a)
        let card = world.stranger()
        var request = link(card: card)
        request.actions[0].openAccount.signAuthority(a.key)
        try await expect(request.changed(signedBy: a.key) { _ in }, .status(.unauthenticated, ""), signers: [card])
        var owned = link(card: card)
        owned.actions[0].openAccount.owner = a.owner.accountID
        owned.actions[0].openAccount.signAuthority(card.key)
        try await expect(
            owned.changed(signedBy: a.key) { _ in },
            .invalid("actions[0]: owner must be \(card.owner.base58)"), signers: [card])
    }

    @Test("a claim takes the whole card, of the right mint, into the claimer's own vault")
    func claim_variations_areRefused() async throws {
        let (world, a, b) = (world, a, b)
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        func claim(_ quarks: UInt64 = 1_000_000, _ change: (inout Actions) -> Void = { _ in }) -> Actions {
            b.claim(card, quarks: quarks, world.usdf, id: world.id()).changed(signedBy: b.key, change)
        }
        try await expect(
            claim(999_999), .invalid("must receive entire gift card balance of 1000000 quarks"), signers: [card])
        try await expect(
            claim { $0.metadata.receivePaymentsPublicly.source = a.vault(world.usdf).accountID },
            .invalid("source is not a remote send gift card"), signers: [card])
        try await expect(
            claim { $0.actions[0].noPrivacyWithdraw.destination = a.vault(world.usdf).accountID },
            .invalid("must send payment to PRIMARY account"), signers: [card])
        try await expect(
            claim {
                $0.actions.append($0.actions[0])
                $0.numberActions()
            }, .invalid("expected 1 action"), signers: [card])
        try await expect(
            claim { $0.actions[0].noPrivacyWithdraw.isAutoReturn = true },
            .invalid("transfer must be a public withdraw"), signers: [card])
        try await expect(
            claim { $0.metadata.receivePaymentsPublicly.mint = world.jeffy.mint.accountID },
            .invalid("initiator mint accounts don't exist"), signers: [card])
        #expect(try await world.submit(claim(), signers: [card]) == .success)
        try await expect(claim(), .stale("gift card balance has already been claimed"), signers: [card])
    }

    @Test("a gift card's own key may only claim, for any vault that it names")
    func claim_byCardOwner_infersTheUser() async throws {
        let (world, a, b) = (world, a, b)
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        func byCard(_ change: (inout Actions) -> Void = { _ in }) -> Actions {
            b.claim(card, quarks: 1_000_000, world.usdf, id: world.id()).changed(signedBy: card.key) { request in
                request.owner = card.owner.accountID
                change(&request)
            }
        }
        try await expect(
            byCard { $0.actions[0].noPrivacyWithdraw.destination = world.stranger().owner.accountID },
            .invalid("actions[0]: destination must be a primary account"), signers: [card])
        try await expect(
            card.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()),
            .invalid("expected a receive payments publicly intent"), signers: [card])
        #expect(try await world.submit(byCard(), signers: [card]) == .success)
        #expect(try world.balance(b) == 1_000_000)
    }

    @Test("the issuer may collect their own link")
    func claim_byIssuer_succeeds() async throws {
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        #expect(try world.balance(a) == 24_000_000)
        try await world.submitted(a.claim(card, quarks: 1_000_000, world.usdf, id: world.id()), signers: [card])
        #expect(try world.balance(a) == 25_000_000)
        let void = try await GiftCardVoid(ledger: world.ledger).void(card.vault(world.usdf), by: a.owner)
        #expect(void == .ok)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("claims stop a minute before the card expires; voids at the expiry; then the worker returns it")
    func giftCard_age_decides() async throws {
        let (world, a, b) = (world, a, b)
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        world.clock.advance(by: .seconds(604_800 - 60))
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        try await expect(claim, .stale("gift card is expired"), signers: [card])
        let workers = world.ledger.workers()
        for worker in workers { try await worker.tick() }
        #expect(try world.balance(card) == 1_000_000)
        world.clock.advance(by: .seconds(60))
        #expect(try await GiftCardVoid(ledger: world.ledger).void(card.vault(world.usdf), by: a.owner) == .ok)
        #expect(try world.balance(card) == 1_000_000)
        for _ in 0..<2 {
            for worker in workers { try await worker.tick() }
            #expect(try world.balance(card) == 0)
            #expect(try world.balance(a) == 25_000_000)
        }
        let record = try world.store.read { reader in
            try reader.giftCardIntent(vault: card.vault(world.usdf)).flatMap {
                try reader.intent(.autoReturn(of: $0.id))
            }
        }
        #expect(record?.flags.contains(.returned) == true)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a card does not become younger when the clock is set back")
    func giftCard_clockSetBack_staysExpired() async throws {
        let card = world.stranger()
        try await world.submitted(link(card: card), signers: [a, card])
        world.clock.advance(by: .seconds(604_799))
        for worker in world.ledger.workers() { try await worker.tick() }
        world.clock.moveDate(by: .seconds(-604_000))
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        try await expect(claim, .stale("gift card is expired"), signers: [card])
    }
}
