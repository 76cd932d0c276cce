import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// The failures of payments, links and swaps, each provoked over a connection, with
/// its code and its text.
///
/// Failures of connections and of slow clients are in `SubmitIntentSessionTests`, those of settings in
/// `SettingsEffectTests`, those of bills in `MessagingWireTests`, and those of launches in `CurrencyLaunchServiceTests`.
@Suite("The failure catalogue, over a connection")
struct FailureCatalogueTests {
    typealias Actions = LedgerWorld.Actions
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    private func payment(_ quarks: UInt64 = 1_000_000, _ change: (inout Actions) -> Void = { _ in }) -> Actions {
        a.pay(world.dollars(quarks), to: b.vault(world.usdf), world.usdf, id: world.id())
            .changed(signedBy: a.key, change)
    }

    /// Submits each request, and checks that it is refused as expected and that no money has moved.
    private func expect(
        _ cases: [(request: Actions, outcome: Outcome)], signers: [Payer] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let (world, a) = (world, a)
        try await world.serving { caller async throws in
            for (request, expected) in cases {
                let outcome = await caller.submit(request, signers: [a] + signers)
                #expect(outcome == expected, sourceLocation: sourceLocation)
            }
        }
        #expect(try world.balance(a) == 25_000_000, sourceLocation: sourceLocation)
        #expect(world.ledger.locks.heldCount == 0, sourceLocation: sourceLocation)
    }

    // MARK: SubmitIntent: statuses and guards

    @Test("A request that is wrong as such ends with its status")
    func submit_wrongRequest_hasStatus() async throws {
        try await expect([
            (payment { _ in }.changed(signedBy: b.key) { _ in }, .status(.unauthenticated, "")),
            (
                payment { $0.actions[0].id = 1 },
                .status(.invalidArgument, "invalid SubmitActions: actions[0].id must be 0")
            ),
        ])
    }

