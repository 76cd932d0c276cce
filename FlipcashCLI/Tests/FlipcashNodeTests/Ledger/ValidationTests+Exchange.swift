import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Refusals by the rules of rates, proofs and limits.
extension ValidationTests {
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
}
