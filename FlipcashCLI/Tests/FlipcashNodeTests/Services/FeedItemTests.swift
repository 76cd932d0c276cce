import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("Each side's view of an intent")
struct FeedItemTests {
    private let mine: PublicKey
    private let theirs: PublicKey

    init() throws {
        mine = try Somebody("a").key.publicKey
        theirs = try Somebody("b").key.publicKey
    }

    private func intent(
        _ type: IntentType, from initiator: PublicKey, to owner: PublicKey?, _ flags: IntentFlags = [],
        usd: Int64 = 1_000_000, state: IntentState = .confirmed
    ) -> IntentRecord {
        IntentRecord(
            sequence: 1, id: IntentID(raw: mine.raw), type: type, mint: .usdf, initiator: initiator,
            destinationOwner: owner, destination: theirs, source: nil,
            amount: IntentAmount(quarks: 1_000_000, currency: "usd", rate: 1, native: 1, usdMicros: usd), flags: flags,
            appMetadata: nil, state: state, createdAt: Instant(seconds: 0))
    }

    private func text(_ intent: IntentRecord, _ outcome: CashLinkOutcome = .open) -> String? {
        FeedItem(intent, owner: mine) {
            outcome
        } swap: {
            swap(.funding)
        }?.text
    }

    private func swap(_ state: SwapState, from: PublicKey = .usdf) -> FeedSwap {
        let record = SwapRecord(
            id: SwapID(raw: mine.raw), fundingID: IntentID(raw: mine.raw), owner: mine, from: from,
            to: from == .usdf ? theirs : .usdf, amount: 1_000_000, fee: from == .usdf ? 10_000 : 0,
            isFirstPurchase: false, authority: theirs, nonce: theirs, metadata: [], proofSignature: .zero,
            transactionID: .zero, transaction: nil, state: state, fundBefore: Instant(seconds: 60),
            createdAt: Instant(seconds: 0))
        let paid = IntentAmount(quarks: 1_010_000, currency: "cad", rate: 2, native: 2.02, usdMicros: 1_010_000)
        return FeedSwap(
            record, funding: paid, settlement: intent(.externalDeposit, from: mine, to: mine, .swapBuy),
            isFromCore: from == .usdf)
    }

    @Test("Payments, withdrawals, deposits and cash links have their texts")
    func init_kinds_texts() {
        #expect(text(intent(.sendPublicPayment, from: mine, to: theirs)) == "Gave")
        #expect(text(intent(.sendPublicPayment, from: theirs, to: mine)) == "Received")
        #expect(text(intent(.sendPublicPayment, from: mine, to: nil, .withdrawal)) == "Withdrew")
        #expect(text(intent(.sendPublicPayment, from: theirs, to: mine, .withdrawal)) == "Added")
        let link = intent(.sendPublicPayment, from: mine, to: theirs, .indirectSend)
        #expect(text(link, .open) == "Sending")
        #expect(text(link, .claimed) == "Sent")
        #expect(text(link, .voided) == "Cancelled")
        #expect(text(link, .returned) == "Returned")
        #expect(text(intent(.receivePaymentsPublicly, from: mine, to: mine, .indirectSend)) == "Received")
        #expect(text(intent(.externalDeposit, from: mine, to: mine)) == "Added")
        #expect(text(intent(.sendPublicPayment, from: mine, to: theirs, [.withdrawal, .swapFunding])) == "Swapping")
    }

