import FlipcashAPI
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

/// A health service that knows two service names.
private struct HealthService: Grpc_Health_V1_Health.SimpleServiceProtocol {
    func check(
        request: Grpc_Health_V1_HealthCheckRequest, context: ServerContext
    ) async throws -> Grpc_Health_V1_HealthCheckResponse {
        guard request.service.isEmpty else { throw RPCError(code: .notFound, message: "unknown service") }
        return .with { $0.status = .serving }
    }

    func watch(
        request: Grpc_Health_V1_HealthCheckRequest,
        response: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
        context: ServerContext
    ) async throws {
        try await response.write(.with { $0.status = .notServing })
        try await response.write(.with { $0.status = .serving })
    }
}

/// A mailbox that echoes messages, to test streams in both directions.
private struct MailboxService: Ocp_Messaging_V1_Messaging.ServiceProtocol {
    func openMessageStream(
        request: ServerRequest<Ocp_Messaging_V1_OpenMessageStreamRequest>, context: ServerContext
    ) async throws -> StreamingServerResponse<Ocp_Messaging_V1_OpenMessageStreamResponse> {
        StreamingServerResponse { _ in [:] }
    }

    func openMessageStreamWithKeepAlive(
        request: StreamingServerRequest<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest>,
        context: ServerContext
    ) async throws -> StreamingServerResponse<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse> {
        StreamingServerResponse { writer in
            for try await message in request.messages {
                try await writer.write(.with { $0.ping.timestamp = message.pong.timestamp })
            }
            return [:]
        }
    }

    func pollMessages(
        request: ServerRequest<Ocp_Messaging_V1_PollMessagesRequest>, context: ServerContext
    ) async throws -> ServerResponse<Ocp_Messaging_V1_PollMessagesResponse> {
        let seen = request.metadata[stringValues: "x-word"].joined()
        return ServerResponse(
            message: .with { $0.messages = [.with { $0.id.value = Array(seen.utf8) }] }, metadata: ["x-echo": "\(seen)"]
        )
    }

    func ackMessages(
        request: ServerRequest<Ocp_Messaging_V1_AckMessagesRequest>, context: ServerContext
    ) async throws -> ServerResponse<Ocp_Messaging_V1_AckMesssagesResponse> {
        ServerResponse(message: Ocp_Messaging_V1_AckMesssagesResponse())
    }

    func sendMessage(
        request: ServerRequest<Ocp_Messaging_V1_SendMessageRequest>, context: ServerContext
    ) async throws -> ServerResponse<Ocp_Messaging_V1_SendMessageResponse> {
        ServerResponse(message: Ocp_Messaging_V1_SendMessageResponse())
    }
}

/// Tests of generated clients against generated servers, in one process.
@Suite struct StubTests {
    private func withClient<Result: Sendable>(
        _ body: @Sendable @escaping (GRPCClient<InProcessTransport.Client>) async throws -> Result
    ) async throws -> Result {
        let transport = InProcessTransport()
        return try await withGRPCServer(
            transport: transport.server, services: [HealthService(), MailboxService()]
        ) { _ in
            try await withGRPCClient(transport: transport.client) { client in try await body(client) }
        }
    }

    @Test("a unary call returns its response")
    func unary_simpleService_answered() async throws {
        let response = try await withClient { client in
            try await Grpc_Health_V1_Health.Client(wrapping: client).check(.init())
        }
        #expect(response.status == .serving)
    }