    @Test("Guards deny with their texts: limits, unlocked accounts, chats and strangers")
    func submit_guarded_isDenied() async throws {
        let (c, d) = (try await world.user(5_000_000), try await world.user())
        try world.set(.unlocked, of: c.vault(world.usdf))
        try world.set(.unlocking, of: d.vault(world.usdf))
        let chat = Flipcash_Intent_V1_AppMetadata.with {
            $0.chat.chatID.value = [UInt8](repeating: 7, count: 32)
            $0.chat.tipDmPayment = .init()
        }
        let metadata: [UInt8] = try chat.serializedBytes()
        let stranger = world.stranger()
        try await expect(
            [
                (payment(251_000_000), .denied("dollar value exceeds limit")),
                (
                    c.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()),
                    .denied("at least one source account is no longer managed by code")
                ),
                (
                    a.pay(world.dollars(1_000_000), to: d.vault(world.usdf), world.usdf, id: world.id()),
                    .denied("a destination account is no longer managed by code")
                ),
                (
                    payment { $0.metadata.appMetadata.value = metadata },
                    .denied("payments into chats are not offered by this node")
                ),
                (
                    stranger.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()),
                    .denied("unexpected owner account")
                ),
            ], signers: [c])
    }

    @Test("A node that opens accounts for registered users only, or stops payments, denies with the texts for that")
    func submit_stoppedByPolicy_isDenied() async throws {
        let request = payment()
        let stopping = try LedgerWorld(store: world.store, antispam: NoPaymentsPolicy(), seed: 2)
        let paid = try await stopping.serving { [a] caller in await caller.submit(request, signers: [a]) }
        #expect(paid == .denied("too many payments"))
        let registering = try LedgerWorld(store: world.store, antispam: RegisteredUsersPolicy(), seed: 3)
        let stranger = world.stranger()
        let opening = stranger.open(world.usdf, id: world.id())
        let opened = try await registering.serving { caller in await caller.submit(opening, signers: []) }
        #expect(opened == .denied("antispam guard denied account creation"))
    }

    // MARK: SubmitIntent: invalid intents

    @Test("Amounts that do not fit their proofs, or the balance, are invalid")
    func submit_wrongAmount_isInvalid() async throws {
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(5_000_000_000_000, to: a)
        func jeffy(native: Double, _ change: (inout LedgerWorld.Exchange) -> Void = { _ in }) -> Actions {
            var exchange = world.jeffyAmount(415_992_704_558, native: native)
            change(&exchange)
            return a.pay(exchange, to: b.vault(world.jeffy), world.jeffy, id: world.id())
        }
        let vault = a.vault(world.usdf).base58
        try await expect([
            (
                payment { $0.metadata.sendPublicPayment.clientExchangeData.nativeAmount = 1.01 },
                .invalid("native amount and quark value mismatch")
            ),
            (jeffy(native: 1.02), .invalid("native amount does not match expected sell value")),
            (
                jeffy(native: 1) { $0.clearLaunchpadCurrencyReserveState() },
                .invalid("reserve state is required for launchpad currencies")
            ),
            (
                jeffy(native: 1) { $0.launchpadCurrencyReserveState.reserveState.supplyFromBonding += 1 },
                .invalid("reserve state validation failed: invalid signature")
            ),
            // Both amounts agree, and are below half a cent.
            (payment(4_000), .invalid("native amount is less than minimum transfer value error threshold")),
            (
                payment(25_000_001),
                .invalid("actions[0]: \(vault) has insufficient balance to perform action")
            ),
        ])
    }

    @Test("A withdrawal to an address that cannot receive it, or with a wrong fee, is invalid")
    func submit_wrongWithdrawal_isInvalid() async throws {
        let (owner, other) = (world.stranger().owner, world.stranger().owner)
        let required = "CREATE_ON_SEND_WITHDRAWAL fee payment is required"
        let price = "actions[1]: CREATE_ON_SEND_WITHDRAWAL fee payment amount must be 0.50 USD"
        try await expect([
            (
                world.withdrawal(5_000_000, by: a, toAccountOf: owner) {
                    $0.metadata.sendPublicPayment.clearDestinationOwner()
                }, .invalid("destination owner account is required to derive ata")
            ),
            (
                world.withdrawal(5_000_000, by: a, toAccountOf: owner) {
                    $0.metadata.sendPublicPayment.destinationOwner = other.accountID
                }, .invalid("destination is not the ata for \(other.base58)")
            ),
            (world.withdrawal(5_000_000, by: a, toAccountOf: owner, fee: nil), .invalid(required)),
            (world.withdrawal(5_000_000, by: a, toAccountOf: owner, fee: 490_000), .invalid(price)),
            (
                payment { $0.metadata.sendPublicPayment.isWithdrawal = true }.changed(signedBy: a.key) {
                    $0.metadata.sendPublicPayment.isIndirectSend = true
                }, .invalid("remote send cannot be a withdraw")
            ),
        ])
    }

    // MARK: SubmitIntent: stale state

    @Test("Old proofs, closed accounts and used ids are stale state")
    func submit_outdated_isStale() async throws {
        let closed = try await world.user().vault(world.usdf)
        try world.close(closed)
        let old = world.rate("usd", 1, age: .seconds(901))
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(5_000_000_000_000, to: a)
        var jeffy = world.jeffyAmount(415_992_704_558, native: 1)
        jeffy.launchpadCurrencyReserveState = world.reserve(10_000_000_000_000_000, age: .seconds(901))
        try await expect([
            (
                payment { $0.metadata.sendPublicPayment.clientExchangeData.coreMintFiatExchangeRate = old },
                .stale("exchange rate validation failed: exchange rate is stale")
            ),
            (
                a.pay(jeffy, to: b.vault(world.jeffy), world.jeffy, id: world.id()),
                .stale("reserve state validation failed: reserve state is stale")
            ),
            (
                a.pay(world.dollars(1_000_000), to: closed, world.usdf, id: world.id()),
                .stale("destination account has been closed")
            ),
        ])
        let (world, a, b, c) = (world, a, b, world.stranger())
        try await world.serving { caller async throws in
            let paid = a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            #expect(await caller.submit(paid, signers: [a]) == .success)
            #expect(await caller.submit(paid, signers: [a]) == .stale("intent already exists"))
            #expect(try await caller.metadata(try IntentID(wire: paid.id), by: b) == .ok)
            #expect(try await caller.metadata(try IntentID(wire: paid.id), by: c) == .denied)
            #expect(try await caller.metadata(world.id(), by: a) == .notFound)
        }
    }

    @Test("A payment that another one overtakes while it is signed is a lost race")
    func submit_overtaken_isRace() async throws {
        let (world, a, c) = (world, a, world.stranger())
        let account = AssociatedTokenAccount.address(owner: c.owner, mint: world.usdf.mint).address
        let request = a.withdraw(
            world.dollars(5_000_000), to: account, owner: c.owner, fee: 500_000, world.usdf, id: world.id())
        let outcome = try await world.serving { caller async throws in
            await caller.submit(request) { parameters in
                try? await world.open(c)
                return LedgerWorld.signatures(request, parameters, [a])
            }
        }
        #expect(outcome == .stale("race detected: \(account.base58) belongs to a vault now"))
        #expect(try world.balance(a) == 25_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test(
        "No signatures are an invalid message; spare and wrong ones are signature errors, and a wrong one names its action"
    )
    func submit_wrongSignatures_isSignatureError() async throws {
        let (world, a, b) = (world, a, b)
        let request = payment()
        try await world.serving { caller async throws in
            let missing = await caller.submit(request) { _ in [] }
            let field = "ocp.transaction.v1.SubmitIntentRequest.submit_signatures.signatures"
            #expect(missing == .status(.invalidArgument, "invalid \(field): must have at least 1 items"))
            let spare = await caller.submit(request) { LedgerWorld.signatures(request, $0, [a]) + [.zero] }
            #expect(spare == .signatureError("too many signatures provided", actions: []))
            let wrong = await caller.submit(request) { _ in [b.key.sign([1])] }
            #expect(wrong == .signatureError(nil, actions: [0]))
        }
        #expect(try world.balance(a) == 25_000_000)
    }

    // MARK: Cash links

    @Test("A collected, an expired and a cancelled link are stale state; only its issuer takes a link back, in time")
    func link_gone_isStale() async throws {
        let (world, a, b) = (world, a, b)
        let cards = [
            try await world.fundedCard(1_000_000, from: a), try await world.fundedCard(2_000_000, from: a),
            try await world.fundedCard(3_000_000, from: a),
        ]
        func claim(_ card: Payer, _ quarks: UInt64) -> Actions {
            b.claim(card, quarks: quarks, world.usdf, id: world.id())
        }
        let (first, second) = (claim(cards[0], 1_000_000), claim(cards[0], 1_000_000))
        let (cancelled, late) = (claim(cards[1], 2_000_000), claim(cards[2], 3_000_000))
        let taken = Outcome.stale("gift card balance has already been claimed")
        let expired = Outcome.stale("gift card is expired")
        try await world.serving { caller async throws in
            let vaults = cards.map { $0.vault(world.usdf) }
            #expect(try await caller.void(vaults[0], by: b) == .denied)
            #expect(try await caller.void(world.stranger().owner, by: a) == .notFound)
            #expect(try await caller.void(b.vault(world.usdf), by: a) == .notFound)
            #expect(await caller.submit(first, signers: [cards[0]]) == .success)
            #expect(await caller.submit(second, signers: [cards[0]]) == taken)
            #expect(try await caller.void(vaults[0], by: a) == .claimedByOtherUser)
            #expect(try await caller.void(vaults[1], by: a) == .ok)
            #expect(try await caller.void(vaults[1], by: a) == .ok, "repeating is harmless")
            #expect(await caller.submit(cancelled, signers: [cards[1]]) == expired)
            world.clock.advance(by: .seconds(7 * 86_400 - 60))
            #expect(await caller.submit(late, signers: [cards[2]]) == expired)
        }
        #expect(try world.balance(a) == 21_000_000 && world.balance(b) == 1_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    // MARK: Swaps

    @Test("A swap that cannot be started is refused with its code and its text, and nothing is stored")
    func swap_refused_hasItsText() async throws {
        let world = world
        let (c, d) = (try await world.user(60_000_000), try await world.user(60_000_000))
        try await world.submitted(c.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(5_000_000_000_000, to: c)
        try world.backJeffy(tokens: 9_995_000_000_000_000, reserve: 16_006_351_806)
        let mint = try await world.launched("Marble", by: c)
        let tiny = world.order(world.jeffy, world.usdf, 1_000_000)
        let dear = world.order(world.usdf, world.jeffy, 1_000_000, fee: 9_998)
        let large = world.order(world.usdf, world.jeffy, 60_000_001)
        let foreign = world.firstPurchase(of: mint, by: d)
        var cheap = world.firstPurchase(of: mint, by: c)
        cheap.amount = 9_999_999
        let wrong = cheap
        let order = world.order(world.usdf, world.jeffy, 1_000_000)
        try await world.serving { caller async throws in
            #expect(await caller.start(tiny, by: c) == .denied("swap would not generate a sell fee"))
            #expect(await caller.start(dear, by: c) == .denied("fee amount must be 10000 quarks"))
            #expect(await caller.start(wrong, by: c) == .denied("swap amount must be 10000000 quarks"))
            #expect(
                await caller.start(foreign, by: d) == .denied("only the currency creator can buy initial tokens"))
            #expect(await caller.start(large, by: c) == .invalid("insufficient balance"))
            let unsigned = await caller.start(order, by: c, signatures: [.zero, .zero])
            guard case .signatureError(nil, expected: _?) = unsigned else {
                Issue.record("\(unsigned)")
                return
            }
            #expect(await caller.start(order, by: c) == .success)
            #expect(await caller.start(order, by: c) == .denied("attempt to reuse swap id"))
            #expect(try await caller.state(of: order, by: c) == .created)
        }
        #expect(try world.balance(c) == 60_000_000)
    }

    @Test("A node that refuses swaps by its policy denies them with the text for that")
    func swap_stoppedByPolicy_isDenied() async throws {
        let stopping = try LedgerWorld(store: world.store, antispam: NoSwapsPolicy(), seed: 2)
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try world.backJeffy(tokens: 10_000_000_000_000_000, reserve: 16_006_351_806)
        let order = stopping.order(world.usdf, world.jeffy, 1_000_000)
        let outcome = try await stopping.serving { [a] caller in await caller.start(order, by: a) }
        #expect(outcome == .denied("rate limited"))
        #expect(try world.swap(order) == nil && world.balance(a) == 25_000_000)
    }

    private struct NoSwapsPolicy: AntispamPolicy {
        func allowsOpenAccounts(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }
        func allowsSwap(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict {
            .refused(reason: "too many swaps")
        }
    }

    @Test("A swap whose payment fails is cancelled in time, and no money moves")
    func swap_paymentRefused_isCancelled() async throws {
        let world = world
        let (c, b) = (try await world.user(60_000_000), b)
        try await world.submitted(c.open(world.jeffy, id: world.id()), signers: [])
        try world.backJeffy(tokens: 10_000_000_000_000_000, reserve: 16_006_351_806)
        let order = world.order(world.usdf, world.jeffy, 50_000_000)
        let spent = c.pay(world.dollars(20_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
        let short = "actions[0]: \(c.vault(world.usdf).base58) has insufficient balance to perform action"
        try await world.serving { caller async throws in
            #expect(await caller.start(order, by: c) == .success)
            #expect(await caller.submit(spent, signers: [c]) == .success)
            let funding = try world.funding(order, by: c)
            #expect(await caller.submit(funding, signers: [c]) == .invalid(short))
            world.clock.advance(by: .seconds(61))
            for worker in world.ledger.workers() { try await worker.tick() }
            #expect(try await caller.state(of: order, by: c) == .cancelled)
            let late = try world.funding(order, by: c)
            #expect(await caller.submit(late, signers: [c]) == .invalid(short), "row 7 comes before row 9")
        }
        #expect(try world.balance(c) == 40_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("A paid swap that cannot be carried out is reported as cancelled when its money is back, else as failed")
    func swap_paidAndNotCarriedOut_isTold() async throws {
        let world = world
        let c = try await world.user(60_000_000)
        try await world.submitted(c.open(world.jeffy, id: world.id()), signers: [])
        try world.backJeffy(tokens: 10_000_000_000_000_000, reserve: 16_006_351_806)
        let (order, lost) = (
            world.order(world.usdf, world.jeffy, 1_000_000), world.order(world.usdf, world.jeffy, 2_000_000)
        )
        try await world.serving { caller async throws in
            for order in [order, lost] { #expect(await caller.start(order, by: c) == .success) }
            // No token is left to buy by then.
            try world.setJeffy(supply: DiscreteBondingCurve.maxSupplyQuarks)
            #expect(await caller.submit(try world.funding(order, by: c), signers: [c]) == .success)
            for worker in world.ledger.workers() { try await worker.tick() }
            #expect(try await caller.state(of: order, by: c) == .cancelled)
            #expect(try world.balance(c) == 60_000_000)

            // The funds of the other one are gone from the books, which no request can do.
            try await world.commitOnly(try world.plan(world.funding(lost, by: c)), signer: c)
            let holding = world.usdf.timelock(of: c.owner).swapTokenAccount.address
            try world.store.damage(
                "UPDATE balances SET quarks = 0 WHERE account = (SELECT id FROM accounts WHERE address = ?)",
                [holding.blob])
            for state in [SwapState.funded, .cancelling] {
                let swap = try #require(try world.swap(lost))
                try await world.ledger.committer.commit(.swapStep(SwapStep(swap, to: state))).get()
            }
            for worker in world.ledger.workers() { try await worker.tick() }
            #expect(try await caller.state(of: lost, by: c) == .failed)
        }
    }
}
