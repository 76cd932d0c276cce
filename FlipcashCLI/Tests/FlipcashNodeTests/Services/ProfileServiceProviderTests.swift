import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("Names of users")
struct ProfileServiceProviderTests {
    private typealias Profiles = Flipcash_Profile_V1_Profile.Client<InProcessTransport.Client>

    private func rename(
        _ harness: NodeHarness, _ person: Somebody, to name: String, signedBy signer: Somebody? = nil
    ) async throws -> Flipcash_Profile_V1_SetDisplayNameResponse {
        var request = Flipcash_Profile_V1_SetDisplayNameRequest()
        request.displayName = name
        request.auth = try (signer ?? person).auth(request)
        request.auth.keyPair.pubKey = person.key.publicKey.coreKey
        return try await Profiles(wrapping: harness.client).setDisplayName(request)
    }

    private func profile(
        _ harness: NodeHarness, of user: [UInt8], askedBy person: Somebody? = nil
    ) async throws -> Flipcash_Profile_V1_GetProfileResponse {
        var request = Flipcash_Profile_V1_GetProfileRequest()
        request.userID = .with { $0.value = user }
        if let person { request.auth = try person.auth(request) }
        return try await Profiles(wrapping: harness.client).getProfile(request)
    }

    @Test("A name is stored without white space around it, and everyone can read it")
    func setDisplayName_registeredUser_isShown() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            let user = try await harness.register(person)
            #expect(try await profile(harness, of: user).userProfile.displayName.isEmpty)
            #expect(try await rename(harness, person, to: " Ada Lee ").result == .ok)
            #expect(try await rename(harness, person, to: "Ada Lee").result == .ok)
            for asker in [nil, person, other] {
                let response = try await profile(harness, of: user, askedBy: asker)
                #expect(response.result == .ok && response.userProfile.displayName == "Ada Lee")
            }
        }
    }

    @Test("Only the person gets the own phone number and email address")
    func getProfile_other_hidesContacts() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            let id = try await harness.register(person)
            try await harness.node.context.committer.commit { writer in
                var user = try #require(try writer.user(publicKey: person.key.publicKey))
                user.phone = "+15551234567"
                user.email = "ada@example.com"
                try writer.update(user)
            }
            let own = try await profile(harness, of: id, askedBy: person).userProfile
            #expect(own.phoneNumber.value == "+15551234567" && own.emailAddress.value == "ada@example.com")
            for asker in [nil, other] {
                let shown = try await profile(harness, of: id, askedBy: asker).userProfile
                #expect(!shown.hasPhoneNumber && !shown.hasEmailAddress)
            }
            #expect(try await profile(harness, of: [UInt8](repeating: 9, count: 16)).result == .notFound)
        }
    }

    @Test("A name that is too long, empty or not allowed changes nothing")
    func setDisplayName_badName_isRefused() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            let user = try await harness.register(person)
            for name in ["", "  ", String(repeating: "x", count: 65)] {
                let status = await grpcStatus { try await rename(harness, person, to: name) }
                #expect(status?.code == .invalidArgument, "\(name)")
            }
            let flagged = try await rename(harness, person, to: "Flipcash")
            #expect(flagged.result == .failedModerated && flagged.flaggedCategory == .impersonation)
            #expect(try await profile(harness, of: user).userProfile.displayName.isEmpty)
        }
    }

    @Test("An unknown key is denied; a wrong signature is an error")
    func setDisplayName_unknownOrForged_isRefused() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            #expect(try await rename(harness, person, to: "Ada").result == .denied)
            let user = try await harness.register(person)
            let status = await grpcStatus { try await rename(harness, person, to: "Mallory", signedBy: other) }
            #expect(status?.code == .unauthenticated)
            #expect(try await profile(harness, of: user).userProfile.displayName.isEmpty)
        }
    }

    @Test("A user who is not registered has no profile and no name, whatever the name is")
    func profile_unregisteredUser_isRefused() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            let id = try await harness.register(person)
            try await harness.node.context.committer.commit { writer in
                var user = try #require(try writer.user(publicKey: person.key.publicKey))
                user.isRegistered = false
                try writer.update(user)
            }
            #expect(try await profile(harness, of: id).result == .notFound)
            for name in ["Ada", "Flipcash"] {
                #expect(try await rename(harness, person, to: name).result == .denied)
            }
        }
    }

    @Test("Pictures, tip cards and other platforms are not offered")
    func otherCalls_areNotOffered() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            _ = try await harness.register(person)
            let client = Profiles(wrapping: harness.client)
            var picture = Flipcash_Profile_V1_SetProfilePictureRequest()
            picture.blobID.value = [UInt8](repeating: 1, count: 16)
            picture.auth = try person.auth(picture)
            let request = picture
            let status = await grpcStatus { try await client.setProfilePicture(request) }
            #expect(status?.code == .unimplemented, "\(status as Any)")
        }
    }
}