    @Test("an error of the server reaches the client")
    func unary_serverError_status() async throws {
        let error = await #expect(throws: RPCError.self) {
            try await withClient { client in
                try await Grpc_Health_V1_Health.Client(wrapping: client).check(.with { $0.service = "x" })
            }
        }
        #expect(error?.code == .notFound)
    }

    @Test("a server's stream arrives in order")
    func serverStreaming_simpleService_allMessages() async throws {
        let statuses = try await withClient { client in
            try await Grpc_Health_V1_Health.Client(wrapping: client).watch(.init()) { response in
                var statuses: [Int] = []
                for try await message in response.messages { statuses.append(message.status.rawValue) }
                return statuses
            }
        }
        #expect(statuses == [2, 1])
    }

    @Test("a bidirectional stream answers each message")
    func bidirectionalStreaming_typedService_echo() async throws {
        let seconds = try await withClient { client in
            try await Ocp_Messaging_V1_Messaging.Client(wrapping: client).openMessageStreamWithKeepAlive(
                requestProducer: { writer in
                    for second in 1...3 {
                        try await writer.write(.with { $0.pong.timestamp.seconds = Int64(second) })
                    }
                },
                onResponse: { response in
                    var seconds: [Int64] = []
                    for try await message in response.messages { seconds.append(message.ping.timestamp.seconds) }
                    return seconds
                })
        }
        #expect(seconds == [1, 2, 3])
    }

    @Test("metadata is sent in both directions")
    func unary_typedService_metadata() async throws {
        let (id, echo) = try await withClient { client in
            try await Ocp_Messaging_V1_Messaging.Client(wrapping: client).pollMessages(
                .init(), metadata: ["x-word": "hello"]
            ) { response in
                (try response.message.messages.first?.id.value ?? [], Array(response.metadata[stringValues: "x-echo"]))
            }
        }
        #expect(id == Array("hello".utf8))
        #expect(echo == ["hello"])
    }

    @Test("invalid bytes in a request are an invalid argument")
    func unary_malformedRequest_invalidArgument() async throws {
        let error = await #expect(throws: RPCError.self) {
            try await withClient { client in
                try await client.unary(
                    request: ClientRequest(message: [UInt8](arrayLiteral: 0x0a, 0x05)),
                    descriptor: Grpc_Health_V1_Health.Method.Check.descriptor,
                    serializer: RawCoder(), deserializer: RawCoder(), options: .defaults
                ) { response in try response.message }
            }
        }
        #expect(error?.code == .invalidArgument)
        #expect(
            error?.message
                == "grpc.health.v1.HealthCheckRequest could not be read: "
                + "a length runs past the end of the message (byte 1)")
    }

    @Test("invalid bytes in a response are an internal error: the server may have carried out the call")
    func unary_malformedResponse_internalError() async throws {
        let transport = InProcessTransport()
        let error = await #expect(throws: RPCError.self) {
            try await withGRPCServer(transport: transport.server, services: [GarbledHealthService()]) { _ in
                try await withGRPCClient(transport: transport.client) { client in
                    try await Grpc_Health_V1_Health.Client(wrapping: client).check(.init())
                }
            }
        }
        #expect(error?.code == .internalError)
        #expect(
            error?.message
                == "grpc.health.v1.HealthCheckResponse could not be read: the message ends inside a value (byte 1)")
    }

    @Test("invalid bytes in a response stream are an internal error")
    func serverStreaming_malformedResponse_internalError() async throws {
        let transport = InProcessTransport()
        let error = await #expect(throws: RPCError.self) {
            try await withGRPCServer(transport: transport.server, services: [GarbledHealthService()]) { _ in
                try await withGRPCClient(transport: transport.client) { client in
                    try await Grpc_Health_V1_Health.Client(wrapping: client).watch(.init()) { response in
                        for try await _ in response.messages {}
                    }
                }
            }
        }
        #expect(error?.code == .internalError)
    }

    @Test("descriptors name every method with its kind of call")
    func descriptors_currency_complete() {
        let methods = Ocp_Currency_V1_Currency.Method.descriptors
        #expect(methods.count == 8)
        #expect(methods.allSatisfy { $0.service == ServiceDescriptor.ocp_currency_v1_Currency })
        #expect(Ocp_Currency_V1_Currency.Method.StreamLiveMintData.descriptor.type == .bidirectionalStreaming)
        #expect(
            Ocp_Currency_V1_Currency.Method.Discover.descriptor.fullyQualifiedMethod
                == "ocp.currency.v1.Currency/Discover")
        #expect(Ocp_Currency_V1_Currency.descriptor.fullyQualifiedService == "ocp.currency.v1.Currency")
    }
}

/// A health service whose responses all end inside a value.
private struct GarbledHealthService: RegistrableRPCService {
    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        for method in Grpc_Health_V1_Health.Method.descriptors {
            router.registerHandler(forMethod: method, deserializer: RawCoder(), serializer: RawCoder()) { request, _ in
                for try await _ in request.messages {}
                return StreamingServerResponse(single: ServerResponse(message: [0x08]))
            }
        }
    }
}

/// Sends and receives bytes as they are.
private struct RawCoder: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
        bytes.withUnsafeBytes { [UInt8]($0) }
    }
}
