import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Moves money and checks that all services report it consistently.
@Suite("A day at the node")
struct NodeStoryTests {
    /// A node with two registered people; A holds 25 dollars.
    private struct Town: Sendable {
        let harness: NodeHarness
        let usdf: MintRecord
        let a: Payer
        let b: Payer

        init(_ harness: NodeHarness) async throws {
            self.harness = harness
            usdf = try #require(try harness.node.context.store.read { try $0.mint(.usdf) })
            a = Payer(key: try Somebody("a").key)
            b = Payer(key: try Somebody("b").key)
            for person in [a, b] {
                _ = try await harness.register(Somebody(person))
                #expect(try await submit(person.open(usdf, id: id()), signers: []) == nil)
            }
            let faucet = AdminRequest(.faucet, owner: a.owner.base58, quarks: 25_000_000)
            #expect(await harness.node.perform(faucet).ok)
        }

        func id() -> IntentID { harness.node.newIntentID() }

        func dollars(_ quarks: UInt64) throws -> Ocp_Transaction_V1_VerifiedExchangeData {
            try harness.node.dollars(quarks)
        }

        func submit(
            _ actions: Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions, signers: [Payer]
        ) async throws -> String? {
            try await Ocp_Transaction_V1_Transaction.Client(wrapping: harness.client).submit(actions, signers: signers)
        }

        func texts(_ person: Payer) async throws -> [String] {
            var request = Flipcash_Activity_V1_GetLatestNotificationsRequest.with { $0.type = .transactionHistory }
            request.auth = try Somebody(person).auth(request)
            let answer = try await harness.feed.getLatestNotifications(request)
            return answer.notifications.map {
                $0.localizedText + ($0.state == .pending ? " …" : "") + " \($0.paymentAmount.quarks)"
            }
        }

        func info(
            _ owner: Payer, asking requester: Payer? = nil
        ) async throws -> Ocp_Account_V1_TokenAccountInfo? {
            var request = Ocp_Account_V1_GetTokenAccountInfosRequest.with {
                $0.owner = owner.owner.accountID
                if let requester { $0.requestingOwner = requester.owner.accountID }
            }
            let unsigned = request
            request.signature = try Somebody(owner).sign(unsigned)
            if let requester { request.requestingOwnerSignature = try Somebody(requester).sign(unsigned) }
            return try await harness.accounts.getTokenAccountInfos(request).tokenAccountInfos.values.first
        }

        func work() async throws { try await harness.node.letWorkersRun() }

        func checkBooks() async {
            #expect(await harness.node.perform(AdminRequest(.check)).check?.violations == [])
        }
    }

    @Test("A bill is given and grabbed: balances, cost and both histories agree")
    func payment_giveAndGrab_told() async throws {
        try await NodeHarness.run { harness in
            let town = try await Town(harness)
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let payment = a.pay(try town.dollars(3_571_429), to: b.vault(usdf), usdf, id: town.id())
            #expect(try await town.submit(payment, signers: [a]) == nil)
            #expect(try await town.submit(payment, signers: [a]) == "intent already exists")
            let (mine, theirs) = (try await town.info(a), try await town.info(b))
            #expect(mine?.balance == 21_428_571 && theirs?.balance == 3_571_429)
            #expect(mine?.usdCostBasis == 21.428571)
            #expect(mine?.managementState == .locked)
            #expect(try await town.texts(a) == ["Gave 3571429", "Added 25000000"])
            #expect(try await town.texts(b) == ["Received 3571429"])
            try await town.work()
            #expect(try await town.info(b)?.blockchainState == .exists)
            await town.checkBooks()
        }
    }

    @Test("A cash link is sent, seen and claimed once, and both histories show it")
    func link_claimed_told() async throws {
        try await NodeHarness.run { harness in
            let town = try await Town(harness)
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let card = Payer(key: try Somebody("card").key)
            let link = a.link(try town.dollars(10_000_000), card: card, usdf, id: town.id())
            #expect(try await town.submit(link, signers: [a, card]) == nil)
            #expect(try await town.texts(a) == ["Sending … 10000000", "Added 25000000"])
            let seen = try #require(try await town.info(card, asking: b))
            #expect(seen.claimState == .notClaimed && seen.balance == 10_000_000 && !seen.isGiftCardIssuer)
            #expect(seen.originalExchangeData.nativeAmount == 10 && seen.originalExchangeData.currency == "usd")
            #expect(try await town.info(card, asking: a)?.isGiftCardIssuer == true)
            #expect(try await town.info(card)?.isGiftCardIssuer == false)

            let claim = b.claim(card, quarks: 10_000_000, usdf, id: town.id())
            #expect(try await town.submit(claim, signers: [card]) == nil)
            let again = a.claim(card, quarks: 10_000_000, usdf, id: town.id())
            #expect(
                try await town.submit(again, signers: [card]) == "gift card balance has already been claimed")
            try await town.work()
            let claimed = try #require(try await town.info(card, asking: b))
            #expect(claimed.claimState == .claimed && claimed.balance == 0 && claimed.balanceSource == .cache)
            #expect(try await town.texts(a) == ["Sent 10000000", "Added 25000000"])
            #expect(try await town.texts(b) == ["Received 10000000"])
            #expect(try await town.info(b)?.balance == 10_000_000)
            await town.checkBooks()
        }
    }

    @Test("A cash link that is taken back, and one that is never claimed, return to their issuer")
    func link_voidedAndExpired_told() async throws {
        try await NodeHarness.run { harness in
            let town = try await Town(harness)
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let cards = [Payer(key: try Somebody("card 1").key), Payer(key: try Somebody("card 2").key)]
            for card in cards {
                let link = a.link(try town.dollars(2_500_000), card: card, usdf, id: town.id())
                #expect(try await town.submit(link, signers: [a, card]) == nil)
            }
            var request = Ocp_Transaction_V1_VoidGiftCardRequest.with {
                $0.owner = a.owner.accountID
                $0.giftCardVault = cards[0].vault(usdf).accountID
            }
            request.signature = try Somebody(a).sign(request)
            let transactions = Ocp_Transaction_V1_Transaction.Client(wrapping: harness.client)
            #expect(try await transactions.voidGiftCard(request).result == .ok)
            #expect(try await town.texts(a).prefix(2) == ["Sending … 2500000", "Cancelled 2500000"])
            #expect(try await town.info(cards[0])?.claimState == .claimed)

            harness.clock.advance(by: .seconds(7 * 86_400 - 60))
            #expect(try await town.info(cards[1])?.claimState == .expired)
            #expect(try await town.info(cards[0])?.claimState == .expired)
            harness.clock.advance(by: .seconds(60))
            try await town.work()
            #expect(try await town.texts(a).prefix(2) == ["Returned 2500000", "Cancelled 2500000"])
            #expect(try await town.info(a)?.balance == 25_000_000)
            let late = b.claim(cards[1], quarks: 2_500_000, usdf, id: town.id())
            #expect(try await town.submit(late, signers: [cards[1]]) == "gift card is expired")
            await town.checkBooks()
        }
    }

    @Test("An unregistered user cannot open an account")
    func open_unregistered_denied() async throws {
        try await NodeHarness.run { harness in
            let town = try await Town(harness)
            let stranger = Payer(key: try Somebody("stranger").key)
            let outcome = try await town.submit(stranger.open(town.usdf, id: town.id()), signers: [])
            #expect(outcome != nil)
            #expect(try await town.info(stranger) == nil)
        }
    }
}

extension Somebody {
    fileprivate init(_ payer: Payer) { self.init(key: payer.key) }
}
