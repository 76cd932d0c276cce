import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("Accounts and balances")
struct AccountServiceProviderTests {
    typealias Request = Ocp_Account_V1_GetTokenAccountInfosRequest

    private func request(
        _ person: Somebody, asking requester: Somebody? = nil, _ fill: (inout Request) -> Void = { _ in }
    ) throws -> Request {
        var request = Request.with {
            $0.owner = person.key.publicKey.accountID
            if let requester { $0.requestingOwner = requester.key.publicKey.accountID }
        }
        fill(&request)
        let unsigned = request
        request.signature = try person.sign(unsigned)
        if let requester { request.requestingOwnerSignature = try requester.sign(unsigned) }
        return request
    }

    @Test("Only an owner with a core account is an account holder")
    func isOcpAccount_owners_areDistinguished() async throws {
        try await NodeHarness.run { harness in
            func ask(_ person: Somebody) async throws -> Ocp_Account_V1_IsOcpAccountResponse.Result {
                var request = Ocp_Account_V1_IsOcpAccountRequest.with { $0.owner = person.key.publicKey.accountID }
                request.signature = try person.sign(request)
                return try await harness.accounts.isOcpAccount(request).result
            }
            let (person, gift) = (try Somebody("a"), try Somebody("gift"))
            #expect(try await ask(person) == .notFound)
            let vault = try await harness.open(person)
            try await harness.open(gift, type: .giftCard)
            #expect(try await ask(person) == .ok)
            #expect(try await ask(gift) == .notFound)
            try await harness.node.context.committer.commit { try $0.setVaultState(.unlocked, of: vault.token) }
            #expect(try await ask(person) == .unlockedTimelockAccount)
        }
    }

