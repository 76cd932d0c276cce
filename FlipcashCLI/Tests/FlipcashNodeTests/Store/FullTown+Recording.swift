import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Foundation
import ProtobufCodec
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

extension FullTown {
    /// Writes the database of the town to `fixture`. Replaces an earlier one.
    static func record(at fixture: URL) async throws {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let town = try await FullTown(foundedAt: temporary.file("node.sqlite"))
        try await town.fill()
        let findings = try town.world.findings().map(\.description)
        try #require(findings == [])
        try? FileManager.default.removeItem(at: fixture)
        try FileManager.default.createDirectory(
            at: fixture.deletingLastPathComponent(), withIntermediateDirectories: true)
        try town.world.store.backUp(to: fixture.path)
    }

    /// Fills every table. A later version may do more here, and the recorded databases of earlier versions stay as they
    /// are.
    private func fill() async throws {
        try await trade()
        try await launch()
        try await pay()
        try await share()
        try await leaveSwaps()
        try keepTheRest()
    }

    // MARK: Money

    /// The purchase and the sale of the examples (payment specification §26), after a purchase that the pool refused
    /// and whose funds went back.
    private func trade() async throws {
        try await world.open(ann, 50_000_000)
        try await world.open(bo, 13_571_429)
        try await world.open(cy)
        for person in [ann, bo] {
            try await world.submitted(person.open(world.jeffy, id: world.id()), signers: [])
        }
        try world.grantJeffy(5_000_000_000_000, to: ann)
        try world.backJeffy(tokens: 9_995_000_000_000_000, reserve: 16_006_351_806)
        let refused = world.order(world.usdf, world.jeffy, 10_000_000, fee: 100_000)
        try await start(refused, by: bo)
        try world.setJeffy(supply: DiscreteBondingCurve.maxSupplyQuarks)
        try await world.submitted(world.funding(refused, by: bo), signers: [bo])
        try world.setJeffy(supply: 10_000_000_000_000_000)
        try await world.swapped(world.order(world.usdf, world.jeffy, 10_000_000, fee: 100_000), by: bo)
        try await world.swapped(world.order(world.jeffy, world.usdf, 2_000_000_000_000), by: ann)
    }

    /// Three currencies: one was given up, one can be bought and has a picture, one waits for its first purchase.
    private func launch() async throws {
        let gravel = try await world.launched("Gravel", by: ann)
        try await start(world.firstPurchase(of: gravel, by: ann), by: ann)
        world.clock.advance(by: Self.age)
        try await work()
        let marble = try await world.available("Marble", by: ann)
        try world.store.write { writer in
            var record = try #require(try writer.currency(marble.mint))
            record.colors = Self.colors
            try writer.update(record, description: "Round.")
            try writer.setIcon(Self.icon, of: marble.mint)
        }
        _ = try await world.launched("Pebble", by: cy)
    }

    /// Two cash links, of which one is collected, and a withdrawal to outside.
    private func pay() async throws {
        let cards = [world.stranger(), world.stranger()]
        for card in cards {
            try await world.submitted(
                ann.link(world.dollars(250_000), card: card, world.usdf, id: world.id()), signers: [ann, card])
        }
        try await world.submitted(
            bo.claim(cards[0], quarks: 250_000, world.usdf, id: world.id()), signers: [cards[0]])
        let outside = world.stranger().owner
        try await world.submitted(
            ann.withdraw(
                world.dollars(750_000),
                to: AssociatedTokenAccount.address(owner: outside, mint: world.usdf.mint).address, owner: outside,
                fee: 500_000, world.usdf, id: world.id()), signers: [ann])
    }

    /// A swap that waits for its funds, and one whose funds have arrived and that a worker has to carry on.
    private func leaveSwaps() async throws {
        try await start(world.order(world.usdf, world.jeffy, 1_000_000), by: bo)
        let funded = world.order(world.usdf, try mint("Marble"), 1_000_000)
        try await start(funded, by: ann)
        try await world.commitOnly(try world.plan(world.funding(funded, by: ann)), signer: ann)
    }

    private func start(_ order: SwapOrder, by person: Payer) async throws {
        let outcome = try await world.start(order, by: person)
        guard outcome == .success else { throw LedgerWorld.UnexpectedSwap(outcome: outcome) }
    }

    // MARK: Shared expenses

    private func share() async throws {
        try shareInGroups()
        try await payShare()
        try changeTexts()
        try invite()
        try deleteSome()
    }

    /// Friends, a group of three with two expenses, an expense without a group, and a group that was closed.
    private func shareInGroups() throws {
        let (ann, bo, trip) = (bench.members[0], bench.members[1], TestID.entity(1))
        try does(.putFriend(FriendPut(row(Self.friend, "Cyrus", of: 0))), 101, by: 0)
        try does(.putGroup(GroupPut(.sample(1, [ann, bo, Self.friend]))), 102, by: 0)
        let dinner = try Expense.sample(2, in: trip, paidBy: bo, among: [ann, bo], units: 1000)
        try does(.putExpense(ExpensePut(dinner)), 103, by: 1)
        let tickets = try Expense.sample(4, in: nil, paidBy: ann, among: [ann, Self.friend], units: 500)
        try does(.putExpense(ExpensePut(tickets)), 104, by: 0)
        let supper = try Expense.sample(5, in: trip, paidBy: ann, among: [ann, bo, Self.friend], units: 900)
        try does(.putExpense(ExpensePut(supper)), 105, by: 0)
        try does(.putGroup(GroupPut(.sample(10, [ann, bo]))), 106, by: 0)
        let closing = GroupClosing(
            id: TestID.entity(11), groupID: TestID.entity(10), asOfRevision: 0, at: SplitTime(milliseconds: 0))
        try does(.putClosing(closing), 107, by: 0)
    }

