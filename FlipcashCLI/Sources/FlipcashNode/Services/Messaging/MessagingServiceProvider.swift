import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// `ocp.messaging.v1.Messaging`: the mailbox of each bill (wire contract §7.2, payment specification §14.2).
struct MessagingServiceProvider: Ocp_Messaging_V1_Messaging.SimpleServiceProtocol {
    /// The most bytes of messages in one answer to a poll: clients receive at most 4 MiB (wire contract §2).
    static let pollBytesMax = 3 << 20

    let context: NodeContext
    let mailboxes: Mailboxes
    let hub: MessageHub

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
        let bytes = try message.signedBytes()
        guard bytes.count <= mailboxes.limits.messageBytesMax else {
            let limit = mailboxes.limits.messageBytesMax
            throw RPCError(code: .invalidArgument, message: "the message is larger than \(limit) bytes")
        }
        let number = try mailboxes.leave(bytes, id: id, on: key, from: MessagePeer(remotePeer: call.remotePeer))
        hub.publish(number, on: key, isConfidential: message.isConfidential)
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

    // MARK: Reading

    func pollMessages(
        request: Ocp_Messaging_V1_PollMessagesRequest, context call: ServerContext
    ) async throws -> Ocp_Messaging_V1_PollMessagesResponse {
        let key = try PublicKey(request.rendezvousKey)
        try RequestSignature.verify(request, signer: key, signature: request.signature) { $0.clearSignature() }
        let messages = try page(of: completed(mailboxes.messages(on: key, bytesMax: Self.pollBytesMax)))
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
        mailboxes.acknowledge(request.messageIds.map(\.value), on: key)
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
        let stream = PushStream<MessageNumber>(
            clock: context.environment.clock, ticker: context.ticker, timing: context.timing,
            lifetime: context.timing.messageStream,
            deliver: { number in
                guard let message = try message(number) else { return }
                try await response.write(.with { $0.messages = [message] })
            })
        try await stream.run { sink in
            try open(key, isSigned: request.hasSignature, send: { sink.send($0) }, end: { sink.end() })
        }
    }

    func openMessageStreamWithKeepAlive(
        request: RPCAsyncSequence<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest, any Error>,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse>, context call: ServerContext
    ) async throws {
        try await keptStream(response).run(messages: request, input: call.input) { opening, sink in
            let key = try PublicKey(opening.rendezvousKey)
            try verify(opening, key: key)
            return try open(key, isSigned: true, send: { sink.send($0) })
        }
    }

    private func keptStream(
        _ response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse>
    ) -> KeptStream<
        Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest, Ocp_Messaging_V1_OpenMessageStreamRequest, MessageNumber
    > {
        let clock = context.environment.clock
        let delay = context.timing.ping
        return KeptStream(
            clock: clock, tasks: context.environment.tasks, ticker: context.ticker, timing: context.timing,
            lifetime: context.timing.keptMessageStream,
            classify: { message in
                switch message.requestOrPong {
                case .request(let request): .opening(request)
                case .pong: .pong
                case nil: nil
                }
            },
            isClientFailure: { CallFailures.isOfClient($0) },
            ping: { try await response.write(.with { $0.ping = .at(clock.now(), delay: delay) }) },
            deliver: { number in
                guard let message = try message(number) else { return }
                try await response.write(.with { $0.response = .with { $0.messages = [message] } })
            })
    }

    private func verify(_ request: Ocp_Messaging_V1_OpenMessageStreamRequest, key: PublicKey) throws {
        try RequestSignature.verify(request, signer: key, signature: request.signature) { $0.clearSignature() }
    }

    /// Registers first and looks for the stored messages then: a message that arrives in between is delivered twice, not
    /// lost.
    ///
    /// A stream holds the numbers of messages only, so that a client that does not read keeps none of them in memory.
    private func open(
        _ key: PublicKey, isSigned: Bool, send: @escaping @Sendable (MessageNumber) -> Bool,
        end: @escaping @Sendable () -> Void = {}
    ) throws -> StreamOpening<MessageNumber> {
        guard let registration = hub.register(key, isSigned: isSigned, send: send, end: end) else {
            throw StreamFailure.alreadyExists
        }
        do {
            let numbers = mailboxes.numbers(on: key)
            let initial = try isSigned ? numbers : numbers.filter { try isPublic($0) }
            return StreamOpening(initial: initial) { hub.remove(registration) }
        } catch {
            hub.remove(registration)
            throw error
        }
    }

    /// Whether a stream without a signature gets the message.
    private func isPublic(_ number: MessageNumber) throws -> Bool {
        guard let stored = mailboxes.message(number) else { return false }
        return try !Ocp_Messaging_V1_Message(serializedBytes: stored.bytes).isConfidential
    }

    /// A message as it is delivered; nil when it was acknowledged or has expired.
    private func message(_ number: MessageNumber) throws -> Ocp_Messaging_V1_Message? {
        guard let stored = mailboxes.message(number) else { return nil }
        return try completed([stored]).first
    }

    /// Messages as delivered: a give message gets all data on its currency. Reads each currency once.
    private func completed(_ stored: [StoredMessage]) throws -> [Ocp_Messaging_V1_Message] {
        var messages = try stored.map { try Ocp_Messaging_V1_Message(serializedBytes: $0.bytes) }
        let mints = try messages.map { try $0.givenMint }
        let metadata = try metadata(of: Set(mints.compactMap(\.self)))
        for (index, mint) in mints.enumerated() {
            guard let mint, let metadata = metadata[mint] ?? nil else { continue }
            messages[index].additionalContext = .with { $0.requestToGiveBill = .with { $0.mintMetadata = metadata } }
        }
        return messages
    }

    private func metadata(of mints: Set<PublicKey>) throws -> [PublicKey: Ocp_Currency_V1_Mint?] {
        let coreMint = context.ledger.settings.coreMint
        return mints.isEmpty
            ? [:]
            : try context.store.read { reader in
                try Dictionary(
                    uniqueKeysWithValues: mints.map { ($0, try reader.mintMetadata($0, coreMint: coreMint)) })
            }
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

    /// The currency that a give message offers; nil for other messages.
    fileprivate var givenMint: PublicKey? {
        get throws {
            guard case .requestToGiveBill(let give) = kind else { return nil }
            return try PublicKey(give.mint)
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

/// The open message streams by rendezvous. They get the numbers of messages, and read these when they send them.
typealias MessageHub = RendezvousHub<MessageNumber>
