import FlipcashAPI
import ProtobufCodec
import GRPCCore

/// `ocp.messaging.v1.Messaging`: the mailbox of both sides of a bill (payment specification §14.2).
struct MessagingService: Sendable {
    private let stub: any Ocp_Messaging_V1_Messaging.ClientProtocol

    init(_ stub: any Ocp_Messaging_V1_Messaging.ClientProtocol) { self.stub = stub }

    /// Sends a message, signed by the rendezvous key.
    func send(_ message: RendezvousMessage, rendezvous: KeyPair) async throws(SendMessageError) {
        let response: Ocp_Messaging_V1_SendMessageResponse
        do {
            var request = Ocp_Messaging_V1_SendMessageRequest()
            request.message = try message.wire()
            request.rendezvousKey = rendezvous.publicKey.rendezvousWire
            request.signature = rendezvous.sign(try canonicalBytes(request.message)).wire
            response = try await stub.sendMessage(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return
        case .noActiveStream: throw .noActiveStream
        case .UNRECOGNIZED(let code): throw .unrecognized(code)
        }
    }

    /// Returns the stored messages without removing them.
    func poll(rendezvous: KeyPair) async throws(RPCFailure) -> [ReceivedMessage] {
        do {
            var request = Ocp_Messaging_V1_PollMessagesRequest()
            request.rendezvousKey = rendezvous.publicKey.rendezvousWire
            request.signature = rendezvous.sign(try canonicalBytes(request)).wire
            return try await stub.pollMessages(request, options: .unaryDefault).messages.map(ReceivedMessage.init)
        } catch {
            throw RPCFailure(error)
        }
    }

    /// Removes messages that the caller has handled.
    func acknowledge(_ ids: [MessageID], rendezvous: PublicKey) async throws(RPCFailure) {
        guard !ids.isEmpty else { return }
        do {
            let request = Ocp_Messaging_V1_AckMessagesRequest.with {
                $0.rendezvousKey = rendezvous.rendezvousWire
                $0.messageIds = ids.map(\.wire)
            }
            _ = try await stub.ackMessages(request, options: .unaryDefault)
        } catch {
            throw RPCFailure(error)
        }
    }

    /// Opens the stream that pings keep alive, and passes each message to `onEvent` until it ends.
    func openStreamWithKeepAlive(
        rendezvous: KeyPair, now: @escaping @Sendable () -> Instant,
        onEvent: @escaping @Sendable (MessageStreamEvent) async -> Void
    ) async throws(RPCFailure) {
        typealias Request = Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest
        let (outbound, outbox) = AsyncStream<Request>.makeStream()
        do {
            let opening = try Self.opening(rendezvous)
            outbox.yield(.with { $0.request = opening })
            let request = StreamingClientRequest<Request> { writer in
                for await message in outbound { try await writer.write(message) }
            }
            try await stub.openMessageStreamWithKeepAlive(request: request, options: .streaming) { response in
                defer { outbox.finish() }
                for try await message in response.messages {
                    switch message.responseOrPing {
                    case .ping(let ping):
                        outbox.yield(.with { $0.pong = .with { $0.timestamp = now().wire } })
                        await onEvent(.ping(delay: ping.pingDelay.duration))
                    case .response(let response):
                        for message in response.messages { await onEvent(.message(ReceivedMessage(message))) }
                    case nil: break
                    }
                }
            }
        } catch {
            throw RPCFailure(error)
        }
    }

    private static func opening(_ rendezvous: KeyPair) throws -> Ocp_Messaging_V1_OpenMessageStreamRequest {
        var request = Ocp_Messaging_V1_OpenMessageStreamRequest()
        request.rendezvousKey = rendezvous.publicKey.rendezvousWire
        request.signature = rendezvous.sign(try canonicalBytes(request)).wire
        return request
    }
}

/// An event of a message stream.
public enum MessageStreamEvent: Sendable {
    /// A message left at the rendezvous; the same message may arrive more than once.
    case message(ReceivedMessage)
    /// A ping from the server; the next one is due after `delay`.
    case ping(delay: Duration)
}

/// Errors from sending a message.
public enum SendMessageError: ServerError, Hashable {
    /// No client is listening at this rendezvous.
    case noActiveStream
    /// A result of a newer protocol.
    case unrecognized(Int)
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later. False if no client listens at the rendezvous.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// Does not report a missing listener, which is normal after the other side has left; an unknown result is an
    /// error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .noActiveStream: .suppressed
        case .unrecognized: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
