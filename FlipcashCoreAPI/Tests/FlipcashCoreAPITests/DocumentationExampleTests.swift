import FlipcashCoreAPI
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

/// Registers the holder of a key, and returns the id of the user. `sign` signs bytes with that key.
func register(
    publicKey: [UInt8], client: GRPCClient<some ClientTransport>, sign: ([UInt8]) -> [UInt8]
) async throws -> [UInt8] {
    var request = Flipcash_Account_V1_RegisterRequest.with { $0.publicKey.value = publicKey }
    // The signature covers the bytes of the request without the signature.
    request.signature.value = sign(try request.serializedBytes())
    try request.validate()
    return try await Flipcash_Account_V1_Account.Client(wrapping: client).register(request).userID.value
}

/// The example of the article `FlipcashCoreAPI.md`, line by line, is the function above. `Scripts/check-examples.py`
/// compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("A signed registration reaches the service and the user's id the caller")
    func article_firstExample_works() async throws {
        let transport = InProcessTransport()
        let userID = try await withGRPCServer(transport: transport.server, services: [AccountService()]) { _ in
            try await withGRPCClient(transport: transport.client) { client in
                try await register(publicKey: [UInt8](repeating: 7, count: 32), client: client) { bytes in
                    [UInt8](repeating: UInt8(bytes.count), count: 64)
                }
            }
        }
        // The canonical bytes of the unsigned request: a tag, a length, and a message of a tag, a length and the key.
        #expect(userID == [UInt8](repeating: 36, count: 16))
    }
}

/// Gives everybody an id that begins their signature.
private struct AccountService: Flipcash_Account_V1_Account.SimpleServiceProtocol {
    func register(
        request: Flipcash_Account_V1_RegisterRequest, context: ServerContext
    ) async throws -> Flipcash_Account_V1_RegisterResponse {
        .with { $0.userID.value = Array(request.signature.value.prefix(16)) }
    }

    func login(
        request: Flipcash_Account_V1_LoginRequest, context: ServerContext
    ) async throws -> Flipcash_Account_V1_LoginResponse {
        Flipcash_Account_V1_LoginResponse()
    }

    func getUserFlags(
        request: Flipcash_Account_V1_GetUserFlagsRequest, context: ServerContext
    ) async throws -> Flipcash_Account_V1_GetUserFlagsResponse {
        Flipcash_Account_V1_GetUserFlagsResponse()
    }

    func getUnauthenticatedUserFlags(
        request: Flipcash_Account_V1_GetUnauthenticatedUserFlagsRequest, context: ServerContext
    ) async throws -> Flipcash_Account_V1_GetUnauthenticatedUserFlagsResponse {
        Flipcash_Account_V1_GetUnauthenticatedUserFlagsResponse()
    }
}
