import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// `ocp.messaging.v1.Messaging`: the mailbox of each bill (wire contract §7.2, payment specification §14.2).
struct MessagingServiceProvider: Ocp_Messaging_V1_Messaging.SimpleServiceProtocol {
    /// How long a message is kept.
    static let messageLifetime = Duration.seconds(5 * 60)
    /// The most messages that are kept for one rendezvous, which is the most that one poll returns.
    static let messageCountMax = 257
    /// The largest message, in bytes; usual ones have a few hundred.
    static let messageSizeMax = 65_536

    /// The most bytes of messages in one answer to a poll: clients receive at most 4 MiB (wire contract §2).
    static let pollBytesMax = 3 << 20

    let context: NodeContext
    let quota: MessageQuota
    let hub: RendezvousHub<Ocp_Messaging_V1_Message>

    // MARK: Sending

    func sendMessage(
        request: Ocp_Messaging_V1_SendMessageRequest, context call: ServerContext
    ) async throws -> Ocp_Messaging_V1_SendMessageResponse {
        let key = try PublicKey(request.rendezvousKey)
        let sent = request.message
        guard !sent.hasID, !sent.hasSendMessageRequestSignature, !sent.hasAdditionalContext else {
            throw RPCError(code: .invalidArgument, message: "the message holds fields that only the server sets")
        }
        try RequestSignature.verify(sent, signer: key, signature: request.signature) { _ in }
        try check(sent)
        if case .requestToGrabBill = sent.kind, !hub.isAttended(key) { return .with { $0.result = .noActiveStream } }
        let id = context.environment.random.bytes(16)
        var message = sent
        message.id = .with { $0.value = id }
        message.sendMessageRequestSignature = request.signature
        try await store(message, id: id, on: key, from: MessagePeer(remotePeer: call.remotePeer))
        hub.publish(try completed(message), on: key, isConfidential: message.isConfidential)
        return .with {
            $0.result = .ok
            $0.messageID = .with { $0.value = id }
        }
    }

    private func check(_ message: Ocp_Messaging_V1_Message) throws {
        switch message.kind {
        case .requestToGrabBill(let grab):
            let account = try PublicKey(grab.requestorAccount)
            guard try context.store.read({ try $0.vault(account) })?.type == .primary else {
                throw RPCError(code: .invalidArgument, message: "requestor account must be a primary account")
            }
        case .requestToGiveBill(let give):
            try check(give)
        case nil:
            throw RPCError(code: .invalidArgument, message: "the message has no kind")
        }
    }

    private func check(_ give: Ocp_Messaging_V1_RequestToGiveBill) throws {
        let mint = try PublicKey(give.mint)
        guard let record = try context.store.read({ try $0.mint(mint) }) else {
            throw RPCError(
                code: .invalidArgument, message: "mint account must be the core mint or a launchpad currency")
        }
        guard give.hasExchangeData else { return }
        let data = give.exchangeData
        guard try PublicKey(data.mint) == mint else {
            throw RPCError(code: .invalidArgument, message: "expected exchange data mint to be \(mint.base58)")
        }
        guard record.isCore == !data.hasLaunchpadCurrencyReserveState else {
            let reason =
                record.isCore
                ? "launchpad currency reserve state is not required for core mint"
                : "reserve state is required for launchpad currencies"
            throw RPCError(code: .invalidArgument, message: reason)
        }
        guard record.isCore || data.launchpadCurrencyReserveState.reserveState.mint == give.mint else {
            throw RPCError(
                code: .invalidArgument, message: "reserve state mint does not match expected mint")
        }
    }

    private func store(
        _ message: Ocp_Messaging_V1_Message, id: [UInt8], on key: PublicKey, from peer: MessagePeer
    ) async throws {
        let now = context.environment.clock.now()
        let bytes = try message.signedBytes()
        guard bytes.count <= Self.messageSizeMax else {
            throw RPCError(code: .invalidArgument, message: "the message is larger than \(Self.messageSizeMax) bytes")
        }
        let stored = StoredMessage(
            rendezvous: key, id: id, bytes: bytes, createdAt: now, expiresAt: now.advanced(by: Self.messageLifetime))
        try quota.charge(stored.size, to: peer, now: now)
        do {
            try await context.committer.commit { writer in
                guard try writer.messageCount(on: key, now: now) < Self.messageCountMax else {
                    throw RPCError(code: .resourceExhausted, message: "too many messages wait on this rendezvous")
                }
                try writer.insert(stored)
            }
        } catch {
            quota.release(stored.id)
            throw error
        }
    }

    // MARK: Reading

    func pollMessages(
        request: Ocp_Messaging_V1_PollMessagesRequest, context call: ServerContext
    ) async throws -> Ocp_Messaging_V1_PollMessagesResponse {
        let key = try PublicKey(request.rendezvousKey)
        try RequestSignature.verify(request, signer: key, signature: request.signature) { $0.clearSignature() }
        let messages = try page(of: stored(on: key, bytesMax: Self.pollBytesMax))
        return .with { $0.messages = messages }
    }

    /// Returns the oldest of `messages` that fit into one answer; at least one. A later poll returns the rest, after
    /// these have been acknowledged or have expired.
    private func page(of messages: [Ocp_Messaging_V1_Message]) throws -> [Ocp_Messaging_V1_Message] {
        var left = Self.pollBytesMax
        var page: [Ocp_Messaging_V1_Message] = []
        for message in messages {
            left -= try message.serializedBytes().count
            guard page.isEmpty || left >= 0 else { break }
            page.append(message)
        }
        return page
    }