    @Test("A swap is one item, which is pending while it runs, and has its amounts and its fee")
    func notification_swap_describesBothSides() throws {
        let funding = intent(.sendPublicPayment, from: mine, to: theirs, [.withdrawal, .swapFunding])
        let running: [SwapState] = [.funding, .funded, .submitting, .cancelling]
        for state in running + [.finalized, .failed, .cancelled] {
            let item = FeedItem.swapped(swap(state)).notification(funding)
            try item.validate()
            #expect((item.state == .pending) == running.contains(state))
            #expect(!item.hasPaymentAmount)
            let metadata = item.swappedCrypto
            #expect(metadata.from.quarks == 1_010_000 && metadata.from.currency == "cad")
            #expect(metadata.from.nativeAmount == 2.02)
            #expect(metadata.fee.currency == "cad")
            switch state {
            case .finalized:
                #expect(item.localizedText == "Swapped" && metadata.swapState == .succeeded)
                #expect(metadata.toAmount.mint == theirs.coreKey && metadata.toAmount.quarks == 1_000_000)
                #expect(abs(metadata.fee.nativeAmount - 0.02) < 1e-12)
            case .failed, .cancelled:
                #expect(item.localizedText == "Swap Failed" && metadata.swapState == .failed)
                #expect(metadata.toMint == theirs.coreKey && metadata.fee.nativeAmount == 0)
            case .created, .funding, .funded, .submitting, .cancelling:
                #expect(item.localizedText == "Swapping" && metadata.swapState == .pending)
                #expect(metadata.toMint == theirs.coreKey)
            }
        }
        #expect(abs(swap(.finalized, from: theirs).fee - 0.0202) < 1e-12, "the pool keeps 1 % of a sale")
    }

    @Test("Openings, returns, revoked intents, small deposits and other people's intents are hidden")
    func init_hidden_nil() {
        #expect(text(intent(.openAccounts, from: mine, to: nil)) == nil)
        #expect(text(intent(.receivePaymentsPublicly, from: mine, to: mine, .issuerVoidedGiftCard)) == nil)
        #expect(text(intent(.receivePaymentsPublicly, from: mine, to: mine, .returned)) == nil)
        #expect(text(intent(.externalDeposit, from: mine, to: mine, .returned)) == nil)
        #expect(text(intent(.externalDeposit, from: mine, to: mine, .swapBuy)) == nil)
        #expect(text(intent(.externalDeposit, from: mine, to: mine, usd: 9_999)) == nil)
        #expect(text(intent(.externalDeposit, from: mine, to: mine, usd: 10_000)) == "Added")
        #expect(text(intent(.sendPublicPayment, from: theirs, to: theirs)) == nil)
        #expect(text(intent(.sendPublicPayment, from: mine, to: theirs, state: .revoked)) == nil)
    }

    @Test("Only an open cash link is pending and can be cancelled; every item is a valid message")
    func notification_link_pending() throws {
        let link = intent(.sendPublicPayment, from: mine, to: theirs, .indirectSend)
        for outcome in [CashLinkOutcome.open, .claimed, .voided, .returned] {
            let notification = FeedItem.sentLink(outcome).notification(link)
            try notification.validate()
            #expect((notification.state == .pending) == (outcome == .open))
            #expect(notification.indirectlySentCrypto.canInitiateCancelAction == (outcome == .open))
            #expect(notification.indirectlySentCrypto.vault == theirs.coreKey)
        }
        for item in [FeedItem.gave, .withdrew, .received, .deposited] {
            try item.notification(link).validate()
        }
    }
}

@Suite("The activity feed")
struct ActivityFeedServiceProviderTests {
    /// Records intents, of which every third is hidden.
    private func record(_ count: Int, for person: Somebody, _ harness: NodeHarness) async throws -> [IntentID] {
        let owner = person.key.publicKey
        let vault = try await harness.open(person).token
        return try await harness.node.context.committer.commit { writer in
            try (0..<count).compactMap { number in
                let id = IntentID(raw: Hash(sha256: "intent/\(owner.base58)/\(number)".utf8).raw)
                let isHidden = number.isMultiple(of: 3)
                _ = try writer.insert(
                    IntentRecord(
                        sequence: nil, id: id, type: .sendPublicPayment, mint: .usdf,
                        initiator: owner, destinationOwner: nil, destination: vault, source: vault,
                        amount: IntentAmount(quarks: 5, currency: "usd", rate: 1, native: 1, usdMicros: 5),
                        flags: [], appMetadata: nil, state: isHidden ? .revoked : .confirmed,
                        createdAt: Instant(seconds: Int64(number))))
                return isHidden ? nil : id
            }
        }
    }

