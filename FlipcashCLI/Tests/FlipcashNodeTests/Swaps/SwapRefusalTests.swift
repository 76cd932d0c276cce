import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Every text with which the node refuses a swap or its funding (payment specification §16.3 and §16.5).
@Suite struct SwapRefusalTests {
    typealias Terms = SwapOrder.Initiate.ReserveSwapClientParameters

    let world: LedgerWorld
    let a: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(60_000_000)
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try world.grantJeffy(5_000_000_000_000, to: a)
        try world.backJeffy(tokens: 9_995_000_000_000_000, reserve: 16_006_351_806)
    }

    private func buy(_ amount: UInt64 = 1_000_000, fee: UInt64 = 0) -> SwapOrder {
        world.order(world.usdf, world.jeffy, amount, fee: fee)
    }

    /// Starts a purchase whose terms were changed before they were signed.
    private func start(_ order: SwapOrder, _ change: (inout Terms) -> Void) async throws -> SwapOutcome {
        let request = order.request(by: a) { change(&$0.reserve) }
        return try await world.start(request) { try? world.signatures(order, a, $0) }
    }

    // MARK: Envelope

    @Test("a wrong request signature is UNAUTHENTICATED, a wrong proof a signature error, and a used id is denied")
    func start_envelope_isChecked() async throws {
        var request = buy().request(by: a)
        request.signature.value = Signature.zero.bytes
        guard case .status(.unauthenticated, _) = try await world.start(request, answer: { _ in nil }) else {
            throw IntentRefusal.unavailable
        }
        request = buy().request(by: a)
        request.proofSignature.value = Signature.zero.bytes
        request.signAgain(a.key)
        #expect(try await world.start(request) { _ in nil } == .signatureError(nil, expected: nil))

        let order = buy()
        #expect(try await world.start(order, by: a) == .success)
        #expect(try await world.start(order, by: a) == .denied("attempt to reuse swap id"))
        var other = buy()
        other.fundingID = order.fundingID
        #expect(try await world.start(other, by: a) == .denied("attempt to reuse swap funding id"))
    }

    @Test("mints, amount and source vault are checked")
    func start_source_isChecked() async throws {
        #expect(
            try await world.start(world.order(world.usdf, world.usdf, 1), by: a)
                == .invalid("must swap between two different mints"))
        let unknown = try await start(buy()) { $0.fromMint = Samples.mint.accountID }
        #expect(unknown == .invalid("invalid source mint"))
        let stranger = world.stranger()
        #expect(try await world.start(buy(), by: stranger) == .invalid("source timelock vault account not opened"))
        try world.store.write { try $0.setVaultState(.unlocking, of: a.vault(world.usdf)) }
        #expect(try await world.start(buy(), by: a) == .denied("source timelock account isn't locked"))
    }

    @Test("a funding that the node cannot see or the owner cannot pay is refused")
    func start_funding_isChecked() async throws {
        let text = String(repeating: "0", count: 40)
        #expect(try await start(buy()) { $0.fundingID = text } == .invalid("funding id is not a public key"))
        let paid = world.id()
        try await world.submitted(
            a.pay(world.dollars(10_000), to: try await world.user().vault(world.usdf), world.usdf, id: paid),
            signers: [a])
        #expect(try await start(buy()) { $0.fundingID = paid.base58 } == .invalid("funding intent already exists"))
        #expect(try await world.start(buy(59_990_001), by: a) == .invalid("insufficient balance"))
        #expect(try await world.start(buy(.max, fee: 1), by: a) == .invalid("insufficient balance"))
        let wallet = try await start(buy()) { $0.fundingSource = .externalWallet }
        #expect(wallet == .invalid("funding id is not a signature"))
        let signature = a.key.sign([1]).base58
        let seen = try await start(buy()) {
            $0.fundingSource = .externalWallet
            $0.fundingID = signature
        }
        #expect(seen == .denied("funding source FUNDING_SOURCE_EXTERNAL_WALLET is not supported"))
        let token = try await start(world.order(world.jeffy, world.usdf, 1_000_000_000)) {
            $0.fundingSource = .externalWallet
            $0.fundingID = signature
        }
        #expect(token == .denied("source mint must be core mint"))
        let onramp = try await start(buy()) { $0.fundingSource = .coinbaseOnramp }
        #expect(onramp == .invalid("funding id is not a uuid"))
        let order = try await start(buy()) {
            $0.fundingSource = .coinbaseOnramp
            $0.fundingID = "01234567-89ab-cdef-0123-456789abcdef"
        }
        #expect(order == .invalid("coinbase order not found"))
    }

    @Test("the destination must be known, available, open and locked, and a sale must bring a fee")
    func start_destination_isChecked() async throws {
        let unknown = try await start(buy()) { $0.toMint = Samples.mint.accountID }
        #expect(unknown == .invalid("mint not found"))
        let tiny = world.order(world.jeffy, world.usdf, 1_000_000)
        #expect(try await world.start(tiny, by: a) == .denied("swap would not generate a sell fee"))
        let b = try await world.user(10_000_000)
        #expect(try await world.start(buy(), by: b) == .invalid("destination timelock vault account not opened"))
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        try world.store.write { try $0.setVaultState(.unlocking, of: b.vault(world.jeffy)) }
        #expect(try await world.start(buy(), by: b) == .denied("destination timelock account isn't locked"))
        var own = buy()
        own.authority = a.key
        #expect(try await world.start(own, by: a) == .invalid("owner cannot be swap authority"))
    }

    @Test("the fee is one per cent on top of a purchase, or nothing, and nothing else pays one")
    func start_fee_isChecked() async throws {
        #expect(try await world.start(buy(1_000_000, fee: 9_998), by: a) == .denied("fee amount must be 10000 quarks"))
        for fee: UInt64 in [0, 9_999, 10_000, 10_001] {
            #expect(try await world.start(buy(1_000_000, fee: fee), by: a) == .success)
        }
        #expect(try await world.start(buy(99, fee: 1), by: a) == .invalid("swap amount is too small to charge a fee"))
        #expect(
            try await world.start(world.order(world.jeffy, world.usdf, 1_000_000_000_000, fee: 1), by: a)
                == .invalid("fee amount must be 0"))
    }

    @Test("only the creator makes the first purchase, at its price, with the owner's own key")
    func start_firstPurchase_isChecked() async throws {
        let mint = try await world.launched("Marble", by: a)
        var order = world.firstPurchase(of: mint, by: a)
        order.authority = .generate(using: world.random)
        #expect(try await world.start(order, by: a) == .invalid("owner must be swap authority"))
        let b = try await world.user(50_000_000)
        #expect(
            try await world.start(world.firstPurchase(of: mint, by: b), by: b)
                == .denied("only the currency creator can buy initial tokens"))
        order = world.firstPurchase(of: mint, by: a)
        order.amount = 9_999_999
        #expect(try await world.start(order, by: a) == .denied("swap amount must be 10000000 quarks"))
        order.amount = 10_000_000
        order.fee = 10_000_001
        #expect(try await world.start(order, by: a) == .denied("fee amount must be 10000000 quarks"))
        #expect(try await world.start(world.firstPurchase(of: mint, by: a), by: a) == .success)
        #expect(
            try await world.start(world.firstPurchase(of: mint, by: a), by: a) == .denied("mint is being initialized"))
    }

    @Test("what another currency pays for a first purchase must be worth exactly 20 US dollars")
    func start_treasuryPurchase_isChecked() async throws {
        let mint = try await world.launched("Marble", by: a)
        let supply: UInt64 = 10_000_000_000_000_000
        try world.grantJeffy(10_000_000_000_000, to: a)
        let now = supply + 10_000_000_000_000
        let whole = try #require(SwapFlowTests.tokens(worth: 20_000_000, supply: now))
        let fee = try #require(SwapFlowTests.tokens(worth: 10_000_000, supply: now))
        var order = world.order(world.jeffy, mint, whole - fee, fee: fee)
        order.authority = a.key
        #expect(try await world.start(order, by: a) == .invalid("full amount exchange data is required"))
        func outcome(_ change: (inout LedgerWorld.Exchange, inout SwapOrder) -> Void) async throws -> SwapOutcome {
            var changed = order
            changed.id = .generate(using: world.random)
            var exchange = try world.exchange(whole, world.jeffy)
            exchange.nativeAmount = 20
            change(&exchange, &changed)
            changed.exchange = exchange
            return try await world.start(changed, by: a)
        }
        #expect(
            try await outcome { exchange, _ in exchange.clearLaunchpadCurrencyReserveState() }
                == .invalid("reserve state is required for launchpad currencies"))
        #expect(
            try await outcome { exchange, _ in exchange = world.dollars(20_000_000) }
                == .invalid("full amount mint must be the source mint"))
        #expect(
            try await outcome { _, order in order.fee += 1 }
                == .invalid("full amount quarks must be the swap and fee amounts"))
        #expect(
            try await outcome { exchange, _ in
                exchange.coreMintFiatExchangeRate = world.rate("cad", 1)
            } == .invalid("full amount currency must be usd"))
        #expect(
            try await outcome { exchange, _ in exchange.nativeAmount = 20.001 }
                == .denied("full amount must be valued at 20.00 usd"))
        #expect(
            try await outcome { _, order in
                order.amount -= 100_000_000_000
                order.fee += 100_000_000_000
            } == .denied("fee amount must be valued at 10.00 usd"))
    }

    @Test("signatures are counted and checked over the node's own transaction")
    func start_signatures_areChecked() async throws {
        let order = buy()
        let key = a.key
        #expect(
            try await world.start(order.request(by: a)) { _ in [key.sign([1])] }
                == .signatureError("expected 2 signatures", expected: nil))
        let outcome = try await world.start(order.request(by: a)) { _ in [key.sign([1]), key.sign([2])] }
        guard case .signatureError(nil, let expected?) = outcome else { throw IntentRefusal.unavailable }
        let transaction = try SolanaTransaction(decoding: expected)
        #expect(transaction.signatures.allSatisfy { $0 == .zero })
        #expect(transaction.message.requiredSigners.contains(a.owner))
        #expect(try world.swap(order) == nil)
    }

    @Test("a stablecoin is not paid out without a chain, and its terms are checked first")
    func start_stablecoin_isRefused() async throws {
        let destination = world.stranger().owner
        func outcome(_ change: (inout SwapOrder.Initiate.CoinbaseStableSwapperClientParameters) -> Void) async throws
            -> SwapOutcome
        {
            var terms = SwapOrder.Initiate.CoinbaseStableSwapperClientParameters.with {
                $0.id.value = world.id().bytes
                $0.fromMint = world.usdf.mint.accountID
                $0.toMint = PublicKey.usdc.accountID
                $0.swapAmount = 4_500_000
                $0.fundingSource = .submitIntent
                $0.fundingID = world.id().base58
                $0.destinationOwner = destination.accountID
                $0.feeAmount = 500_000
            }
            change(&terms)
            var request = buy().request(by: a)
            request.stablecoin = terms
            request.sign(a.key)
            return try await world.start(request) { _ in nil }
        }
        #expect(
            try await outcome { _ in } == .denied("insufficient coinbase stable swapper destination liquidity"))
        #expect(try await outcome { $0.feeAmount = 1 } == .denied("fee amount must be 500000 quarks"))
        #expect(
            try await outcome { $0.toMint = world.jeffy.mint.accountID } == .invalid("destination mint must be usdc"))
        #expect(
            try await outcome { $0.fromMint = world.jeffy.mint.accountID } == .invalid("source mint must be core mint"))
        #expect(
            try await outcome { $0.destinationOwner = a.vault(world.usdf).accountID }
                == .invalid("destination owner is a token account"))
    }

    // MARK: Funding

    @Test("only the right payment funds a swap")
    func fund_wrongPayments_areRefused() async throws {
        let order = buy()
        #expect(try await world.start(order, by: a) == .success)
        let timelock = world.usdf.timelock(of: a.owner)
        let account = timelock.swapTokenAccount.address
        func pay(_ quarks: UInt64, to destination: PublicKey, owner: PublicKey?, fee: UInt64? = nil) async throws
            -> LedgerWorld.Outcome
        {
            try await world.submit(
                a.withdraw(
                    world.dollars(quarks), to: destination, owner: owner, fee: fee, world.usdf, id: order.fundingID),
                signers: [a])
        }
        let b = try await world.user(10_000_000)
        let swap = timelock.swap.address
        #expect(
            try await world.submit(b.open(world.jeffy, id: order.fundingID), signers: [])
                == .denied("intent id reserved to fund swap"))
        let card = world.stranger()
        try await world.submitted(
            a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        #expect(
            try await world.submit(
                b.claim(card, quarks: 2_000_000, world.usdf, id: order.fundingID), signers: [card])
                == .denied("intent id reserved to fund swap"))
        #expect(
            try await world.submit(
                b.pay(world.dollars(1_000_000), to: a.vault(world.usdf), world.usdf, id: order.fundingID), signers: [b])
                == .denied("not the owner of the swap"))
        #expect(
            try await world.submit(
                a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: order.fundingID), signers: [a])
                == .invalid("swap funding must be an external withdrawal"))
        let outside = world.stranger().owner
        let outsideAccount = AssociatedTokenAccount.address(owner: outside, mint: .usdf).address
        #expect(
            try await pay(1_000_000, to: outsideAccount, owner: outside)
                == .invalid("destination owner must be a vm swap pda"))
        let tokens = a.withdraw(
            try world.exchange(1_000_000_000_000, world.jeffy),
            to: world.jeffy.timelock(of: a.owner).swapTokenAccount.address,
            owner: world.jeffy.timelock(of: a.owner).swap.address, fee: nil, world.jeffy, id: order.fundingID)
        #expect(
            try await world.submit(tokens, signers: [a])
                == .invalid("must fund swap with \(PublicKey.usdf.base58) mint"))
        #expect(try await pay(999_999, to: account, owner: swap) == .invalid("must fund swap with 1000000 quarks"))
        let foreign = world.usdf.timelock(of: b.owner)
        #expect(
            try await pay(1_000_000, to: foreign.swapTokenAccount.address, owner: foreign.swap.address)
                == .denied("can only send to your own vm swap pda"))
        let jeffy = world.jeffy.timelock(of: a.owner).swap.address
        let jeffyAccount = AssociatedTokenAccount.address(owner: jeffy, mint: .usdf).address
        #expect(
            try await pay(1_000_000, to: jeffyAccount, owner: jeffy) == .invalid("vm swap pda is for a different mint"))
        #expect(
            try await pay(1_000_000, to: account, owner: swap, fee: 500_000)
                == .invalid("CREATE_ON_SEND_WITHDRAWAL fee payment not required for code destination"))
        let free = a.withdraw(
            world.dollars(1_000_000), to: account, owner: swap, fee: nil, world.usdf, id: world.id())
        #expect(try await world.submit(free, signers: [a]) == .denied("intent id is not reserved for a swap"))

        #expect(try await world.fund(order, by: a) == .success)
        #expect(try await world.fund(order, by: a) == .stale("intent already exists"))
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("a swap that the policy forbids is refused")
    func start_owner_isChecked() async throws {
        let strict = try LedgerWorld(antispam: NoSwaps())
        let b = try await strict.user(10_000_000)
        try await strict.submitted(b.open(strict.jeffy, id: strict.id()), signers: [])
        try strict.backJeffy(tokens: 10_000_000_000_000_000, reserve: 16_006_351_806)
        #expect(
            try await strict.start(strict.order(strict.usdf, strict.jeffy, 1_000_000), by: b) == .denied("rate limited")
        )
    }

    private struct NoSwaps: AntispamPolicy {
        func allowsOpenAccounts(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }
        func allowsSwap(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict {
            .refused(reason: "too many swaps")
        }
    }
}
