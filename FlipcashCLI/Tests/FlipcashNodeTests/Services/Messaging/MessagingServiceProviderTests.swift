import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Synchronization
import Testing

@testable import FlipcashNode

@Suite("The mailbox of a bill")
struct MessagingServiceProviderTests {
    typealias Response = Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse

    private func rendezvous(_ key: KeyPair) -> Ocp_Messaging_V1_RendezvousKey {
        .with { $0.value = key.publicKey.bytes }
    }

    private func send(
        _ message: Ocp_Messaging_V1_Message, key: KeyPair
    ) throws -> Ocp_Messaging_V1_SendMessageRequest {
        let signature = key.sign(try message.serializedBytes())
        return .with {
            $0.message = message
            $0.rendezvousKey = rendezvous(key)
            $0.signature = signature.wire
        }
    }

    private func grab(_ vault: PublicKey) -> Ocp_Messaging_V1_Message {
        .with { $0.requestToGrabBill = .with { $0.requestorAccount = vault.accountID } }
    }

    private var give: Ocp_Messaging_V1_Message {
        .with { $0.requestToGiveBill = .with { $0.mint = PublicKey.usdf.accountID } }
    }

    private func opening(_ key: KeyPair) throws -> Ocp_Messaging_V1_OpenMessageStreamRequest {
        var request = Ocp_Messaging_V1_OpenMessageStreamRequest.with { $0.rendezvousKey = rendezvous(key) }
        request.signature = key.sign(try request.serializedBytes()).wire
        return request
    }

    private func poll(_ key: KeyPair) throws -> Ocp_Messaging_V1_PollMessagesRequest {
        var request = Ocp_Messaging_V1_PollMessagesRequest.with { $0.rendezvousKey = rendezvous(key) }
        request.signature = key.sign(try request.serializedBytes()).wire
        return request
    }

    /// One stream with keep-alive that a test controls.
    private final class Listener: Sendable {
        let responses = AsyncStream<Response>.makeStream()
        let outgoing = AsyncStream<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest>.makeStream()

        func run(_ harness: NodeHarness) async -> RPCError? {
            do {
                try await harness.messaging.openMessageStreamWithKeepAlive { [outgoing] writer in
                    for await message in outgoing.stream { try await writer.write(message) }
                } onResponse: { [responses] response in
                    for try await message in response.messages { responses.continuation.yield(message) }
                }
                return nil
            } catch {
                return error as? RPCError
            }
        }

        func next() async -> Response? {
            var iterator = responses.stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    @Test("A grab reaches the giver's open stream with the signature of its request, and a poll returns it until acked")
    func sendMessage_openStream_delivered() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            let vault = try await harness.open(try Somebody("b"))
            let listener = Listener()
            async let end = listener.run(harness)
            try listener.outgoing.continuation.yield(.with { $0.request = try opening(bill) })
            #expect(await listener.next()?.ping.pingDelay.seconds == 5)

            let request = try send(grab(vault.token), key: bill)
            let answer = try await harness.messaging.sendMessage(request)
            #expect(answer.result == .ok)
            let delivered = try #require(await listener.next()?.response.messages.first)
            #expect(delivered.id == answer.messageID)
            #expect(delivered.sendMessageRequestSignature == request.signature)
            #expect(delivered.requestToGrabBill.requestorAccount == vault.token.accountID)

            #expect(try await harness.messaging.pollMessages(poll(bill)).messages == [delivered])
            let ack = Ocp_Messaging_V1_AckMessagesRequest.with {
                $0.rendezvousKey = rendezvous(bill)
                $0.messageIds = [answer.messageID]
            }
            #expect(try await harness.messaging.ackMessages(ack).result == .ok)
            #expect(try await harness.messaging.ackMessages(ack).result == .ok)
            #expect(try await harness.messaging.pollMessages(poll(bill)).messages.isEmpty)
            listener.outgoing.continuation.finish()
            #expect(await end == nil)
        }
    }