    private func page(
        _ person: Somebody, size: Int32, after: IntentID? = nil, order: Flipcash_Common_V1_QueryOptions.Order = .asc
    ) throws -> Flipcash_Activity_V1_GetPagedNotificationsRequest {
        var request = Flipcash_Activity_V1_GetPagedNotificationsRequest.with {
            $0.type = .transactionHistory
            $0.queryOptions = .with {
                $0.pageSize = size
                $0.order = order
                if let after { $0.pagingToken = .with { $0.value = after.bytes } }
            }
        }
        request.auth = try person.auth(request)
        return request
    }

    private func batch(_ person: Somebody, _ ids: [IntentID]) throws
        -> Flipcash_Activity_V1_GetBatchNotificationsRequest
    {
        var request = Flipcash_Activity_V1_GetBatchNotificationsRequest.with {
            $0.ids = ids.map { id in .with { $0.value = id.bytes } }
        }
        request.auth = try person.auth(request)
        return request
    }

    @Test("All pages but the last are full, and together they are the feed in order", arguments: [1, 2, 3, 7, 100])
    func getPaged_pages_concatenate(size: Int32) async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            _ = try await harness.register(person)
            let expected = try await record(40, for: person, harness)
            for order in [Flipcash_Common_V1_QueryOptions.Order.asc, .desc] {
                var seen: [IntentID] = []
                while true {
                    let answer = try await harness.feed.getPagedNotifications(
                        page(person, size: size, after: seen.last, order: order))
                    #expect(answer.result == .ok)
                    seen += answer.notifications.compactMap { IntentID(exactly: $0.id.value) }
                    if answer.notifications.count < size { break }
                }
                #expect(seen == (order == .asc ? expected : expected.reversed()))
            }
        }
    }

    @Test("The latest come first, a hundred by default")
    func getLatest_default_hundred() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            _ = try await harness.register(person)
            let expected = try await record(200, for: person, harness)
            var request = Flipcash_Activity_V1_GetLatestNotificationsRequest.with { $0.type = .transactionHistory }
            request.auth = try person.auth(request)
            let answer = try await harness.feed.getLatestNotifications(request)
            #expect(answer.notifications.map(\.id.value) == expected.reversed().prefix(100).map(\.bytes))
        }
    }

    @Test("A paging token that names no item of the user is an internal error; strangers learn nothing")
    func getPaged_badToken_internal() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            _ = try await harness.register(person)
            let foreign = try await record(3, for: other, harness)
            let unknown = IntentID(raw: person.key.publicKey.raw)
            for token in [unknown, foreign[0]] {
                let status = await grpcStatus {
                    try await harness.feed.getPagedNotifications(page(person, size: 5, after: token))
                }
                #expect(status?.code == .internalError)
            }
            let stranger = await grpcStatus {
                try await harness.feed.getPagedNotifications(page(other, size: 5))
            }
            #expect(stranger?.code == .permissionDenied)
            #expect(stranger?.message == "permission denied")
        }
    }

    @Test("A batch is all or nothing: unknown ids are not found, other people's are denied")
    func getBatch_ids_checked() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            _ = try await harness.register(person)
            let mine = try await record(6, for: person, harness)
            let foreign = try await record(3, for: other, harness)
            let good = try await harness.feed.getBatchNotifications(batch(person, mine))
            #expect(good.result == .ok)
            #expect(good.notifications.map(\.id.value) == mine.map(\.bytes))
            let unknown = IntentID(raw: person.key.publicKey.raw)
            #expect(try await harness.feed.getBatchNotifications(batch(person, mine + [unknown])).result == .notFound)
            #expect(try await harness.feed.getBatchNotifications(batch(person, mine + foreign)).result == .denied)
            let hidden = IntentID(raw: Hash(sha256: "intent/\(person.key.publicKey.base58)/0".utf8).raw)
            #expect(try await harness.feed.getBatchNotifications(batch(person, [hidden])).result == .notFound)
        }
    }
}
