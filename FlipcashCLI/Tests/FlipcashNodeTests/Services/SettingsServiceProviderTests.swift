import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("Settings of a user")
struct SettingsServiceProviderTests {
    private func update(
        _ harness: NodeHarness, _ person: Somebody, locale: String? = nil, region: String? = nil
    ) async throws -> Flipcash_Settings_V1_UpdateSettingsResponse.Result {
        var request = Flipcash_Settings_V1_UpdateSettingsRequest()
        if let locale { request.locale = .with { $0.value = locale } }
        if let region { request.region = .with { $0.value = region } }
        request.auth = try person.auth(request)
        return try await Flipcash_Settings_V1_Settings.Client(wrapping: harness.client).updateSettings(request).result
    }

    @Test("Only named settings change, and a wrong value changes nothing")
    func updateSettings_changesWhatItNames() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            _ = try await harness.register(person)
            func stored() throws -> [String?] {
                let user = try harness.node.context.store.read { try $0.user(publicKey: person.key.publicKey) }
                return [user?.locale, user?.region]
            }
            #expect(try await update(harness, person, locale: "fr-CA", region: "cad") == .ok)
            #expect(try stored() == ["fr-CA", "cad"])
            #expect(try await update(harness, person, region: "eur") == .ok)
            #expect(try stored() == ["fr-CA", "eur"])
            #expect(try await update(harness, person) == .ok)
            #expect(try await update(harness, person, locale: "de", region: "zzz") == .invalidRegion)
            #expect(try await update(harness, person, locale: "de-abcdefgh-DE", region: "usd") == .invalidLocale)
            #expect(try stored() == ["fr-CA", "eur"])
        }
    }

    @Test("An unknown key is denied; a wrong signature is an error")
    func updateSettings_unknownOrForged_isRefused() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            #expect(try await update(harness, person, locale: "en") == .denied)
            _ = try await harness.register(person)
            var request = Flipcash_Settings_V1_UpdateSettingsRequest()
            request.auth = try other.auth(request)
            request.auth.keyPair.pubKey = person.key.publicKey.coreKey
            let forged = request
            let status = await grpcStatus {
                try await Flipcash_Settings_V1_Settings.Client(wrapping: harness.client).updateSettings(forged)
            }
            #expect(status?.code == .unauthenticated)
        }
    }

    @Test(
        "Well-formed language tags are recognized",
        arguments: [
            ("en", true), ("en-US", true), ("zh-Hant-TW", true), ("sl-rozaj-biske", true), ("de-1996", true),
            ("es-419", true), ("de-DE-u-co-phonebk", true), ("en-x-a-b", true), ("haw", true), ("EN-us", true),
            ("", false), ("e", false), ("english", false), ("en_US", false), ("en--US", false), ("en-", false),
            ("en-u", false), ("en-US-DE", false), ("en-US-Latn", false), ("en-abcdefghi", false), ("12", false),
            ("x-private", false),
        ])
    func languageTag_isRecognised(text: String, isWellFormed: Bool) {
        #expect((LanguageTag(text) != nil) == isWellFormed)
    }
}
