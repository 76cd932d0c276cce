import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// `flipcash.settings.v1.Settings`: the language and the currency of the service's texts to a user.
struct SettingsService: Sendable {
    private let stub: any Flipcash_Settings_V1_Settings.ClientProtocol

    init(_ stub: any Flipcash_Settings_V1_Settings.ClientProtocol) { self.stub = stub }

    /// Changes the settings that are not nil.
    func update(owner: KeyPair, locale: String?, region: CurrencyCode?) async throws(SettingsUpdateError) {
        let response: Flipcash_Settings_V1_UpdateSettingsResponse
        do {
            var request = Flipcash_Settings_V1_UpdateSettingsRequest()
            if let locale { request.locale = .with { $0.value = locale } }
            if let region { request.region = .with { $0.value = region.rawValue } }
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.updateSettings(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return
        case .denied: throw .denied
        case .invalidLocale: throw .invalidLocale
        case .invalidRegion: throw .invalidRegion
        case .UNRECOGNIZED: throw .malformed
        }
    }
}

/// Errors from changing settings.
public enum SettingsUpdateError: ServerError, Hashable {
    /// No user has this key.
    case denied
    /// The locale is not a BCP-47 tag that the service knows.
    case invalidLocale
    /// The region is not a currency that the service knows.
    case invalidRegion
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// An unknown key is information. An invalid locale or region and a malformed response are errors, because this
    /// program chose the values.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied: .info
        case .invalidLocale, .invalidRegion, .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
