import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// The settings API of the scripted service. Without a result, the service does not implement it.
struct ScriptedSettings: Flipcash_Settings_V1_Settings.SimpleServiceProtocol {
    let node: ScriptedNode

    func updateSettings(
        request: Flipcash_Settings_V1_UpdateSettingsRequest, context: ServerContext
    ) async throws -> Flipcash_Settings_V1_UpdateSettingsResponse {
        try node.enter("updateSettings")
        guard let result = node.read({ $0.settingsResult }) else {
            throw RPCError(code: .unimplemented, message: "unknown service")
        }
        guard case .keyPair(let pair)? = request.auth.kind, let key = PublicKey(exactly: pair.pubKey.value),
            let signature = Signature(exactly: pair.signature.value)
        else { throw RPCError(code: .invalidArgument, message: "missing keypair") }
        var unsigned = request
        unsigned.clearAuth()
        guard key.verify(signature: signature, data: try unsigned.serializedBytes() as [UInt8]) else {
            throw RPCError(code: .unauthenticated, message: "")
        }
        let settings = ScriptedNode.Settings(
            locale: request.hasLocale ? request.locale.value : nil,
            region: request.hasRegion ? request.region.value : nil)
        node.change { $0.settings.append(settings) }
        return .with { $0.result = result }
    }
}
