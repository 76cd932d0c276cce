import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Random programs, compared with a model that keeps only each user's balance (payment specification §22).
@Suite struct LedgerPropertyTests {
    typealias Outcome = LedgerWorld.Outcome

    /// A minimal model of the books.
    struct Model {
        struct Card {
            let issuer: Int
            let quarks: Int64
            let madeAt: Instant
            /// The text in its issuer's feed.
            var text = "Sending"
            var isOpen: Bool { text == "Sending" }
        }

        /// A line of a user's feed.
        enum Line {
            case fixed(String)
            /// The card with that number, in its current state.
            case card(Int)
        }

        var holdings: [Int64]
        /// Jeffy, for which users with odd numbers have no account.
        var tokens: [Int64]
        var cards: [Card] = []
        var sent: [[(at: Instant, usd: Int64)]]
        var feeds: [[Line]]
        var outside: Int64 = 0
        var fees: Int64 = 0

        /// The amount an owner has sent within the day before `now`.
        func spent(_ person: Int, _ now: Instant) -> Int64 {
            sent[person].filter { $0.at >= now.advanced(by: .seconds(-86_400)) }.reduce(0) { $0 + $1.usd }
        }

        /// A payment that both sides see.
        mutating func notePayment(from payer: Int, to payee: Int) {
            feeds[payer].append(.fixed("Gave"))
            feeds[payee].append(.fixed("Received"))
        }

        /// The feed of `person`, oldest first.
        func feed(_ person: Int) -> [String] {
            feeds[person].map { line in
                switch line {
                case .fixed(let text): text
                case .card(let number): cards[number].text
                }
            }
        }
    }

    /// A random number generator that repeats for the same seed.
    struct Dice {
        var state: UInt64