    @Test("A new stream gets the stored messages, and a give message has all data on its currency")
    func openStream_storedMessages_flushed() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            _ = try await harness.messaging.sendMessage(send(give, key: bill))
            let polled = try #require(try await harness.messaging.pollMessages(poll(bill)).messages.first)
            let metadata = polled.additionalContext.requestToGiveBill.mintMetadata
            #expect(metadata.symbol == "USDF")
            #expect(metadata.vmMetadata.authority == harness.node.publicKey.accountID)
            let listener = Listener()
            async let end = listener.run(harness)
            try listener.outgoing.continuation.yield(.with { $0.request = try opening(bill) })
            #expect(await listener.next()?.response.messages == [polled])
            #expect(await listener.next()?.isPing == true)
            listener.outgoing.continuation.finish()
            #expect(await end == nil)
        }
    }

    @Test("A poll describes the currency of every give message, and adds nothing to others")
    func pollMessages_severalKinds_describesGivenCurrencies() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            let vault = try await harness.open(try Somebody("b"))
            let listener = Listener()
            async let end = listener.run(harness)
            try listener.outgoing.continuation.yield(.with { $0.request = try opening(bill) })
            _ = await listener.next()
            for message in [give, grab(vault.token), give] {
                #expect(try await harness.messaging.sendMessage(send(message, key: bill)).result == .ok)
            }
            let polled = try await harness.messaging.pollMessages(poll(bill)).messages
            let symbols = polled.map(\.additionalContext.requestToGiveBill.mintMetadata.symbol)
            #expect(symbols == ["USDF", "", "USDF"])
            #expect(polled.map(\.hasAdditionalContext) == [true, false, true])
            listener.outgoing.continuation.finish()
            #expect(await end == nil)
        }
    }

    @Test("A grab without an open stream is not stored, except shortly after the stream closed")
    func sendMessage_grabUnattended_noActiveStream() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            let vault = try await harness.open(try Somebody("b"))
            let request = try send(grab(vault.token), key: bill)
            #expect(try await harness.messaging.sendMessage(request).result == .noActiveStream)
            #expect(try await harness.messaging.pollMessages(poll(bill)).messages.isEmpty)

            let listener = Listener()
            async let end = listener.run(harness)
            try listener.outgoing.continuation.yield(.with { $0.request = try opening(bill) })
            #expect(await listener.next()?.isPing == true)
            listener.outgoing.continuation.finish()
            #expect(await end == nil)
            harness.clock.advance(by: .seconds(5))
            #expect(try await harness.messaging.sendMessage(request).result == .ok)
            harness.clock.advance(by: .milliseconds(1))
            #expect(try await harness.messaging.sendMessage(request).result == .noActiveStream)
            #expect(try await harness.messaging.pollMessages(poll(bill)).messages.count == 1)
        }
    }

    @Test("Messages expire five minutes after they were stored")
    func pollMessages_afterFiveMinutes_gone() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            _ = try await harness.messaging.sendMessage(send(give, key: bill))
            harness.clock.advance(by: .seconds(299))
            #expect(try await harness.messaging.pollMessages(poll(bill)).messages.count == 1)
            harness.clock.advance(by: .seconds(1))
            #expect(try await harness.messaging.pollMessages(poll(bill)).messages.isEmpty)
        }
    }

    @Test("A second stream on a key is refused and the first one stays")
    func openStream_second_aborted() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            let listener = Listener()
            async let end = listener.run(harness)
            try listener.outgoing.continuation.yield(.with { $0.request = try opening(bill) })
            #expect(await listener.next()?.isPing == true)

            let second = Listener()
            try second.outgoing.continuation.yield(.with { $0.request = try opening(bill) })
            #expect(await second.run(harness)?.code == .aborted)
            let third = await grpcStatus {
                try await harness.messaging.openMessageStream(try opening(bill)) { response in
                    for try await _ in response.messages {}
                }
            }
            #expect(third?.code == .aborted)
            #expect(third?.message == "stream already exists")

            _ = try await harness.messaging.sendMessage(send(give, key: bill))
            #expect(await listener.next()?.isPing == false)
            listener.outgoing.continuation.finish()
            #expect(await end == nil)
        }
    }

    @Test("A plain stream delivers, and closes after 61 seconds")
    func openMessageStream_61seconds_deadline() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            let start = harness.clock.uptime()
            let delivered = AsyncStream<Int>.makeStream()
            async let end = grpcStatus {
                try await harness.messaging.openMessageStream(try opening(bill)) { response in
                    for try await message in response.messages { delivered.continuation.yield(message.messages.count) }
                }
            }
            await harness.clock.waitForSleeper(at: start + .seconds(61))
            _ = try await harness.messaging.sendMessage(send(give, key: bill))
            var iterator = delivered.stream.makeAsyncIterator()
            #expect(await iterator.next() == 1)
            harness.clock.advance(by: .seconds(61))
            #expect(await end?.code == .deadlineExceeded)
            #expect(harness.node.hub.count == 0)
        }
    }

    @Test(
        "A kept stream lives for 15 minutes and a second, if its client is heard",
        arguments: [901, 900] as [Int64])
    func openStream_lifetime_15minutes(seconds: Int64) async throws {
        try await NodeHarness.run { harness in
            let listener = Listener()
            async let end = listener.run(harness)
            try listener.outgoing.continuation.yield(.with { $0.request = try opening(Somebody("bill").key) })
            #expect(await listener.next()?.isPing == true)
            harness.clock.advance(by: .seconds(seconds))
            #expect(await end?.code == (seconds == 901 ? .deadlineExceeded : .aborted))
            #expect(harness.node.hub.count == 0)
        }
    }

    @Test("Requests without the rendezvous key's signature are refused, and no message is stored")
    func requests_wrongSignature_unauthenticated() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            let other = try Somebody("other").key
            var request = try send(give, key: other)
            request.rendezvousKey = rendezvous(bill)
            #expect(await grpcStatus { try await harness.messaging.sendMessage(request) }?.code == .unauthenticated)
            var wrongPoll = try poll(other)
            wrongPoll.rendezvousKey = rendezvous(bill)
            let polled = await grpcStatus { try await harness.messaging.pollMessages(wrongPoll) }
            #expect(polled?.code == .unauthenticated)
            #expect(polled?.message == "")
            var wrongOpening = try opening(other)
            wrongOpening.rendezvousKey = rendezvous(bill)
            let listener = Listener()
            listener.outgoing.continuation.yield(.with { $0.request = wrongOpening })
            #expect(await listener.run(harness)?.code == .unauthenticated)
            var unsigned = wrongOpening
            unsigned.clearSignature()
            let second = Listener()
            second.outgoing.continuation.yield(.with { $0.request = unsigned })
            #expect(await second.run(harness)?.code == .unauthenticated)
            #expect(try await harness.messaging.pollMessages(poll(bill)).messages.isEmpty)
            #expect(harness.node.hub.count == 0)
        }
    }

    @Test("A stream without keep-alive checks a signature that it is given")
    func openMessageStream_wrongSignature_unauthenticated() async throws {
        try await NodeHarness.run { harness in
            var request = try opening(try Somebody("stranger").key)
            request.rendezvousKey = rendezvous(try Somebody("bill").key)
            let status = await grpcStatus { [request] in
                try await harness.messaging.openMessageStream(request) { response in
                    for try await _ in response.messages {}
                }
            }
            #expect(status?.code == .unauthenticated)
        }
    }

    @Test("A give message of a launchpad currency has this currency's reserve state")
    func sendMessage_launchpadCurrency_needsItsReserve() async throws {
        try await NodeHarness.run { harness in
            let record = try Samples.launchpadCurrency(createdAt: harness.clock.now())
            try await harness.node.context.committer.commit { try $0.insert(record) }
            try await harness.node.proofs.refreshReserves()
            let reserve = try #require(harness.node.proofs.reserve(of: record.mint))
            let rate = try #require(harness.node.proofs.rates.first)
            let bill = try Somebody("bill").key
            func answer(_ reserve: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState?) async throws -> String? {
                let message = Ocp_Messaging_V1_Message.with {
                    $0.requestToGiveBill = .with {
                        $0.mint = record.mint.accountID
                        $0.exchangeData = .with {
                            $0.mint = record.mint.accountID
                            $0.quarks = 1
                            $0.nativeAmount = 1
                            $0.coreMintFiatExchangeRate = rate
                            if let reserve { $0.launchpadCurrencyReserveState = reserve }
                        }
                    }
                }
                return await grpcStatus { try await harness.messaging.sendMessage(try send(message, key: bill)) }?
                    .message
            }
            #expect(try await answer(nil) == "reserve state is required for launchpad currencies")
            var other = reserve
            other.reserveState.mint = Samples.mint.accountID
            #expect(try await answer(other) == "reserve state mint does not match expected mint")
            #expect(try await answer(reserve) == nil)
        }
    }

    @Test("Messages that break a rule are invalid arguments with the reason, and are not stored")
    func sendMessage_badMessage_invalid() async throws {
        try await NodeHarness.run { harness in
            let bill = try Somebody("bill").key
            let gift = try await harness.open(try Somebody("gift"), type: .giftCard)
            let rate = try #require(harness.node.proofs.rates.first)
            func data(mint: PublicKey, reserve: Bool) -> Ocp_Transaction_V1_VerifiedExchangeData {
                .with {
                    $0.mint = mint.accountID
                    $0.quarks = 1
                    $0.nativeAmount = 1
                    $0.coreMintFiatExchangeRate = rate
                    if reserve {
                        $0.launchpadCurrencyReserveState = .with {
                            $0.reserveState = .with {
                                $0.mint = mint.accountID
                                $0.timestamp = .init(seconds: 1)
                            }
                            $0.signature = .with { $0.value = [UInt8](repeating: 1, count: 64) }
                        }
                    }
                }
            }
            let other = try Somebody("other bill").key
            _ = try await harness.messaging.sendMessage(send(give, key: other))
            let delivered = try #require(try await harness.messaging.pollMessages(poll(other)).messages.first)
            var (withSignature, withContext) = (give, give)
            withSignature.sendMessageRequestSignature = delivered.sendMessageRequestSignature
            withContext.additionalContext = delivered.additionalContext
            let cases: [(Ocp_Messaging_V1_Message, String)] = [
                (withSignature, "only the server sets"),
                (withContext, "only the server sets"),
                (grab(gift.token), "requestor account must be a primary account"),
                (grab(bill.publicKey), "requestor account must be a primary account"),
                (
                    .with { $0.requestToGiveBill = .with { $0.mint = bill.publicKey.accountID } },
                    "core mint or a launchpad"
                ),
                (
                    .with {
                        $0.requestToGiveBill = .with {
                            $0.mint = PublicKey.usdf.accountID
                            $0.exchangeData = data(mint: .usdf, reserve: true)
                        }
                    }, "reserve state is not required for core mint"
                ),
                (
                    .with {
                        $0.requestToGiveBill = .with {
                            $0.mint = PublicKey.usdf.accountID
                            $0.exchangeData = data(mint: .usdc, reserve: false)
                        }
                    }, "expected exchange data mint to be"
                ),
                (
                    .with {
                        $0.id = .with { $0.value = [UInt8](repeating: 7, count: 16) }
                        $0.requestToGiveBill = .with { $0.mint = PublicKey.usdf.accountID }
                    }, "only the server sets"
                ),
                (.with { _ in }, "kind"),
            ]
            for (message, hint) in cases {
                let status = await grpcStatus {
                    try await harness.messaging.sendMessage(try send(message, key: bill))
                }
                #expect(status?.code == .invalidArgument)
                #expect(status?.message.contains(hint) == true, "\(status?.message ?? "accepted") / \(hint)")
            }
            #expect(try await harness.messaging.pollMessages(poll(bill)).messages.isEmpty)
        }
    }
}

extension Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse {
    fileprivate var isPing: Bool {
        guard case .ping? = responseOrPing else { return false }
        return true
    }
}
