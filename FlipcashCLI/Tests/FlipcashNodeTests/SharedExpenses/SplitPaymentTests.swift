import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// Payments between friends are completed only with the money that the ledger has moved (expense specification §9.5).
@Suite("Shared expenses: payments of the wallet")
struct SplitPaymentTests {
    private struct Person {
        let service: any SharedExpensesService
        let account: OwnAccount
        var me: MemberID { account.account.memberID }
    }

    private static func join(_ payer: Payer, _ town: WireTown) async throws -> Person {
        var request = Flipcash_Account_V1_RegisterRequest.with { $0.publicKey = payer.owner.coreKey }
        request.signature = .with { $0.value = payer.key.sign((try? request.serializedBytes()) ?? []).bytes }
        let user = try await Flipcash_Account_V1_Account.Client(wrapping: town.client).register(request).userID.value
        let service = SharedExpensesClient(
            stub: Flipcash_Split_V1_SharedExpenses.Client(wrapping: town.client), owner: payer.key,
            user: try #require(AccountID(userID: user)))
        return Person(service: service, account: try await service.account())
    }

    private static func send(
        _ change: SplitChange, _ id: Int, by person: Person, _ town: WireTown
    ) async throws -> OperationResult.Code {
        let now = SplitTime(town.clock.now())
        let stamp = ClockStamp(milliseconds: UInt64(now.milliseconds), counter: 0, actor: "0000000000000001")
        let operation = SplitOperation(id: TestID.entity(id), stamp: stamp, change: change)
        return try #require(try await person.service.apply([operation], at: now).results.first).code
    }

    private static func payment(
        _ id: Int, from: MemberID, to: MemberID, _ units: Int64, _ method: SplitPayment.Method
    ) -> SplitPayment {
        SplitPayment(
            id: TestID.entity(id), from: from, to: to, amount: ExpenseAmount(units, .usd), groupID: TestID.entity(1),
            method: method)
    }

    @Test("a direct payment needs the intent of its payer, its payee and its amount, once")
    func advance_direct_isCheckedInTheLedger() async throws {
        try await WireTown.run { town in
            let (ann, bo) = (try await Self.join(town.a, town), try await Self.join(town.b, town))
            #expect(try await Self.send(.putGroup(GroupPut(.sample(1, [ann.me, bo.me]))), 1, by: ann, town) == .ok)
            #expect(try await ann.service.payee(bo.me).owner == town.b.owner.bytes)
            for id in [5, 6] {
                let payment = Self.payment(id, from: ann.me, to: bo.me, 500, .direct)
                #expect(try await Self.send(.putPayment(payment), id, by: ann, town) == .ok)
                let submitted = PaymentAdvance(payment: payment.id, state: .submitted)
                #expect(try await Self.send(.advancePayment(submitted), 10 + id, by: ann, town) == .ok)
            }
            var intents: [IntentID] = []
            for (payer, payee, quarks) in [
                (town.a, town.b, UInt64(4_990_000)), (town.a, town.b, 5_000_000), (town.b, town.a, 5_000_000),
            ] {
                let id = town.id()
                let refusal = try await town.submit(
                    payer.pay(try town.dollars(quarks), to: payee.vault(town.usdf), town.usdf, id: id),
                    signers: [payer])
                #expect(refusal == nil)
                intents.append(id)
            }
            func complete(_ payment: Int, _ intent: IntentID, _ id: Int) async throws -> OperationResult.Code {
                let advance = PaymentAdvance(
                    payment: TestID.entity(payment), state: .completed, intent: Hexadecimal.encode(intent.bytes))
                return try await Self.send(.advancePayment(advance), id, by: ann, town)
            }
            #expect(try await complete(5, intents[0], 30) == .conflict)
            #expect(try await complete(5, intents[2], 31) == .conflict)
            #expect(try await complete(5, town.id(), 32) == .conflict)
            #expect(try await complete(5, intents[1], 33) == .ok)
            #expect(try await complete(6, intents[1], 34) == .conflict)
            let seen = try await bo.service.snapshot(cursor: nil).entities.compactMap { entity -> SplitPayment? in
                guard case .payment(let payment) = entity else { return nil }
                return payment
            }
            #expect(seen.first { $0.id == TestID.entity(5) }?.isVerified == true)
            #expect(seen.first { $0.id == TestID.entity(6) }?.state == .submitted)
            #expect(await town.violations() == [])
        }
    }

    @Test("a cash link counts when somebody else has collected it, and not when it went back")
    func advance_cashLink_isCheckedInTheLedger() async throws {
        try await WireTown.run { town in
            let ann = try await Self.join(town.a, town)
            let friend = TestID.member(7)
            #expect(try await Self.send(.putGroup(GroupPut(.sample(1, [ann.me, friend]))), 1, by: ann, town) == .ok)
            let cards = [Payer(key: try Somebody("card 1").key), Payer(key: try Somebody("card 2").key)]
            for (index, card) in cards.enumerated() {
                let payment = Self.payment(5 + index, from: ann.me, to: friend, 200, .cashLink)
                #expect(try await Self.send(.putPayment(payment), 5 + index, by: ann, town) == .ok)
                let submitted = PaymentAdvance(
                    payment: payment.id, state: .submitted,
                    giftCardVault: Hexadecimal.encode(card.vault(town.usdf).bytes))
                #expect(try await Self.send(.advancePayment(submitted), 15 + index, by: ann, town) == .ok)
                let refusal = try await town.submit(
                    town.a.link(try town.dollars(2_000_000), card: card, town.usdf, id: town.id()),
                    signers: [town.a, card])
                #expect(refusal == nil)
            }
            func complete(_ payment: Int, _ id: Int) async throws -> OperationResult.Code {
                let advance = PaymentAdvance(payment: TestID.entity(payment), state: .completed)
                return try await Self.send(.advancePayment(advance), id, by: ann, town)
            }
            #expect(try await complete(5, 30) == .conflict)
            let claim = town.b.claim(cards[0], quarks: 2_000_000, town.usdf, id: town.id())
            #expect(try await town.submit(claim, signers: [cards[0]]) == nil)
            #expect(try await town.void(cards[1], by: town.a) == .ok)
            #expect(try await complete(5, 31) == .ok)
            #expect(try await complete(6, 32) == .conflict)
            let voided = PaymentAdvance(payment: TestID.entity(6), state: .voided)
            #expect(try await Self.send(.advancePayment(voided), 33, by: ann, town) == .ok)
            #expect(await town.violations() == [])
        }
    }

    @Test("another payment whose intent has the id of a link's vault does not stop the link from counting")
    func advance_intentNamedLikeVault_doesNotCollide() async throws {
        try await WireTown.run { town in
            let (ann, bo) = (try await Self.join(town.a, town), try await Self.join(town.b, town))
            let friend = TestID.member(7)
            let group = SplitGroup.sample(1, [ann.me, bo.me, friend])
            #expect(try await Self.send(.putGroup(GroupPut(group)), 1, by: ann, town) == .ok)
            let card = Payer(key: try Somebody("card").key)
            let vault = card.vault(town.usdf)
            let link = Self.payment(5, from: ann.me, to: friend, 200, .cashLink)
            #expect(try await Self.send(.putPayment(link), 5, by: ann, town) == .ok)
            let submitted = PaymentAdvance(
                payment: link.id, state: .submitted, giftCardVault: Hexadecimal.encode(vault.bytes))
            #expect(try await Self.send(.advancePayment(submitted), 6, by: ann, town) == .ok)
            let made = try await town.submit(
                town.a.link(try town.dollars(2_000_000), card: card, town.usdf, id: town.id()),
                signers: [town.a, card])
            #expect(made == nil)
            // All members of the group see the vault, and each may choose its bytes as the id of an intent.
            let taken = try IntentID(vault.bytes)
            let claim = town.b.claim(card, quarks: 2_000_000, town.usdf, id: town.id())
            #expect(try await town.submit(claim, signers: [card]) == nil)
            let pay = town.b.pay(try town.dollars(1_000_000), to: town.a.vault(town.usdf), town.usdf, id: taken)
            #expect(try await town.submit(pay, signers: [town.b]) == nil)
            let direct = Self.payment(8, from: bo.me, to: ann.me, 100, .direct)
            #expect(try await Self.send(.putPayment(direct), 8, by: bo, town) == .ok)
            let announced = PaymentAdvance(payment: direct.id, state: .submitted)
            #expect(try await Self.send(.advancePayment(announced), 9, by: bo, town) == .ok)
            let paid = PaymentAdvance(payment: direct.id, state: .completed, intent: Hexadecimal.encode(taken.bytes))
            #expect(try await Self.send(.advancePayment(paid), 10, by: bo, town) == .ok)
            let collected = PaymentAdvance(payment: link.id, state: .completed)
            #expect(try await Self.send(.advancePayment(collected), 11, by: ann, town) == .ok)
            #expect(await town.violations() == [])
        }
    }

    @Test("a link that another account has collected counts once the payee confirms it")
    func advance_linkOfPayeesOtherAccount_needsPayee() async throws {
        try await WireTown.run { town in
            let (ann, bo) = (try await Self.join(town.a, town), try await Self.join(town.b, town))
            #expect(try await Self.send(.putGroup(GroupPut(.sample(1, [ann.me, bo.me]))), 1, by: ann, town) == .ok)
            let card = Payer(key: try Somebody("card").key)
            let vault = Hexadecimal.encode(card.vault(town.usdf).bytes)
            for id in [5, 6] {
                let link = Self.payment(id, from: ann.me, to: bo.me, 200, .cashLink)
                #expect(try await Self.send(.putPayment(link), id, by: ann, town) == .ok)
                let submitted = PaymentAdvance(payment: link.id, state: .submitted, giftCardVault: vault)
                #expect(try await Self.send(.advancePayment(submitted), 10 + id, by: ann, town) == .ok)
            }
            func complete(
                _ payment: Int, by person: Person, _ id: Int, vault: String? = nil
            ) async throws -> OperationResult.Code {
                let advance = PaymentAdvance(payment: TestID.entity(payment), state: .completed, giftCardVault: vault)
                return try await Self.send(.advancePayment(advance), id, by: person, town)
            }
            let made = try await town.submit(
                town.a.link(try town.dollars(2_000_000), card: card, town.usdf, id: town.id()),
                signers: [town.a, card])
            #expect(made == nil)
            #expect(try await complete(5, by: bo, 30) == .conflict, "the link is open")
            let other = Payer(key: try Somebody("other").key)
            try await town.register(other)
            #expect(try await town.submit(other.open(town.usdf, id: town.id()), signers: []) == nil)
            let claim = other.claim(card, quarks: 2_000_000, town.usdf, id: town.id())
            #expect(try await town.submit(claim, signers: [card]) == nil)
            #expect(try await complete(5, by: ann, 31) == .conflict, "it was not the account of the payee")
            #expect(try await complete(5, by: bo, 32) == .ok)
            // The money counts once, whatever link the payee names.
            #expect(try await complete(6, by: bo, 33) == .conflict)
            let unused = String(repeating: "ab", count: 32)
            #expect(try await complete(6, by: bo, 34, vault: unused) == .conflict)
            let seen = try await ann.service.snapshot(cursor: nil).entities.compactMap { entity -> SplitPayment? in
                guard case .payment(let payment) = entity else { return nil }
                return payment
            }
            #expect(seen.first { $0.id == TestID.entity(5) }?.isVerified == true)
            #expect(seen.first { $0.id == TestID.entity(6) }?.giftCardVault == vault)
            #expect(await town.violations() == [])
        }
    }

    @Test("money that moved before a payment was announced does not prove it")
    func advance_olderTransfer_isNoProof() async throws {
        try await WireTown.run { town in
            let (ann, bo) = (try await Self.join(town.a, town), try await Self.join(town.b, town))
            #expect(try await Self.send(.putGroup(GroupPut(.sample(1, [ann.me, bo.me]))), 1, by: ann, town) == .ok)
            func transfer() async throws -> IntentID {
                let id = town.id()
                let refusal = try await town.submit(
                    town.a.pay(try town.dollars(5_000_000), to: town.b.vault(town.usdf), town.usdf, id: id),
                    signers: [town.a])
                #expect(refusal == nil)
                return id
            }
            func complete(_ payment: Int, with intent: IntentID) async throws -> OperationResult.Code {
                let announced = Self.payment(payment, from: ann.me, to: bo.me, 500, .direct)
                #expect(try await Self.send(.putPayment(announced), payment, by: ann, town) == .ok)
                let submitted = PaymentAdvance(payment: announced.id, state: .submitted)
                #expect(try await Self.send(.advancePayment(submitted), 100 + payment, by: ann, town) == .ok)
                let advance = PaymentAdvance(
                    payment: announced.id, state: .completed, intent: Hexadecimal.encode(intent.bytes))
                return try await Self.send(.advancePayment(advance), 200 + payment, by: ann, town)
            }
            let old = try await transfer()
            town.clock.advance(by: .seconds(SplitPaymentCheck.clockTolerance + 1))
            #expect(try await complete(5, with: old) == .conflict)
            let recent = try await transfer()
            // The ledger's time may be behind the clock by this much.
            town.clock.advance(by: .seconds(SplitPaymentCheck.clockTolerance))
            #expect(try await complete(6, with: recent) == .ok)
            #expect(await town.violations() == [])
        }
    }
}
