import FlipcashCoreAPI
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

/// A service whose `fullUpload` takes a stream, counts its messages and answers once.
private struct ContactService: Flipcash_Contact_V1_ContactList.SimpleServiceProtocol {
    func checkSync(
        request: Flipcash_Contact_V1_CheckSyncRequest, context: ServerContext
    ) async throws -> Flipcash_Contact_V1_CheckSyncResponse {
        Flipcash_Contact_V1_CheckSyncResponse()
    }

    func deltaUpload(
        request: Flipcash_Contact_V1_DeltaUploadRequest, context: ServerContext
    ) async throws -> Flipcash_Contact_V1_DeltaUploadResponse {
        Flipcash_Contact_V1_DeltaUploadResponse()
    }

    func fullUpload(
        request: RPCAsyncSequence<Flipcash_Contact_V1_FullUploadRequest, any Error>, context: ServerContext
    ) async throws -> Flipcash_Contact_V1_FullUploadResponse {
        var count = 0
        for try await _ in request { count += 1 }
        return .with { $0.result = .init(rawValue: count) ?? .init() }
    }

    func getFlipcashContacts(
        request: Flipcash_Contact_V1_GetFlipcashContactsRequest,
        response: RPCWriter<Flipcash_Contact_V1_GetFlipcashContactsResponse>,
        context: ServerContext
    ) async throws {}
}

/// Generated clients against generated servers, in one process.
@Suite struct StubTests {
    @Test("a client's stream is answered once")
    func clientStreaming_simpleService_singleAnswer() async throws {
        let transport = InProcessTransport()
        let result = try await withGRPCServer(transport: transport.server, services: [ContactService()]) { _ in
            try await withGRPCClient(transport: transport.client) { client in
                try await Flipcash_Contact_V1_ContactList.Client(wrapping: client).fullUpload(
                    requestProducer: { writer in
                        for _ in 0..<3 { try await writer.write(Flipcash_Contact_V1_FullUploadRequest()) }
                    })
            }
        }
        #expect(result.result.rawValue == 3)
    }

    @Test("services of the same short name in both APIs stay apart")
    func descriptors_messaging_ownPackage() {
        #expect(
            ServiceDescriptor.flipcash_messaging_v1_Messaging.fullyQualifiedService == "flipcash.messaging.v1.Messaging"
        )
        #expect(
            Flipcash_Account_V1_Account.Method.Register.descriptor.fullyQualifiedMethod
                == "flipcash.account.v1.Account/Register")
    }

    @Test("every message of the API is listed once and begins empty")
    func messages_all_emptyByDefault() throws {
        #expect(FlipcashCoreAPIMessages.all.count == 292)
        #expect(Set(FlipcashCoreAPIMessages.all.map { $0.protoMessageName }).count == 292)
        for type in FlipcashCoreAPIMessages.all {
            let bytes: [UInt8] = try type.init().serializedBytes()
            #expect(bytes.isEmpty, "\(type.protoMessageName)")
        }
    }
}
