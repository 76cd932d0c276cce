import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// The examples of payment specification §26 that this node supports, with their numbers.
@Suite struct WorkedExamplesTests {
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
    }

    private static let bill: [UInt8] = [
        0x01, 0x19, 0x40, 0x4b, 0x4c, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]

    @Test("the users of the examples have the vaults that the specification states")
    func vaults_ofExamples_matchVectors() {
        #expect(a.vault(world.usdf).base58 == "e3HDMdFVuKUwWtKSKJHsQD5AmYuYcfu24wP5MhGKtpj")
        #expect(b.vault(world.usdf).base58 == "2gcndbXHqLbmyANZk71EMM5owGFDmK1WbVG5XtZB4PX2")
        #expect(g.vault(world.usdf).base58 == "AKm6vhvC9USUFGZ6omEfk2eS985Z9EDexD4kNhRQdh8k")
        #expect(a.vault(world.jeffy).base58 == "GeQpCTSB3f7gX8qNRsH4hi2m6LWThitFuh5q3ifp9NER")
    }

    @Test(
        "26.1: A gives CAD 5.00 at 1.4; both see it, a third user is refused",
        arguments: LedgerLine.Road.allCases)
    func give_cad5_movesQuarks(road: LedgerLine.Road) async throws {
        try await world.reached(over: road) { line in
            let rendezvous = try KeyPair.rendezvous(payload: Self.bill)
            let id = IntentID(rendezvous: rendezvous.publicKey)
            #expect(id.base58 == "F9Mmpz9mYgY6oXYaYcZvqWcP1NP2gmwanKB4eZMZuQzL")
            let exchange = world.amount(3_571_429, "cad", 1.4, native: 5)
            let actions = a.pay(exchange, to: b.vault(world.usdf), world.usdf, id: id)
            var unsigned = actions
            unsigned.clearSignature()
            let bytes: [UInt8] = try unsigned.serializedBytes()
            #expect(bytes.count == 488)
            #expect(
                Hexadecimal.encode(Hash(sha256: bytes).bytes)
                    == "39be3aa41f6f655f9f4f3b4432172df01e5fb3977023420a6d420b4ecc1e42a5")
            #expect(try await line.submit(actions, signers: [a]) == .success)
            #expect(try world.balance(a) == 21_428_571)
            #expect(try world.balance(b) == 3_571_429)
            let intent = try #require(try world.store.read { try $0.intent(id) })
            #expect(intent.amount?.usdMicros == 3_571_429)
            for owner in [a.owner, b.owner, nil] {
                let metadata = try world.store.read { try $0.intentMetadata(id, for: owner) }
                #expect(metadata.result == .ok)
                let data = metadata.metadata.sendPublicPayment.serverExchangeData
                #expect(data.currency == "cad")
                #expect(data.exchangeRate == 1.4)
                #expect(data.nativeAmount == 5)
                #expect(data.quarks == 3_571_429)
                #expect(data.mint.value == world.usdf.mint.bytes)
            }
            let stranger = world.stranger().owner
            #expect(try world.store.read { try $0.intentMetadata(id, for: stranger) }.result == .denied)
            #expect(try world.store.read { try $0.intentMetadata(world.id(), for: a.owner) }.result == .notFound)
            #expect(try await line.submit(actions, signers: [a]) == .stale("intent already exists"))
            #expect(try world.findings() == [])
        }
    }

    @Test(
        "26.2: A gives USD 1.00 of Jeffy at the proven supply",
        arguments: LedgerLine.Road.allCases)
    func give_jeffy_movesTokens(road: LedgerLine.Road) async throws {
        try await world.reached(over: road) { line in
            #expect(try await line.submit(a.open(world.jeffy, id: world.id()), signers: []) == .success)
            #expect(try await line.submit(b.open(world.jeffy, id: world.id()), signers: []) == .success)
            try world.grantJeffy(5_000_000_000_000, to: a)
            let exchange = world.jeffyAmount(415_992_704_558, native: 1)
            let id = world.id()
            let outcome = try await line.submit(
                a.pay(exchange, to: b.vault(world.jeffy), world.jeffy, id: id), signers: [a])
            #expect(outcome == .success)
            #expect(try world.balance(a, world.jeffy) == 4_584_007_295_442)
            #expect(try world.balance(b, world.jeffy) == 415_992_704_558)
            let amount = try #require(try world.store.read { try $0.intent(id)?.amount })
            #expect(abs(amount.rate - 0.0240388) < 0.000_000_1)
            #expect(amount.usdMicros == 1_000_000)
            var bare = exchange
            bare.clearLaunchpadCurrencyReserveState()
            let refused = try await line.submit(
                a.pay(bare, to: b.vault(world.jeffy), world.jeffy, id: world.id()), signers: [a])
            #expect(refused == .invalid("reserve state is required for launchpad currencies"))
        }
    }

    @Test(
        "26.3: A sends USD 10.00 by link, B collects; a second claim fails",
        arguments: LedgerLine.Road.allCases)
    func link_claimed_endsInOneVault(road: LedgerLine.Road) async throws {
        try await world.reached(over: road) { line in
            try await line.submitted(
                a.pay(
                    world.amount(3_571_429, "cad", 1.4, native: 5), to: b.vault(world.usdf), world.usdf,
                    id: world.id()),
                signers: [a])
            let id = world.id()
            let link = a.link(world.dollars(10_000_000), card: g, world.usdf, id: id)
            try await line.submitted(link, signers: [a, g])
            #expect(try world.balance(a) == 11_428_571)
            #expect(try world.balance(g) == 10_000_000)
            #expect(try world.store.read { try $0.autoReturn(of: g.vault(world.usdf)) }?.quantity == nil)
            #expect(try world.findings() == [])

            try await line.submitted(b.claim(g, quarks: 10_000_000, world.usdf, id: world.id()), signers: [g])
            #expect(try world.balance(a) == 11_428_571)
            #expect(try world.balance(b) == 13_571_429)
            let card = try #require(try world.store.read { try $0.vault(g.vault(world.usdf)) })
            #expect(card.balance.quarks == 0)
            #expect(!card.balance.isOpen)
            #expect(try world.findings() == [])

            let late = try await world.user()
            let second = try await line.submit(
                late.claim(g, quarks: 10_000_000, world.usdf, id: world.id()), signers: [g])
            #expect(second == .stale("gift card balance has already been claimed"))
            let void = try await line.void(g.vault(world.usdf), by: a)
            #expect(void == .claimedByOtherUser)

            for worker in world.ledger.workers() { try await worker.tick() }
            let dropped = try #require(try world.store.read { try $0.autoReturn(of: g.vault(world.usdf)) })
            #expect(dropped.state == .revoked)
            #expect(try world.store.read { try $0.intent(id) }?.state == .confirmed)
            #expect(try world.findings() == [])
        }
    }

    @Test(
        "26.4: A sends USD 2.50 by link and takes it back; repeating changes nothing, collecting fails",
        arguments: LedgerLine.Road.allCases)
    func link_voided_comesBack(road: LedgerLine.Road) async throws {
        try await world.reached(over: road) { line in
            let id = world.id()
            try await line.submitted(a.link(world.dollars(2_500_000), card: g, world.usdf, id: id), signers: [a, g])
            #expect(try world.balance(a) == 22_500_000)
            let vault = g.vault(world.usdf)
            #expect(try await line.void(vault, by: b) == .denied)
            #expect(try await line.void(a.vault(world.usdf), by: a) == .notFound)
            #expect(try await line.void(world.stranger().owner, by: a) == .notFound)
            #expect(try await line.void(vault, by: a) == .ok)
            #expect(try world.balance(a) == 25_000_000)
            #expect(try world.balance(g) == 0)
            #expect(try await line.void(vault, by: a) == .ok)
            #expect(try world.balance(a) == 25_000_000)
            let record = try #require(try world.store.read { try $0.intent(.autoReturn(of: id)) })
            #expect(record.state == .confirmed)
            #expect(record.flags.contains(.issuerVoidedGiftCard))
            #expect(record.amount?.quarks == 2_500_000)
            let claim = try await line.submit(
                b.claim(g, quarks: 2_500_000, world.usdf, id: world.id()), signers: [g])
            #expect(claim == .stale("gift card is expired"))
            for worker in world.ledger.workers() { try await worker.tick() }
            #expect(try world.findings() == [])
        }
    }

    @Test(
        "26.5: a withdrawal that creates its token account pays the fee out of its amount",
        arguments: LedgerLine.Road.allCases)
    func withdraw_newAccount_paysFee(road: LedgerLine.Road) async throws {
        try await world.reached(over: road) { line in
            let owner = try PublicKey(base58: "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX")
            let account = AssociatedTokenAccount.address(owner: owner, mint: world.usdf.mint).address
            #expect(account.base58 == "H1jQMuGKd2hHsrrxAL1km9M769AmY1qNsvVZD7AcGpum")
            let hint = try await WithdrawalDestination.find(owner, mint: world.usdf.mint, ledger: world.ledger)
            #expect(hint == .owner(requiresInitialization: true, isFeeDue: true))
            let exchange = world.dollars(5_000_000)
            let without = a.withdraw(exchange, to: account, owner: owner, fee: nil, world.usdf, id: world.id())
            #expect(
                try await line.submit(without, signers: [a])
                    == .invalid("CREATE_ON_SEND_WITHDRAWAL fee payment is required"))
            let cheap = a.withdraw(exchange, to: account, owner: owner, fee: 490_000, world.usdf, id: world.id())
            #expect(
                try await line.submit(cheap, signers: [a])
                    == .invalid("actions[1]: CREATE_ON_SEND_WITHDRAWAL fee payment amount must be 0.50 USD"))
            let request = a.withdraw(exchange, to: account, owner: owner, fee: 500_000, world.usdf, id: world.id())
            try await line.submitted(request, signers: [a])
            #expect(try world.balance(a) == 20_000_000)
            let (external, collected) = try world.store.read { reader in
                (
                    try reader.balance(of: .external(address: account, mint: world.usdf.mint), mint: world.usdf.mint)?
                        .quarks,
                    try reader.balance(of: .feeCollector(mint: world.usdf.mint), mint: world.usdf.mint)?.quarks
                )
            }
            #expect(external == 4_500_000)
            #expect(collected == 500_000)
            let again = try await WithdrawalDestination.find(owner, mint: world.usdf.mint, ledger: world.ledger)
            #expect(again == .owner(requiresInitialization: false, isFeeDue: false))
            #expect(try world.findings() == [])
        }
    }

    @Test("derived ids match the specification's vectors")
    func derivedIDs_ofVectors_match() throws {
        let signature = String(repeating: "1", count: 64)
        #expect(
            IntentID.externalDeposit(reference: signature, destination: a.vault(world.usdf)).base58
                == "fLpJd6vrBVUANNRgW5fMoMQ7oor25dyUvFv8CxhEETh")
    }
}

extension LedgerWorld {
    /// Submits a request that must succeed.
    func submitted(_ actions: Request.SubmitActions, signers: [Payer]) async throws {
        let outcome = try await submit(actions, signers: signers)
        guard outcome == .success else { throw Unexpected(outcome) }
    }
}
