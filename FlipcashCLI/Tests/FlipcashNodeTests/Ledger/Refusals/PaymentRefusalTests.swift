import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the checks of payments (payment specification §6.3): one condition of an honest payment does not hold.
@Suite struct PaymentRefusalTests {
    typealias Actions = LedgerWorld.Actions
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let c: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user(5_000_000)
        c = try await world.user(5_000_000)
    }

    private func payment(_ change: (inout Actions) -> Void = { _ in }) -> Actions {
        a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            .changed(signedBy: a.key) { request in
                change(&request)
                request.numberActions()
            }
    }

    private func expect(
        _ request: Actions, _ expected: Outcome, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await world.answer(to: request) == expected, sourceLocation: sourceLocation)
    }

    // MARK: The sender (rows 1 to 4)

    @Test("a user without an account of the currency cannot pay in it")
    func pay_withoutAccount_isInvalid() async throws {
        let request = a.pay(
            world.jeffyAmount(415_992_704_558, native: 1), to: b.vault(world.jeffy), world.jeffy, id: world.id())
        try await expect(request, .invalid("initiator mint accounts don't exist"))
    }

    @Test("a user whom the policy stops neither pays nor collects")
    func pay_stoppedByPolicy_isDenied() async throws {
        let card = try await world.fundedCard(1_000_000, from: a)
        let stopping = try LedgerWorld(store: world.store, antispam: NoPaymentsPolicy(), seed: 2)
        #expect(try await stopping.answer(to: payment()) == .denied("too many payments"))
        let claim = b.claim(card, quarks: 1_000_000, world.usdf, id: world.id())
        #expect(try await stopping.answer(to: claim) == .denied("too many payments"))
    }

    @Test("whether the sender's accounts are managed is decided before the amounts are looked at")
    func pay_unmanagedSource_isDeniedFirst() async throws {
        try world.set(.unlocked, of: a.vault(world.usdf))
        try await expect(
            payment { $0.metadata.sendPublicPayment.clientExchangeData.mint = world.jeffy.mint.accountID },
            .denied("at least one source account is no longer managed by code"))
    }

    @Test("numbers that cannot be compared with a limit are refused as exchange data", arguments: [-1, 0, .infinity])
    func pay_impossibleRate_isInvalid(rate: Double) async throws {
        let exchange = world.amount(1_000_000, "usd", rate, native: 1)
        try await expect(
            a.pay(exchange, to: b.vault(world.usdf), world.usdf, id: world.id()),
            .invalid("exchange rate validation failed: missing required fields"))
    }

    @Test("an infinite amount is refused as exchange data")
    func pay_infiniteAmount_isInvalid() async throws {
        let exchange = world.amount(1_000_000, "usd", 1, native: .infinity)
        try await expect(
            a.pay(exchange, to: b.vault(world.usdf), world.usdf, id: world.id()),
            .invalid("native amount and quark value mismatch"))
    }

    @Test("a value beyond the range of the limits is over the limit")
    func pay_hugeValue_isOverLimit() async throws {
        let exchange = world.amount(1_000_000, "usd", 1e-300, native: 1)
        try await expect(
            a.pay(exchange, to: b.vault(world.usdf), world.usdf, id: world.id()),
            .denied("dollar value exceeds limit"))
    }

    // MARK: Fees, swaps and mints (rows 8, 9 and 12)

    @Test("a payment that is not a withdrawal pays no fee")
    func pay_withFee_isInvalid() async throws {
        try await expect(
            payment { $0.actions.append(fee(500_000, by: a)) }, .invalid("intent doesn't require a fee payment"))
    }

    @Test("no swap waits for money: neither its owner nor its token account is paid")
    func withdraw_toSwap_isDenied() async throws {
        let denied = Outcome.denied("intent id is not reserved for a swap")
        let swap = world.usdf.timelock(of: b.owner).swap.address
        let account = world.usdf.timelock(of: b.owner).swapTokenAccount.address
        func withdraw(to account: PublicKey, owner: PublicKey?) -> Actions {
            a.withdraw(world.dollars(1_000_000), to: account, owner: owner, fee: nil, world.usdf, id: world.id())
        }
        try await expect(withdraw(to: world.stranger().owner, owner: swap), denied)
        try await expect(withdraw(to: account, owner: nil), denied)
    }

    @Test("every action is of the intent's currency")
    func pay_actionOfOtherMint_isInvalid() async throws {
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(5_000_000, to: a)
        let outside = world.stranger().owner
        let request = a.withdraw(
            world.dollars(1_000_000), to: outside, owner: nil, fee: nil, world.usdf, id: world.id()
        ).changed(signedBy: a.key) { $0.actions = [a.transfer(to: outside, 1_000_000, world.jeffy)] }
        try await expect(request, .invalid("actions[0]: mint must be \(world.usdf.mint.base58)"))
    }

    // MARK: The source (row 13)

    @Test("the source is the sender's PRIMARY account of the currency")
    func pay_fromOtherAccount_isInvalid() async throws {
        let invalid = Outcome.invalid("source account must be a PRIMARY account")
        let pool = try world.openPool(of: a, authority: world.stranger())
        try await expect(payment { $0.metadata.sendPublicPayment.source = pool.accountID }, invalid)
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try await expect(
            payment { $0.metadata.sendPublicPayment.source = a.vault(world.jeffy).accountID }, invalid)
        try await expect(
            payment { $0.metadata.sendPublicPayment.source = world.stranger().owner.accountID }, invalid)
    }

    // MARK: The destination (rows 14 to 18)

    @Test("a destination of another currency is refused")
    func pay_destinationOfOtherMint_isInvalid() async throws {
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        try await expect(
            payment { $0.metadata.sendPublicPayment.destination = b.vault(world.jeffy).accountID },
            .invalid("destination account is not of \(world.usdf.mint.base58) mint"))
    }

    @Test("a payment goes to a PRIMARY or POOL account, a withdrawal only to a PRIMARY account")
    func pay_typeOfDestination_decides() async throws {
        let pool = try world.openPool(of: b, authority: world.stranger())
        let card = try await world.fundedCard(1_000_000, from: b).vault(world.usdf)
        func pay(_ destination: PublicKey, isWithdrawal: Bool) -> Actions {
            payment { request in
                request.metadata.sendPublicPayment.destination = destination.accountID
                request.metadata.sendPublicPayment.isWithdrawal = isWithdrawal
                request.actions[0].noPrivacyTransfer.destination = destination.accountID
            }
        }
        let neither = Outcome.invalid("destination account must be a PRIMARY or POOL account")
        try await expect(pay(card, isWithdrawal: false), neither)
        try await expect(pay(card, isWithdrawal: true), neither)
        try await expect(pay(pool, isWithdrawal: false), LedgerWorld.unsigned)
        try await expect(pay(pool, isWithdrawal: true), .invalid("destination account must be a PRIMARY account"))
    }

    @Test("a closed or unlocked account is refused before the client signs")
    func pay_unpayableDestination_isRefused() async throws {
        let (closed, gone, unlocked) = (
            try await world.user().vault(world.usdf), b.vault(world.usdf), c.vault(world.usdf)
        )
        try world.close(closed)
        try world.set(.closed, of: gone)
        try world.set(.unlocking, of: unlocked)
        func pay(_ destination: PublicKey) -> Actions {
            a.pay(world.dollars(1_000_000), to: destination, world.usdf, id: world.id())
        }
        try await expect(pay(closed), .stale("destination account has been closed"))
        try await expect(pay(gone), .stale("destination account has been closed"))
        try await expect(pay(unlocked), .denied("a destination account is no longer managed by code"))
    }

    // MARK: Movements (rows 23 to 25)

    @Test("what reaches the destination is a transfer to it")
    func pay_otherMovement_isInvalid() async throws {
        let invalid = Outcome.invalid("payment sent to destination must be a public transfer")
        try await expect(
            payment { $0.actions = [b.transfer(to: a.vault(world.usdf), 1_000_000, world.usdf)] }, invalid)
        try await expect(
            payment { request in
                request.actions = [a.withdraw(to: b.vault(world.usdf), 25_000_000, world.usdf, isAutoReturn: false)]
            }, invalid)
    }

    @Test("the source pays the whole amount, and no other account does")
    func pay_byAnotherAccount_isInvalid() async throws {
        try await expect(
            payment { $0.actions = [c.transfer(to: b.vault(world.usdf), 1_000_000, world.usdf)] },
            .invalid("must send 1000000 quarks from source account"))
        try world.setBalance(25_000_000, of: c.vault(world.usdf))
        // The source loses the amount too, by a withdrawal of everything to a third account.
        let mixed = a.pay(world.dollars(25_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            .changed(signedBy: a.key) { request in
                request.metadata.sendPublicPayment.isWithdrawal = true
                request.actions = [
                    c.transfer(to: b.vault(world.usdf), 25_000_000, world.usdf),
                    a.withdraw(to: world.stranger().owner, 25_000_000, world.usdf, isAutoReturn: false),
                ]
                request.numberActions()
            }
        try await expect(mixed, .invalid("actions[0]: source account must be a PRIMARY account"))
    }

    @Test("another user's account that is not managed is refused before its owner is compared")
    func pay_fromUnmanagedForeignAccount_isDenied() async throws {
        let vault = c.vault(world.usdf)
        let request = payment { $0.actions = [c.transfer(to: b.vault(world.usdf), 1_000_000, world.usdf)] }
        try await expect(request, .invalid("must send 1000000 quarks from source account"))
        try world.set(.unlocked, of: vault)
        try await expect(
            payment { $0.actions = request.actions },
            .denied("at least one source account is no longer managed by code"))
    }

    private func fee(_ quarks: UInt64, by payer: Payer) -> Ocp_Transaction_V1_Action {
        .with {
            $0.feePayment = .with {
                $0.type = .createOnSendWithdrawal
                $0.authority = payer.owner.accountID
                $0.source = payer.vault(world.usdf).accountID
                $0.amount = quarks
                $0.mint = world.usdf.mint.accountID
            }
        }
    }
}
