import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// `flipcash.moderation.v1.Moderation`: checks of texts and pictures before they are published.
struct ModerationService: Sendable {
    private let stub: any Flipcash_Moderation_V1_Moderation.ClientProtocol

    init(_ stub: any Flipcash_Moderation_V1_Moderation.ClientProtocol) { self.stub = stub }

    func moderate(text: String, owner: KeyPair) async throws(ModerationError) -> ModerationAttestation {
        let response: Flipcash_Moderation_V1_ModerateTextResponse
        do {
            var request = Flipcash_Moderation_V1_ModerateTextRequest()
            request.text = text
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.moderateText(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: break
        case .denied: throw .denied
        case .unsupportedLanguage: throw .unsupported
        case .UNRECOGNIZED: throw .malformed
        }
        guard response.isAllowed else { throw .flagged(ModerationError.Category(wire: response.flaggedCategory)) }
        return try ModerationAttestation(wire: response.attestation, of: Array(text.utf8))
    }

    func moderate(image: [UInt8], owner: KeyPair) async throws(ModerationError) -> ModerationAttestation {
        let response: Flipcash_Moderation_V1_ModerateImageResponse
        do {
            var request = Flipcash_Moderation_V1_ModerateImageRequest()
            request.imageData = image
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.moderateImage(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: break
        case .denied: throw .denied
        case .unsupportedFormat: throw .unsupported
        case .UNRECOGNIZED: throw .malformed
        }
        guard response.isAllowed else { throw .flagged(ModerationError.Category(wire: response.flaggedCategory)) }
        return try ModerationAttestation(wire: response.attestation, of: image)
    }
}

extension ModerationAttestation {
    /// Reads a statement and checks that it is about `content`.
    fileprivate init(
        wire: Flipcash_Moderation_V1_ModerationAttestation, of content: [UInt8]
    ) throws(ModerationError) {
        let contentHash = Hash(sha256: content)
        guard wire.contentHash == contentHash.bytes, let bytes = try? canonicalBytes(wire) else { throw .malformed }
        self.init(contentHash: contentHash, rawValue: bytes)
    }
}

/// Errors from checking a text or a picture.
public enum ModerationError: ServerError, Hashable {
    /// The reason why content is not allowed.
    public enum Category: String, Hashable, Sendable {
        /// No reason that this program knows.
        case other
        /// Not safe for work.
        case nsfw
        /// The content pretends to come from somebody else.
        case impersonation
        /// The content is misleading.
        case misleading
        /// The content is advertising.
        case spam

        init(wire: Flipcash_Moderation_V1_FlaggedCategory) {
            switch wire {
            case .nsfw: self = .nsfw
            case .impersonation: self = .impersonation
            case .misleading: self = .misleading
            case .spam: self = .spam
            case .none, .other, .UNRECOGNIZED: self = .other
            }
        }
    }

    /// The content is not allowed.
    case flagged(Category)
    /// The account may not ask.
    case denied
    /// The service cannot check content in this language or format.
    case unsupported
    /// The response is malformed, or about other content.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's verdict on the content is final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// Flagged, denied and unsupported content is information; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .flagged, .denied, .unsupported: .info
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