    @Test("An open account is shown with its currency, under its address")
    func getTokenAccountInfos_primary_complete() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            #expect(try await harness.accounts.getTokenAccountInfos(request(person)).result == .notFound)
            let vault = try await harness.open(person)
            let answer = try await harness.accounts.getTokenAccountInfos(request(person))
            #expect(answer.result == .ok)
            #expect(Array(answer.tokenAccountInfos.keys) == [vault.token.base58])
            let info = try #require(answer.tokenAccountInfos[vault.token.base58])
            #expect(info.accountType == .primary)
            #expect(info.managementState == .locked && info.blockchainState == .exists)
            #expect(info.balanceSource == .cache && info.balance == 0)
            #expect(info.owner == person.key.publicKey.accountID && info.authority == info.owner)
            #expect(info.mintMetadata.symbol == "USDF" && !info.hasLiveReserveState)
            #expect(info.createdAt == harness.clock.now().timestamp)
            #expect(info.claimState == .unknown && !info.hasOriginalExchangeData)
        }
    }

    @Test("Filters pick accounts; on a gift card's owner they are refused")
    func getTokenAccountInfos_filters_applied() async throws {
        try await NodeHarness.run { harness in
            let (person, gift) = (try Somebody("a"), try Somebody("gift"))
            let vault = try await harness.open(person)
            try await harness.open(gift, type: .giftCard)
            func count(_ fill: (inout Request) -> Void) async throws -> Int {
                try await harness.accounts.getTokenAccountInfos(request(person, fill)).tokenAccountInfos.count
            }
            #expect(try await count { $0.filterByTokenAddress = vault.token.accountID } == 1)
            #expect(try await count { $0.filterByTokenAddress = gift.key.publicKey.accountID } == 0)
            #expect(try await count { $0.filterByAccountType = .primary } == 1)
            #expect(try await count { $0.filterByAccountType = .pool } == 0)
            #expect(try await count { $0.filterByMintAddress = PublicKey.usdf.accountID } == 1)
            #expect(try await count { $0.filterByMintAddress = PublicKey.usdc.accountID } == 0)
            let status = await grpcStatus {
                try await harness.accounts.getTokenAccountInfos(
                    request(gift) { $0.filterByMintAddress = PublicKey.usdf.accountID })
            }
            #expect(status?.code == .invalidArgument)
            #expect(status?.message == "filter must be nil for gift card owner accounts")
        }
    }

    @Test("An unlocked account's balance is reported as unknown")
    func getTokenAccountInfos_unlocked_unknown() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            let vault = try await harness.open(person)
            try await harness.node.context.committer.commit { try $0.setVaultState(.unlocking, of: vault.token) }
            let info = try await harness.accounts.getTokenAccountInfos(request(person)).tokenAccountInfos.values.first
            #expect(info?.balanceSource == .unknown && info?.balance == 0)
            #expect(info?.managementState == .unlocking)
        }
    }

    @Test("A closed pool is not shown, and only a PRIMARY account has a cost")
    func getTokenAccountInfos_poolAndCard_areShownAsTheyAre() async throws {
        try await NodeHarness.run { harness in
            let (person, gift) = (try Somebody("a"), try Somebody("gift"))
            let pool = try await harness.open(person, type: .pool)
            #expect(try await harness.accounts.getTokenAccountInfos(request(person)).tokenAccountInfos.count == 1)
            let card = try await harness.open(gift, type: .giftCard)
            try harness.node.context.store.write { writer in
                let account = "account = (SELECT id FROM accounts WHERE address = ?)"
                try writer.execute("UPDATE balances SET is_open = 0 WHERE \(account)", [pool.token.blob])
                try writer.execute("UPDATE balances SET quarks = 5000000 WHERE \(account)", [card.token.blob])
            }
            #expect(try await harness.accounts.getTokenAccountInfos(request(person)).result == .notFound)
            let info = try await harness.accounts.getTokenAccountInfos(request(gift)).tokenAccountInfos.values.first
            #expect(info?.balance == 5_000_000)
            #expect(info?.usdCostBasis == 0)
        }
    }

    @Test("Both owner and asker sign the same bytes, without either signature")
    func getTokenAccountInfos_requester_verified() async throws {
        try await NodeHarness.run { harness in
            let (gift, person) = (try Somebody("gift"), try Somebody("a"))
            try await harness.open(gift, type: .giftCard)
            let good = try request(gift, asking: person)
            let info = try await harness.accounts.getTokenAccountInfos(good).tokenAccountInfos.values.first
            #expect(info?.accountType == .remoteSendGiftCard)
            #expect(info?.isGiftCardIssuer == false)
            // A likely mistake: the asker signs the request with the owner's signature in it.
            var wrong = try request(gift, asking: person)
            var half = wrong
            half.clearRequestingOwnerSignature()
            wrong.requestingOwnerSignature = try person.sign(half)
            var missing = good
            missing.clearRequestingOwnerSignature()
            var foreign = good
            foreign.signature = good.requestingOwnerSignature
            for bad in [wrong, missing, foreign] {
                let status = await grpcStatus { try await harness.accounts.getTokenAccountInfos(bad) }
                #expect(status?.code == .unauthenticated)
            }
        }
    }

    @Test("Fields of a newer client stay in the signed bytes")
    func getTokenAccountInfos_unknownFields_verified() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            try await harness.open(person)
            var newer = try Request(
                serializedBytes: Request.with { $0.owner = person.key.publicKey.accountID }.serializedBytes()
                    + [0xA8, 0x06, 0x01])
            newer.signature = try person.sign(newer)
            #expect(try await harness.accounts.getTokenAccountInfos(newer).result == .ok)
        }
    }

    @Test("Later facts override earlier ones in a gift card's state")
    func claimState_facts_inOrder() {
        func state(
            claim: Bool = false, managed: Bool = true, spent: Bool = false, back: Bool = false, over: Bool = false
        )
            -> GiftCardClaimState
        {
            GiftCardClaimState(
                hasClaim: claim, isManaged: managed, isSpent: spent, isReturnScheduled: back, isOver: over)
        }
        #expect(state() == .notClaimed)
        #expect(state(managed: false) == .unknown)
        #expect(state(claim: true) == .claimed)
        #expect(state(claim: true, managed: false) == .claimed)
        #expect(state(spent: true) == .claimed)
        #expect(state(back: true) == .claimed)
        #expect(state(over: true) == .expired)
        #expect(state(claim: true, spent: true, back: true, over: true) == .expired)
    }

    @Test("Requests that break a rule are invalid arguments that name the field")
    func requests_broken_invalid() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            let empty = await grpcStatus { try await harness.accounts.getTokenAccountInfos(Request()) }
            #expect(empty?.code == .invalidArgument)
            #expect(empty?.message.contains("owner") == true)
            var short = try request(person)
            short.owner = .with { $0.value = [1, 2, 3] }
            let status = await grpcStatus { try await harness.accounts.getTokenAccountInfos(short) }
            #expect(status?.code == .invalidArgument)
            #expect(status?.message.contains("32") == true)
        }
    }
}
