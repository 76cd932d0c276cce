import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import GRPCNIOTransportHTTP2
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the mailbox of a bill over a TCP connection (wire contract §6 and §7.2).
@Suite("The mailbox of a bill over a connection") struct MessagingWireTests {
    private typealias Message = Ocp_Messaging_V1_Message
    private typealias Opening = Ocp_Messaging_V1_OpenMessageStreamRequest

    /// Created on each use: leak detection does not see the contents of a constant of an enum with payload.
    private static var give: Message {
        .with { $0.requestToGiveBill = .with { $0.mint = PublicKey.usdf.accountID } }
    }

    private static func grab(_ vault: PublicKey) -> Message {
        .with { $0.requestToGrabBill = .with { $0.requestorAccount = vault.accountID } }
    }

    private static func rendezvous(_ key: KeyPair) -> Ocp_Messaging_V1_RendezvousKey {
        .with { $0.value = key.publicKey.bytes }
    }

    private static func request(_ message: Message, _ key: KeyPair) throws -> Ocp_Messaging_V1_SendMessageRequest {
        let signature = key.sign(try message.serializedBytes())
        return .with {
            $0.message = message
            $0.rendezvousKey = rendezvous(key)
            $0.signature = signature.wire
        }
    }

    @discardableResult
    private static func send(_ message: Message, _ key: KeyPair, _ town: WireTown) async throws
        -> Ocp_Messaging_V1_SendMessageResponse.Result
    {
        try await town.messaging.sendMessage(request(message, key)).result
    }

    private static func opening(_ key: KeyPair, isSigned: Bool) throws -> Opening {
        var request = Opening.with { $0.rendezvousKey = rendezvous(key) }
        if isSigned { request.signature = key.sign(try request.serializedBytes()).wire }
        return request
    }

    private static func poll(_ key: KeyPair, _ town: WireTown) async throws -> [Message] {
        var request = Ocp_Messaging_V1_PollMessagesRequest.with { $0.rendezvousKey = rendezvous(key) }
        request.signature = key.sign(try request.serializedBytes()).wire
        return try await town.messaging.pollMessages(request).messages
    }

    /// One open `OpenMessageStream`.
    private final class PlainStream: Sendable {
        let messages = AsyncStream<Message>.makeStream()

        func run(_ request: Opening, _ town: WireTown) async -> RPCError? {
            await grpcStatus {
                try await town.messaging.openMessageStream(request) { [messages] response in
                    for try await answer in response.messages {
                        for message in answer.messages { messages.continuation.yield(message) }
                    }
                }
            }
        }

