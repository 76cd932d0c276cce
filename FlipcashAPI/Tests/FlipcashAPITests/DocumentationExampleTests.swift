import FlipcashAPI
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

/// Asks for the messages that wait at a rendezvous. `sign` signs bytes with the rendezvous' key.
func waitingMessages(
    at rendezvous: [UInt8], client: GRPCClient<some ClientTransport>, sign: ([UInt8]) -> [UInt8]
) async throws -> [Ocp_Messaging_V1_Message] {
    var request = Ocp_Messaging_V1_PollMessagesRequest.with { $0.rendezvousKey.value = rendezvous }
    // The signature covers the bytes of the request without the signature.
    request.signature.value = sign(try request.serializedBytes())
    try request.validate()
    return try await Ocp_Messaging_V1_Messaging.Client(wrapping: client).pollMessages(request).messages
}

/// The example of the article `FlipcashAPI.md`, line by line, is the function above. `Scripts/check-examples.py`
/// compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("A signed request reaches the service and its answer the caller")
    func article_firstExample_works() async throws {
        let transport = InProcessTransport()
        let messages = try await withGRPCServer(transport: transport.server, services: [EchoingMailbox()]) { _ in
            try await withGRPCClient(transport: transport.client) { client in
                try await waitingMessages(at: [UInt8](repeating: 7, count: 32), client: client) { bytes in
                    [UInt8](repeating: UInt8(bytes.count), count: 64)
                }
            }
        }
        // The canonical bytes of the unsigned request: a tag, a length, and a message of a tag, a length and the key.
        #expect(messages.map(\.sendMessageRequestSignature.value) == [[UInt8](repeating: 36, count: 64)])
    }

    @Test("A request that breaks a rule is not sent")
    func article_shortKey_throws() async throws {
        let client = GRPCClient(transport: InProcessTransport().client)
        let error = await #expect(throws: ValidationError.self) {
            try await waitingMessages(at: [1, 2, 3], client: client) { _ in [UInt8](repeating: 0, count: 64) }
        }
        #expect(error?.path == "rendezvous_key.value")
    }
}

/// A mailbox with one message, which carries the signature of the request.
private struct EchoingMailbox: Ocp_Messaging_V1_Messaging.SimpleServiceProtocol {
    func openMessageStream(
        request: Ocp_Messaging_V1_OpenMessageStreamRequest,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamResponse>, context: ServerContext
    ) async throws {}

    func openMessageStreamWithKeepAlive(
        request: RPCAsyncSequence<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest, any Error>,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse>, context: ServerContext
    ) async throws {}

    func pollMessages(
        request: Ocp_Messaging_V1_PollMessagesRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_PollMessagesResponse {
        .with { $0.messages = [.with { $0.sendMessageRequestSignature = request.signature }] }
    }

    func ackMessages(
        request: Ocp_Messaging_V1_AckMessagesRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_AckMesssagesResponse {
        Ocp_Messaging_V1_AckMesssagesResponse()
    }

    func sendMessage(
        request: Ocp_Messaging_V1_SendMessageRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_SendMessageResponse {
        Ocp_Messaging_V1_SendMessageResponse()
    }
}