        mutating func roll(_ sides: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(sides))
        }
    }

    private static let quarksMin: Int64 = 5_000
    private static let jeffyGrant: UInt64 = 50_000_000_000_000
    private static let jeffySupply: UInt64 = 10_000_000_000_000_000

    @Test("after random actions, the books match the model and their own audit", arguments: 1...6)
    func randomProgram_matchesNaiveModel(seed: UInt64) async throws {
        let world = try LedgerWorld(seed: seed)
        var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15)
        var people: [Payer] = []
        let count = 2 + dice.roll(4)
        for _ in 0..<count { people.append(try await world.user()) }
        var model = Model(
            holdings: Array(repeating: 0, count: count), tokens: Array(repeating: 0, count: count),
            sent: Array(repeating: [], count: count), feeds: Array(repeating: [], count: count))
        for index in stride(from: 0, to: count, by: 2) {
            try await world.submitted(people[index].open(world.jeffy, id: world.id()), signers: [])
            try world.grantJeffy(Self.jeffyGrant, to: people[index])
            model.tokens[index] = Int64(Self.jeffyGrant)
        }
        var cards: [Payer] = []
        var used: [LedgerWorld.Request.SubmitActions] = []
        for step in 0..<60 {
            let label = "seed \(seed), step \(step)"
            try await act(world, people, &cards, &used, &model, &dice, label)
            for (index, person) in people.enumerated() {
                #expect(try world.balance(person) == model.holdings[index], "\(label): person \(index)")
                let tokens = try world.balance(person, world.jeffy)
                #expect(tokens == (index % 2 == 0 ? model.tokens[index] : -1), "\(label): person \(index)")
            }
            for (card, state) in zip(cards, model.cards) {
                #expect(try world.balance(card) == (state.isOpen ? state.quarks : 0), "\(label)")
            }
            guard step % 10 == 9 else { continue }
            #expect(try world.findings().map(\.description) == [], "\(label)")
            for (index, person) in people.enumerated() {
                let feed = try feed(of: person.owner, pageSize: [1, 3, 7, 100][dice.roll(4)], world)
                #expect(feed == model.feed(index), "\(label): person \(index)")
            }
        }
    }

    /// The whole feed of `owner`, oldest first, assembled from pages.
    private func feed(of owner: PublicKey, pageSize: Int, _ world: LedgerWorld) throws -> [String] {
        try world.store.read { reader in
            var texts: [String] = []
            var sequence: Int64?
            while true {
                let page = try FeedReader(reader: reader, owner: owner)
                    .page(after: sequence, descending: false, size: pageSize)
                texts += page.map(\.localizedText)
                guard page.count == pageSize, let last = page.last else { return texts }
                sequence = try reader.intent(try #require(IntentID(exactly: last.id.value)))?.sequence
            }
        }
    }

    private func act(
        _ world: LedgerWorld, _ people: [Payer], _ cards: inout [Payer],
        _ used: inout [LedgerWorld.Request.SubmitActions], _ model: inout Model, _ dice: inout Dice, _ label: String
    ) async throws {
        let now = world.clock.now()
        let payer = dice.roll(people.count)
        let payee = dice.roll(people.count)
        switch dice.roll(13) {
        case 0, 1:
            let quarks = UInt64(1 + dice.roll(300_000_000))
            try await world.ledger.deposits.faucet(quarks, mint: world.usdf.mint, to: people[payer].owner)
            model.holdings[payer] += Int64(quarks)
            if quarks >= 10_000 { model.feeds[payer].append(.fixed("Added")) }
        case 2, 3, 4:
            let quarks = amount(model.holdings[payer], &dice)
            let request = people[payer].pay(
                world.dollars(quarks), to: people[payee].vault(world.usdf), world.usdf, id: world.id())
            let outcome = try await world.submit(request, signers: people)
            let isDue = payer != payee && isSendable(quarks, payer, model, now)
            #expect((outcome == .success) == isDue, "\(label): pay \(quarks) ended with \(outcome)")
            guard isDue else { return }
            used.append(request)
            model.holdings[payer] -= Int64(quarks)
            model.holdings[payee] += Int64(quarks)
            model.sent[payer].append((now, Int64(quarks)))
            model.notePayment(from: payer, to: payee)
        case 5, 6:
            let quarks = amount(model.holdings[payer], &dice)
            let card = world.stranger()
            let request = people[payer].link(world.dollars(quarks), card: card, world.usdf, id: world.id())
            let outcome = try await world.submit(request, signers: people + [card])
            let isDue = isSendable(quarks, payer, model, now)
            #expect((outcome == .success) == isDue, "\(label): link \(quarks) ended with \(outcome)")
            guard isDue else { return }
            used.append(request)
            cards.append(card)
            model.feeds[payer].append(.card(model.cards.count))
            model.cards.append(.init(issuer: payer, quarks: Int64(quarks), madeAt: now))
            model.holdings[payer] -= Int64(quarks)
            model.sent[payer].append((now, Int64(quarks)))
        case 7:
            guard !cards.isEmpty else { return }
            let index = dice.roll(cards.count)
            let card = model.cards[index]
            let wrong = dice.roll(4) == 0
            let request = people[payee].claim(
                cards[index], quarks: UInt64(card.quarks) + (wrong ? 1 : 0), world.usdf, id: world.id())
            let outcome = try await world.submit(request, signers: [cards[index]])
            let age = now.duration(since: card.madeAt)
            let isDue = card.isOpen && !wrong && age < .seconds(604_800 - 60)
            #expect((outcome == .success) == isDue, "\(label): claim ended with \(outcome)")
            guard isDue else { return }
            used.append(request)
            model.cards[index].text = "Sent"
            model.holdings[payee] += card.quarks
            model.feeds[payee].append(.fixed("Received"))
        case 8:
            guard !cards.isEmpty else { return }
            let index = dice.roll(cards.count)
            let card = model.cards[index]
            _ = try await GiftCardVoid(ledger: world.ledger).void(
                cards[index].vault(world.usdf), by: people[payer].owner)
            guard card.issuer == payer, card.isOpen, now.duration(since: card.madeAt) < .seconds(604_800) else {
                return
            }
            model.cards[index].text = "Cancelled"
            model.holdings[payer] += card.quarks
        case 9:
            world.clock.advance(by: .seconds([1, 3_600, 86_400, 400_000][dice.roll(4)]))
            let later = world.clock.now()
            for _ in 0..<(1 + dice.roll(2)) { for worker in world.ledger.workers() { try await worker.tick() } }
            for (index, card) in model.cards.enumerated()
            where card.isOpen && later.duration(since: card.madeAt) >= .seconds(604_800) {
                model.cards[index].text = "Returned"
                model.holdings[card.issuer] += card.quarks
            }
        case 11:
            let quarks = UInt64(1 + dice.roll(Int(Self.jeffyGrant)))
            let value = DiscreteBondingCurve().serverSell(
                supplyQuarks: Self.jeffySupply, tokenQuarks: quarks, feeBps: 0)?.value
            let usd = Int64(value ?? 0)
            let request = people[payer].pay(
                world.jeffyAmount(quarks, native: Double(usd) / 1_000_000), to: people[payee].vault(world.jeffy),
                world.jeffy, id: world.id())
            let outcome = try await world.submit(request, signers: people)
            let isDue =
                payer != payee && payer % 2 == 0 && payee % 2 == 0 && usd >= Self.quarksMin
                && Int64(quarks) <= model.tokens[payer] && usd <= 250_000_000
                && model.spent(payer, now) + usd <= 1_200_000_000
            #expect((outcome == .success) == isDue, "\(label): pay \(quarks) tokens ended with \(outcome)")
            guard isDue else { return }
            used.append(request)
            model.tokens[payer] -= Int64(quarks)
            model.tokens[payee] += Int64(quarks)
            model.sent[payer].append((now, usd))
            model.notePayment(from: payer, to: payee)
        case 10:
            let owner = world.stranger().owner
            let account = AssociatedTokenAccount.address(owner: owner, mint: world.usdf.mint).address
            let quarks = amount(model.holdings[payer], &dice)
            let request = people[payer].withdraw(
                world.dollars(quarks), to: account, owner: owner, fee: 500_000, world.usdf, id: world.id())
            let outcome = try await world.submit(request, signers: people)
            let isDue = quarks > 500_000 && Int64(quarks) <= model.holdings[payer]
            #expect((outcome == .success) == isDue, "\(label): withdraw \(quarks) ended with \(outcome)")
            guard isDue else { return }
            used.append(request)
            model.holdings[payer] -= Int64(quarks)
            model.outside += Int64(quarks) - 500_000
            model.fees += 500_000
            model.feeds[payer].append(.fixed("Withdrew"))
        default:
            guard let again = used.isEmpty ? nil : used[dice.roll(used.count)] else { return }
            let outcome = try await world.submit(again, signers: people + cards)
            #expect(outcome == .stale("intent already exists"), "\(label)")
        }
    }

    /// A random amount, more often at the limits than in between.
    private func amount(_ balance: Int64, _ dice: inout Dice) -> UInt64 {
        let candidates: [Int64] = [
            1, Self.quarksMin - 1, Self.quarksMin, balance - 1, balance, balance + 1, 250_000_000, 250_000_001,
            Int64(1 + dice.roll(250_000_000)), max(1, balance / 2),
        ]
        return UInt64(max(1, candidates[dice.roll(candidates.count)]))
    }

    /// Whether the rules allow this amount: enough money, at least half a cent, within both limits.
    private func isSendable(_ quarks: UInt64, _ payer: Int, _ model: Model, _ now: Instant) -> Bool {
        let signed = Int64(quarks)
        return signed >= Self.quarksMin && signed <= model.holdings[payer] && signed <= 250_000_000
            && model.spent(payer, now) + signed <= 1_200_000_000
    }
}