        func next() async -> Message? {
            var iterator = messages.stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    /// One open `OpenMessageStreamWithKeepAlive`, without its pings.
    private final class KeptStream: Sendable {
        typealias Request = Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest

        let messages = AsyncStream<Message>.makeStream()
        let requests = AsyncStream<Request>.makeStream()

        func run(_ request: Opening, _ town: WireTown) async -> RPCError? {
            requests.continuation.yield(.with { $0.request = request })
            return await grpcStatus {
                try await town.messaging.openMessageStreamWithKeepAlive { [requests] writer in
                    for await message in requests.stream { try await writer.write(message) }
                } onResponse: { [messages] response in
                    for try await answer in response.messages {
                        for message in answer.response.messages { messages.continuation.yield(message) }
                    }
                }
            }
        }

        func next() async -> Message? {
            var iterator = messages.stream.makeAsyncIterator()
            return await iterator.next()
        }

        func close() { requests.continuation.finish() }
    }

    // MARK: Streams without a signature

    @Test(
        "The giver's signed stream replaces one without a signature, which cannot replace it in turn",
        .timeLimit(.minutes(1)))
    func openMessageStream_unsignedFirst_displacedBySigned() async throws {
        try await WireTown.run { town in
            let bill = try Somebody("bill").key
            try await Self.send(Self.give, bill, town)
            let stranger = PlainStream()
            async let strangersEnd = stranger.run(Self.opening(bill, isSigned: false), town)
            #expect(await stranger.next()?.requestToGiveBill.mint == PublicKey.usdf.accountID)

            let giver = KeptStream()
            async let giversEnd = giver.run(Self.opening(bill, isSigned: true), town)
            let end = try await strangersEnd
            #expect(end?.code == .aborted && end?.message == "stream already exists")
            #expect(await giver.next()?.requestToGiveBill.mint == PublicKey.usdf.accountID)
            let again = await PlainStream().run(try Self.opening(bill, isSigned: false), town)
            #expect(again?.code == .aborted)

            #expect(try await Self.send(Self.grab(town.b.vault(town.usdf)), bill, town) == .ok)
            #expect(await giver.next()?.requestToGrabBill.requestorAccount == town.b.vault(town.usdf).accountID)
            giver.close()
            #expect(try await giversEnd == nil)
        }
    }

    @Test(
        "A stream without a signature gets no answer to a give request, stored or live, and cannot accept a grab",
        .timeLimit(.minutes(1)))
    func openMessageStream_unsigned_readsNoGrab() async throws {
        try await WireTown.run { town in
            let bill = try Somebody("bill").key
            let grab = Self.grab(town.b.vault(town.usdf))
            let giver = KeptStream()
            async let giversEnd = giver.run(Self.opening(bill, isSigned: true), town)
            try await Self.send(Self.give, bill, town)
            #expect(await giver.next()?.requestToGiveBill.mint == PublicKey.usdf.accountID)
            #expect(try await Self.send(grab, bill, town) == .ok)
            giver.close()
            #expect(try await giversEnd == nil)

            let stranger = PlainStream()
            async let strangersEnd = stranger.run(Self.opening(bill, isSigned: false), town)
            let first = await stranger.next()
            #expect(first?.requestToGiveBill.mint == PublicKey.usdf.accountID)
            #expect(try await Self.send(grab, bill, town) == .ok, "the giver left a moment ago")
            town.clock.advance(by: .seconds(6))
            #expect(try await Self.send(grab, bill, town) == .noActiveStream)
            try await Self.send(Self.give, bill, town)
            let second = await stranger.next()
            #expect(second?.requestToGiveBill.mint == PublicKey.usdf.accountID && second?.id != first?.id)
            #expect(try await Self.poll(bill, town).count == 4)
            town.clock.advance(by: .seconds(61))
            #expect(try await strangersEnd?.code == .deadlineExceeded)
            #expect(try await Self.send(grab, bill, town) == .noActiveStream, "the stranger left a moment ago")
        }
    }

    // MARK: Large mailboxes

    /// A give request of about `size` bytes; its field is unknown to this version.
    private static func large(_ size: Int) throws -> Message {
        let padding = [UInt8](repeating: 7, count: size)
        let tag: [UInt8] = [0xC2, 0x3E, UInt8(size & 0x7F | 0x80), UInt8(size >> 7 & 0x7F | 0x80), UInt8(size >> 14)]
        return try Message(serializedBytes: give.serializedBytes() + tag + padding)
    }

    @Test("A mailbox larger than one answer is read in pages, as messages are acknowledged, and none is lost")
    func pollMessages_moreThanOneAnswer_pages() async throws {
        try await WireTown.run { town in
            let bill = try Somebody("bill").key
            var sent: Set<[UInt8]> = []
            for _ in 0..<100 {
                let answer = try await town.messaging.sendMessage(Self.request(Self.large(64_000), bill))
                sent.insert(answer.messageID.value)
            }
            var received: Set<[UInt8]> = []
            var pages = 0
            while true {
                let page = try await Self.poll(bill, town)
                if page.isEmpty { break }
                pages += 1
                #expect(try await Self.poll(bill, town) == page, "a poll removes nothing")
                received.formUnion(page.map(\.id.value))
                let ack = Ocp_Messaging_V1_AckMessagesRequest.with {
                    $0.rendezvousKey = Self.rendezvous(bill)
                    $0.messageIds = page.map(\.id)
                }
                #expect(try await town.messaging.ackMessages(ack).result == .ok)
            }
            #expect(received == sent && sent.count == 100)
            #expect(pages == 3)
        }
    }

    @Test("What a poll adds to messages counts towards the size of its answer")
    func pollMessages_describedCurrencies_fitIntoTheAnswer() async throws {
        try await WireTown.run { town in
            let bill = try Somebody("bill").key
            for _ in 0..<256 { _ = try await town.messaging.sendMessage(Self.request(Self.large(12_050), bill)) }
            let page = try await Self.poll(bill, town)
            let bytes = try page.reduce(0) { try $0 + $1.serializedBytes().count }
            #expect(page.count > 200 && page.count < 256)
            #expect(bytes <= MessagingServiceProvider.pollBytesMax)
        }
    }

    @Test("A message that is larger than 64 KiB is refused")
    func sendMessage_largerThanLimit_invalidArgument() async throws {
        try await WireTown.run { town in
            let bill = try Somebody("bill").key
            let status = await grpcStatus {
                try await town.messaging.sendMessage(Self.request(Self.large(65_536), bill))
            }
            #expect(status?.code == .invalidArgument)
            #expect(status?.message == "the message is larger than 65536 bytes")
            #expect(try await Self.poll(bill, town).isEmpty)
        }
    }

    @Test("The limit of an address covers all its keys and connections; others can still store")
    func sendMessage_manyKeysOneAddress_bounded() async throws {
        try await WireTown.run { town in
            let random = town.node.context.environment.random
            func store() async -> RPCError? {
                await grpcStatus {
                    try await town.messaging.sendMessage(
                        Self.request(Self.large(64_000), .generate(using: random)))
                }
            }
            var stored = 0
            while stored < 1000, await store() == nil { stored += 1 }
            let largest = MessageLimits.standard.peerBytesMax / 64_000
            #expect(stored > largest - 5 && stored < largest)
            #expect(await store()?.code == .resourceExhausted)

            let port = try town.node.loopbackPort
            let request = try Self.request(Self.large(64_000), .generate(using: random))
            try await withGRPCClient(
                transport: .http2NIOPosix(
                    target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
            ) { second in
                let messaging = Ocp_Messaging_V1_Messaging.Client(wrapping: second)
                #expect(await grpcStatus { try await messaging.sendMessage(request) }?.code == .resourceExhausted)
            }
            try await withGRPCClient(transport: town.node.connect()) { inside in
                let messaging = Ocp_Messaging_V1_Messaging.Client(wrapping: inside)
                let answer = try await messaging.sendMessage(request)
                #expect(answer.result == .ok)
            }
            town.clock.advance(by: Mailboxes.messageLifetime)
            #expect(await store() == nil)
        }
    }

    @Test(
        "All peers share a total limit. Beyond it messages are refused and payments go on; an acknowledgement makes room"
    )
    func sendMessage_manyAddresses_boundedInTotal() async throws {
        // Room for two messages of 64,000 bytes.
        let limits = MessageLimits(totalBytesMax: 150_000)
        try await WireTown.run(messageLimits: limits) { town in
            let bill = try Somebody("bill").key
            let message = try Self.large(64_000)
            let first = try await town.messaging.sendMessage(Self.request(message, bill))
            #expect(try await Self.send(message, bill, town) == .ok)
            let refusal = await grpcStatus { try await town.messaging.sendMessage(Self.request(message, bill)) }
            #expect(refusal?.code == .resourceExhausted)
            #expect(refusal?.message == "too many messages wait to be read; try again later")
            try await withGRPCClient(transport: town.node.connect()) { inside in
                let messaging = Ocp_Messaging_V1_Messaging.Client(wrapping: inside)
                let request = try Self.request(message, Somebody("another bill").key)
                #expect(await grpcStatus { try await messaging.sendMessage(request) }?.code == .resourceExhausted)
            }
            let payment = town.a.pay(
                try town.dollars(1_000_000), to: town.b.vault(town.usdf), town.usdf, id: town.id())
            #expect(try await town.submit(payment, signers: [town.a]) == nil)
            let ack = Ocp_Messaging_V1_AckMessagesRequest.with {
                $0.rendezvousKey = Self.rendezvous(bill)
                $0.messageIds = [first.messageID]
            }
            #expect(try await town.messaging.ackMessages(ack).result == .ok)
            #expect(try await Self.send(message, bill, town) == .ok)
        }
    }

    // MARK: Restarts

    @Test("A node that is stopped and started on the same folder still has the messages; acknowledged ones are gone")
    func restart_sameFolder_keepsMessages() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.file("node"))
        let clock = TestClock()
        let bill = try Somebody("bill").key
        let before = try await WireTown.run(.folder(place), clock: clock) { town in
            let gone = try await town.messaging.sendMessage(Self.request(Self.give, bill))
            try await Self.send(Self.large(64_000), bill, town)
            try await Self.send(Self.give, bill, town)
            let ack = Ocp_Messaging_V1_AckMessagesRequest.with {
                $0.rendezvousKey = Self.rendezvous(bill)
                $0.messageIds = [gone.messageID]
            }
            #expect(try await town.messaging.ackMessages(ack).result == .ok)
            return try await Self.poll(bill, town)
        }
        #expect(before.count == 2)
        try await WireTown.run(.folder(place), clock: clock, seed: 2) { town in
            let found = try await Self.poll(bill, town)
            #expect(found == before)
            let giver = KeptStream()
            async let giversEnd = giver.run(Self.opening(bill, isSigned: true), town)
            #expect(await giver.next() == before[0])
            #expect(await giver.next() == before[1])
            giver.close()
            #expect(try await giversEnd == nil)
            clock.advance(by: Mailboxes.messageLifetime)
            #expect(try await Self.poll(bill, town).isEmpty)
        }
        try await WireTown.run(.folder(place), clock: clock, seed: 3) { town in
            let found = try await Self.poll(bill, town)
            #expect(found.isEmpty)
            #expect(try town.node.context.store.read { try $0.copiedMessages(after: 0, limit: 9) } == [])
        }
    }

    @Test("A message that is acknowledged while it waits for a slow client is not delivered any more")
    func openStream_acknowledgedMeanwhile_skipped() async throws {
        try await WireTown.run { town in
            let bill = try Somebody("bill").key
            let giver = KeptStream()
            async let giversEnd = giver.run(Self.opening(bill, isSigned: true), town)
            let first = try await town.messaging.sendMessage(Self.request(Self.give, bill))
            #expect(await giver.next()?.id == first.messageID)

            let bytes: [UInt8] = try Self.give.serializedBytes()
            let id = [UInt8](repeating: 7, count: 16)
            let peer = MessagePeer(remotePeer: "unix:/a")
            let number = try town.node.mailboxes.leave(bytes, id: id, on: bill.publicKey, from: peer)
            town.node.mailboxes.acknowledge([id], on: bill.publicKey)
            town.node.hub.publish(number, on: bill.publicKey, isConfidential: false)
            let last = try await town.messaging.sendMessage(Self.request(Self.give, bill))
            var next = await giver.next()?.id
            // The first message may come twice.
            if next == first.messageID { next = await giver.next()?.id }
            #expect(next == last.messageID)
            giver.close()
            #expect(try await giversEnd == nil)
        }
    }
}
