import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// `ocp.messaging.v1.Messaging`: the mailbox of each bill (wire contract §7.2, payment specification §14.2).
struct MessagingService: Ocp_Messaging_V1_Messaging.SimpleServiceProtocol {
    /// How long a message is kept.
    static let messageLifetime = Duration.seconds(5 * 60)
    /// The most messages that are kept for one rendezvous, which is the most that one poll returns.
    static let messageCountMax = 257
    /// The largest message, in bytes; honest ones have a few hundred.
    static let messageSizeMax = 65_536

    let context: NodeContext
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
        try await store(message, id: id, on: key)
        hub.publish(try completed(message), on: key)
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

    private func store(_ message: Ocp_Messaging_V1_Message, id: [UInt8], on key: PublicKey) async throws {
        let now = context.environment.clock.now()
        let bytes = try message.signedBytes()
        guard bytes.count <= Self.messageSizeMax else {
            throw RPCError(code: .invalidArgument, message: "the message is larger than \(Self.messageSizeMax) bytes")
        }
        let stored = StoredMessage(
            rendezvous: key, id: id, bytes: bytes, createdAt: now, expiresAt: now.advanced(by: Self.messageLifetime))
        try await context.committer.commit { writer in
            guard try writer.messageCount(on: key, now: now) < Self.messageCountMax else {
                throw RPCError(code: .resourceExhausted, message: "too many messages wait on this rendezvous")
            }
            try writer.insert(stored)
        }
    }

    // MARK: Reading

    func pollMessages(
        request: Ocp_Messaging_V1_PollMessagesRequest, context call: ServerContext
    ) async throws -> Ocp_Messaging_V1_PollMessagesResponse {
        let key = try PublicKey(request.rendezvousKey)
        try RequestSignature.verify(request, signer: key, signature: request.signature) { $0.clearSignature() }
        let messages = try stored(on: key)
        return .with { $0.messages = messages }
    }

    func ackMessages(
        request: Ocp_Messaging_V1_AckMessagesRequest, context call: ServerContext
    ) async throws -> Ocp_Messaging_V1_AckMesssagesResponse {
        let key = try PublicKey(request.rendezvousKey)
        let ids = request.messageIds.map(\.value)
        try await context.committer.commit { writer in
            for id in ids { try writer.deleteMessage(id, on: key) }
        }
        return .with { $0.result = .ok }
    }

    func openMessageStream(
        request: Ocp_Messaging_V1_OpenMessageStreamRequest,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamResponse>, context call: ServerContext
    ) async throws {
        let key = try PublicKey(request.rendezvousKey)
        if request.hasSignature { try verify(request, key: key) }
        let stream = PushStream<Ocp_Messaging_V1_Message>(
            clock: context.environment.clock, timing: context.timing, lifetime: context.timing.messageStream,
            deliver: { message in try await response.write(.with { $0.messages = [message] }) })
        try await stream.run(cancellation: call.cancellation) { sink in
            try open(key) { sink.send($0) }
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
            return try open(key) { sink.send($0) }
        }
    }

    private func verify(_ request: Ocp_Messaging_V1_OpenMessageStreamRequest, key: PublicKey) throws {
        try RequestSignature.verify(request, signer: key, signature: request.signature) { $0.clearSignature() }
    }

    /// Registers first and reads what is stored then: what arrives in between comes twice rather than not at all.
    private func open(
        _ key: PublicKey, send: @escaping @Sendable (Ocp_Messaging_V1_Message) -> Bool
    ) throws -> StreamOpening<Ocp_Messaging_V1_Message> {
        guard let registration = hub.register(key, send: send) else { throw StreamStatus.alreadyExists }
        do {
            return StreamOpening(initial: try stored(on: key)) { hub.remove(registration) }
        } catch {
            hub.remove(registration)
            throw error
        }
    }

    private func stored(on key: PublicKey) throws -> [Ocp_Messaging_V1_Message] {
        let now = context.environment.clock.now()
        let rows = try context.store.read { try $0.messages(on: key, now: now, limit: Self.messageCountMax) }
        return try rows.map { try completed(Ocp_Messaging_V1_Message(serializedBytes: $0.bytes)) }
    }

    /// The message as it is delivered: a give message says all about its currency.
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

extension Ocp_Common_V1_ServerPing {
    /// A ping sent now that announces the next.
    static func at(_ now: Instant, delay: Duration) -> Ocp_Common_V1_ServerPing {
        .with {
            $0.timestamp = now.timestamp
            $0.pingDelay = delay.wire
        }
    }
}
