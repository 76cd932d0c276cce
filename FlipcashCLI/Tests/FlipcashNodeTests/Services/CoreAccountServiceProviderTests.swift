import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("Users of the core API")
struct CoreAccountServiceProviderTests {
    private func login(_ person: Somebody, at time: Instant) throws -> Flipcash_Account_V1_LoginRequest {
        var request = Flipcash_Account_V1_LoginRequest.with { $0.timestamp = time.timestamp }
        request.auth = try person.auth(request)
        return request
    }

    @Test("Registering makes a user once; logging in gives the same id")
    func register_twice_sameUser() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            let id = try await harness.register(person)
            #expect(id.count == 16)
            #expect(id[6] >> 4 == 4 && id[8] >> 6 == 2)
            #expect(try await harness.register(person) == id)
            let answer = try await harness.users.login(login(person, at: harness.clock.now()))
            #expect(answer.result == .ok)
            #expect(answer.userID.value == id)
            #expect(try harness.node.context.store.read { try $0.userCount() } == 1)
            #expect(try await harness.register(Somebody("b")) != id)
        }
    }

    @Test("A registration that the key did not sign is refused and creates no user")
    func register_wrongSignature_unauthenticated() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            let request = Flipcash_Account_V1_RegisterRequest.with { $0.publicKey = person.key.publicKey.coreKey }
            let signature = other.key.sign(try request.serializedBytes())
            let status = await grpcStatus {
                var signed = request
                signed.signature = .with { $0.value = signature.bytes }
                return try await harness.users.register(signed)
            }
            #expect(status?.code == .unauthenticated)
            let missing = await grpcStatus { try await harness.users.register(request) }
            #expect(missing?.code == .invalidArgument)
            #expect(missing?.message.contains("signature") == true)
            #expect(try harness.node.context.store.read { try $0.userCount() } == 0)
        }
    }

    private static let loginOffsets: [(Int64, Flipcash_Account_V1_LoginResponse.Result)] = [
        (-120, .ok), (120, .ok), (0, .ok), (-121, .invalidTimestamp), (121, .invalidTimestamp),
    ]

    @Test("A login is valid for two minutes in both directions, to the second", arguments: loginOffsets)
    func login_time_checked(offset: Int64, result: Flipcash_Account_V1_LoginResponse.Result) async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            _ = try await harness.register(person)
            let time = harness.clock.now().advanced(by: .seconds(offset))
            #expect(try await harness.users.login(login(person, at: time)).result == result)
        }
    }

    @Test("A login by an unknown key or with a wrong signature is denied, not an error; the time is checked first")
    func login_unknownOrWrong_denied() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            _ = try await harness.register(person)
            let now = harness.clock.now()
            #expect(try await harness.users.login(login(other, at: now)).result == .denied)
            var forged = try login(person, at: now)
            forged.timestamp = now.advanced(by: .seconds(1)).timestamp
            #expect(try await harness.users.login(forged).result == .denied)
            forged.timestamp = now.advanced(by: .seconds(500)).timestamp
            #expect(try await harness.users.login(forged).result == .invalidTimestamp)
            let status = await grpcStatus {
                try await harness.users.login(.with { $0.timestamp = now.timestamp })
            }
            #expect(status?.code == .invalidArgument)
        }
    }

    private func flags(_ person: Somebody, user: [UInt8]) throws -> Flipcash_Account_V1_GetUserFlagsRequest {
        var request = Flipcash_Account_V1_GetUserFlagsRequest.with {
            $0.userID = .with { $0.value = user }
            $0.platform = .apple
        }
        request.auth = try person.auth(request)
        return request
    }

    @Test("Flags are shown only to the user")
    func getUserFlags_owner_ok() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            let id = try await harness.register(person)
            _ = try await harness.register(other)
            let answer = try await harness.users.getUserFlags(flags(person, user: id))
            #expect(answer.result == .ok)
            let flags = answer.userFlags
            #expect(flags.isRegisteredAccount && !flags.isStaff && !flags.requiresIapForRegistration)
            #expect(flags.billExchangeDataTimeout.seconds == 300)
            #expect(flags.minBuildNumber == 256)
            #expect(flags.withdrawalFeeAmount == 500_000)
            #expect(flags.supportedOnRampProviders == [.phantom, .manualDeposit])
            #expect(try await harness.users.getUserFlags(self.flags(other, user: id)).result == .denied)
            let unknown = [UInt8](repeating: 9, count: 16)
            #expect(try await harness.users.getUserFlags(self.flags(person, user: unknown)).result == .denied)
            var forged = try self.flags(person, user: id)
            forged.platform = .google
            #expect(await grpcStatus { try await harness.users.getUserFlags(forged) }?.code == .unauthenticated)
        }
    }

    @Test("Everyone gets the common flags; the client's country and version enable features")
    func getUnauthenticatedUserFlags_features_byClient() async throws {
        try await NodeHarness.run { harness in
            let request = Flipcash_Account_V1_GetUnauthenticatedUserFlagsRequest.with {
                $0.platform = .apple
                $0.countryCode = .with { $0.value = "US" }
            }
            let plain = try await harness.users.getUnauthenticatedUserFlags(request).userFlags
            #expect(!plain.hasBillExchangeDataTimeout && !plain.isRegisteredAccount)
            #expect(plain.preferredOnRampProvider == .unknownOnRampProvider)
            #expect(plain.tipPresets.count == 153)
            #expect(plain.tipPresets.first { $0.region.value == "usd" }?.high == 20)
            #expect(plain.tipPresets.map(\.region.value) == plain.tipPresets.map(\.region.value).sorted())
            let newer = try await harness.users.getUnauthenticatedUserFlags(
                request, metadata: ["user-agent": "Flipcash/iOS/1.13.0"]
            ).userFlags
            #expect(newer.supportedOnRampProviders == [.coinbaseVirtual, .phantom, .manualDeposit])
            #expect(newer.preferredOnRampProvider == .coinbaseVirtual)
            #expect(newer.enablePhoneNumberSend)
        }
    }
}