    /// Ann pays Bo her share of the first expense from wallet to wallet, which the ledger proves.
    private func payShare() async throws {
        let payment = SplitPayment(
            id: TestID.entity(3), from: bench.members[0], to: bench.members[1], amount: ExpenseAmount(500, .usd),
            groupID: TestID.entity(1), settles: [TestID.entity(2000)], method: .direct)
        try does(.putPayment(payment), 108, by: 0)
        try does(.advancePayment(PaymentAdvance(payment: payment.id, state: .submitted)), 109, by: 0)
        let intent = world.id()
        try await world.submitted(
            ann.pay(world.dollars(5_000_000), to: bo.vault(world.usdf), world.usdf, id: intent), signers: [ann])
        let paid = PaymentAdvance(payment: payment.id, state: .completed, intent: Hexadecimal.encode(intent.bytes))
        try does(.advancePayment(paid), 110, by: 0)
    }

    /// Other names for a group and an expense, whose times are kept.
    private func changeTexts() throws {
        var group = SplitGroup.sample(1, [bench.members[0], bench.members[1], Self.friend])
        group.name = "Journey"
        try does(.putGroup(GroupPut(group, baseVersion: 1)), 111, by: 0)
        var expense = try #require(try view(of: 0).expenses[TestID.entity(5)])
        expense.description = "Supper"
        try does(.putExpense(ExpensePut(expense, baseVersion: 1)), 112, by: 0)
    }

    /// A request that Cy has accepted, one that waits for an answer, and an invitation.
    private func invite() throws {
        let cy = bench.accounts[2]
        let accepted = RequestDraft(id: TestID.entity(20), recipient: cy, target: Self.friend)
        try does(.createRequest(accepted), 113, by: 0)
        try does(.respondRequest(RequestResponse(id: accepted.id, isAccepted: true)), 114, by: 2)
        try does(.putFriend(FriendPut(row(TestID.member(8), "Dee", of: 0))), 115, by: 0)
        let hash = Hash(sha256: [UInt8](repeating: 1, count: 16)).bytes
        let invitation = InviteDraft(id: TestID.entity(21), tokenHash: hash, target: TestID.member(8))
        try does(.createInvite(invitation), 116, by: 0)
        try does(.putFriend(FriendPut(row(TestID.member(9), "Eve", of: 1))), 117, by: 1)
        let pending = RequestDraft(id: TestID.entity(22), recipient: cy, target: TestID.member(9))
        try does(.createRequest(pending), 118, by: 1)
    }

    /// An expense that was deleted, and a group whose deletion has begun. The fence is written directly: an operation
    /// makes one only for a group of more than `SplitLimits.cascade` entities.
    private func deleteSome() throws {
        let (ann, bo) = (bench.members[0], bench.members[1])
        let mistake = try Expense.sample(15, in: TestID.entity(1), paidBy: bo, among: [ann, bo], units: 10)
        try does(.putExpense(ExpensePut(mistake)), 119, by: 1)
        try does(.deleteExpense(mistake.id), 120, by: 1)
        try does(.putGroup(GroupPut(.sample(12, [ann, bo]))), 121, by: 0)
        let lunch = try Expense.sample(13, in: TestID.entity(12), paidBy: ann, among: [ann, bo], units: 100)
        try does(.putExpense(ExpensePut(lunch)), 122, by: 0)
        let fences = try bench.store.write { writer in
            try writer.execute(
                """
                INSERT INTO split_fences (grp, kind, member)
                SELECT id, 1, NULL FROM split_entities WHERE kind = 2 AND uuid = ?
                """, [try TestID.entity(12).blob()])
        }
        try #require(fences == 1)
    }

    private func row(_ member: MemberID, _ name: String, of person: Int) -> Friend {
        Friend(owner: bench.accounts[person], memberID: member, name: name, status: .friend)
    }

    // MARK: What the services of a whole node would write

    /// A user with all fields, proofs of a rate and of a reserve, the copy of a message, and a fact.
    private func keepTheRest() throws {
        let now = world.clock.now()
        let supply = try #require(try mint("Jeffy").launchpad).supply
        let rate: [UInt8] = try world.rate("eur", 0.9).serializedBytes()
        let reserve: [UInt8] = try world.reserve(supply).serializedBytes()
        let grab = Ocp_Messaging_V1_Message.with {
            $0.requestToGrabBill = .with { $0.requestorAccount = bo.vault(world.usdf).accountID }
        }
        let message = StoredMessage(
            number: 1, rendezvous: ann.owner, id: [UInt8](repeating: 1, count: 16), bytes: try grab.serializedBytes(),
            expiresAt: now.advanced(by: .seconds(900)))
        try world.store.write { writer in
            var user = try #require(try writer.user(publicKey: ann.owner))
            user.locale = "de"
            user.region = "at"
            user.phone = "+4315550100"
            user.email = "ann@example.com"
            try writer.update(user)
            try writer.insert([StoredRate(currency: "eur", value: 0.9, observedAt: now, proof: rate)])
            try writer.insert(
                StoredReserve(mint: world.jeffy.mint, supply: supply, observedAt: now, proof: reserve))
            try writer.write(MessageCopyBatch(added: [message], removed: []))
            try writer.noteServingOthers()
        }
    }
}