    func ackMessages(
        request: Ocp_Messaging_V1_AckMessagesRequest, context call: ServerContext
    ) async throws -> Ocp_Messaging_V1_AckMesssagesResponse {
        let key = try PublicKey(request.rendezvousKey)
        let ids = request.messageIds.map(\.value)
        let removed = try await context.committer.commit { writer in
            try ids.filter { try writer.deleteMessage($0, on: key) }
        }
        for id in removed { quota.release(id) }
        return .with { $0.result = .ok }
    }

    func openMessageStream(
        request: Ocp_Messaging_V1_OpenMessageStreamRequest,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamResponse>, context call: ServerContext
    ) async throws {
        let key = try PublicKey(request.rendezvousKey)
        if request.hasSignature {
            try verify(request, key: key)
        } else {
            guard context.peers.unsignedStreams.enter(MessagePeer(remotePeer: call.remotePeer)) else {
                throw RPCError(
                    code: .resourceExhausted, message: "too many streams without a signature from this address")
            }
        }
        defer {
            if !request.hasSignature { context.peers.unsignedStreams.leave(MessagePeer(remotePeer: call.remotePeer)) }
        }
        let stream = PushStream<Ocp_Messaging_V1_Message>(
            clock: context.environment.clock, timing: context.timing, lifetime: context.timing.messageStream,
            deliver: { message in try await response.write(.with { $0.messages = [message] }) })
        try await stream.run(cancellation: call.cancellation) { sink in
            try open(key, isSigned: request.hasSignature, send: { sink.send($0) }, end: { sink.end() })
        }
    }

    func openMessageStreamWithKeepAlive(
        request: RPCAsyncSequence<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest, any Error>,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse>, context call: ServerContext
    ) async throws {
        typealias Stream = KeptStream<
            Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest, Ocp_Messaging_V1_OpenMessageStreamRequest,
            Ocp_Messaging_V1_Message
        >
        let clock = context.environment.clock
        let timing = context.timing
        let stream = Stream(
            clock: clock, timing: timing, lifetime: timing.keptMessageStream,
            classify: { message in
                switch message.requestOrPong {
                case .request(let request): .opening(request)
                case .pong: .pong
                case nil: nil
                }
            },
            ping: { try await response.write(.with { $0.ping = .at(clock.now(), delay: timing.ping) }) },
            deliver: { message in
                try await response.write(.with { $0.response = .with { $0.messages = [message] } })
            })
        try await stream.run(messages: request, cancellation: call.cancellation) { opening, sink in
            let key = try PublicKey(opening.rendezvousKey)
            try verify(opening, key: key)
            return try open(key, isSigned: true, send: { sink.send($0) })
        }
    }

    private func verify(_ request: Ocp_Messaging_V1_OpenMessageStreamRequest, key: PublicKey) throws {
        try RequestSignature.verify(request, signer: key, signature: request.signature) { $0.clearSignature() }
    }

    /// Registers first and reads the stored messages then: a message that arrives in between is delivered twice, not
    /// lost.
    private func open(
        _ key: PublicKey, isSigned: Bool, send: @escaping @Sendable (Ocp_Messaging_V1_Message) -> Bool,
        end: @escaping @Sendable () -> Void = {}
    ) throws -> StreamOpening<Ocp_Messaging_V1_Message> {
        guard let registration = hub.register(key, isSigned: isSigned, send: send, end: end) else {
            throw StreamFailure.alreadyExists
        }
        do {
            let messages = try stored(on: key).filter { isSigned || !$0.isConfidential }
            return StreamOpening(initial: messages) { hub.remove(registration) }
        } catch {
            hub.remove(registration)
            throw error
        }
    }

    /// - Parameter bytesMax: stops before the stored bytes exceed this, but returns at least the first message.
    private func stored(on key: PublicKey, bytesMax: Int = .max) throws -> [Ocp_Messaging_V1_Message] {
        let now = context.environment.clock.now()
        let rows = try context.store.read {
            try $0.messages(on: key, now: now, limit: Self.messageCountMax, bytesMax: bytesMax)
        }
        return try rows.map { try completed(Ocp_Messaging_V1_Message(serializedBytes: $0.bytes)) }
    }

    /// The message as delivered: a give message gets all data on its currency.
    private func completed(_ message: Ocp_Messaging_V1_Message) throws -> Ocp_Messaging_V1_Message {
        guard case .requestToGiveBill(let give) = message.kind else { return message }
        let mint = try PublicKey(give.mint)
        let coreMint = context.ledger.settings.coreMint
        guard let metadata = try context.store.read({ try $0.mintMetadata(mint, coreMint: coreMint) }) else {
            return message
        }
        var message = message
        message.additionalContext = .with { $0.requestToGiveBill = .with { $0.mintMetadata = metadata } }
        return message
    }
}

extension Ocp_Messaging_V1_Message {
    /// Whether only the holder of the rendezvous key may read the message: the answer to a give request names the
    /// account of the person who collects.
    fileprivate var isConfidential: Bool {
        switch kind {
        case .requestToGrabBill: true
        case .requestToGiveBill, nil: false
        }
    }
}

extension Ocp_Common_V1_ServerPing {
    /// A ping sent now that announces the next.
    static func at(_ now: Instant, delay: Duration) -> Ocp_Common_V1_ServerPing {
        .with {
            $0.timestamp = now.timestamp
            $0.pingDelay = delay.wire
        }
    }
}
