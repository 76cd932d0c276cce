import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// `flipcash.profile.v1.Profile`: the name of a user that others see.
struct ProfileService: Sendable {
    private let stub: any Flipcash_Profile_V1_Profile.ClientProtocol

    init(_ stub: any Flipcash_Profile_V1_Profile.ClientProtocol) { self.stub = stub }

    /// Sets the name of the user who signs.
    func setDisplayName(_ name: String, owner: KeyPair) async throws(DisplayNameError) {
        let response: Flipcash_Profile_V1_SetDisplayNameResponse
        do {
            var request = Flipcash_Profile_V1_SetDisplayNameRequest()
            request.displayName = name
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.setDisplayName(request, options: .unaryDefault)
        } catch {
            let failure = RPCFailure(error)
            if case .rejected(code: .invalidArgument, reason: _) = failure { throw .invalid }
            throw .rpc(failure)
        }
        switch response.result {
        case .ok: return
        case .invalidDisplayName: throw .invalid
        case .denied: throw .denied
        case .failedModerated: throw .flagged(ModerationError.Category(wire: response.flaggedCategory))
        case .UNRECOGNIZED: throw .malformed
        }
    }
}

/// Errors from setting a display name.
public enum DisplayNameError: ServerError, Hashable {
    /// The service does not accept the form of the name.
    case invalid
    /// The name is not allowed.
    case flagged(ModerationError.Category)
    /// No registered user has this key.
    case denied
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// What a person chose wrongly is information; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .invalid, .flagged, .denied: .info
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
