import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// `flipcash.moderation.v1.Moderation`: judges texts and pictures by the operator's rules (wire contract §8.7).
struct ModerationServiceProvider: Flipcash_Moderation_V1_Moderation.SimpleServiceProtocol {
    let context: NodeContext
    let rules: ModerationRules

    private var authentication: CoreAuthentication { CoreAuthentication(store: context.store) }
    private var attestations: ModerationAttestations { ModerationAttestations(key: context.nodeKey) }

    func moderateText(
        request: Flipcash_Moderation_V1_ModerateTextRequest, context call: ServerContext
    ) async throws -> Flipcash_Moderation_V1_ModerateTextResponse {
        let key = try authentication.key(request, auth: request.auth) { $0.clearAuth() }
        if let category = rules.flag(request.text) {
            return .with {
                $0.result = .ok
                $0.flaggedCategory = category
            }
        }
        let attestation = try attest(Array(request.text.utf8), key)
        return .with {
            $0.result = .ok
            $0.isAllowed = true
            $0.attestation = attestation
        }
    }

    func moderateImage(
        request: Flipcash_Moderation_V1_ModerateImageRequest, context call: ServerContext
    ) async throws -> Flipcash_Moderation_V1_ModerateImageResponse {
        let key = try authentication.key(request, auth: request.auth) { $0.clearAuth() }
        guard PictureFormat(startOf: request.imageData) != nil else { return .with { $0.result = .unsupportedFormat } }
        let attestation = try attest(request.imageData, key)
        return .with {
            $0.result = .ok
            $0.isAllowed = true
            $0.attestation = attestation
        }
    }

    /// Registration is not required: without a user the key stands for one.
    private func attest(_ content: [UInt8], _ key: PublicKey) throws -> ModerationAttestations.Attestation {
        let user = try context.store.read { try $0.user(publicKey: key) }
        return try attestations.attest(content, user: user?.id ?? key.bytes, now: context.environment.clock.now())
    }
}
