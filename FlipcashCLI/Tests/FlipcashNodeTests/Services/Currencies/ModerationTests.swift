import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// How the node judges texts and pictures (wire contract §8.7).
@Suite("Moderation") struct ModerationTests {
    private func service(_ harness: NodeHarness)
        -> Flipcash_Moderation_V1_Moderation
        .Client<InProcessTransport.Client>
    { .init(wrapping: harness.client) }

    @Test("names of the service are impersonation in short texts, and the operator's words are flagged in all texts")
    func flag_texts_areJudged() {
        let rules = ModerationRules(lines: "# a comment\n\n  Spam  \nscam")
        #expect(rules.words == ["spam", "scam"])
        #expect(rules.flag("Marble") == nil)
        #expect(rules.flag("My FlipCash") == .impersonation)
        #expect(rules.flag("usdf2") == .impersonation)
        #expect(rules.flag("a text of more than thirty-two bytes about usdf") == nil)
        #expect(rules.flag("a text of more than thirty-two bytes about SPAM") == .other)
        #expect(rules.flag("scam") == .other)
        #expect(ModerationRules().flag("scam") == nil)
    }

    @Test("an allowed text or picture is attested, and a flagged one is not")
    func moderate_contents_areAttested() async throws {
        try await NodeHarness.run { harness in
            let ada = try Somebody("ada")
            func text(_ text: String) async throws -> Flipcash_Moderation_V1_ModerateTextResponse {
                var request = Flipcash_Moderation_V1_ModerateTextRequest.with { $0.text = text }
                request.auth = try ada.auth(request)
                return try await service(harness).moderateText(request)
            }
            func picture(_ bytes: [UInt8]) async throws -> Flipcash_Moderation_V1_ModerateImageResponse {
                var request = Flipcash_Moderation_V1_ModerateImageRequest.with { $0.imageData = bytes }
                request.auth = try ada.auth(request)
                return try await service(harness).moderateImage(request)
            }
            let allowed = try await text("Marble")
            #expect(allowed.isAllowed)
            #expect(allowed.attestation.userID.value == ada.key.publicKey.bytes)
            let attestations = ModerationAttestations(key: harness.node.context.nodeKey)
            #expect(
                attestations.isValid(
                    try allowed.attestation.serializedBytes(), of: Array("Marble".utf8), now: harness.clock.now()))
            let flagged = try await text("usdf")
            #expect(!flagged.isAllowed && !flagged.hasAttestation)
            #expect(flagged.flaggedCategory == .impersonation)
            #expect(try await picture([1, 2, 3]).result == .unsupportedFormat)
            let image = try await picture(PictureFormatTests.pixel)
            #expect(image.isAllowed)
            #expect(
                attestations.isValid(
                    try image.attestation.serializedBytes(), of: PictureFormatTests.pixel, now: harness.clock.now()))
        }
    }

    @Test("a registered user is named in attestations, and a request without a valid signature is refused")
    func moderate_user_isNamed() async throws {
        try await NodeHarness.run { harness in
            let (ada, bob) = (try Somebody("ada"), try Somebody("bob"))
            let user = try await harness.register(ada)
            var request = Flipcash_Moderation_V1_ModerateTextRequest.with { $0.text = "Marble" }
            let unsigned = request
            request.auth = try ada.auth(unsigned)
            #expect(try await service(harness).moderateText(request).attestation.userID.value == user)
            request.auth = try bob.auth(unsigned)
            request.auth.keyPair.pubKey = ada.key.publicKey.coreKey
            let forged = request
            let status = await grpcStatus { try await service(harness).moderateText(forged) }
            #expect(status?.code == .unauthenticated)
        }
    }
}
