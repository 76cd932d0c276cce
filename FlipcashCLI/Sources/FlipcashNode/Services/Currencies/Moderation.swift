import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// What currencies may be called and how they may be described: no impersonation of the service, and none of the
/// operator's words (wire contract §8.7).
struct ModerationRules: Hashable, Sendable {
    /// Texts of at most this many bytes are judged as names of currencies too.
    private static let nameBytesMax = 32
    /// Names that only the service itself may use, in lower case.
    private static let ownNames = ["flipcash", "usdf"]

    /// Words that no text may contain, in lower case.
    let words: [String]

    init(words: [String] = []) { self.words = words.map { $0.lowercased() } }

    /// Reads a list of words, one a line. Empty lines and lines that begin with `#` do not count.
    init(lines: String) {
        self.init(
            words: lines.split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks() }.filter { line in
                !line.isEmpty && !line.hasPrefix("#")
            })
    }

    /// Why a text is not allowed; nil when it is.
    func flag(_ text: String) -> Flipcash_Moderation_V1_FlaggedCategory? {
        let lowered = text.lowercased()
        if text.utf8.count <= Self.nameBytesMax, Self.ownNames.contains(where: lowered.contains) {
            return .impersonation
        }
        return words.contains(where: lowered.contains) ? .other : nil
    }
}

/// Signed statements of the node that a content was allowed (payment specification §17).
struct ModerationAttestations: Sendable {
    /// How long an attestation is valid.
    static let lifetime = Duration.seconds(86_400)
    /// How far ahead of the node's clock an attestation may be dated.
    private static let leadMax = Duration.seconds(60)

    typealias Attestation = Flipcash_Moderation_V1_ModerationAttestation

    let key: KeyPair

    /// Attests that `content` was allowed.
    func attest(_ content: [UInt8], user: [UInt8], now: Instant) throws(RPCError) -> Attestation {
        var attestation = Attestation.with {
            $0.contentHash = Hash(sha256: content).bytes
            $0.timestamp = now.timestamp
            $0.userID = .with { $0.value = user }
            $0.attestor = key.publicKey.coreKey
        }
        let signature = key.sign(try attestation.signedBytes())
        attestation.signature = .with { $0.value = signature.bytes }
        return attestation
    }

    /// Whether `bytes` are a valid attestation of `content`.
    func isValid(_ bytes: [UInt8], of content: [UInt8], now: Instant) -> Bool {
        guard let attestation = try? Attestation(serializedBytes: bytes),
            attestation.attestor.value == key.publicKey.bytes,
            attestation.contentHash == Hash(sha256: content).bytes,
            Instant(attestation.timestamp).isFresh(at: now, ages: Duration.zero - Self.leadMax...Self.lifetime),
            let signature = try? Signature(attestation.signature)
        else { return false }
        var unsigned = attestation
        unsigned.clearSignature()
        guard let signed = try? unsigned.signedBytes() else { return false }
        return key.publicKey.verify(signature: signature, data: signed)
    }
}

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
