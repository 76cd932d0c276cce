import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// `flipcash.settings.v1.Settings`: a user's language and region (wire contract §8.6).
struct SettingsServiceProvider: Flipcash_Settings_V1_Settings.ServiceProtocol {
    let context: NodeContext

    func updateSettings(
        request: ServerRequest<Flipcash_Settings_V1_UpdateSettingsRequest>, context call: ServerContext
    ) async throws -> ServerResponse<Flipcash_Settings_V1_UpdateSettingsResponse> {
        let message = request.message
        let key = try CoreAuthentication(store: context.store).key(message, auth: message.auth) { $0.clearAuth() }
        let result = try await update(message, of: key)
        return ServerResponse(message: .with { $0.result = result })
    }

    /// Changes the settings that the request names, both or none.
    private func update(
        _ message: Flipcash_Settings_V1_UpdateSettingsRequest, of key: PublicKey
    ) async throws -> Flipcash_Settings_V1_UpdateSettingsResponse.Result {
        let locale = message.hasLocale ? message.locale.value : nil
        let region = message.hasRegion ? message.region.value : nil
        if let locale, LanguageTag(locale) == nil { return .invalidLocale }
        if let region, (try? CurrencyCode(currencyCode: region)) == nil { return .invalidRegion }
        return try await context.committer.commit { writer in
            guard var user = try writer.user(publicKey: key) else { return .denied }
            user.locale = locale ?? user.locale
            user.region = region ?? user.region
            try writer.update(user)
            return .ok
        }
    }
}
