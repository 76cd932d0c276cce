import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// The examples of payment specification §26, one after the other on one ledger, to the table at their end.
@Suite struct WorkedExamplesInSequenceTests {
    private static let swapMemos: [(memo: String, units: UInt32)] = [("buy_v0", 150_000), ("sell_v0", 175_000)]

    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let g: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try Payer(entropy: Array(0x00...0x0f))
        b = try Payer(entropy: Array(0x10...0x1f))
        g = try Payer(entropy: Array(0x20...0x2f))
        try await world.open(a, 25_000_000)
        try await world.open(b)
        for person in [a, b] { try await world.submitted(person.open(world.jeffy, id: world.id()), signers: []) }
        try world.grantJeffy(5_000_000_000_000, to: a)
        try world.backJeffy(tokens: 9_995_000_000_000_000, reserve: 16_006_351_806)
    }

    private func expect(
        a quarksOfA: Int64, b quarksOfB: Int64, jeffyOfA: Int64, jeffyOfB: Int64,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try world.balance(a) == quarksOfA, sourceLocation: location)
        #expect(try world.balance(b) == quarksOfB, sourceLocation: location)
        #expect(try world.balance(a, world.jeffy) == jeffyOfA, sourceLocation: location)
        #expect(try world.balance(b, world.jeffy) == jeffyOfB, sourceLocation: location)
        #expect(try world.findings().map(\.description) == [], sourceLocation: location)
    }

    /// Starts and funds a swap. The parameters must have the memo and the compute units of their kind.
    private func swap(
        _ order: SwapOrder, by owner: Payer, on line: LedgerLine, _ terms: (memo: String, units: UInt32), paysFee: Bool
    ) async throws {
        let (world, memo, units) = (world, terms.memo, terms.units)
        let outcome = try await line.start(order, by: owner) { parameters in
            let data = parameters.reserveExistingCurrency
            #expect(data.memoValue == memo && data.computeUnitLimit == units)
            #expect(data.computeUnitPrice == 1_000)
            #expect(data.payer.value == world.nodeKey.publicKey.bytes)
            #expect(data.hasFeeDestination == paysFee)
        }
        #expect(outcome == .success)
        #expect(try world.swap(order)?.state == .created)
        #expect(try await line.fund(order, by: owner) == .success)
        #expect(try world.swap(order)?.state == .finalized)
    }

    @Test(
        "26.1 to 26.8: every balance after each example is the specification's",
        arguments: LedgerLine.Road.allCases)
    func examples_inSequence_haveTheirNumbers(road: LedgerLine.Road) async throws {
        try await world.reached(over: road) { line in
            // 26.1: CAD 5.00 at 1.4.
            try await line.submitted(
                a.pay(
                    world.amount(3_571_429, "cad", 1.4, native: 5), to: b.vault(world.usdf), world.usdf,
                    id: world.id()),
                signers: [a])
            try expect(a: 21_428_571, b: 3_571_429, jeffyOfA: 5_000_000_000_000, jeffyOfB: 0)

            // 26.2: USD 1.00 of Jeffy.
            try await line.submitted(
                a.pay(
                    world.jeffyAmount(415_992_704_558, native: 1), to: b.vault(world.jeffy), world.jeffy,
                    id: world.id()),
                signers: [a])
            try expect(a: 21_428_571, b: 3_571_429, jeffyOfA: 4_584_007_295_442, jeffyOfB: 415_992_704_558)

            // 26.3: a link of USD 10.00, collected by B.
            try await line.submitted(
                a.link(world.dollars(10_000_000), card: g, world.usdf, id: world.id()), signers: [a, g])
            try await line.submitted(b.claim(g, quarks: 10_000_000, world.usdf, id: world.id()), signers: [g])
            try expect(a: 11_428_571, b: 13_571_429, jeffyOfA: 4_584_007_295_442, jeffyOfB: 415_992_704_558)

            // 26.4: a link of USD 2.50, taken back.
            let card = world.stranger()
            try await line.submitted(
                a.link(world.dollars(2_500_000), card: card, world.usdf, id: world.id()), signers: [a, card])
            #expect(try world.balance(a) == 8_928_571)
            #expect(try world.balance(card) == 2_500_000)
            #expect(try await line.void(card.vault(world.usdf), by: a) == .ok)
            try expect(a: 11_428_571, b: 13_571_429, jeffyOfA: 4_584_007_295_442, jeffyOfB: 415_992_704_558)

            // 26.5: USD 5.00 to a new token account outside.
            let (outsider, account) = try Self.outside()
            let withdrawal = a.withdraw(
                world.dollars(5_000_000), to: account, owner: outsider, fee: 500_000, world.usdf, id: world.id())
            let collector = "2KNhXJv7xZWpePqvxfRofMbZqU4hjZjDyYCK7qnDULGR"
            let outcome = try await line.submit(withdrawal) { [a] parameters in
                let fee = PublicKey(exactly: parameters.serverParameters[1].feePayment.destination.value)
                #expect(fee?.base58 == collector)
                return LedgerWorld.signatures(withdrawal, parameters, [a])
            }
            #expect(outcome == .success)
            try expect(a: 6_428_571, b: 13_571_429, jeffyOfA: 4_584_007_295_442, jeffyOfB: 415_992_704_558)

            // 26.6: B buys USD 10 of Jeffy, with the fee on top.
            let basis = try world.store.read { try $0.vault(b.vault(world.jeffy))?.balance.usdBasis ?? 0 }
            let buy = world.order(world.usdf, world.jeffy, 10_000_000, fee: 100_000)
            try await swap(buy, by: b, on: line, Self.swapMemos[0], paysFee: true)
            try expect(a: 6_428_571, b: 3_471_429, jeffyOfA: 4_584_007_295_442, jeffyOfB: 4_574_972_695_830)
            let after = try world.store.read { try $0.vault(b.vault(world.jeffy))?.balance.usdBasis ?? 0 }
            #expect(after - basis == 10_000_000, "what was bought cost ten dollars, without the fee")

            // 26.7: A sells 200 Jeffy.
            let sell = world.order(world.jeffy, world.usdf, 2_000_000_000_000)
            let funding = try world.funding(sell, by: a).metadata.sendPublicPayment.clientExchangeData
            #expect(abs(funding.nativeAmount - 4.809_319_965) < 0.000_001)
            try await swap(sell, by: a, on: line, Self.swapMemos[1], paysFee: false)
            try expect(a: 11_189_798, b: 3_471_429, jeffyOfA: 2_584_007_295_442, jeffyOfB: 4_574_972_695_830)

            try expectEnd(account: account)
        }
    }

    /// 26.8: the table at the end.
    private func expectEnd(account: PublicKey) throws {
        let (usdf, jeffy) = (world.usdf, world.jeffy)
        #expect(try world.balance(g) == 0)
        for (owner, mint) in [(a, usdf), (b, usdf), (a, jeffy), (b, jeffy)] {
            let holding = LedgerAccount.swapHolding(
                tokenAccount: mint.timelock(of: owner.owner).swapTokenAccount.address, mint: mint.mint)
            #expect(try world.quarks(holding, mint) ?? 0 == 0)
        }
        #expect(try world.quarks(.external(address: account, mint: usdf.mint), usdf) == 4_500_000)
        #expect(try world.quarks(.feeCollector(mint: usdf.mint), usdf) == 600_000)
        #expect(try world.quarks(.pool(mint: jeffy.mint), usdf) == 16_011_590_579)
        #expect(try world.quarks(.external(address: Samples.address, mint: jeffy.mint), jeffy) == 9_995_000_000_000_000)
        #expect(try world.quarks(.mintAuthority(mint: usdf.mint), usdf) == -16_031_351_806, "nothing was made or lost")
        #expect(try world.quarks(.mintAuthority(mint: jeffy.mint), jeffy) == -10_002_158_979_991_272)
        let state = try #require(try world.store.read { try $0.mint(jeffy.mint)?.launchpad })
        #expect(state.supply == 10_002_158_979_991_272 && state.baseVault == 16_011_590_579)
        let texts = try [a, b].map { person in
            try world.store.read { reader in
                try FeedReader(reader: reader, owner: person.owner).page(after: nil, descending: false, size: 100)
                    .map(\.localizedText)
            }
        }
        #expect(texts[0] == ["Added", "Gave", "Gave", "Sent", "Cancelled", "Withdrew", "Swapped"])
        #expect(texts[1] == ["Received", "Received", "Received", "Swapped"])
    }

    @Test(
        "26.5 with Jeffy: the fee is taken in tokens at the proven supply", arguments: LedgerLine.Road.allCases)
    func withdraw_jeffy_takesFeeInTokens(road: LedgerLine.Road) async throws {
        try await world.reached(over: road) { line in
            let (outsider, _) = try Self.outside()
            let account = AssociatedTokenAccount.address(owner: outsider, mint: world.jeffy.mint).address
            let gross = world.jeffyAmount(4_160_509_605_036, native: 10)
            let withdrawal = a.withdraw(
                gross, to: account, owner: outsider, fee: 207_996_352_279, world.jeffy, id: world.id())
            #expect(withdrawal.actions[0].noPrivacyTransfer.amount == 3_952_513_252_757)
            try await line.submitted(withdrawal, signers: [a])
            let external = LedgerAccount.external(address: account, mint: world.jeffy.mint)
            #expect(try world.quarks(external, world.jeffy) == 3_952_513_252_757)
            #expect(try world.quarks(.feeCollector(mint: world.jeffy.mint), world.jeffy) == 207_996_352_279)
            #expect(try world.balance(a, world.jeffy) == 5_000_000_000_000 - 4_160_509_605_036)
            #expect(try world.findings().map(\.description) == [])
        }
    }

    private static func outside() throws -> (owner: PublicKey, account: PublicKey) {
        let owner = try PublicKey(base58: "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX")
        return (owner, AssociatedTokenAccount.address(owner: owner, mint: .usdf).address)
    }
}
